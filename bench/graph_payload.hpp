// SPDX-License-Identifier: MIT
/// @file
/// A payload as a tool that walks a code base answers with it.
#ifndef PITH_BENCH_GRAPH_PAYLOAD_HPP
#define PITH_BENCH_GRAPH_PAYLOAD_HPP

#include <pith/graph.hpp>

#include "random.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace pith_bench {

/// Symbols come in no order, edges as a walk finds them. Deterministic.
inline pith::graph::payload make_graph(std::size_t symbols, std::size_t edges) {
  constexpr const char* kinds[] = {"function", "method", "type", "interface"};
  constexpr const char* sources[] = {"lsp_resolved", "ast_inferred", "rwr"};
  constexpr const char* types[] = {"calls", "imports", "references",
                                   "implements"};
  pith_tests::random_source random(symbols);
  pith::graph::payload made;
  made.tool = "context_for_task";
  made.token_budget = 5000;
  made.tokens_used = 1847;
  for (std::size_t i = 0; i < symbols; ++i) {
    pith::graph::symbol s;
    s.qualified_name = "github.com/org/repo/internal/pkg" +
                       std::to_string(random.below(40)) + ".Type" +
                       std::to_string(i) + ".Handle";
    s.kind = kinds[random.below(4)];
    s.score = random.below(101) / 100.0;
    s.provenance = sources[random.below(3)];
    s.distance = random.below(4);
    made.symbols.push_back(s);
  }
  const auto count = static_cast<std::uint32_t>(symbols);
  for (std::size_t i = 0; i < edges; ++i) {
    pith::graph::edge e;
    e.source = made.symbols[random.below(count)].qualified_name;
    e.target = made.symbols[random.below(count)].qualified_name;
    e.edge_type = types[random.below(4)];
    made.edges.push_back(e);
  }
  return made;
}

}  // namespace pith_bench

#endif  // PITH_BENCH_GRAPH_PAYLOAD_HPP
