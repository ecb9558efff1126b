// SPDX-License-Identifier: MIT
#include "gcf/graph/plan.hpp"

#include "gcf/graph/fields.hpp"

#include <algorithm>
#include <bit>
#include <limits>

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

result<void> check_label(const edge_label& label) noexcept {
  if (!is_word(label.type)) {
    return bad_name(
        "an edge type must be printable ASCII without spaces, not empty");
  }
  if (!label.status.empty() && label.status != "added" &&
      label.status != "removed") {
    return bad_name("a status must be added, removed, unchanged or empty");
  }
  return {};
}

result<void> check_edge(const graph::edge& e) noexcept {
  return check_label({e.edge_type, wire_status(e.status)});
}

result<std::uint32_t> find_end(const graph::symbol_index& symbols,
                               const graph::kind_names& kinds,
                               std::string_view kind, std::string_view name,
                               bool& is_absent) noexcept {
  const std::uint32_t found = find_end(symbols, kinds, kind, name);
  is_absent = found == graph::symbol_index::none;
  if (found < graph::symbol_index::ambiguous) return found;
  return end_error(found, found);
}

error end_error(std::uint32_t source, std::uint32_t target) noexcept {
  constexpr std::uint32_t none = graph::symbol_index::none;
  if (source == none || target == none) {
    return {error_code::unknown_edge_reference, 0,
            "both ends of an edge must be symbols of the payload"};
  }
  return {error_code::unknown_edge_reference, 0,
          "symbols of several kinds have the name of an edge's end; its kind "
          "must be given"};
}

result<void> encode_plan::check(const graph::payload& graph,
                                const graph_encode_options& options) {
  if (graph.symbols.size() > graph::symbol_index::max_symbols ||
      graph.edges.size() > graph::symbol_index::max_symbols) {
    return error{error_code::item_limit, 0,
                 "a graph must have fewer than 2^32 - 2 symbols and edges"};
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
  constexpr std::size_t batch = graph::symbol_index::batch / 2;
  edges_.clear();
  edges_.ensure(graph.edges.size());
  labels_.clear();
  dropped_ = 0;
  for (std::size_t i = 0; i < graph.edges.size(); i += batch) {
    const std::size_t count = std::min(batch, graph.edges.size() - i);
    if (const auto good = resolve_edges(graph, i, count, dangling); !good) {
      return good;
    }
  }
  const auto by_ends = [](const keyed& a, const keyed& b) {
    return a.key < b.key;
  };
  if (!std::is_sorted(edges_.begin(), edges_.end(), by_ends)) {
    radix_sort(edges_, scratch_);
  }
  sort_parallel_edges();
  return {};
}

result<void> encode_plan::resolve_edges(const graph::payload& graph,
                                        std::size_t first, std::size_t count,
                                        dangling_edges dangling) {
  constexpr std::uint32_t none = graph::symbol_index::none;
  constexpr std::uint32_t none_found = graph::symbol_index::ambiguous;
  std::uint32_t found[graph::symbol_index::batch];
  symbols_.find_ends(&graph.edges[first], found, count);
  for (std::size_t i = 0; i < count; ++i) {
    const graph::edge& e = graph.edges[first + i];
    const std::size_t known = labels_.size();
    const std::uint32_t label =
        labels_.number_of({e.edge_type, wire_status(e.status)});
    if (label == known) {
      if (const auto good = check_label(labels_[label]); !good) return good;
    }
    std::uint32_t source = found[2 * i];
    std::uint32_t target = found[2 * i + 1];
    if (!e.source_kind.empty()) {
      source = find_end(symbols_, kinds_, e.source_kind, e.source);
    }
    if (!e.target_kind.empty()) {
      target = find_end(symbols_, kinds_, e.target_kind, e.target);
    }
    if (source >= none_found || target >= none_found) {
      if (dangling == dangling_edges::drop &&
          (source == none || target == none)) {
        ++dropped_;
        continue;
      }
      return end_error(source, target);
    }
    edges_.push_unchecked(
        {std::uint64_t{ids_[source]} << 32 | ids_[target], label});
  }
  return {};
}

/// Edges between the same symbols, by type and then by status.
void encode_plan::sort_parallel_edges() {
  const auto by_label = [this](const keyed& a, const keyed& b) {
    return a.index != b.index && labels_[a.index] < labels_[b.index];
  };
  for (std::size_t i = 0; i < edges_.size();) {
    std::size_t end = i + 1;
    while (end < edges_.size() && edges_[end].key == edges_[i].key) ++end;
    if (end - i > 1) {
      std::sort(edges_.begin() + i, edges_.begin() + end, by_label);
    }
    i = end;
  }
}

void encode_plan::write_edges(line_writer& lines) {
  if (edges_.empty()) return;
  lines.edges_header(edges_.size());
  tails_.resize(labels_.size());
  for (std::uint32_t i = 0; i < labels_.size(); ++i) {
    tails_[i] = line_writer::make_tail(labels_[i].type, labels_[i].status);
  }
  for (const keyed& item : edges_) {
    const line_writer::edge_tail& tail = tails_[item.index];
    if (tail.length != 0) {
      lines.edge(item.key & 0xFFFFFFFF, item.key >> 32, tail);
    } else {
      const edge_label& label = labels_[item.index];
      lines.edge(item.key & 0xFFFFFFFF, item.key >> 32, label.type,
                 label.status);
    }
  }
}

}  // namespace pith::inline v0::gcf::graph_profile
