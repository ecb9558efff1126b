// SPDX-License-Identifier: MIT
/// @file
/// Reads a graph that comes in chunks.
#ifndef PITH_GCF_GRAPH_CHUNK_READER_HPP
#define PITH_GCF_GRAPH_CHUNK_READER_HPP

#include <pith/gcf_incremental.hpp>
#include <pith/limits.hpp>

#include "document/document_data.hpp"
#include "document/shape_tree.hpp"
#include "document/tape_writer.hpp"
#include "gcf/graph/document_terms.hpp"
#include "gcf/graph/reader.hpp"
#include "gcf/lex/source.hpp"
#include "graph/kinds.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace pith::inline v0::gcf::graph_profile {

/// Gives complete lines to the reader of graphs, and hands out what it makes of
/// them. Kinds and names of symbols stay, because edges refer to them; nothing
/// else does. They stay in the document of which each value is made, so that an
/// edge costs no more than its line, however long the names are.
///
/// Whoever calls it knows where lines end and what is wrong with the text
/// itself, and reports text.problem after null or false.
class chunk_reader {
 public:
  /// `more_kinds` and `events` must outlive the text.
  void begin(const limits& bounds, std::span<const graph::kind_name> more_kinds,
             event_handler& events);

  /// Reads the header and tells what it says. Returns the beginning of the
  /// second line. `data` is for scratch, and as it was afterwards.
  [[nodiscard]] char* read_header(decoding::source& text,
                                  detail::document_data& data);
  /// True when the header is that of a delta or of an unchanged answer. Nothing
  /// has been told then, and nothing more can be read here.
  [[nodiscard]] bool is_delta() const noexcept {
    return reader_.header().delta.at != nullptr ||
           reader_.header().unchanged.at != nullptr;
  }
  /// Reads the lines from `p` on, all that are there. Returns their end.
  [[nodiscard]] char* read_lines(decoding::source& text, char* p);
  /// Ends the graph after the text.
  [[nodiscard]] bool finish(decoding::source& text);
  void require_summary(bool is_required) noexcept {
    reader_.require_summary(is_required);
  }

  /// What stays, in bytes.
  [[nodiscard]] std::size_t held_bytes() const noexcept {
    return reader_.held_bytes() + kept_end_;
  }

 private:
  enum class told : std::uint8_t { nothing, symbols, edges };

  void prepare_values();
  void tell_header();
  void open_section(told wanted);
  void close_section();
  void hand_out_rows(std::size_t text_bytes);
  [[nodiscard]] std::uint32_t keep_names();
  void hand_out(const symbol_row& row, std::uint32_t number);
  void hand_out(const edge_row& row);

  // The value that is handed out.
  void make_room(std::size_t bytes);
  void begin_value();
  [[nodiscard]] std::size_t add_text(std::string_view text);
  [[nodiscard]] value finish_value();
  /// Where a text that stays stands.
  [[nodiscard]] document_terms::place kept(
      std::string_view text) const noexcept {
    return {static_cast<std::size_t>(text.data() - unit_.text.data()),
            text.size()};
  }
  [[nodiscard]] document_terms::place name_of(std::uint32_t symbol) const;
  [[nodiscard]] document_terms::place kind_of(std::uint32_t symbol) const;
  [[nodiscard]] detail::tape_writer tape() noexcept {
    return detail::tape_writer(unit_.tape);
  }

  event_handler* events_ = nullptr;
  graph::kind_names kinds_;
  reader reader_;

  told section_ = told::nothing;  // that is open
  bool has_edges_ = false;        // such a section was told
  std::uint64_t count_ = 0;       // of items in the open section

  /// The texts that all values need, the kinds and names of symbols, at which
  /// the reader's index points, and then one value at a time.
  detail::document_data unit_;
  detail::shape_tree shapes_;
  document_terms terms_;
  std::size_t kept_end_ = 0;  // of what stays
  std::uint32_t symbol_shape_ = 0;
  std::uint32_t edge_shapes_[2][2] = {};  // by kinds of source and of target
};

}  // namespace pith::inline v0::gcf::graph_profile

#endif  // PITH_GCF_GRAPH_CHUNK_READER_HPP
