// SPDX-License-Identifier: MIT
#include <pith/pith.h>
#include <pith/tokens.hpp>

#include "c_api/arguments.hpp"
#include "c_api/guard.hpp"
#include "c_api/handles.hpp"
#include "c_api/structs.hpp"

#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

struct pith_tokenizer {
  pith::tokenizer data;
};

struct pith_ids {
  std::vector<pith::token_id> ids;
};

using pith::c_api::as_span;
using pith::c_api::as_text;
using pith::c_api::as_texts;
using pith::c_api::as_view;
using pith::c_api::call_back;
using pith::c_api::clear;
using pith::c_api::guarded;
using pith::c_api::hand_out;
using pith::c_api::invalid_argument;
using pith::c_api::verdict;
using pith::c_api::write_struct;

namespace {

static_assert(std::is_same_v<pith::token_id, std::uint32_t>);

verdict hand_out_tokenizer(pith::result<pith::tokenizer> made,
                           pith_tokenizer** out) {
  if (!made) return made.error();
  *out = new pith_tokenizer{std::move(*made)};
  return {};
}

/// The text after the rows, of a function of C. Once that refuses, it is not
/// called any more.
class tail_text {
 public:
  tail_text(pith_tail tail, void* context) noexcept
      : tail_(tail), context_(context) {}

  std::string make(std::size_t rows) {
    if (has_failed_) return {};
    pith_view said{nullptr, 0};
    has_failed_ = !call_back([&] { return tail_(context_, rows, &said); });
    const auto text = as_text(said);
    has_failed_ = has_failed_ || !text;
    return has_failed_ ? std::string() : std::string(*text);
  }

  [[nodiscard]] bool has_failed() const noexcept { return has_failed_; }

 private:
  pith_tail tail_;
  void* context_;
  bool has_failed_ = false;
};

}  // namespace

std::int32_t pith_tokenizer_load(const char* name, std::size_t name_size,
                                 pith_tokenizer** out, pith_error* error) {
  return guarded(error, [&]() -> verdict {
    const auto text = as_text(name, name_size);
    if (!clear(out) || !text) return invalid_argument("name or out is null");
    return hand_out_tokenizer(pith::load_tokenizer(*text), out);
  });
}

std::int32_t pith_tokenizer_load_bytes(const char* bytes,
                                       std::size_t bytes_size, const char* name,
                                       std::size_t name_size,
                                       pith_tokenizer** out,
                                       pith_error* error) {
  return guarded(error, [&]() -> verdict {
    const auto data = as_text(bytes, bytes_size);
    const auto text = as_text(name, name_size);
    if (!clear(out) || !data || !text) {
      return invalid_argument("bytes, name or out is null");
    }
    return hand_out_tokenizer(
        pith::load_tokenizer_bytes(std::string(*data), *text), out);
  });
}

void pith_tokenizer_free(pith_tokenizer* tokenizer) { delete tokenizer; }

pith_view pith_tokenizer_name(const pith_tokenizer* tokenizer) {
  return tokenizer == nullptr ? pith_view{} : as_view(tokenizer->data.name());
}

std::size_t pith_tokenizer_vocabulary_size(const pith_tokenizer* tokenizer) {
  return tokenizer == nullptr ? 0 : tokenizer->data.vocabulary_size();
}

std::int32_t pith_tokenizer_is_estimate(const pith_tokenizer* tokenizer) {
  return tokenizer != nullptr && tokenizer->data.is_estimate() ? 1 : 0;
}

std::int32_t pith_counter_new(const pith_tokenizer* tokenizer,
                              pith_counter** out, pith_error* error) {
  return guarded(error, [&]() -> verdict {
    if (!clear(out) || tokenizer == nullptr) {
      return invalid_argument("tokenizer or out is null");
    }
    *out = new pith_counter{pith::token_counter(tokenizer->data)};
    return {};
  });
}

void pith_counter_free(pith_counter* counter) { delete counter; }

std::int32_t pith_counter_count(pith_counter* counter, const char* text,
                                std::size_t text_size, std::size_t* out,
                                pith_error* error) {
  return guarded(error, [&]() -> verdict {
    const auto input = as_text(text, text_size);
    if (!input || counter == nullptr || out == nullptr) {
      return invalid_argument("counter, text or out is null");
    }
    *out = counter->counter.count(*input);
    return {};
  });
}

std::int32_t pith_counter_encode(pith_counter* counter, const char* text,
                                 std::size_t text_size, std::int32_t specials,
                                 pith_ids** out, pith_error* error) {
  return guarded(error, [&]() -> verdict {
    const auto input = as_text(text, text_size);
    if (!clear(out) || !input || counter == nullptr) {
      return invalid_argument("counter, text or out is null");
    }
    std::vector<pith::token_id> ids;
    counter->counter.encode(*input, ids,
                            specials != 0 ? pith::special_tokens::as_tokens
                                          : pith::special_tokens::as_text);
    *out = new pith_ids{std::move(ids)};
    return {};
  });
}

std::int32_t pith_counter_decode(const pith_counter* counter,
                                 const std::uint32_t* ids, std::size_t id_count,
                                 pith_text** out, pith_error* error) {
  return guarded(error, [&]() -> verdict {
    const auto all = as_span(ids, id_count);
    if (!clear(out) || !all || counter == nullptr) {
      return invalid_argument("counter, ids or out is null");
    }
    return hand_out(counter->counter.decode(*all), out);
  });
}

const std::uint32_t* pith_ids_data(const pith_ids* ids) {
  return ids == nullptr ? nullptr : ids->ids.data();
}

std::size_t pith_ids_size(const pith_ids* ids) {
  return ids == nullptr ? 0 : ids->ids.size();
}

void pith_ids_free(pith_ids* ids) { delete ids; }

std::int32_t pith_counter_fit(pith_counter* counter, const char* head,
                              std::size_t head_size, const pith_view* rows,
                              std::size_t row_count, pith_tail tail,
                              void* context, std::size_t budget,
                              pith_fitted* out, pith_error* error) {
  return guarded(error, [&]() -> verdict {
    const auto begin = as_text(head, head_size);
    const auto all = as_texts(rows, row_count);
    if (!begin || !all || counter == nullptr || out == nullptr) {
      return invalid_argument("counter, head, a row or out is null");
    }
    tail_text end(tail, context);
    std::function<std::string(std::size_t)> make_tail;
    if (tail != nullptr) {
      make_tail = [&](std::size_t count) { return end.make(count); };
    }
    const pith::fitted found =
        pith::fit(counter->counter, *begin, *all, make_tail, budget);
    if (end.has_failed()) {
      return {PITH_CALLBACK_FAILED, "the text after the rows was not made"};
    }
    pith_fitted said{};
    said.rows = found.rows;
    said.tokens = found.tokens;
    said.fits = found.fits ? 1 : 0;
    if (write_struct(out, said)) return {};
    return invalid_argument("pith_fitted::struct_size is not set");
  });
}
