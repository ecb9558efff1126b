// SPDX-License-Identifier: MIT
#include <pith/codec.hpp>
#include <pith/pith.h>

#include "c_api/arguments.hpp"
#include "c_api/guard.hpp"
#include "c_api/structs.hpp"

using pith::c_api::as_text;
using pith::c_api::guarded;
using pith::c_api::invalid_argument;
using pith::c_api::verdict;
using pith::c_api::write_struct;

namespace {

std::int32_t subject_of(pith::codec_subject subject) noexcept {
  switch (subject) {
    case pith::codec_subject::any_value:
      return PITH_ANY_VALUE;
    case pith::codec_subject::graph:
      return PITH_GRAPH;
    case pith::codec_subject::graph_response:
      return PITH_GRAPH_RESPONSE;
    case pith::codec_subject::rows_or_graph:
      return PITH_ROWS_OR_GRAPH;
  }
  return PITH_ANY_VALUE;
}

// The codecs of the library never go away, so their strings do not.
verdict describe(const pith::codec& format, pith_format* out) noexcept {
  pith_format all{};
  all.name = format.name.c_str();
  all.summary = format.summary.c_str();
  all.media_type = format.media_type.c_str();
  all.loses = format.loses.c_str();
  all.subject = subject_of(format.subject);
  all.is_binary = format.is_binary ? 1 : 0;
  all.can_decode = format.read ? 1 : 0;
  all.option_count = format.options.size();
  if (write_struct(out, all)) return {};
  return invalid_argument("pith_format::struct_size is not set");
}

}  // namespace

std::size_t pith_format_count(void) {
  std::size_t count = 0;
  guarded(nullptr, [&]() -> verdict {
    count = pith::codecs().all().size();
    return {};
  });
  return count;
}

std::int32_t pith_format_at(std::size_t index, pith_format* out) {
  return guarded(nullptr, [&]() -> verdict {
    if (out == nullptr) return invalid_argument("out is null");
    const auto all = pith::codecs().all();
    if (index >= all.size()) return {PITH_NOT_FOUND, "there are not so many"};
    return describe(all[index], out);
  });
}

std::int32_t pith_format_find(const char* name, std::size_t name_size,
                              pith_format* out) {
  return guarded(nullptr, [&]() -> verdict {
    const auto text = as_text(name, name_size);
    if (!text || out == nullptr) return invalid_argument("a pointer is null");
    const pith::codec* const found = pith::codecs().find(*text);
    if (found == nullptr) return {PITH_UNKNOWN_FORMAT, ""};
    return describe(*found, out);
  });
}

std::int32_t pith_format_option_at(const char* name, std::size_t name_size,
                                   std::size_t index, pith_format_option* out) {
  return guarded(nullptr, [&]() -> verdict {
    const auto text = as_text(name, name_size);
    if (!text || out == nullptr) return invalid_argument("a pointer is null");
    const pith::codec* const found = pith::codecs().find(*text);
    if (found == nullptr) return {PITH_UNKNOWN_FORMAT, ""};
    if (index >= found->options.size()) return {PITH_NOT_FOUND, ""};
    const pith::codec_option& option = found->options[index];
    pith_format_option all{};
    all.name = option.name.c_str();
    all.default_value = option.default_value.c_str();
    all.help = option.help.c_str();
    if (write_struct(out, all)) return {};
    return invalid_argument("pith_format_option::struct_size is not set");
  });
}

std::int32_t pith_detect(const char* text, std::size_t text_size,
                         pith_format* out) {
  return guarded(nullptr, [&]() -> verdict {
    const auto input = as_text(text, text_size);
    if (!input || out == nullptr) return invalid_argument("a pointer is null");
    const pith::codec* const found = pith::codecs().detect(*input);
    if (found == nullptr) return {PITH_UNKNOWN_FORMAT, ""};
    return describe(*found, out);
  });
}
