// SPDX-License-Identifier: MIT
#include "gcb/encode_plan.hpp"

#include "gcb/wire.hpp"
#include "graph/kinds.hpp"
#include "text/utf8.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pith::inline v0::gcb {

namespace {

using graph::symbol_index;

result<void> check_text(std::string_view text) {
  if (text::find_invalid_utf8(text) != text::valid_utf8) {
    return error{error_code::invalid_utf8, 0, "a text must be UTF-8"};
  }
  if (text.size() > limits{}.max_bytes) {
    return error{error_code::size_limit, 0, "a text is too large"};
  }
  return {};
}

result<void> check_score(double score) {
  if (!std::isfinite(score)) {
    return error{error_code::not_finite, 0, "a score must be finite"};
  }
  if (std::abs(score) > double{std::numeric_limits<float>::max()}) {
    return error{error_code::out_of_range, 0,
                 "a score must be within the range of binary32"};
  }
  return {};
}

result<void> check_scores(const graph::symbol& s) {
  if (const auto good = check_score(s.score); !good) return good;
  if (!s.components) return {};
  for (const double part :
       {s.components->blast_radius, s.components->confidence,
        s.components->recency, s.components->distance}) {
    if (const auto good = check_score(part); !good) return good;
  }
  return {};
}

error unknown_name_error() noexcept {
  return {error_code::invalid_name, 0,
          "GCB1 has no number for a kind, provenance, edge type or status"};
}

std::optional<std::uint8_t> find_kind(std::string_view kind) noexcept {
  const auto found = kinds.find(kind);
  return found ? found : kinds.find(graph::kind_names().expand(kind));
}

}  // namespace

bool encode_plan::take(std::optional<std::uint8_t> found, std::uint8_t& into) {
  into = found.value_or(0);
  if (found) return true;
  ++summary_.lost_names;
  return allow_.names;
}

result<void> encode_plan::make(const graph::payload& graph) {
  if (graph.symbols.size() > symbol_index::max_symbols ||
      graph.edges.size() > symbol_index::max_symbols) {
    return error{error_code::item_limit, 0,
                 "a graph must have fewer than 2^32 - 2 symbols and edges"};
  }
  if (const auto good = check_text(graph.tool); !good) return good;
  summary_ = {};
  summary_.lost_pack_root = !graph.pack_root.empty();
  if (summary_.lost_pack_root && !allow_.pack_root) {
    return error{error_code::not_supported, 0,
                 "GCB1 cannot carry a pack root; remove it, or allow the loss"};
  }
  index_.reset(graph.symbols.size());
  symbols_.clear();
  symbols_.ensure(graph.symbols.size());
  for (const graph::symbol& s : graph.symbols) {
    if (const auto good = add_symbol(s); !good) return good;
  }
  constexpr std::size_t batch = symbol_index::batch / 2;
  edges_.clear();
  edges_.ensure(graph.edges.size());
  for (std::size_t i = 0; i < graph.edges.size(); i += batch) {
    const std::size_t count = std::min(batch, graph.edges.size() - i);
    if (const auto good = add_edges(graph, i, count); !good) return good;
  }
  summary_.symbols = symbols_.size();
  summary_.edges = edges_.size();
  return {};
}

result<void> encode_plan::add_symbol(const graph::symbol& s) {
  if (const auto good = check_text(s.qualified_name); !good) return good;
  if (const auto good = check_text(s.signature); !good) return good;
  if (const auto good = check_scores(s); !good) return good;
  symbol_numbers numbers{};
  if (!take(find_kind(s.kind), numbers.kind) ||
      !take(provenances.find(s.provenance), numbers.provenance)) {
    return unknown_name_error();
  }
  if (s.distance > max_distance) {
    ++summary_.lost_distances;
    if (!allow_.distances) {
      return error{error_code::out_of_range, 0,
                   "a distance must not be above 255"};
    }
  }
  numbers.distance =
      static_cast<std::uint8_t>(std::min(s.distance, max_distance));
  // The name of the number, not the kind: what is lost is the same kind.
  if (!index_.add(kinds[numbers.kind], s.qualified_name)) {
    return error{error_code::duplicate_symbol, 0,
                 "a kind and a qualified name must not occur twice"};
  }
  symbols_.push_unchecked(numbers);
  return {};
}

std::uint32_t encode_plan::find_end(std::string_view kind,
                                    std::string_view name) const noexcept {
  const auto number = find_kind(kind);
  if (!number && !allow_.names) return symbol_index::none;
  return index_.find(kinds[number.value_or(0)], name);
}

result<void> encode_plan::add_edges(const graph::payload& graph,
                                    std::size_t first, std::size_t count) {
  std::uint32_t found[symbol_index::batch];
  index_.find_ends(&graph.edges[first], found, count);
  for (std::size_t i = 0; i < count; ++i) {
    const graph::edge& e = graph.edges[first + i];
    const std::uint32_t source = e.source_kind.empty()
                                     ? found[2 * i]
                                     : find_end(e.source_kind, e.source);
    const std::uint32_t target = e.target_kind.empty()
                                     ? found[2 * i + 1]
                                     : find_end(e.target_kind, e.target);
    if (const auto good = add_edge(e, source, target); !good) return good;
  }
  return {};
}

result<void> encode_plan::add_edge(const graph::edge& e, std::uint32_t source,
                                   std::uint32_t target) {
  if (source == symbol_index::none || target == symbol_index::none) {
    ++summary_.dropped_edges;
    if (allow_.dangling_edges) return {};
    return error{error_code::unknown_edge_reference, 0,
                 "both ends of an edge must be symbols of the payload"};
  }
  if (source == symbol_index::ambiguous || target == symbol_index::ambiguous) {
    return error{error_code::unknown_edge_reference, 0,
                 "symbols of several kinds have the name of an edge's end; its "
                 "kind must be given"};
  }
  edge_numbers numbers{source, target, 0, 0};
  if (!take(edge_types.find(e.edge_type), numbers.type) ||
      !take(find_status(e.status), numbers.status)) {
    return unknown_name_error();
  }
  edges_.push_unchecked(numbers);
  return {};
}

}  // namespace pith::inline v0::gcb
