// SPDX-License-Identifier: MIT
/// @file
/// A graph as its wire says it, before it becomes a payload or a document.
#ifndef PITH_GCF_GRAPH_ROWS_HPP
#define PITH_GCF_GRAPH_ROWS_HPP

#include "gcf/lex/header.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pith::inline v0::gcf::graph_profile {

/// Views point into the text that is decoded. Of a symbol that was transmitted
/// before, those and the score are what the session remembers.
struct symbol_row {
  std::string_view kind;  ///< as on the wire
  std::string_view name;
  std::string_view provenance;
  /// The score's canonical literal inside the text, or empty.
  std::string_view score_literal;
  double score;
  std::uint32_t distance;
  std::uint32_t id;
};

/// A piece of the text that is decoded.
struct text_span {
  std::uint32_t offset;
  std::uint32_t length;
};

struct edge_row {
  std::uint32_t source;  ///< which symbol_row
  std::uint32_t target;
  text_span type;
  text_span status;
};

/// How many symbols or edges a header or a trailer says there are.
struct declared_total {
  bool is_given = false;
  std::uint64_t count = 0;
  std::size_t at = 0;  ///< where the field stands, as an offset of the input
};

/// The fields of a header that have a meaning here. A pair that is absent has
/// a null `at`.
struct graph_header {
  std::string_view tool;
  std::string_view pack_root;
  std::string_view base_root;
  std::string_view new_root;
  std::uint64_t budget = 0;
  std::uint64_t tokens = 0;
  /// Where flags were set to true.
  decoding::header_pair session;
  decoding::header_pair delta;
  decoding::header_pair unchanged;
  declared_total symbols;
  declared_total edges;
};

/// Reads the header line of a graph of any sort. Returns the beginning of the
/// second line. Fails with the header errors of section 16.5; a number that is
/// none is a malformed_header_field, or out_of_range from 2^63 on.
[[nodiscard]] char* read_graph_header(decoding::source& text,
                                      detail::document_data& data,
                                      detail::shape_tree& shapes,
                                      graph_header& into);

/// Reads a field that is a total. Fails as read_graph_header() does.
[[nodiscard]] bool read_total(decoding::source& text,
                              const decoding::header_pair& pair,
                              declared_total& into);

}  // namespace pith::inline v0::gcf::graph_profile

#endif  // PITH_GCF_GRAPH_ROWS_HPP
