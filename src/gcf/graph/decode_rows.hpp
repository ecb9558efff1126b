// SPDX-License-Identifier: MIT
/// @file
/// Reads single lines of a graph.
#ifndef PITH_GCF_GRAPH_DECODE_ROWS_HPP
#define PITH_GCF_GRAPH_DECODE_ROWS_HPP

#include "gcf/graph/rows.hpp"
#include "gcf/lex/source.hpp"
#include "text/block.hpp"

#include <bit>
#include <cstdint>

namespace pith::inline v0::gcf::graph_profile {

/// After the bytes above 0x20. Names beyond ASCII are read, though section 4
/// does not let us write them: the conformance suite has some.
[[nodiscard]] inline char* word_end(char* p) noexcept {
  for (;;) {
    const std::uint32_t ends = text::block::load(p).below(0x21);
    if (ends != 0) return p + std::countr_zero(ends);
    p += text::block_bytes;
  }
}

/// Ids from here on are none: they would not fit the tables of a session.
inline constexpr std::uint32_t no_id = ~std::uint32_t{0};

/// An id and where it stands.
struct id_token {
  char* at = nullptr;
  std::uint32_t id = no_id;  ///< no_id also when it is too large
};

/// Reads `@N` at `p`. Returns the byte after the digits. Fails with
/// invalid_symbol_id when there are none.
[[nodiscard]] char* read_id(decoding::source& text, char* p, id_token& into);

enum class symbol_line : unsigned char { failed, declaration, reference };

/// Reads the line at `p`, which begins with `@`: a declaration (section 5) or
/// a reference to a symbol transmitted before (section 9), of which it sets
/// only the id. `next` is set after the line. Fails with invalid_node_line,
/// invalid_symbol_id, invalid_score, or out_of_range for a score that no
/// double holds. In a delta a declaration has its distance as a sixth field
/// (section 10.1).
[[nodiscard]] symbol_line read_symbol_line(decoding::source& text, char* p,
                                           symbol_row& into, char*& next,
                                           bool has_distance = false);

/// Reads the line `kind name` of a symbol that a delta removes. Returns the
/// beginning of the next. Fails with malformed_delta.
[[nodiscard]] char* read_removed_line(decoding::source& text, char* p,
                                      symbol_row& into);

/// An edge as deltas write it: `source -> target type`.
struct named_edge {
  std::string_view source;
  std::string_view target;
  std::string_view type;
};

/// Reads such a line. Returns the beginning of the next. Fails with
/// malformed_delta.
[[nodiscard]] char* read_named_edge(decoding::source& text, char* p,
                                    named_edge& into);

/// The ends of an edge, before anybody looked for them, and its other fields.
struct edge_line {
  id_token target;
  id_token source;
  text_span type{};
  text_span status{};
};

/// Reads the line at `p`. Returns the beginning of the next. Fails with
/// invalid_edge_syntax or invalid_symbol_id.
[[nodiscard]] char* read_edge_line(decoding::source& text, char* p,
                                   edge_line& into);

}  // namespace pith::inline v0::gcf::graph_profile

#endif  // PITH_GCF_GRAPH_DECODE_ROWS_HPP
