// SPDX-License-Identifier: MIT
#include <pith/builder.hpp>
#include <pith/pith.h>

#include "c_api/arguments.hpp"
#include "c_api/guard.hpp"
#include "c_api/handles.hpp"
#include "c_api/settings.hpp"
#include "c_api/words.hpp"

#include <string_view>
#include <utility>

struct pith_builder {
  pith::limits bounds;
  pith::builder builder;
  /// What the library did not notice, or could not: a null pointer, no memory.
  pith::c_api::verdict failed{};
};

using pith::c_api::as_text;
using pith::c_api::clear;
using pith::c_api::from_words;
using pith::c_api::guarded;
using pith::c_api::hand_out;
using pith::c_api::invalid_argument;
using pith::c_api::read_settings;
using pith::c_api::verdict;

namespace {

/// One call of a builder. What fails stays until finish().
template <class Call>
std::int32_t build(pith_builder* handle, Call&& call) noexcept {
  if (handle == nullptr) return PITH_INVALID_ARGUMENT;
  if (!handle->failed.is_good()) return handle->failed.status;
  const std::int32_t status = guarded(nullptr, [&]() -> verdict {
    call(handle->builder);
    const pith::error* const why = handle->builder.failure();
    return why == nullptr ? verdict() : verdict(*why);
  });
  if (status == PITH_OUT_OF_MEMORY || status == PITH_INTERNAL_ERROR) {
    handle->failed = {status, "a call of the builder failed"};
  }
  return status;
}

/// The same with a text.
template <class Call>
std::int32_t build_text(pith_builder* handle, const char* data,
                        std::size_t size, Call&& call) noexcept {
  if (handle == nullptr) return PITH_INVALID_ARGUMENT;
  const auto text = as_text(data, size);
  if (!text && handle->failed.is_good()) {
    handle->failed = invalid_argument("a text is a null pointer with a size");
  }
  return build(handle, [&](pith::builder& b) { call(b, *text); });
}

}  // namespace

std::int32_t pith_builder_new(const pith_settings* settings, pith_builder** out,
                              pith_error* error) {
  return guarded(error, [&]() -> verdict {
    if (!clear(out)) return invalid_argument("out is null");
    pith::codec_settings given;
    const verdict read = read_settings(settings, given, {});
    if (!read.is_good()) return read;
    *out = new pith_builder{given.bounds, pith::builder(given.bounds)};
    return {};
  });
}

void pith_builder_free(pith_builder* builder) { delete builder; }

std::int32_t pith_builder_null(pith_builder* builder) {
  return build(builder, [](pith::builder& b) { b.null(); });
}

std::int32_t pith_builder_boolean(pith_builder* builder, std::int32_t value) {
  return build(builder, [&](pith::builder& b) { b.boolean(value != 0); });
}

std::int32_t pith_builder_integer(pith_builder* builder, std::int64_t value) {
  return build(builder, [&](pith::builder& b) { b.integer(value); });
}

std::int32_t pith_builder_unsigned(pith_builder* builder, std::uint64_t value) {
  return build(builder, [&](pith::builder& b) { b.integer(value); });
}

std::int32_t pith_builder_real(pith_builder* builder, double value) {
  return build(builder, [&](pith::builder& b) { b.real(value); });
}

std::int32_t pith_builder_string(pith_builder* builder, const char* data,
                                 std::size_t size) {
  return build_text(
      builder, data, size,
      [](pith::builder& b, std::string_view text) { b.string(text); });
}

std::int32_t pith_builder_begin_array(pith_builder* builder) {
  return build(builder, [](pith::builder& b) { b.begin_array(); });
}

std::int32_t pith_builder_end_array(pith_builder* builder) {
  return build(builder, [](pith::builder& b) { b.end_array(); });
}

std::int32_t pith_builder_begin_object(pith_builder* builder) {
  return build(builder, [](pith::builder& b) { b.begin_object(); });
}

std::int32_t pith_builder_end_object(pith_builder* builder) {
  return build(builder, [](pith::builder& b) { b.end_object(); });
}

std::int32_t pith_builder_key(pith_builder* builder, const char* data,
                              std::size_t size) {
  return build_text(
      builder, data, size,
      [](pith::builder& b, std::string_view text) { b.key(text); });
}

std::int32_t pith_builder_copy(pith_builder* builder, pith_value value) {
  return build(builder, [&](pith::builder& b) { b.copy(from_words(value)); });
}

std::int32_t pith_builder_finish(pith_builder* builder, pith_document** out,
                                 pith_error* error) {
  return guarded(error, [&]() -> verdict {
    if (!clear(out) || builder == nullptr) {
      return invalid_argument("builder or out is null");
    }
    if (builder->failed.is_good()) {
      return hand_out(builder->builder.finish(), out);
    }
    // Whatever is in the builder, nobody knows how much of it there is.
    builder->builder = pith::builder(builder->bounds);
    return std::exchange(builder->failed, verdict());
  });
}
