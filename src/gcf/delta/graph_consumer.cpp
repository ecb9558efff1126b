// SPDX-License-Identifier: MIT
#include <pith/gcf_graph.hpp>
#include <pith/gcf_graph_delta.hpp>

#include "document/revive.hpp"
#include "gcf/delta/apply.hpp"
#include "gcf/delta/graph_decode.hpp"

#include <utility>

namespace pith::inline v0::gcf {

struct graph_delta_consumer::state {
  consumer_options options;
  graph::payload held;  // with its root; set only when all has been checked
  bool has_graph = false;

  result<void> take_full(std::string_view wire);
  result<void> take_changes(const graph_delta& d);
  result<void> check_unchanged(const keyed::graph_answer& answer) const;
};

graph_delta_consumer::graph_delta_consumer(const consumer_options& options)
    : state_(std::make_unique<state>()) {
  state_->options = options;
}
graph_delta_consumer::graph_delta_consumer(graph_delta_consumer&&) noexcept =
    default;
graph_delta_consumer& graph_delta_consumer::operator=(
    graph_delta_consumer&&) noexcept = default;
graph_delta_consumer::~graph_delta_consumer() = default;

bool graph_delta_consumer::has_graph() const noexcept {
  return state_ != nullptr && state_->has_graph;
}

const graph::payload& graph_delta_consumer::graph() const noexcept {
  static const graph::payload none;  // of a consumer that was moved from
  return state_ == nullptr ? none : state_->held;
}

std::string graph_delta_consumer::root() const {
  return state_ == nullptr ? std::string() : state_->held.pack_root;
}

result<outcome> graph_delta_consumer::receive(std::string_view wire) {
  state& s = detail::revive(state_);
  const result<keyed::graph_answer> answer =
      keyed::read_answer(wire, s.options.bounds);
  if (!answer) return answer.error();
  result<void> taken;
  switch (answer->kind) {
    case outcome::unchanged:
      taken = s.check_unchanged(*answer);
      break;
    case outcome::delta:
      taken = s.take_changes(answer->changes);
      break;
    case outcome::full:
      taken = s.take_full(wire);
      break;
  }
  if (!taken) return taken.error();
  return answer->kind;
}

result<void> graph_delta_consumer::state::take_full(std::string_view wire) {
  result<graph::payload> read = decode_graph(wire, {.bounds = options.bounds});
  if (!read) return read.error();
  result<std::string> root = pack_root(*read);
  if (!root) return root.error();
  if (options.verify && *root != read->pack_root) {
    return keyed::root_mismatch();
  }
  read->pack_root = std::move(*root);
  held = std::move(*read);
  has_graph = true;
  return {};
}

result<void> graph_delta_consumer::state::take_changes(const graph_delta& d) {
  if (!has_graph) return keyed::base_mismatch();
  result<graph::payload> made =
      apply(held, d, {.bounds = options.bounds, .verify = options.verify});
  if (!made) return made.error();
  held = std::move(*made);
  return {};
}

result<void> graph_delta_consumer::state::check_unchanged(
    const keyed::graph_answer& answer) const {
  if (!has_graph) return keyed::base_mismatch();
  if (!options.verify) return {};
  if (answer.pack_root != held.pack_root) return keyed::base_mismatch();
  if (answer.symbols != held.symbols.size()) {
    return error{error_code::count_mismatch, 0,
                 "the graph does not have the announced number of symbols"};
  }
  return {};
}

}  // namespace pith::inline v0::gcf
