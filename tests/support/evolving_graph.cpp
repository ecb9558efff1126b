// SPDX-License-Identifier: MIT
#include "evolving_graph.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>

namespace pith_tests {

namespace {

constexpr const char* kinds[] = {"function", "type", "method", "custom"};
constexpr const char* provenances[] = {"lsp_resolved", "ast", "rwr"};
constexpr const char* types[] = {"calls", "imports", "->"};

}  // namespace

evolving_graph::evolving_graph(std::uint64_t seed)
    : random_(random_source::mix(seed)),
      names_(random_.between(3, 24)),
      has_twins_(random_.one_in(6)) {
  graph_.tool = random_.one_in(2) ? "tool" : "";
  for (std::uint32_t n = random_.below(12); n != 0; --n) add_symbol();
  for (std::uint32_t n = random_.below(12); n != 0; --n) add_edge();
}

double evolving_graph::draw_score() {
  const double tenths = static_cast<double>(random_.below(40)) / 8.0;
  return random_.one_in(4) ? tenths - 2.0 : tenths;
}

void evolving_graph::add_symbol() {
  pith::graph::symbol s;
  s.qualified_name = "pkg.N" + std::to_string(random_.below(names_));
  s.kind = kinds[random_.one_in(3) ? random_.below(std::size(kinds)) : 0];
  for (const pith::graph::symbol& other : graph_.symbols) {
    if (other.qualified_name == s.qualified_name && other.kind == s.kind) {
      return;
    }
  }
  s.score = draw_score();
  s.provenance = provenances[random_.below(std::size(provenances))];
  s.distance = random_.below(5);
  graph_.symbols.push_back(s);
}

void evolving_graph::change_symbol() {
  if (graph_.symbols.empty()) return;
  pith::graph::symbol& s = graph_.symbols[random_.below(
      static_cast<std::uint32_t>(graph_.symbols.size()))];
  switch (random_.below(4)) {
    case 0:
      s.score = draw_score();
      break;
    case 1:
      s.score += 0.001;  // which the wire may not show
      break;
    case 2:
      s.provenance = provenances[random_.below(std::size(provenances))];
      break;
    default:
      s.distance = random_.below(5);
  }
}

void evolving_graph::remove_symbol() {
  if (graph_.symbols.empty()) return;
  const std::size_t at =
      random_.below(static_cast<std::uint32_t>(graph_.symbols.size()));
  const pith::graph::symbol s = graph_.symbols[at];
  graph_.symbols.erase(graph_.symbols.begin() +
                       static_cast<std::ptrdiff_t>(at));
  std::erase_if(graph_.edges, [&](const pith::graph::edge& e) {
    return (e.source == s.qualified_name && e.source_kind == s.kind) ||
           (e.target == s.qualified_name && e.target_kind == s.kind);
  });
}

void evolving_graph::add_edge() {
  if (graph_.symbols.empty()) return;
  const auto draw = [&]() -> const pith::graph::symbol& {
    return graph_.symbols[random_.below(
        static_cast<std::uint32_t>(graph_.symbols.size()))];
  };
  pith::graph::edge e;
  const pith::graph::symbol& source = draw();
  const pith::graph::symbol& target = draw();
  e.source = source.qualified_name;
  e.source_kind = source.kind;
  e.target = target.qualified_name;
  e.target_kind = target.kind;
  e.edge_type = types[random_.below(std::size(types))];
  const bool is_known = std::find(graph_.edges.begin(), graph_.edges.end(),
                                  e) != graph_.edges.end();
  if (has_twins_ && random_.one_in(20)) {
    e.status = random_.one_in(2) ? "added" : "unchanged";
  } else if (is_known && !(has_twins_ && random_.one_in(10))) {
    return;
  }
  graph_.edges.push_back(e);
}

void evolving_graph::remove_edge() {
  if (graph_.edges.empty()) return;
  graph_.edges.erase(
      graph_.edges.begin() +
      random_.below(static_cast<std::uint32_t>(graph_.edges.size())));
}

void evolving_graph::change() {
  if (random_.one_in(10)) return;
  for (std::uint32_t n = random_.between(1, 4); n != 0; --n) {
    switch (random_.below(9)) {
      case 0:
      case 1:
        add_symbol();
        break;
      case 2:
      case 3:
        change_symbol();
        break;
      case 4:
        remove_symbol();
        break;
      case 5:
      case 6:
        add_edge();
        break;
      default:
        remove_edge();
    }
  }
}

}  // namespace pith_tests
