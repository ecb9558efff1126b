// SPDX-License-Identifier: MIT
#include "random_graph.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace pith_tests {

namespace {

using pith::graph::edge;
using pith::graph::payload;
using pith::graph::symbol;

constexpr const char* kinds[] = {"function", "type",   "interface",
                                 "method",   "widget", "route_handler"};
constexpr const char* provenances[] = {"lsp_resolved", "ast", "#", "a=b",
                                       "previously"};
constexpr const char* types[] = {"calls", "imports", "->", "0.50", "x"};
constexpr const char* statuses[] = {"",      "",        "",
                                    "added", "removed", "unchanged"};

template <class T, std::size_t n>
T pick(random_source& random, T (&from)[n]) {
  return from[random.below(n)];
}

std::string name_of(std::uint32_t number) {
  // Short ones, long ones, and some that look like something else.
  switch (number % 5) {
    case 0:
      return "n" + std::to_string(number);
    case 1:
      return "github.com/org/repo/internal/pkg.Type" + std::to_string(number) +
             ".Method";
    case 2:
      return "@" + std::to_string(number);
    case 3:
      return "##!<@" + std::to_string(number) + "=";
    default:
      return std::string(number, '"') + "|";
  }
}

double random_score(random_source& random) {
  const double hundredths = static_cast<double>(random.below(101)) / 100.0;
  switch (random.below(8)) {
    case 0:
      return hundredths + 0.005;  // near a tie
    case 1:
      return static_cast<double>(random.below(64)) / 64.0;  // often a tie
    case 2:
      return -hundredths;
    case 3:
      return std::ldexp(static_cast<double>(random.below(1000)),
                        static_cast<int>(random.between(0, 80)) - 20);
    default:
      return hundredths;
  }
}

/// With printf, whose rounding the specification names.
double two_decimals(double score) {
  char text[400];
  std::snprintf(text, sizeof text, "%.2f", score);
  const double value = std::strtod(text, nullptr);
  return value == 0 ? 0.0 : value;
}

}  // namespace

payload random_graph(random_source& random, const graph_shape& shape) {
  payload made;
  if (random.chance(80)) made.tool = "tool_" + std::to_string(random.below(3));
  if (random.chance(50)) made.token_budget = random.below(100000);
  if (random.chance(50)) made.tokens_used = random.below(100000);
  if (random.chance(30)) made.pack_root = "sha256:00ff";
  std::set<std::pair<std::string, std::string>> taken;
  std::map<std::string, int> uses;
  const std::uint32_t wanted = random.below(shape.max_symbols + 1);
  for (std::uint32_t i = 0; i < wanted; ++i) {
    symbol s;
    s.qualified_name = name_of(random.below(shape.names) + 1);
    s.kind = pick(random, kinds);
    s.score = random_score(random);
    s.provenance = pick(random, provenances);
    s.distance = random.chance(90) ? random.below(4) : random.below(100000);
    if (!taken.insert({s.kind, s.qualified_name}).second) continue;
    ++uses[s.qualified_name];
    made.symbols.push_back(std::move(s));
  }
  if (made.symbols.empty()) return made;
  const auto count = static_cast<std::uint32_t>(made.symbols.size());
  const std::uint32_t edges = random.below(shape.max_edges + 1);
  for (std::uint32_t i = 0; i < edges; ++i) {
    const symbol& source = made.symbols[random.below(count)];
    const symbol& target = made.symbols[random.below(count)];
    edge e;
    e.source = source.qualified_name;
    e.target = target.qualified_name;
    e.edge_type = pick(random, types);
    e.status = pick(random, statuses);
    if (uses[e.source] > 1 || random.one_in(4)) e.source_kind = source.kind;
    if (uses[e.target] > 1 || random.one_in(4)) e.target_kind = target.kind;
    made.edges.push_back(std::move(e));
  }
  return made;
}

payload as_on_the_wire(const payload& graph) {
  payload made = graph;
  std::stable_sort(made.symbols.begin(), made.symbols.end(),
                   [](const symbol& a, const symbol& b) {
                     return std::tuple(a.distance, -a.score) <
                            std::tuple(b.distance, -b.score);
                   });
  std::map<std::string, std::vector<std::size_t>> by_name;
  for (std::size_t i = 0; i < made.symbols.size(); ++i) {
    symbol& s = made.symbols[i];
    s.score = two_decimals(s.score);
    s.signature.clear();
    s.components.reset();
    by_name[s.qualified_name].push_back(i);
  }
  const auto find = [&](const std::string& name, const std::string& kind) {
    for (const std::size_t i : by_name[name]) {
      if (kind.empty() || made.symbols[i].kind == kind) return i;
    }
    return made.symbols.size();
  };
  const auto place = [&](const edge& e) {
    return std::tuple(
        find(e.source, e.source_kind), find(e.target, e.target_kind),
        std::string_view(e.edge_type), std::string_view(e.status));
  };
  for (edge& e : made.edges) {
    if (e.status == "unchanged") e.status.clear();
  }
  std::stable_sort(
      made.edges.begin(), made.edges.end(),
      [&](const edge& a, const edge& b) { return place(a) < place(b); });
  for (edge& e : made.edges) {
    if (by_name[e.source].size() < 2) e.source_kind.clear();
    if (by_name[e.target].size() < 2) e.target_kind.clear();
  }
  return made;
}

}  // namespace pith_tests
