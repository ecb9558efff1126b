// SPDX-License-Identifier: MIT
#include <pith/gcf_extract.hpp>
#include <pith/pith.h>

#include "c_api/arguments.hpp"
#include "c_api/guard.hpp"
#include "c_api/handles.hpp"
#include "c_api/structs.hpp"

#include <algorithm>
#include <cstdint>

using pith::c_api::as_text;
using pith::c_api::clear;
using pith::c_api::code_of;
using pith::c_api::guarded;
using pith::c_api::hand_out;
using pith::c_api::invalid_argument;
using pith::c_api::read_struct;
using pith::c_api::verdict;
using pith::c_api::write_struct;

std::int32_t pith_extract(const char* text, std::size_t text_size,
                          pith_extracted* out) {
  return guarded(nullptr, [&]() -> verdict {
    const auto input = as_text(text, text_size);
    if (!input || out == nullptr) return invalid_argument("a pointer is null");
    const auto found = pith::gcf::extract(*input);
    if (!found) return {PITH_NOT_FOUND, "there is not a payload"};
    pith_extracted all{};
    all.payload = found->payload.data();
    all.payload_size = found->payload.size();
    all.format =
        found->format == pith::gcf::payload_format::gcf ? "gcf" : "json";
    all.offset = found->offset;
    all.indent = found->indent;
    if (write_struct(out, all)) return {};
    return invalid_argument("pith_extracted::struct_size is not set");
  });
}

std::int32_t pith_unindented(const pith_extracted* found, pith_text** out,
                             pith_error* error) {
  return guarded(error, [&]() -> verdict {
    if (!clear(out) || found == nullptr) {
      return invalid_argument("found or out is null");
    }
    pith_extracted all;
    if (!read_struct(found, all)) {
      return invalid_argument("pith_extracted::struct_size is not set");
    }
    const auto payload = as_text(all.payload, all.payload_size);
    if (!payload) return invalid_argument("the payload is null");
    pith::gcf::extracted here;
    here.payload = *payload;
    here.offset = all.offset;
    here.indent = all.indent;
    return hand_out(pith::gcf::unindented(here), out);
  });
}

std::int32_t pith_explain(const pith_error* what, const char* text,
                          std::size_t text_size, pith_text** out,
                          pith_error* error) {
  return guarded(error, [&]() -> verdict {
    const auto input = as_text(text, text_size);
    if (!clear(out) || !input || what == nullptr) {
      return invalid_argument("what, text or out is null");
    }
    pith_error all;
    if (!read_struct(what, all)) {
      return invalid_argument("pith_error::struct_size is not set");
    }
    const pith::error_code code = code_of(all.code);
    if (code == pith::error_code::no_error) {
      return invalid_argument("this status is not that of a text");
    }
    const std::size_t offset = static_cast<std::size_t>(
        std::min<std::uint64_t>(all.offset, input->size()));
    const pith::error said(code, offset,
                           all.detail == nullptr ? "" : all.detail);
    return hand_out(pith::gcf::explain(said, *input), out);
  });
}
