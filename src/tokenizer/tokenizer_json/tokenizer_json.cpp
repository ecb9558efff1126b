// SPDX-License-Identifier: MIT
#include "tokenizer/tokenizer_json/tokenizer_json.hpp"

#include <pith/json.hpp>

#include "tokenizer/tokenizer_json/pair_vocabulary_maker.hpp"

namespace pith::inline v0::tokens {

error refuse_type(std::string_view type, std::span<const named_refusal> known,
                  const char* otherwise) noexcept {
  for (const named_refusal& one : known) {
    if (one.type == type) return refusal(one.why);
  }
  return refusal(otherwise);
}

std::optional<value> member_of(value v, std::string_view key) {
  const auto found = v.find(key);
  if (!found || found->is_null()) return std::nullopt;
  return found;
}

std::string_view string_of(value v, std::string_view key) {
  const auto found = v.find(key);
  return found ? found->get_string().value_or("") : "";
}

bool flag_of(value v, std::string_view key, bool otherwise) {
  const auto found = v.find(key);
  return found ? found->get_boolean().value_or(otherwise) : otherwise;
}

namespace {

/// Added tokens are text, unless the caller asks for them; but then they must
/// be found as the original finds them.
result<std::vector<added_token>> read_added_tokens(value v,
                                                   bool has_normalizer) {
  std::vector<added_token> added;
  const auto list = v.get_array();
  if (!list) return refusal("added_tokens is not an array");
  for (const value token : *list) {
    const auto id = token.find("id");
    const auto number = id ? id->get_integer() : std::nullopt;
    const std::string_view content = string_of(token, "content");
    if (!number || *number < 0 || *number > pair_vocabulary_maker::max_id ||
        content.empty()) {
      return refusal("an added token without a number or a text");
    }
    if (flag_of(token, "single_word", false)) {
      return refusal("an added token that must be a single word");
    }
    if (has_normalizer && flag_of(token, "normalized", true)) {
      return refusal("an added token that is looked for in normalized text");
    }
    added.push_back({static_cast<token_id>(*number), std::string{content},
                     flag_of(token, "lstrip", false),
                     flag_of(token, "rstrip", false)});
  }
  return added;
}

}  // namespace

result<tokenizer_parts> read_tokenizer_json(std::string_view text) {
  const auto file = json::parse(text);
  if (!file) return file.error();
  const value root = file->root();
  const auto model = member_of(root, "model");
  if (!model) return refusal("a JSON file without the model of a tokenizer");
  if (member_of(root, "truncation")) return refusal("truncation");
  if (member_of(root, "padding")) return refusal("padding");

  tokenizer_parts parts;
  bool has_normalizer = false;
  if (const auto v = member_of(root, "normalizer")) {
    auto read = read_normalizer(*v);
    if (!read) return read.error();
    parts.before = std::move(*read);
    has_normalizer = !parts.before.empty();
  }
  if (const auto v = member_of(root, "pre_tokenizer")) {
    auto read = read_pre_tokenizer(*v);
    if (!read) return read.error();
    parts.split = std::move(*read);
    for (normalizer_step& step : parts.split.text_steps) {
      parts.before.add(std::move(step));
    }
  }
  auto words = read_model(*model, parts.split.by_bytes);
  if (!words) return words.error();
  parts.words = std::move(*words);
  if (const auto v = member_of(root, "added_tokens")) {
    auto added = read_added_tokens(*v, has_normalizer);
    if (!added) return added.error();
    parts.added = std::move(*added);
  }
  return parts;
}

}  // namespace pith::inline v0::tokens
