// SPDX-License-Identifier: MIT
#include <pith/gcf_graph_delta.hpp>
#include <pith/graph.hpp>
#include <pith/pith.h>

#include "c_api/arguments.hpp"
#include "c_api/guard.hpp"
#include "c_api/handles.hpp"
#include "c_api/settings.hpp"
#include "c_api/words.hpp"

using pith::c_api::as_text;
using pith::c_api::clear;
using pith::c_api::from_words;
using pith::c_api::guarded;
using pith::c_api::hand_out;
using pith::c_api::invalid_argument;
using pith::c_api::read_settings;
using pith::c_api::verdict;

std::int32_t pith_graph_root(pith_value graph, pith_text** out,
                             pith_error* error) {
  return guarded(error, [&]() -> verdict {
    if (!clear(out)) return invalid_argument("out is null");
    const auto payload = pith::graph::from_value(from_words(graph));
    if (!payload) return payload.error();
    return hand_out(pith::gcf::pack_root(*payload), out);
  });
}

std::int32_t pith_graph_diff(pith_value base, pith_value next, pith_text** out,
                             pith_error* error) {
  return guarded(error, [&]() -> verdict {
    if (!clear(out)) return invalid_argument("out is null");
    const auto before = pith::graph::from_value(from_words(base));
    if (!before) return before.error();
    const auto after = pith::graph::from_value(from_words(next));
    if (!after) return after.error();
    const auto found = pith::gcf::diff(*before, *after);
    if (!found) return found.error();
    return hand_out(pith::gcf::encode_delta(*found), out);
  });
}

std::int32_t pith_graph_apply(pith_value base, const char* delta,
                              std::size_t delta_size,
                              const pith_settings* settings,
                              pith_document** out, pith_error* error) {
  return guarded(error, [&]() -> verdict {
    const auto wire = as_text(delta, delta_size);
    if (!clear(out) || !wire) return invalid_argument("delta or out is null");
    pith::codec_settings given;
    const verdict read = read_settings(settings, given, {});
    if (!read.is_good()) return read;
    const auto before = pith::graph::from_value(from_words(base));
    if (!before) return before.error();
    const auto change = pith::gcf::decode_graph_delta(*wire, given.bounds);
    if (!change) return {change.error(), *wire};
    const auto made =
        pith::gcf::apply(*before, *change, {.bounds = given.bounds});
    if (!made) return made.error();
    return hand_out(pith::graph::to_document(*made), out);
  });
}
