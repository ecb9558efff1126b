// SPDX-License-Identifier: MIT
#include "mcp/changes/graph_result.hpp"

#include <pith/gcf_graph.hpp>
#include <pith/gcf_graph_delta.hpp>

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>

namespace pith::mcp {

namespace {

constexpr std::array<std::string_view, 6> graph_members{
    "tool", "tokenBudget", "tokensUsed", "packRoot", "symbols", "edges"};
constexpr std::array<std::string_view, 5> symbol_members{
    "qualifiedName", "kind", "score", "provenance", "distance"};
constexpr std::array<std::string_view, 3> edge_members{"source", "target",
                                                       "edgeType"};

/// Whether an object has members of these names, and no others.
bool has_only(value object, std::span<const std::string_view> names) {
  const auto members = object.members();
  return std::all_of(members.begin(), members.end(), [names](const auto& m) {
    return std::ranges::find(names, m.key) != names.end();
  });
}

bool have_exactly(value list, std::span<const std::string_view> names) {
  const auto all = list.elements();
  return std::all_of(all.begin(), all.end(), [names](value each) {
    return each.type() == kind::object &&
           each.members().size() == names.size() && has_only(each, names);
  });
}

/// What the wire leaves out must not be there.
bool is_all_carried(value result) {
  if (result.type() != kind::object || !has_only(result, graph_members)) {
    return false;
  }
  const maybe_value symbols = result.find("symbols");
  const maybe_value edges = result.find("edges");
  if (!symbols || symbols->type() != kind::array ||
      !have_exactly(*symbols, symbol_members)) {
    return false;
  }
  if (edges && (edges->type() != kind::array || edges->elements().empty() ||
                !have_exactly(*edges, edge_members))) {
    return false;
  }
  const auto is_empty = [result](std::string_view key) {
    const maybe_value found = result.find(key);
    return found && (found->is_null() || found.get_string() == "" ||
                     found.get_integer() == 0);
  };
  return !is_empty("tool") && !is_empty("tokenBudget") &&
         !is_empty("tokensUsed") && !is_empty("packRoot");
}

auto symbol_order(const graph::symbol& s) {
  return std::tie(s.kind, s.qualified_name);
}

auto edge_order(const graph::edge& e) {
  return std::tie(e.source, e.target, e.edge_type);
}

/// Whether two graphs have the same symbols and edges, in any order.
bool same_sets(graph::payload one, graph::payload other) {
  for (graph::payload* each : {&one, &other}) {
    std::ranges::sort(each->symbols, {}, symbol_order);
    std::ranges::sort(each->edges, {}, edge_order);
  }
  return one.symbols == other.symbols && one.edges == other.edges;
}

}  // namespace

bool same_remarks(const graph::payload& one,
                  const graph::payload& other) noexcept {
  return one.tool == other.tool && one.token_budget == other.token_budget &&
         one.tokens_used == other.tokens_used;
}

std::optional<whole_graph> find_whole_graph(value result) {
  if (!is_all_carried(result)) return std::nullopt;
  auto graph = graph::from_value(result);
  if (!graph) return std::nullopt;
  auto root = gcf::pack_root(*graph);
  const bool has_other_root =
      !graph->pack_root.empty() && root && graph->pack_root != *root;
  if (!root || has_other_root) return std::nullopt;
  graph->pack_root = std::move(*root);
  auto text = gcf::encode(*graph);
  const auto back = text ? gcf::decode_graph(*text) : text.error();
  if (!back || !same_remarks(*back, *graph) || !same_sets(*back, *graph)) {
    return std::nullopt;
  }
  return whole_graph{std::move(*graph), std::move(*text)};
}

}  // namespace pith::mcp
