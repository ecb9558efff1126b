// SPDX-License-Identifier: MIT
// Tokens, and what is cheapest by them. Only in the module with tokenizers.
#include <pith/auto_encode.hpp>
#include <pith/builder.hpp>
#include <pith/encode_within.hpp>
#include <pith/tokens.hpp>

#include "module.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using pith::value;
using pith::wasm::given_text;
using pith::wasm::handles;
using pith::wasm::state;
using pith::wasm::tell;
using pith::wasm::tell_text;
using pith::wasm::tell_tree;
using pith::wasm::verdict;

namespace {

handles<pith::token_counter>& counters() {
  static handles<pith::token_counter> all;
  return all;
}

verdict no_counter() {
  return {PITH_INVALID_ARGUMENT, "the tokenizer was freed"};
}

std::int32_t tell_document(pith::result<pith::document> made) {
  if (!made) return tell(made.error());
  state().values[0] = std::move(*made);
  return tell_tree(state().values[0].root());
}

void put(pith::builder& into, std::string_view key, std::string_view text) {
  into.key(key);
  into.string(text);
}

void put(pith::builder& into, std::string_view key, std::size_t number) {
  into.key(key);
  into.integer(static_cast<std::int64_t>(number));
}

void put(pith::builder& into, std::string_view key, bool flag) {
  into.key(key);
  into.boolean(flag);
}

/// The candidates of these names.
verdict take_candidates(value names, pith::owned_list<pith::candidate>& into) {
  if (names.elements().empty()) return {};
  const std::vector<pith::candidate> all = pith::all_candidates();
  for (const value one : names.elements()) {
    const auto wanted = one.get_string().value_or(std::string_view());
    if (wanted == "json") continue;  // takes part anyway
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const pith::candidate& each) {
          return wanted == (each.name.empty() ? each.with->name : each.name);
        });
    if (found == all.end()) {
      return {PITH_NOT_SUPPORTED,
              "there is not a lossless format of this name"};
    }
    into.push_back(*found);
  }
  return {};
}

/// JSON text as a value, if no number in it would lose digits.
verdict take_json(std::string_view text, pith::document& into) {
  static const pith::codec* const json = pith::codecs().find("json");
  pith::wasm::plan exact;
  exact.format = json;
  exact.settings.numbers.exact = true;
  return pith::wasm::read_tree(exact, text, into);
}

}  // namespace

/// Loads what a file would hold: the first `name_size` bytes of the slot are
/// its name. Returns the number of a counter, or 0.
PITH_WASM_EXPORT(tokenizerLoad)
std::int32_t pith_wasm_tokenizer_load(std::uint32_t name_size,
                                      std::uint32_t size) {
  const std::string_view given = given_text(size);
  const std::string name(given.substr(0, name_size));
  auto made = pith::load_tokenizer_bytes(
      std::string(given.substr(std::min<std::size_t>(name_size, given.size()))),
      name);
  if (!made) {
    tell(made.error());
    return 0;
  }
  auto& said = state().said;
  said.numbers[0] = static_cast<double>(made->vocabulary_size());
  said.numbers[1] = made->is_estimate() ? 1 : 0;
  tell_text(std::string(made->name()));
  return counters().add(
      std::make_unique<pith::token_counter>(std::move(*made)));
}

PITH_WASM_EXPORT(tokenizerFree)
void pith_wasm_tokenizer_free(std::uint32_t number) {
  counters().remove(number);
}

/// The encoding that a model's name stands for; numbers: 1 for an estimate.
PITH_WASM_EXPORT(encodingOf)
std::int32_t pith_wasm_encoding_of(std::uint32_t size) {
  const auto* const found = pith::find_tokenizer_name(given_text(size));
  if (found == nullptr) {
    return tell({PITH_UNKNOWN_TOKENIZER, "there is not a tokenizer for it"});
  }
  state().said.numbers[0] = found->is_estimate ? 1 : 0;
  return tell_text(std::string(found->encoding));
}

/// numbers: the tokens of a text.
PITH_WASM_EXPORT(countTokens)
std::int32_t pith_wasm_count(std::uint32_t number, std::uint32_t size) {
  pith::token_counter* const counter = counters().find(number);
  if (counter == nullptr) return tell(no_counter());
  state().said.numbers[0] =
      static_cast<double>(counter->count(given_text(size)));
  return tell({});
}

/// The ids of a text, as words.
PITH_WASM_EXPORT(encodeTokens)
std::int32_t pith_wasm_encode_tokens(std::uint32_t number, std::uint32_t size,
                                     std::int32_t specials) {
  pith::token_counter* const counter = counters().find(number);
  if (counter == nullptr) return tell(no_counter());
  std::vector<pith::token_id> ids;
  counter->encode(given_text(size), ids,
                  specials != 0 ? pith::special_tokens::as_tokens
                                : pith::special_tokens::as_text);
  auto& all = state();
  all.words.assign(ids.begin(), ids.end());
  all.said.words = all.words.data();
  all.said.word_count = all.words.size();
  return tell({});
}

/// The text of ids, which are words in the slot.
PITH_WASM_EXPORT(decodeTokens)
std::int32_t pith_wasm_decode_tokens(std::uint32_t number,
                                     std::uint32_t count) {
  pith::token_counter* const counter = counters().find(number);
  if (counter == nullptr) return tell(no_counter());
  const auto& slot = state().slots[1];
  std::vector<pith::token_id> ids(
      std::min<std::size_t>(count, slot.size() / sizeof(pith::token_id)));
  if (!ids.empty()) {
    std::memcpy(ids.data(), slot.data(), ids.size() * sizeof(pith::token_id));
  }
  return tell_text(counter->decode(ids));
}

/// The cheapest form of the first value that was taken, or of a JSON text if
/// flag 16 is set; the second value lists the names of candidates. Flags: 1
/// count all, 2 keep the order, 4 recognized, 8 all candidates. JSON: {text,
/// format, tokens, costs}.
PITH_WASM_EXPORT(auto)
std::int32_t pith_wasm_auto(std::uint32_t number, std::uint32_t size,
                            std::uint32_t flags) {
  pith::token_counter* const counter = counters().find(number);
  if (counter == nullptr) return tell(no_counter());
  auto& values = state().values;
  pith::auto_options options;
  if (const verdict taken =
          take_candidates(values[1].root(), options.candidates);
      !taken.is_good()) {
    return tell(taken);
  }
  if ((flags & 16) != 0) {
    const verdict read = take_json(given_text(size), values[0]);
    if (!read.is_good()) return tell(read);
  }
  options.count_all = (flags & 1) != 0;
  if ((flags & 2) != 0) options.order = pith::member_order::significant;
  if ((flags & 4) != 0) options.recognized_by = &pith::codecs();
  if ((flags & 8) != 0) options.candidates = pith::all_candidates();
  const auto best = pith::auto_encode(values[0].root(), *counter, options);
  if (!best) return tell(best.error());
  pith::builder all;
  all.begin_object();
  put(all, "text", best->text);
  put(all, "format", best->name);
  put(all, "tokens", best->tokens);
  all.key("costs");
  all.begin_array();
  for (const pith::candidate_count& one : best->counts) {
    all.begin_object();
    put(all, "format", one.name);
    put(all, "tokens", one.tokens);
    put(all, "bytes", one.bytes);
    put(all, "isExact", one.is_exact);
    if (one.refused) put(all, "refused", pith::name(one.refused->code));
    all.end_object();
  }
  all.end_array();
  all.end_object();
  return tell_document(all.finish());
}

/// The first rows of the value that was taken within a budget; numbers: rows,
/// rows in all, tokens, 1 when they fit.
PITH_WASM_EXPORT(fit)
std::int32_t pith_wasm_fit(std::uint32_t number, std::uint32_t by,
                           double budget) {
  pith::token_counter* const counter = counters().find(number);
  if (counter == nullptr) return tell(no_counter());
  const value root = state().values[0].root();
  const auto place = pith::find_rows(root);
  if (!place) {
    return tell({PITH_MISPLACED_VALUE,
                 "only an array, or an object with an array in it, has rows"});
  }
  const pith::wasm::plan& with = pith::wasm::plan_at(by);
  const pith::codec& format =
      with.format == nullptr ? *pith::codecs().find("gcf") : *with.format;
  const auto encode = [&](value part) {
    return format.encode(part, with.settings);
  };
  auto found = pith::fit_rows(root, *place, 0, static_cast<std::size_t>(budget),
                              encode, *counter);
  if (!found) return tell(found.error());
  auto& said = state().said;
  said.numbers[0] = static_cast<double>(found->rows);
  said.numbers[1] = static_cast<double>(place->count);
  said.numbers[2] = static_cast<double>(found->tokens);
  said.numbers[3] = found->fits ? 1 : 0;
  return tell_text(std::move(found->text));
}
