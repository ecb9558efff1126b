// SPDX-License-Identifier: MIT
#include <pith/auto_encode.hpp>
#include <pith/pith.h>

#include "c_api/arguments.hpp"
#include "c_api/guard.hpp"
#include "c_api/handles.hpp"
#include "c_api/settings.hpp"
#include "c_api/structs.hpp"
#include "c_api/words.hpp"

#include <utility>

struct pith_auto_result {
  pith::auto_result best;
};

using pith::c_api::as_span;
using pith::c_api::as_text;
using pith::c_api::as_view;
using pith::c_api::clear;
using pith::c_api::from_words;
using pith::c_api::guarded;
using pith::c_api::invalid_argument;
using pith::c_api::read_options;
using pith::c_api::read_settings;
using pith::c_api::read_struct;
using pith::c_api::status_of;
using pith::c_api::verdict;
using pith::c_api::write_struct;

namespace {

verdict read_candidate(const pith_candidate& given, pith::candidate& into) {
  const auto name = as_text(given.format, given.format_size);
  if (!name) return invalid_argument("a format is a null pointer with a size");
  const pith::codec* const found = pith::codecs().find(*name);
  if (found == nullptr) {
    return {PITH_UNKNOWN_FORMAT, "there is not a format of this name"};
  }
  into.with = pith::codecs().share(*found);
  return read_options(given.options, given.option_count, into.options);
}

verdict read_auto_options(const pith_auto_options* given,
                          pith::auto_options& into) {
  if (given == nullptr) return {};
  pith_auto_options all;
  if (!read_struct(given, all)) {
    return invalid_argument("pith_auto_options::struct_size is not set");
  }
  const auto some = as_span(all.candidates, all.candidate_count);
  if (!some) return invalid_argument("the candidates are a null pointer");
  for (const pith_candidate& each : *some) {
    pith::candidate one;
    const verdict read = read_candidate(each, one);
    if (!read.is_good()) return read;
    into.candidates.push_back(std::move(one));
  }
  if (all.all_candidates != 0) into.candidates = pith::all_candidates();
  into.count_all = all.count_all != 0;
  if (all.ordered != 0) into.order = pith::member_order::significant;
  if (all.recognized != 0) into.recognized_by = &pith::codecs();
  return {};
}

const char* name_of(const pith::codec_reference& format) noexcept {
  return format ? format->name.c_str() : "";
}

}  // namespace

std::int32_t pith_auto(pith_value value, pith_counter* counter,
                       const pith_auto_options* options,
                       const pith_settings* settings, pith_auto_result** out,
                       pith_error* error) {
  return guarded(error, [&]() -> verdict {
    if (!clear(out) || counter == nullptr) {
      return invalid_argument("counter or out is null");
    }
    pith::codec_settings given;
    if (const verdict read = read_settings(settings, given, {});
        !read.is_good()) {
      return read;
    }
    pith::auto_options with;
    with.bounds = given.bounds;
    if (const verdict read = read_auto_options(options, with);
        !read.is_good()) {
      return read;
    }
    auto best = pith::auto_encode(from_words(value), counter->counter, with);
    if (!best) return best.error();
    *out = new pith_auto_result{std::move(*best)};
    return {};
  });
}

void pith_auto_result_free(pith_auto_result* result) { delete result; }

pith_view pith_auto_result_text(const pith_auto_result* result) {
  return result == nullptr ? pith_view{} : as_view(result->best.text);
}

const char* pith_auto_result_name(const pith_auto_result* result) {
  return result == nullptr ? nullptr : result->best.name.c_str();
}

const char* pith_auto_result_format(const pith_auto_result* result) {
  return result == nullptr ? nullptr : name_of(result->best.used);
}

std::size_t pith_auto_result_tokens(const pith_auto_result* result) {
  return result == nullptr ? 0 : result->best.tokens;
}

std::size_t pith_auto_result_count(const pith_auto_result* result) {
  return result == nullptr ? 0 : result->best.counts.size();
}

std::int32_t pith_auto_result_at(const pith_auto_result* result,
                                 std::size_t index, pith_candidate_count* out) {
  if (result == nullptr || out == nullptr) return PITH_INVALID_ARGUMENT;
  if (index >= result->best.counts.size()) return PITH_NOT_FOUND;
  const pith::candidate_count& one = result->best.counts[index];
  pith_candidate_count said{};
  said.name = one.name.c_str();
  said.format = name_of(one.with);
  said.tokens = one.tokens;
  said.bytes = one.bytes;
  said.is_exact = one.is_exact ? 1 : 0;
  said.is_recognized = one.is_recognized ? 1 : 0;
  said.refused = one.refused ? status_of(one.refused->code) : PITH_OK;
  return write_struct(out, said) ? PITH_OK : PITH_INVALID_ARGUMENT;
}
