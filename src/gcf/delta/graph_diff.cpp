// SPDX-License-Identifier: MIT
#include "gcf/delta/graph_diff.hpp"

#include "gcf/delta/apply.hpp"
#include "gcf/graph/lines.hpp"
#include "gcf/graph/score.hpp"

#include <utility>

namespace pith::inline v0::gcf {

namespace keyed {

namespace {

/// True when the wire says the same of both.
bool is_same_symbol(const graph::symbol& a, const graph::symbol& b) noexcept {
  return a.distance == b.distance && a.provenance == b.provenance &&
         graph_profile::wire_score(a.score) ==
             graph_profile::wire_score(b.score);
}

void list_symbols(const graph_view& base, const graph_view& next,
                  graph_delta& out) {
  const auto find = [](const graph_view& in, const graph_view& of,
                       std::uint32_t i) {
    return in.symbols().find(of.symbols().kind_of(i), of.symbols().name_of(i));
  };
  const auto& before = base.graph().symbols;
  const auto& after = next.graph().symbols;
  for (std::uint32_t i = 0; i < before.size(); ++i) {
    const std::uint32_t same = find(next, base, i);
    if (same == graph::symbol_index::none ||
        !is_same_symbol(before[i], after[same])) {
      graph::symbol& gone = out.removed.emplace_back();
      gone.kind = before[i].kind;
      gone.qualified_name = before[i].qualified_name;
    }
  }
  for (std::uint32_t i = 0; i < after.size(); ++i) {
    const std::uint32_t same = find(base, next, i);
    if (same == graph::symbol_index::none ||
        !is_same_symbol(before[same], after[i])) {
      out.added.push_back(after[i]);
    }
  }
}

/// The edges of one graph with their records in order.
struct sorted_edges {
  record_list records;
  detail::pod_buffer<std::uint32_t> order;

  /// Fails when the graph has one twice, or one with a status.
  result<void> take(const graph_view& view) {
    for (const graph::edge& e : view.graph().edges) {
      if (!graph_profile::wire_status(e.status).empty()) {
        return delta_conflict(
            "an edge with a status is already a comparison; remove the status");
      }
    }
    view.record_edges(records);
    sort_records(records, order);
    for (std::size_t i = 1; i < order.size(); ++i) {
      if (records[order[i]] == records[order[i - 1]]) {
        return delta_conflict("a graph has the same edge twice");
      }
    }
    return {};
  }
};

/// Adds an edge by the names of its ends, if they say who is meant.
result<void> add_edge(const graph_view& view, std::uint32_t edge,
                      std::vector<graph::edge>& out) {
  if (view.symbols().is_shared_name(view.source_of(edge)) ||
      view.symbols().is_shared_name(view.target_of(edge))) {
    return delta_conflict(
        "symbols of several kinds have the name of an edge's end, and a delta "
        "cannot say which is meant");
  }
  const graph::edge& from = view.graph().edges[edge];
  graph::edge& e = out.emplace_back();
  e.source = from.source;
  e.target = from.target;
  e.edge_type = from.edge_type;
  return {};
}

result<void> list_edges(const graph_view& base, const graph_view& next,
                        graph_delta& out) {
  sorted_edges before;
  sorted_edges after;
  if (const auto done = before.take(base); !done) return done;
  if (const auto done = after.take(next); !done) return done;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < before.order.size() || j < after.order.size()) {
    int order = 0;
    if (i == before.order.size()) {
      order = 1;
    } else if (j == after.order.size()) {
      order = -1;
    } else {
      order = before.records[before.order[i]].compare(
          after.records[after.order[j]]);
    }
    result<void> done;
    if (order < 0) {
      done = add_edge(base, before.order[i], out.removed_edges);
    } else if (order > 0) {
      done = add_edge(next, after.order[j], out.added_edges);
    }
    if (!done) return done;
    if (order <= 0) ++i;
    if (order >= 0) ++j;
  }
  return {};
}

}  // namespace

result<void> list_changes(const graph_view& base, const graph_view& next,
                          graph_delta& out) {
  list_symbols(base, next, out);
  return list_edges(base, next, out);
}

}  // namespace keyed

result<graph_delta> diff(const graph::payload& base,
                         const graph::payload& next) {
  keyed::graph_view before;
  keyed::graph_view after;
  if (const auto good = before.look_at(base); !good) return good.error();
  if (const auto good = after.look_at(next); !good) return good.error();
  graph_delta made;
  made.tool = next.tool;
  result<std::string> root = keyed::root_of(before);
  if (!root) return root.error();
  made.base_root = std::move(*root);
  root = keyed::root_of(after);
  if (!root) return root.error();
  made.new_root = std::move(*root);
  if (const auto done = keyed::list_changes(before, after, made); !done) {
    return done.error();
  }
  return made;
}

}  // namespace pith::inline v0::gcf
