// SPDX-License-Identifier: MIT
#include <pith/gcf_delta.hpp>
#include <pith/pith.h>

#include "c_api/arguments.hpp"
#include "c_api/guard.hpp"
#include "c_api/handles.hpp"
#include "c_api/settings.hpp"
#include "c_api/structs.hpp"
#include "c_api/updates.hpp"
#include "c_api/words.hpp"

#include <cstddef>
#include <string_view>
#include <utility>

struct pith_delta_producer {
  pith::gcf::delta_producer producer;
};

struct pith_delta_consumer {
  pith::gcf::delta_consumer consumer;
};

using pith::c_api::answer;
using pith::c_api::as_text;
using pith::c_api::as_texts;
using pith::c_api::clear;
using pith::c_api::from_words;
using pith::c_api::guarded;
using pith::c_api::hand_out;
using pith::c_api::invalid_argument;
using pith::c_api::outcome_of;
using pith::c_api::read_producer_options;
using pith::c_api::read_settings;
using pith::c_api::read_struct;
using pith::c_api::report;
using pith::c_api::to_words;
using pith::c_api::verdict;

namespace {

verdict read_set(const pith_keyed_set* given, pith::gcf::keyed_set& into) {
  if (given == nullptr) return {};
  pith_keyed_set all;
  if (!read_struct(given, all)) {
    return invalid_argument("pith_keyed_set::struct_size is not set");
  }
  const auto key = as_text(all.key, all.key_size);
  const auto name = as_text(all.name, all.name_size);
  const auto fields = as_texts(all.fields, all.field_count);
  if (!key || !name || !fields) {
    return invalid_argument("a text of the set is a null pointer with a size");
  }
  if (all.key != nullptr) into.key = *key;
  into.name = *name;
  for (const std::string_view field : *fields) into.fields.emplace_back(field);
  return {};
}

}  // namespace

std::int32_t pith_delta_root(pith_value rows, const pith_keyed_set* set,
                             pith_text** out, pith_error* error) {
  return guarded(error, [&]() -> verdict {
    if (!clear(out)) return invalid_argument("out is null");
    pith::gcf::keyed_set with;
    const verdict read = read_set(set, with);
    if (!read.is_good()) return read;
    return hand_out(pith::gcf::pack_root(from_words(rows), with), out);
  });
}

std::int32_t pith_delta_diff(pith_value base, pith_value next,
                             const pith_keyed_set* set, pith_text** out,
                             pith_error* error) {
  return guarded(error, [&]() -> verdict {
    if (!clear(out)) return invalid_argument("out is null");
    pith::gcf::keyed_set with;
    const verdict read = read_set(set, with);
    if (!read.is_good()) return read;
    const auto found =
        pith::gcf::diff(from_words(base), from_words(next), with);
    if (!found) return found.error();
    return hand_out(pith::gcf::encode_delta(*found), out);
  });
}

std::int32_t pith_delta_apply(pith_value base, const pith_keyed_set* set,
                              const char* delta, std::size_t delta_size,
                              const pith_settings* settings,
                              pith_document** out, pith_error* error) {
  return guarded(error, [&]() -> verdict {
    const auto wire = as_text(delta, delta_size);
    if (!clear(out) || !wire) return invalid_argument("delta or out is null");
    pith::gcf::keyed_set with;
    if (const verdict read = read_set(set, with); !read.is_good()) return read;
    pith::codec_settings given;
    if (const verdict read = read_settings(settings, given, {});
        !read.is_good()) {
      return read;
    }
    const auto change =
        pith::gcf::decode_delta(*wire, {.bounds = given.bounds});
    if (!change) return {change.error(), *wire};
    return hand_out(pith::gcf::apply(from_words(base), with, *change,
                                     {.bounds = given.bounds}),
                    out);
  });
}

std::int32_t pith_delta_producer_new(const pith_keyed_set* set,
                                     const pith_producer_options* options,
                                     const pith_settings* settings,
                                     pith_delta_producer** out,
                                     pith_error* error) {
  return guarded(error, [&]() -> verdict {
    if (!clear(out)) return invalid_argument("out is null");
    pith::gcf::keyed_set with;
    if (const verdict read = read_set(set, with); !read.is_good()) return read;
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
    *out = new pith_delta_producer{
        pith::gcf::delta_producer(std::move(with), std::move(how))};
    return {};
  });
}

void pith_delta_producer_free(pith_delta_producer* producer) {
  delete producer;
}

std::int32_t pith_delta_producer_full(pith_delta_producer* producer,
                                      pith_value rows, pith_update* out,
                                      pith_error* error) {
  return answer(producer, out, error, [&](pith::gcf::delta_producer& p) {
    return p.full(from_words(rows));
  });
}

std::int32_t pith_delta_producer_next(pith_delta_producer* producer,
                                      pith_value rows, pith_update* out,
                                      pith_error* error) {
  return answer(producer, out, error, [&](pith::gcf::delta_producer& p) {
    return p.next(from_words(rows));
  });
}

std::int32_t pith_delta_producer_answer(pith_delta_producer* producer,
                                        pith_value rows, const char* held_root,
                                        std::size_t held_root_size,
                                        pith_update* out, pith_error* error) {
  const auto root = as_text(held_root, held_root_size);
  if (!root) {
    return report(error, invalid_argument("held_root is null with a size"));
  }
  return answer(producer, out, error, [&](pith::gcf::delta_producer& p) {
    return p.answer(from_words(rows), *root);
  });
}

std::int32_t pith_delta_producer_root(const pith_delta_producer* producer,
                                      pith_text** out, pith_error* error) {
  return guarded(error, [&]() -> verdict {
    if (!clear(out) || producer == nullptr) {
      return invalid_argument("producer or out is null");
    }
    return hand_out(producer->producer.root(), out);
  });
}

std::int32_t pith_delta_consumer_new(const pith_settings* settings,
                                     pith_delta_consumer** out,
                                     pith_error* error) {
  return guarded(error, [&]() -> verdict {
    if (!clear(out)) return invalid_argument("out is null");
    pith::codec_settings given;
    pith::gcf::consumer_options options;
    const verdict read =
        read_settings(settings, given, {{"verify", &options.verify}});
    if (!read.is_good()) return read;
    options.bounds = given.bounds;
    *out = new pith_delta_consumer{pith::gcf::delta_consumer(options)};
    return {};
  });
}

void pith_delta_consumer_free(pith_delta_consumer* consumer) {
  delete consumer;
}

std::int32_t pith_delta_consumer_receive(pith_delta_consumer* consumer,
                                         const char* wire,
                                         std::size_t wire_size,
                                         std::int32_t* outcome,
                                         pith_error* error) {
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

pith_value pith_delta_consumer_rows(const pith_delta_consumer* consumer) {
  return consumer == nullptr ? pith_value{}
                             : to_words(consumer->consumer.rows());
}

std::int32_t pith_delta_consumer_root(const pith_delta_consumer* consumer,
                                      pith_text** out, pith_error* error) {
  return guarded(error, [&]() -> verdict {
    if (!clear(out) || consumer == nullptr) {
      return invalid_argument("consumer or out is null");
    }
    return hand_out(consumer->consumer.root(), out);
  });
}
