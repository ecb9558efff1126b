// SPDX-License-Identifier: MIT
#include <pith/builder.hpp>
#include <pith/graph.hpp>

#include <cstdint>
#include <limits>

namespace pith::inline v0::graph {

namespace {

constexpr std::uint64_t max_integer =
    static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());

void add_symbol(builder& b, const symbol& s) {
  b.begin_object();
  b.key("qualifiedName").string(s.qualified_name);
  b.key("kind").string(s.kind);
  b.key("score").real(s.score);
  b.key("provenance").string(s.provenance);
  b.key("distance").integer(s.distance);
  if (!s.signature.empty()) b.key("signature").string(s.signature);
  if (s.components) {
    b.key("components").begin_object();
    b.key("blastRadius").real(s.components->blast_radius);
    b.key("confidence").real(s.components->confidence);
    b.key("recency").real(s.components->recency);
    b.key("distance").real(s.components->distance);
    b.end_object();
  }
  b.end_object();
}

void add_edge(builder& b, const edge& e) {
  b.begin_object();
  b.key("source").string(e.source);
  b.key("target").string(e.target);
  b.key("edgeType").string(e.edge_type);
  b.key("status").string(e.status);
  if (!e.source_kind.empty()) b.key("sourceKind").string(e.source_kind);
  if (!e.target_kind.empty()) b.key("targetKind").string(e.target_kind);
  b.end_object();
}

}  // namespace

result<document> to_document(const payload& graph) {
  if (graph.token_budget > max_integer || graph.tokens_used > max_integer) {
    return error{error_code::out_of_range, 0,
                 "a number of tokens must be less than 2^63"};
  }
  builder b;
  b.begin_object();
  b.key("tool").string(graph.tool);
  b.key("tokenBudget").integer(static_cast<std::int64_t>(graph.token_budget));
  b.key("tokensUsed").integer(static_cast<std::int64_t>(graph.tokens_used));
  b.key("packRoot").string(graph.pack_root);
  b.key("symbols").begin_array();
  for (const symbol& s : graph.symbols) add_symbol(b, s);
  b.end_array();
  b.key("edges").begin_array();
  for (const edge& e : graph.edges) add_edge(b, e);
  b.end_array();
  b.end_object();
  return b.finish();
}

}  // namespace pith::inline v0::graph
