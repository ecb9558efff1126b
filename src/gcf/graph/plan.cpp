// SPDX-License-Identifier: MIT
#include "gcf/graph/plan.hpp"

#include "gcf/graph/fields.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <tuple>

namespace pith::inline v0::gcf::graph_profile {

namespace {

error bad_name(const char* detail) {
  return {error_code::invalid_name, 0, detail};
}

/// Numbers that sort as scores do from high to low. Both zeros are one.
std::uint64_t descending_key(double score) noexcept {
  const auto bits = std::bit_cast<std::uint64_t>(score + 0.0);
  const std::uint64_t sign = std::uint64_t{1} << 63;
  return (bits & sign) != 0 ? bits : ~(bits | sign);
}

bool is_before(const graph::symbol& a, const graph::symbol& b) noexcept {
  return a.distance != b.distance ? a.distance < b.distance : a.score > b.score;
}

}  // namespace

result<void> check_kinds(std::span<const graph::kind_name> more) noexcept {
  for (const graph::kind_name& entry : more) {
    if (!is_kind(entry.abbreviation)) {
      return bad_name("the abbreviation of a kind must be a bare key");
    }
  }
  return {};
}

result<void> check_header(std::string_view tool, std::uint64_t budget,
                          std::uint64_t tokens,
                          std::string_view pack_root) noexcept {
  if (!tool.empty() && !is_header_value(tool)) {
    return bad_name("a tool must be printable ASCII without spaces and =");
  }
  if (!pack_root.empty() && !is_header_value(pack_root)) {
    return bad_name("a pack root must be printable ASCII without spaces and =");
  }
  constexpr std::uint64_t most =
      static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (budget > most || tokens > most) {
    return error{error_code::out_of_range, 0,
                 "a number of tokens must be less than 2^63"};
  }
  return {};
}

result<void> check_symbol(const graph::symbol& s,
                          std::string_view wire_kind) noexcept {
  if (!is_word(s.qualified_name)) {
    return bad_name(
        "a qualified name must be printable ASCII without spaces, not empty");
  }
  if (!is_kind(wire_kind)) return bad_name("a kind must be a bare key");
  if (!is_word(s.provenance)) {
    return bad_name(
        "a provenance must be printable ASCII without spaces, not empty");
  }
  if (!(s.score - s.score == 0)) {
    return error{error_code::not_finite, 0, "a score must be finite"};
  }
  return {};
}

result<void> check_edge(const graph::edge& e) noexcept {
  if (!is_word(e.edge_type)) {
    return bad_name(
        "an edge type must be printable ASCII without spaces, not empty");
  }
  if (!is_status(e.status)) {
    return bad_name("a status must be added, removed, unchanged or empty");
  }
  return {};
}

result<std::uint32_t> find_end(const graph::symbol_index& symbols,
                               const graph::kind_names& kinds,
                               std::string_view kind, std::string_view name,
                               bool& is_absent) noexcept {
  const std::uint32_t found = kind.empty()
                                  ? symbols.find(name)
                                  : symbols.find(kinds.abbreviate(kind), name);
  is_absent = found == graph::symbol_index::none;
  if (is_absent) {
    return error{error_code::unknown_edge_reference, 0,
                 "both ends of an edge must be symbols of the payload"};
  }
  if (found == graph::symbol_index::ambiguous) {
    return error{error_code::unknown_edge_reference, 0,
                 "symbols of several kinds have the name of an edge's end; "
                 "its kind must be given"};
  }
  return found;
}

result<void> encode_plan::check(const graph::payload& graph,
                                const graph_encode_options& options) {
  if (graph.symbols.size() > graph::symbol_index::max_symbols ||
      graph.edges.size() > graph::symbol_index::max_symbols) {
    return error{error_code::item_limit, 0,
                 "a graph must have less than 2^32 - 2 symbols and edges"};
  }
  if (const auto good = check_kinds(options.more_kinds); !good) return good;
  if (const auto good = check_header(graph.tool, graph.token_budget,
                                     graph.tokens_used, graph.pack_root);
      !good) {
    return good;
  }
  kinds_ = graph::kind_names(options.more_kinds);
  symbols_.reset(graph.symbols.size());
  for (const graph::symbol& s : graph.symbols) {
    const std::string_view kind = kinds_.abbreviate(s.kind);
    if (const auto good = check_symbol(s, kind); !good) return good;
    if (!symbols_.add(kind, s.qualified_name)) {
      return error{error_code::duplicate_symbol, 0,
                   "a kind and a qualified name must not occur twice"};
    }
  }
  return {};
}

void encode_plan::order_symbols(const graph::payload& graph) {
  const std::size_t count = graph.symbols.size();
  order_.resize(count);
  ids_.resize(count);
  if (std::is_sorted(graph.symbols.begin(), graph.symbols.end(), is_before)) {
    for (std::uint32_t i = 0; i < count; ++i) order_[i] = ids_[i] = i;
    return;
  }
  // First by the lesser key: the second sort keeps that order.
  keys_.clear();
  keys_.ensure(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    keys_.push_unchecked({descending_key(graph.symbols[i].score), i});
  }
  radix_sort(keys_, scratch_);
  for (keyed& item : keys_) item.key = graph.symbols[item.index].distance;
  radix_sort(keys_, scratch_);
  for (std::uint32_t id = 0; id < count; ++id) {
    order_[id] = keys_[id].index;
    ids_[keys_[id].index] = id;
  }
}

result<void> encode_plan::order_edges(const graph::payload& graph,
                                      dangling_edges dangling) {
  edges_.clear();
  edges_.ensure(graph.edges.size());
  dropped_ = 0;
  bool is_sorted = true;
  bool is_parallel = false;  // some edges have both ends in common
  std::uint64_t previous = 0;
  for (std::uint32_t i = 0; i < graph.edges.size(); ++i) {
    const graph::edge& e = graph.edges[i];
    if (const auto good = check_edge(e); !good) return good;
    bool lacks_source = false;
    bool lacks_target = false;
    const auto source =
        find_end(symbols_, kinds_, e.source_kind, e.source, lacks_source);
    const auto target =
        find_end(symbols_, kinds_, e.target_kind, e.target, lacks_target);
    if (!source || !target) {
      if (dangling == dangling_edges::drop && (lacks_source || lacks_target)) {
        ++dropped_;
        continue;
      }
      return source ? target.error() : source.error();
    }
    const std::uint64_t key =
        std::uint64_t{ids_[*source]} << 32 | ids_[*target];
    is_sorted = is_sorted && key >= previous;
    is_parallel = is_parallel || (key == previous && !edges_.empty());
    previous = key;
    edges_.push_unchecked({key, i});
  }
  if (!is_sorted) radix_sort(edges_, scratch_);
  if (!is_sorted || is_parallel) sort_parallel_edges(graph);
  return {};
}

/// Edges between the same symbols, by type and then by status.
void encode_plan::sort_parallel_edges(const graph::payload& graph) {
  const auto is_less = [&graph](const keyed& a, const keyed& b) {
    const graph::edge& x = graph.edges[a.index];
    const graph::edge& y = graph.edges[b.index];
    return std::tuple(std::string_view(x.edge_type), wire_status(x.status)) <
           std::tuple(std::string_view(y.edge_type), wire_status(y.status));
  };
  for (std::size_t i = 0; i < edges_.size();) {
    std::size_t end = i + 1;
    while (end < edges_.size() && edges_[end].key == edges_[i].key) ++end;
    // Edges that this finds equal are written alike: their order is no matter.
    if (end - i > 1) {
      std::sort(edges_.begin() + i, edges_.begin() + end, is_less);
    }
    i = end;
  }
}

void encode_plan::write_edges(line_writer& lines,
                              const graph::payload& graph) const {
  if (edges_.empty()) return;
  lines.edges_header(edges_.size());
  for (const keyed& item : edges_) {
    const graph::edge& e = graph.edges[item.index];
    lines.edge(item.key & 0xFFFFFFFF, item.key >> 32, e.edge_type,
               wire_status(e.status));
  }
}

}  // namespace pith::inline v0::gcf::graph_profile
