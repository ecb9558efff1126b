// SPDX-License-Identifier: MIT
/// @file
/// The lines of a graph's delta (section 10.1).
#ifndef PITH_GCF_GRAPH_CHANGES_HPP
#define PITH_GCF_GRAPH_CHANGES_HPP

#include <pith/limits.hpp>

#include "document/pod_buffer.hpp"
#include "gcf/graph/decode_rows.hpp"
#include "gcf/graph/rows.hpp"
#include "gcf/lex/source.hpp"

namespace pith::inline v0::gcf::graph_profile {

/// Views point into the text that is read.
struct graph_changes {
  detail::pod_buffer<symbol_row> removed;  ///< kind and name only
  detail::pod_buffer<symbol_row> added;
  detail::pod_buffer<named_edge> removed_edges;
  detail::pod_buffer<named_edge> added_edges;
};

/// Reads what follows the header of a delta. Fails as decode_graph_delta().
[[nodiscard]] bool read_changes(decoding::source& text, char* body,
                                const graph_header& header,
                                const limits& bounds, graph_changes& into);

/// Holds an unchanged answer against section 10.3: it has a root and a number
/// of symbols, and no body. Fails with malformed_delta or invalid_line.
[[nodiscard]] bool check_unchanged(decoding::source& text, char* body,
                                   const graph_header& header);

}  // namespace pith::inline v0::gcf::graph_profile

#endif  // PITH_GCF_GRAPH_CHANGES_HPP
