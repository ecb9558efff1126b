// SPDX-License-Identifier: MIT
#include <pith/gcf_graph.hpp>
#include <pith/gcf_graph_delta.hpp>

#include "document/revive.hpp"
#include "gcf/delta/graph_diff.hpp"
#include "gcf/delta/size_guard.hpp"

#include <utility>

namespace pith::inline v0::gcf {

struct graph_delta_producer::state {
  producer_options options;
  graph::payload held;  // what was sent last, with its root
  bool has_base = false;
  keyed::size_guard guard;

  result<update> send(const graph::payload& graph,
                      const std::string_view* held_root);
  result<update> send_full(const graph::payload& graph, std::string root);
};

graph_delta_producer::graph_delta_producer(const producer_options& options)
    : state_(std::make_unique<state>()) {
  state_->options = options;
}
graph_delta_producer::graph_delta_producer(graph_delta_producer&&) noexcept =
    default;
graph_delta_producer& graph_delta_producer::operator=(
    graph_delta_producer&&) noexcept = default;
graph_delta_producer::~graph_delta_producer() = default;

std::string graph_delta_producer::root() const {
  return state_ == nullptr ? std::string() : state_->held.pack_root;
}

result<update> graph_delta_producer::full(const graph::payload& graph) {
  state& s = detail::revive(state_);
  s.has_base = false;
  return s.send(graph, nullptr);
}

result<update> graph_delta_producer::next(const graph::payload& graph) {
  return detail::revive(state_).send(graph, nullptr);
}

result<update> graph_delta_producer::answer(const graph::payload& graph,
                                            std::string_view held_root) {
  return detail::revive(state_).send(graph, &held_root);
}

/// Takes the graph as the new base.
result<update> graph_delta_producer::state::send_full(
    const graph::payload& graph, std::string root) {
  held = graph;
  held.pack_root = std::move(root);
  result<std::string> wire = encode(held);
  if (!wire) return wire.error();
  has_base = true;
  guard.restart();
  return update{outcome::full, std::move(*wire)};
}

result<update> graph_delta_producer::state::send(
    const graph::payload& graph, const std::string_view* held_root) {
  const bool had_base = std::exchange(has_base, false);  // until all went well
  keyed::graph_view after;
  if (const auto good = after.look_at(graph); !good) return good.error();
  result<std::string> root = keyed::root_of(after);
  if (!root) return root.error();
  // The root does not cover the status of edges, so it cannot vouch for them.
  graph_delta d;
  keyed::graph_view before;
  if (const auto good = before.look_at(held); !good) return good.error();
  const bool can_differ = keyed::list_changes(before, after, d).has_value();
  if (!can_differ) return send_full(graph, std::move(*root));

  const bool is_known = held_root != nullptr
                            ? *held_root == *root
                            : had_base && held.pack_root == *root;
  if (is_known) {
    result<std::string> wire =
        encode_graph_unchanged(*root, graph.symbols.size(), graph.tool);
    if (!wire) return wire.error();
    if (held.pack_root != *root) {
      held = graph;
      held.pack_root = std::move(*root);
      guard.restart();
    }
    has_base = true;
    return update{outcome::unchanged, std::move(*wire)};
  }
  const bool is_base =
      had_base && (held_root == nullptr || *held_root == held.pack_root);
  if (!is_base || guard.is_anchor_due(options)) {
    return send_full(graph, std::move(*root));
  }
  d.tool = graph.tool;
  d.base_root = held.pack_root;
  d.new_root = *root;
  result<std::string> wire = encode_delta(d);
  if (!wire) return wire.error();
  keyed::size_guard now = guard;
  result<update> full = send_full(graph, std::move(*root));
  if (!full || now.refuses(options, wire->size(), full->wire.size())) {
    return full;
  }
  guard = now;
  guard.note_delta(wire->size());
  return update{outcome::delta, std::move(*wire)};
}

}  // namespace pith::inline v0::gcf
