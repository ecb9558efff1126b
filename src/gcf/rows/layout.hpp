// SPDX-License-Identifier: MIT
/// @file
/// What a field declaration makes of the cells of a row.
#ifndef PITH_GCF_ROWS_LAYOUT_HPP
#define PITH_GCF_ROWS_LAYOUT_HPP

#include "document/pair_map.hpp"
#include "document/shape_tree.hpp"
#include "gcf/lex/source.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pith::inline v0::gcf::decoding {

/// No key, layout, memo or column.
inline constexpr std::uint32_t no_index = detail::pair_map::none;

enum class step_kind : std::uint8_t { cell, open_group, close_group };

/// One step of building an object from its cells. A layout without path
/// columns is a row of cell steps; groups of path columns (7.4.6.2) stand
/// between an opening and a closing step. Steps are in document order.
struct step {
  std::uint32_t key_id;
  /// The last move in the shape tree that this step made. Rows of one table
  /// seldom differ, so it nearly always is the next one, too.
  std::uint32_t from;
  std::uint32_t to;
  /// Of a cell its column, counted from 0 without a key column; of a group the
  /// number of cells in it.
  std::uint32_t extent;
  step_kind kind;
  bool is_top;  ///< a member of the row itself
  /// Where a group closes: its own node when no cell is missing; and, if the
  /// layout has memos, its cells and those that are members of itself.
  std::uint32_t node_inside;
  std::uint64_t cells;
  std::uint64_t direct_cells;
};

/// Rows with at most this many cells note what they lack in one word.
inline constexpr std::uint32_t max_memo_cells = 64;
inline constexpr std::uint32_t max_memo_depth = 16;

enum class layout_kind : std::uint8_t {
  table,
  keyed,          ///< the first field is the label of the key column (7.2a.2)
  inline_object,  ///< `^{...}`: names are literal, `>` or not (7.4.5.1)
};

struct layout {
  std::size_t first_step;
  std::uint32_t step_count;
  std::uint32_t cell_count;   ///< without the key column
  std::uint32_t group_depth;  ///< groups inside one another
  std::uint32_t full_node;    ///< of the shape tree, when no cell is missing
  std::uint32_t hash;
  layout_kind kind;
  bool is_scattered;      ///< columns of one group do not stand together
  bool is_indexed;        ///< find_cell() has been asked
  bool has_memo;          ///< node_without() may be asked, and these are known:
  std::uint64_t opening;  ///< cells before which a group opens
  std::uint64_t closing;  ///< cells after which one closes
  std::uint64_t direct_cells;  ///< cells that are members of the row itself
  std::uint32_t first_memo;    ///< pair_map::none until it has been
  std::size_t text_offset;     ///< of the declaration
  std::size_t text_length;     ///< 0 when it cannot be recognised again
  /// The field marked with `@` (section 10a.1) and where its mark stands;
  /// null when there is none.
  const char* identity_at;
  std::string_view identity;

  [[nodiscard]] bool has_groups() const noexcept { return group_depth != 0; }
  /// Words that one row can take.
  [[nodiscard]] std::size_t row_words() const noexcept {
    return std::size_t{2} * step_count + 2;
  }
};

struct field_name {
  std::string_view text;
  char* at;  ///< its first byte, the quote included
  bool is_path;
};

/// Every layout of a document. The same declaration in the same role is read
/// once: repeated nested tables cost one look-up each.
class layout_store {
 public:
  void reset(detail::shape_tree& shapes, std::size_t max_fields);

  /// Finds or makes the layout of the declaration whose `{` stands at `p`.
  /// Returns the byte after its `}`. Fails with invalid_field_declaration,
  /// duplicate_field_name, field_limit, or as quoted names do; where a field
  /// may be marked as the identity, with invalid_identity too.
  [[nodiscard]] char* find(source& text, char* p, layout_kind kind,
                           std::uint32_t& id, bool may_mark = false);

  /// References are valid until the next find().
  [[nodiscard]] const layout& operator[](std::uint32_t id) const noexcept {
    return layouts_[id];
  }
  [[nodiscard]] step* steps(const layout& l) noexcept {
    return steps_.data() + l.first_step;
  }

  [[nodiscard]] std::uint32_t size() const noexcept {
    return static_cast<std::uint32_t>(layouts_.size());
  }
  /// Asks where the declarations of the layouts from `first` on have moved:
  /// place(offset, length) returns the new offset in the document's text.
  template <class Place>
  void move_texts(std::uint32_t first, Place&& place) {
    for (std::uint32_t id = first; id < layouts_.size(); ++id) {
      layout& l = layouts_[id];
      if (l.text_length != 0) {
        l.text_offset = place(l.text_offset, l.text_length);
      }
    }
  }
  /// About how many bytes it holds.
  [[nodiscard]] std::size_t content_bytes() const noexcept {
    return layouts_.size() * (sizeof(layout) + sizeof(memo)) +
           steps_.size() * sizeof(step);
  }

  /// The step of the cell that is the member `key_id` of the row itself, or
  /// pair_map::none.
  [[nodiscard]] std::uint32_t find_cell(std::uint32_t id, std::uint32_t key_id);

  /// The shape tree's node for a row that lacks the cells in `missing`, of
  /// which there are some; or, given the step that closes it, for a group.
  [[nodiscard]] std::uint32_t node_without(std::uint32_t id, const step* close,
                                           std::uint64_t missing) {
    const layout& l = layouts_[id];
    if (l.first_memo != detail::pair_map::none) {
      const memo& m = memos_[l.first_memo + memo_slot(close, missing)];
      if (m.missing == missing && m.close == close_index(l, close)) {
        return m.node;
      }
    }
    return work_out_node(id, close, missing);
  }

 private:
  [[nodiscard]] char* read_names(source& text, char* p, layout_kind kind,
                                 bool may_mark, layout& made);
  [[nodiscard]] bool build(source& text, layout_kind kind, layout& made);
  [[nodiscard]] bool build_cells(source& text, const field_name* names,
                                 layout& made);
  [[nodiscard]] bool build_paths(source& text, const field_name* names,
                                 layout& made);
  [[nodiscard]] bool add_path(source& text, const field_name& name,
                              std::uint32_t column);
  [[nodiscard]] bool add_segment(source& text, std::string_view key,
                                 std::uint32_t& node, bool is_leaf);
  void list_path_steps(layout& made);
  void note_groups(layout& made);
  std::uint32_t remember(const layout& made);
  [[nodiscard]] std::uint32_t recall(const source& text, std::string_view words,
                                     std::uint32_t hash,
                                     layout_kind kind) const;
  void grow_slots();

  /// An answer of node_without(): rows of one table lack the same few sets.
  struct memo {
    std::uint64_t missing;
    std::uint32_t close;
    std::uint32_t node;
  };
  static constexpr unsigned memo_bits = 4;
  [[nodiscard]] static std::size_t memo_slot(const step* close,
                                             std::uint64_t missing) noexcept {
    const std::uint64_t mixed = missing * 0x9E3779B97F4A7C15u;
    return static_cast<std::size_t>(mixed >> (64 - memo_bits)) ^
           (close != nullptr ? 1 : 0);
  }
  [[nodiscard]] std::uint32_t close_index(const layout& l,
                                          const step* close) const noexcept {
    if (close == nullptr) return detail::pair_map::none;
    return static_cast<std::uint32_t>(close - (steps_.data() + l.first_step));
  }
  std::uint32_t work_out_node(std::uint32_t id, const step* close,
                              std::uint64_t missing);

  /// A group or a leaf of the tree that path columns span.
  struct path_node {
    std::uint32_t key_id;
    std::uint32_t parent;
    std::uint32_t first_child;
    std::uint32_t last_child;
    std::uint32_t next_sibling;
    std::uint32_t column;  // pair_map::none for a group
    std::uint32_t cells;   // in it, once it is listed
    std::uint32_t depth;
    std::uint32_t from;  // the move of its parent's cursor
    std::uint32_t to;
    detail::shape_cursor cursor;  // of a group's own members
  };

  detail::shape_tree* shapes_ = nullptr;
  std::size_t max_fields_ = 0;
  std::uint64_t seed_ = detail::hash_seed();
  detail::pod_buffer<layout> layouts_;
  detail::pod_buffer<step> steps_;
  detail::pod_buffer<memo> memos_;
  detail::pod_buffer<std::uint32_t> slots_;  // open addressing: layout or none
  detail::pod_buffer<std::uint32_t> members_;  // keys, for one answer
  detail::pair_map cells_;                     // (layout, key) to step
  detail::pod_buffer<field_name> names_;       // of the declaration being read
  detail::pod_buffer<path_node> nodes_;        // of the layout being made
  std::uint32_t node_base_ = 0;  // number of nodes_[0]; never used again
  detail::pair_map children_;    // (node, key) to node, of all layouts
};

}  // namespace pith::inline v0::gcf::decoding

#endif  // PITH_GCF_ROWS_LAYOUT_HPP
