// SPDX-License-Identifier: MIT
// Both sides of deltas and sessions. Options and rows are values that were
// taken: options in the second place, where a function has both.
#include <pith/gcf_delta.hpp>
#include <pith/gcf_graph_delta.hpp>
#include <pith/gcf_session.hpp>
#include <pith/graph.hpp>

#include "keyed_set.hpp"
#include "module.hpp"

#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace gcf = pith::gcf;
namespace graph = pith::graph;
using pith::value;
using pith::wasm::given_text;
using pith::wasm::handles;
using pith::wasm::set_of;
using pith::wasm::state;
using pith::wasm::tell;
using pith::wasm::tell_text;
using pith::wasm::tell_tree;
using pith::wasm::verdict;

namespace {

/// One of them is there.
struct delta_sender {
  std::optional<gcf::delta_producer> rows{};
  std::optional<gcf::graph_delta_producer> graph{};
};
struct delta_receiver {
  std::optional<gcf::delta_consumer> rows{};
  std::optional<gcf::graph_delta_consumer> graph{};
};
struct session {
  std::optional<gcf::session_producer> producer{};
  std::optional<gcf::session_consumer> consumer{};
};

template <class T>
handles<T>& all_of() {
  static handles<T> all;
  return all;
}

verdict gone() { return {PITH_INVALID_ARGUMENT, "it was freed"}; }

gcf::producer_options producer_options_of(value options) {
  gcf::producer_options how;
  how.tool = options["tool"].value_or(std::string());
  const auto policy = options["reanchor"].value_or(std::string_view());
  if (policy == "never") how.policy = gcf::reanchor::never;
  if (policy == "bySize") how.policy = gcf::reanchor::by_size;
  how.every = options["every"].value_or(how.every);
  how.max_percent = options["maxPercent"].value_or(how.max_percent);
  return how;
}

std::int32_t tell_document(pith::result<pith::document> made) {
  if (!made) return tell(made.error());
  state().values[0] = std::move(*made);
  return tell_tree(state().values[0].root());
}

/// numbers: the outcome.
std::int32_t tell_update(pith::result<gcf::update> sent) {
  if (!sent) return tell(sent.error());
  state().said.numbers[0] = static_cast<double>(sent->kind);
  return tell_text(std::move(sent->wire));
}

/// 0 a full payload, 1 for who holds what was sent last, 2 for who names it.
template <class Producer, class Data>
std::int32_t send(Producer& from, const Data& data, std::uint32_t how,
                  std::string_view held_root) {
  if (how == 0) return tell_update(from.full(data));
  if (how == 1) return tell_update(from.next(data));
  return tell_update(from.answer(data, held_root));
}

}  // namespace

/// The root of the rows that were taken.
PITH_WASM_EXPORT(deltaRoot) std::int32_t pith_wasm_delta_root() {
  auto& all = state();
  return tell_text(
      gcf::pack_root(all.values[0].root(), set_of(all.values[1].root())));
}

/// Makes a producer, of graphs if `is_graph`; returns its number.
PITH_WASM_EXPORT(senderNew)
std::int32_t pith_wasm_sender_new(std::int32_t is_graph) {
  const value options = state().values[0].root();
  auto made = std::make_unique<delta_sender>();
  if (is_graph != 0) {
    made->graph.emplace(producer_options_of(options));
  } else {
    made->rows.emplace(set_of(options), producer_options_of(options));
  }
  return all_of<delta_sender>().add(std::move(made));
}

PITH_WASM_EXPORT(senderFree) void pith_wasm_sender_free(std::uint32_t number) {
  all_of<delta_sender>().remove(number);
}

/// Sends the value that was taken.
PITH_WASM_EXPORT(senderSend)
std::int32_t pith_wasm_sender_send(std::uint32_t number, std::uint32_t how,
                                   std::uint32_t root_size) {
  delta_sender* const from = all_of<delta_sender>().find(number);
  if (from == nullptr) return tell(gone());
  const value data = state().values[0].root();
  const std::string_view root = given_text(root_size);
  if (from->rows) return send(*from->rows, data, how, root);
  const auto payload = graph::from_value(data);
  if (!payload) return tell(payload.error());
  return send(*from->graph, *payload, how, root);
}

PITH_WASM_EXPORT(senderRoot)
std::int32_t pith_wasm_sender_root(std::uint32_t number) {
  delta_sender* const from = all_of<delta_sender>().find(number);
  if (from == nullptr) return tell(gone());
  return tell_text(from->rows ? from->rows->root() : from->graph->root());
}

PITH_WASM_EXPORT(receiverNew)
std::int32_t pith_wasm_receiver_new(std::int32_t is_graph,
                                    std::int32_t verify) {
  gcf::consumer_options options;
  options.verify = verify != 0;
  auto made = std::make_unique<delta_receiver>();
  if (is_graph != 0) {
    made->graph.emplace(options);
  } else {
    made->rows.emplace(options);
  }
  return all_of<delta_receiver>().add(std::move(made));
}

PITH_WASM_EXPORT(receiverFree)
void pith_wasm_receiver_free(std::uint32_t number) {
  all_of<delta_receiver>().remove(number);
}

/// numbers: the outcome.
PITH_WASM_EXPORT(receiverTake)
std::int32_t pith_wasm_receiver_take(std::uint32_t number, std::uint32_t size) {
  delta_receiver* const at = all_of<delta_receiver>().find(number);
  if (at == nullptr) return tell(gone());
  const std::string_view wire = given_text(size);
  const auto got =
      at->rows ? at->rows->receive(wire) : at->graph->receive(wire);
  if (!got) return tell({got.error(), wire});
  state().said.numbers[0] = static_cast<double>(*got);
  return tell({});
}

/// The rows or the graph.
PITH_WASM_EXPORT(receiverValue)
std::int32_t pith_wasm_receiver_value(std::uint32_t number) {
  delta_receiver* const at = all_of<delta_receiver>().find(number);
  if (at == nullptr) return tell(gone());
  if (at->rows) return tell_tree(at->rows->rows());
  return tell_document(graph::to_document(at->graph->graph()));
}

PITH_WASM_EXPORT(receiverRoot)
std::int32_t pith_wasm_receiver_root(std::uint32_t number) {
  delta_receiver* const at = all_of<delta_receiver>().find(number);
  if (at == nullptr) return tell(gone());
  return tell_text(at->rows ? at->rows->root() : at->graph->root());
}

/// 0 the side that answers, 1 the side that receives.
PITH_WASM_EXPORT(sessionNew)
std::int32_t pith_wasm_session_new(std::int32_t is_consumer) {
  auto made = std::make_unique<session>();
  if (is_consumer != 0) {
    made->consumer.emplace();
  } else {
    made->producer.emplace();
  }
  return all_of<session>().add(std::move(made));
}

PITH_WASM_EXPORT(sessionFree)
void pith_wasm_session_free(std::uint32_t number) {
  all_of<session>().remove(number);
}

/// The answer with the graph that was taken; numbers: ticket, references.
PITH_WASM_EXPORT(sessionEncode)
std::int32_t pith_wasm_session_encode(std::uint32_t number) {
  session* const of = all_of<session>().find(number);
  if (of == nullptr || !of->producer) return tell(gone());
  const auto payload = graph::from_value(state().values[0].root());
  if (!payload) return tell(payload.error());
  auto made = of->producer->encode(*payload);
  if (!made) return tell(made.error());
  state().said.numbers[0] = static_cast<double>(made->ticket);
  state().said.numbers[1] = static_cast<double>(made->references);
  return tell_text(std::move(made->wire));
}

/// 1 when the ticket still mattered.
PITH_WASM_EXPORT(sessionConfirm)
std::int32_t pith_wasm_session_confirm(std::uint32_t number, double ticket) {
  session* const of = all_of<session>().find(number);
  if (of == nullptr || !of->producer) return 0;
  return of->producer->confirm(static_cast<std::uint64_t>(ticket)) ? 1 : 0;
}

PITH_WASM_EXPORT(sessionDecode)
std::int32_t pith_wasm_session_decode(std::uint32_t number,
                                      std::uint32_t size) {
  session* const of = all_of<session>().find(number);
  if (of == nullptr || !of->consumer) return tell(gone());
  const std::string_view wire = given_text(size);
  const auto got = of->consumer->decode(wire);
  if (!got) return tell({got.error(), wire});
  return tell_document(graph::to_document(*got));
}

PITH_WASM_EXPORT(sessionReset)
void pith_wasm_session_reset(std::uint32_t number) {
  session* const of = all_of<session>().find(number);
  if (of == nullptr) return;
  if (of->producer) of->producer->reset();
  if (of->consumer) of->consumer->reset();
}
