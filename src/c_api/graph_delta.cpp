// SPDX-License-Identifier: MIT
#include <pith/gcf_graph_delta.hpp>
#include <pith/graph.hpp>
#include <pith/pith.h>

#include "c_api/arguments.hpp"
#include "c_api/guard.hpp"
#include "c_api/handles.hpp"
#include "c_api/settings.hpp"
#include "c_api/updates.hpp"
#include "c_api/words.hpp"

#include <cstddef>

struct pith_graph_delta_producer {
  pith::gcf::graph_delta_producer producer;
};

struct pith_graph_delta_consumer {
  pith::gcf::graph_delta_consumer consumer;
};

using pith::c_api::answer;
using pith::c_api::as_text;
using pith::c_api::clear;
using pith::c_api::from_words;
using pith::c_api::guarded;
using pith::c_api::hand_out;
using pith::c_api::invalid_argument;
using pith::c_api::outcome_of;
using pith::c_api::read_producer_options;
using pith::c_api::read_settings;
using pith::c_api::report;
using pith::c_api::verdict;

namespace {

/// One answer of a producer about the graph that a value is. `call` gets the
/// producer and the graph.
template <class Call>
std::int32_t answer_graph(pith_graph_delta_producer* producer, pith_value graph,
                          pith_update* out, pith_error* error,
                          Call&& call) noexcept {
  return answer(producer, out, error,
                [&](pith::gcf::graph_delta_producer& p)
                    -> pith::result<pith::gcf::update> {
                  const auto payload =
                      pith::graph::from_value(from_words(graph));
                  if (!payload) return payload.error();
                  return call(p, *payload);
                });
}

}  // namespace

std::int32_t pith_graph_delta_producer_new(const pith_producer_options* options,
                                           const pith_settings* settings,
                                           pith_graph_delta_producer** out,
                                           pith_error* error) {
  return guarded(error, [&]() -> verdict {
    if (!clear(out)) return invalid_argument("out is null");
    pith::codec_settings given;
    if (const verdict read = read_settings(settings, given, {});
        !read.is_good()) {
      return read;
    }
    pith::gcf::producer_options how;
    how.bounds = given.bounds;
    if (const verdict read = read_producer_options(options, how);
        !read.is_good()) {
      return read;
    }
    *out = new pith_graph_delta_producer{pith::gcf::graph_delta_producer(how)};
    return {};
  });
}

void pith_graph_delta_producer_free(pith_graph_delta_producer* producer) {
  delete producer;
}

std::int32_t pith_graph_delta_producer_full(pith_graph_delta_producer* producer,
                                            pith_value graph, pith_update* out,
                                            pith_error* error) {
  return answer_graph(
      producer, graph, out, error,
      [](auto& p, const auto& payload) { return p.full(payload); });
}

std::int32_t pith_graph_delta_producer_next(pith_graph_delta_producer* producer,
                                            pith_value graph, pith_update* out,
                                            pith_error* error) {
  return answer_graph(
      producer, graph, out, error,
      [](auto& p, const auto& payload) { return p.next(payload); });
}

std::int32_t pith_graph_delta_producer_answer(
    pith_graph_delta_producer* producer, pith_value graph,
    const char* held_root, std::size_t held_root_size, pith_update* out,
    pith_error* error) {
  const auto root = as_text(held_root, held_root_size);
  if (!root) {
    return report(error, invalid_argument("held_root is null with a size"));
  }
  return answer_graph(
      producer, graph, out, error,
      [&](auto& p, const auto& payload) { return p.answer(payload, *root); });
}

std::int32_t pith_graph_delta_producer_root(
    const pith_graph_delta_producer* producer, pith_text** out,
    pith_error* error) {
  return guarded(error, [&]() -> verdict {
    if (!clear(out) || producer == nullptr) {
      return invalid_argument("producer or out is null");
    }
    return hand_out(producer->producer.root(), out);
  });
}

std::int32_t pith_graph_delta_consumer_new(const pith_settings* settings,
                                           pith_graph_delta_consumer** out,
                                           pith_error* error) {
  return guarded(error, [&]() -> verdict {
    if (!clear(out)) return invalid_argument("out is null");
    pith::codec_settings given;
    pith::gcf::consumer_options options;
    const verdict read =
        read_settings(settings, given, {{"verify", &options.verify}});
    if (!read.is_good()) return read;
    options.bounds = given.bounds;
    *out =
        new pith_graph_delta_consumer{pith::gcf::graph_delta_consumer(options)};
    return {};
  });
}

void pith_graph_delta_consumer_free(pith_graph_delta_consumer* consumer) {
  delete consumer;
}

std::int32_t pith_graph_delta_consumer_receive(
    pith_graph_delta_consumer* consumer, const char* wire,
    std::size_t wire_size, std::int32_t* outcome, pith_error* error) {
  return guarded(error, [&]() -> verdict {
    const auto text = as_text(wire, wire_size);
    if (consumer == nullptr || !text) {
      return invalid_argument("consumer or wire is null");
    }
    const auto received = consumer->consumer.receive(*text);
    if (!received) return {received.error(), *text};
    if (outcome != nullptr) *outcome = outcome_of(*received);
    return {};
  });
}

std::int32_t pith_graph_delta_consumer_graph(
    const pith_graph_delta_consumer* consumer, pith_document** out,
    pith_error* error) {
  return guarded(error, [&]() -> verdict {
    if (!clear(out) || consumer == nullptr) {
      return invalid_argument("consumer or out is null");
    }
    return hand_out(pith::graph::to_document(consumer->consumer.graph()), out);
  });
}

std::int32_t pith_graph_delta_consumer_root(
    const pith_graph_delta_consumer* consumer, pith_text** out,
    pith_error* error) {
  return guarded(error, [&]() -> verdict {
    if (!clear(out) || consumer == nullptr) {
      return invalid_argument("consumer or out is null");
    }
    return hand_out(consumer->consumer.root(), out);
  });
}
