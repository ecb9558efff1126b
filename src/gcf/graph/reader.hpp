// SPDX-License-Identifier: MIT
/// @file
/// Reads the lines of a graph into rows and holds them against one another.
#ifndef PITH_GCF_GRAPH_READER_HPP
#define PITH_GCF_GRAPH_READER_HPP

#include <pith/gcf.hpp>

#include "document/document_data.hpp"
#include "document/pair_map.hpp"
#include "document/pod_buffer.hpp"
#include "document/shape_tree.hpp"
#include "gcf/graph/decode_rows.hpp"
#include "gcf/graph/open_group.hpp"
#include "gcf/graph/rows.hpp"
#include "gcf/lex/lines.hpp"
#include "gcf/lex/source.hpp"
#include "graph/kinds.hpp"
#include "graph/symbol_index.hpp"

#include <cstddef>
#include <cstdint>

namespace pith::inline v0::gcf::graph_profile {

/// What a session knows about symbols that were transmitted before.
class session_memory {
 public:
  /// Sets kind, name, provenance and score of the symbol that `row.id` names.
  /// False when there is none.
  [[nodiscard]] virtual bool recall(symbol_row& row) const = 0;
  /// False when the id of a declaration belongs to another symbol.
  [[nodiscard]] virtual bool may_declare(const symbol_row& row) const = 0;

 protected:
  session_memory() = default;
  session_memory(const session_memory&) = default;
  session_memory& operator=(const session_memory&) = default;
  ~session_memory() = default;
};

/// Keeps its memory between texts.
class reader {
 public:
  /// Reads `text` into the text of `data` and into rows. References to earlier
  /// symbols are looked up in `memory`, which may be null. `more` is as for
  /// copy_text(). On failure problem() says why.
  [[nodiscard]] bool run(detail::document_data& data, std::string_view text,
                         const limits& bounds, const session_memory* memory,
                         std::size_t more = 0);

  /// The same in steps, for a text of which whole lines come one after the
  /// other: begin(); set_text() before each of the following; read_header(),
  /// which returns where the second line begins; read_line() for each line that
  /// find_line() finds, which reads that line or a run of them, all of symbols
  /// or all of edges, and returns where the next begins; finish() when the text
  /// of the last call was the last. Null or false is a failure.
  ///
  /// Deltas and unchanged answers are for run(). Rows may be forgotten when
  /// they were read, so that they need no memory; the texts of symbols must
  /// then be moved away from the text (symbol_index::move_texts) before that
  /// goes.
  void begin(const limits& bounds, const session_memory* memory);
  void set_text(const decoding::source& text) noexcept { text_ = text; }
  [[nodiscard]] char* read_header(detail::document_data& data);
  [[nodiscard]] char* read_line(char* p);
  [[nodiscard]] bool finish();
  /// As that of decoding::reader.
  void require_summary(bool is_required) noexcept {
    requires_trailer_ = is_required;
  }
  /// Which spellings of kinds mean the same; holds for all texts from now on.
  void set_kinds(const graph::kind_names& kinds) noexcept { kinds_ = kinds; }
  void forget_rows() noexcept {
    symbols_.clear();
    forgotten_edges_ += edges_.size();
    edges_.clear();
  }
  [[nodiscard]] graph::symbol_index& index() noexcept { return index_; }
  /// About how many bytes must stay until the end.
  [[nodiscard]] std::size_t held_bytes() const noexcept {
    return index_.content_bytes() + ids_.content_bytes();
  }

  [[nodiscard]] const error& problem() const noexcept { return text_.problem; }
  [[nodiscard]] const graph_header& header() const noexcept { return header_; }
  [[nodiscard]] const detail::pod_buffer<symbol_row>& symbols() const noexcept {
    return symbols_;
  }
  [[nodiscard]] const detail::pod_buffer<edge_row>& edges() const noexcept {
    return edges_;
  }
  [[nodiscard]] const graph::symbol_index& index() const noexcept {
    return index_;
  }
  [[nodiscard]] std::string_view text_of(text_span span) const noexcept {
    return {text_.first + span.offset, span.length};
  }
  [[nodiscard]] std::size_t offset_of(std::string_view word) const noexcept {
    return text_.offset_of(word.data());
  }
  [[nodiscard]] detail::shape_tree& shapes() noexcept { return shapes_; }

 private:
  [[nodiscard]] bool check_header(char* body);
  [[nodiscard]] char* read_symbol(char* p);
  char* duplicate(char* p) noexcept {
    return text_.fail(error_code::duplicate_symbol, p,
                      "a kind and a qualified name must not occur twice");
  }
  [[nodiscard]] bool note_id(char* at, std::uint32_t id);
  [[nodiscard]] char* read_edge(char* p);
  [[nodiscard]] std::uint32_t find_end(const id_token& end);
  [[nodiscard]] char* read_trailer(char* p);
  /// Read so far, forgotten or not.
  [[nodiscard]] std::size_t symbol_count() const noexcept {
    return index_.size();
  }
  [[nodiscard]] std::size_t edge_count() const noexcept {
    return forgotten_edges_ + edges_.size();
  }

  // reader_plain.cpp
  [[nodiscard]] char* read_plain_symbols(char* p);
  [[nodiscard]] char* read_plain_edges(char* p);

  decoding::source text_;
  limits bounds_;
  const session_memory* memory_ = nullptr;
  graph::kind_names kinds_;
  graph_header header_;
  bool is_session_ = false;
  bool requires_trailer_ = false;
  open_group group_;

  detail::pod_buffer<symbol_row> symbols_;
  detail::pod_buffer<edge_row> edges_;
  std::size_t forgotten_edges_ = 0;
  graph::symbol_index index_;
  detail::pair_map ids_;  // of a session: (0, id) to symbol
  detail::shape_tree shapes_;
};

}  // namespace pith::inline v0::gcf::graph_profile

#endif  // PITH_GCF_GRAPH_READER_HPP
