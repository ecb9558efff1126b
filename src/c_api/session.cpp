// SPDX-License-Identifier: MIT
#include <pith/gcf_session.hpp>
#include <pith/graph.hpp>
#include <pith/pith.h>

#include "c_api/arguments.hpp"
#include "c_api/guard.hpp"
#include "c_api/handles.hpp"
#include "c_api/settings.hpp"
#include "c_api/structs.hpp"
#include "c_api/words.hpp"

#include <cstddef>
#include <memory>
#include <utility>

struct pith_session_producer {
  pith::gcf::session_producer producer;
};

struct pith_session_consumer {
  pith::gcf::session_consumer consumer;
};

using pith::c_api::as_text;
using pith::c_api::clear;
using pith::c_api::from_words;
using pith::c_api::guarded;
using pith::c_api::hand_out;
using pith::c_api::invalid_argument;
using pith::c_api::read_settings;
using pith::c_api::verdict;
using pith::c_api::write_struct;

std::int32_t pith_session_producer_new(pith_session_producer** out,
                                       pith_error* error) {
  return guarded(error, [&]() -> verdict {
    if (!clear(out)) return invalid_argument("out is null");
    *out = new pith_session_producer{pith::gcf::session_producer()};
    return {};
  });
}

void pith_session_producer_free(pith_session_producer* producer) {
  delete producer;
}

std::int32_t pith_session_producer_encode(pith_session_producer* producer,
                                          pith_value graph,
                                          pith_session_answer* out,
                                          pith_error* error) {
  return guarded(error, [&]() -> verdict {
    if (producer == nullptr || out == nullptr) {
      return invalid_argument("producer or out is null");
    }
    // Without room for text and ticket the answer would be lost.
    if (out->struct_size < offsetof(pith_session_answer, references)) {
      return invalid_argument("pith_session_answer::struct_size is not set");
    }
    pith_session_answer said{};
    write_struct(out, said);
    const auto payload = pith::graph::from_value(from_words(graph));
    if (!payload) return payload.error();
    auto made = producer->producer.encode(*payload);
    if (!made) return made.error();
    auto text = std::make_unique<pith_text>(std::move(made->wire));
    said.text = text.get();
    said.ticket = made->ticket;
    said.references = made->references;
    if (write_struct(out, said)) static_cast<void>(text.release());
    return {};
  });
}

std::int32_t pith_session_producer_confirm(pith_session_producer* producer,
                                           std::uint64_t ticket) {
  return guarded(nullptr, [&]() -> verdict {
    if (producer == nullptr) return invalid_argument("producer is null");
    if (producer->producer.confirm(ticket)) return {};
    return {PITH_NOT_FOUND, "the ticket does not matter any more"};
  });
}

std::int32_t pith_session_producer_reset(pith_session_producer* producer) {
  return guarded(nullptr, [&]() -> verdict {
    if (producer == nullptr) return invalid_argument("producer is null");
    producer->producer.reset();
    return {};
  });
}

std::int32_t pith_session_consumer_new(const pith_settings* settings,
                                       pith_session_consumer** out,
                                       pith_error* error) {
  return guarded(error, [&]() -> verdict {
    if (!clear(out)) return invalid_argument("out is null");
    pith::codec_settings given;
    const verdict read = read_settings(settings, given, {});
    if (!read.is_good()) return read;
    pith::gcf::session_consumer_options options;
    options.decode.bounds = given.bounds;
    options.decode.numbers = given.numbers;
    *out = new pith_session_consumer{pith::gcf::session_consumer(options)};
    return {};
  });
}

void pith_session_consumer_free(pith_session_consumer* consumer) {
  delete consumer;
}

std::int32_t pith_session_consumer_decode(pith_session_consumer* consumer,
                                          const char* wire,
                                          std::size_t wire_size,
                                          pith_document** out,
                                          pith_error* error) {
  return guarded(error, [&]() -> verdict {
    const auto text = as_text(wire, wire_size);
    if (!clear(out) || !text || consumer == nullptr) {
      return invalid_argument("consumer, wire or out is null");
    }
    const auto graph = consumer->consumer.decode(*text);
    if (!graph) return {graph.error(), *text};
    return hand_out(pith::graph::to_document(*graph), out);
  });
}

std::int32_t pith_session_consumer_reset(pith_session_consumer* consumer) {
  return guarded(nullptr, [&]() -> verdict {
    if (consumer == nullptr) return invalid_argument("consumer is null");
    consumer->consumer.reset();
    return {};
  });
}
