// SPDX-License-Identifier: MIT
/// @file
/// Results that are graphs: symbols and edges, in GCF's graph profile.
#ifndef PITH_MCP_CHANGES_GRAPH_RESULT_HPP
#define PITH_MCP_CHANGES_GRAPH_RESULT_HPP

#include <pith/document.hpp>
#include <pith/graph.hpp>

#include <optional>
#include <string>

namespace pith::mcp {

/// A graph, and how it is written.
struct whole_graph {
  graph::payload graph;  ///< with its root
  std::string text;      ///< in GCF
};

/// The graph that a result is (graph::from_value()), if GCF carries all of it:
/// its members are those that the profile has, spelled as graph::to_document()
/// spells them, and scores have at most two decimals. The order of symbols and
/// edges does not count; a graph is a set of both. Nothing when the result is
/// something else. n log n.
[[nodiscard]] std::optional<whole_graph> find_whole_graph(value result);

/// Whether two graphs say the same beside their symbols and edges.
[[nodiscard]] bool same_remarks(const graph::payload& one,
                                const graph::payload& other) noexcept;

}  // namespace pith::mcp

#endif  // PITH_MCP_CHANGES_GRAPH_RESULT_HPP
