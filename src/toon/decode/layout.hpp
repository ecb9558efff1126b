// SPDX-License-Identifier: MIT
/// @file
/// What a field list makes of the cells of a row.
#ifndef PITH_TOON_DECODE_LAYOUT_HPP
#define PITH_TOON_DECODE_LAYOUT_HPP

#include <pith/limits.hpp>

#include "document/pod_buffer.hpp"
#include "document/shape_tree.hpp"
#include "document/tape.hpp"
#include "toon/decode/token.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pith::inline v0::toon::decoding {

enum class step_kind : std::uint8_t { cell, open_group, close_group };

/// One step of building an object from its cells, in document order.
struct step {
  step_kind kind;
  std::uint32_t key_id;
  detail::word tail;  ///< of a group that closes, its second header word
};

/// The layout of the table that is open. There is one at a time, since nothing
/// inside a row has lines of its own. The same list twice in a row is read
/// once.
class layout {
 public:
  void reset(detail::shape_tree& shapes) noexcept {
    shapes_ = &shapes;
    text_ = {};
  }

  /// Reads the field list whose `{` stands at `p`. Returns the byte after its
  /// `}`. Fails with invalid_field_declaration, duplicate_field_name (unless
  /// duplicates are allowed), field_limit, depth_limit, size_limit, and as
  /// quoted names do.
  [[nodiscard]] char* read(source& from, char* p, char* end, char delimiter,
                           bool may_repeat, const limits& bounds);

  [[nodiscard]] const detail::pod_buffer<step>& steps() const noexcept {
    return steps_;
  }
  [[nodiscard]] std::size_t cell_count() const noexcept { return cell_count_; }
  [[nodiscard]] bool has_groups() const noexcept { return depth_ > 1; }
  /// Objects in one another, the row included.
  [[nodiscard]] std::size_t depth() const noexcept { return depth_; }
  /// A field name occurs twice in one group.
  [[nodiscard]] bool repeats() const noexcept { return repeats_; }
  /// The second header word of a row.
  [[nodiscard]] detail::word tail() const noexcept { return tail_; }
  /// Words that one row can take.
  [[nodiscard]] std::size_t row_words() const noexcept {
    return 2 * steps_.size() + 2;
  }

 private:
  struct group {
    detail::shape_cursor cursor;
    std::uint8_t flags;
  };

  [[nodiscard]] char* read_list(source& from, char* p, char* end,
                                char delimiter, bool may_repeat,
                                const limits& bounds);
  [[nodiscard]] char* read_name(source& from, char* p, char* end,
                                char delimiter, std::string_view& name);
  [[nodiscard]] bool add_name(source& from, const char* at,
                              std::string_view name, bool may_repeat,
                              std::uint32_t& key_id);
  [[nodiscard]] detail::word tail_of(const group& g);

  detail::shape_tree* shapes_ = nullptr;
  detail::pod_buffer<step> steps_;
  detail::pod_buffer<group> groups_;
  std::size_t cell_count_ = 0;
  std::size_t depth_ = 0;
  bool repeats_ = false;
  bool has_quotes_ = false;
  detail::word tail_ = 0;
  std::string_view text_;  // of the list, if it can be recognised again
  char delimiter_ = ',';
};

}  // namespace pith::inline v0::toon::decoding

#endif  // PITH_TOON_DECODE_LAYOUT_HPP
