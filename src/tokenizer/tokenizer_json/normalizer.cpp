// SPDX-License-Identifier: MIT
#include "tokenizer/tokenizer_json/tokenizer_json.hpp"

namespace pith::inline v0::tokens {

namespace {

constexpr named_refusal known_normalizers[] = {
    {"BertNormalizer", "the normalizer BertNormalizer"},
    {"ByteLevel", "the normalizer ByteLevel"},
    {"Lowercase", "the normalizer Lowercase"},
    {"NFD", "the normalizer NFD"},
    {"NFKD", "the normalizer NFKD"},
    {"Nmt", "the normalizer Nmt"},
    {"Precompiled", "the normalizer Precompiled"},
    {"Strip", "the normalizer Strip"},
    {"StripAccents", "the normalizer StripAccents"},
    {"Sequence", "a normalizer Sequence inside another"},
};

result<normalizer_step> read_step(value v) {
  using kind = normalizer_step::kind;
  const std::string_view type = string_of(v, "type");
  if (type == "NFC") return normalizer_step{kind::nfc};
  if (type == "NFKC") return normalizer_step{kind::nfkc};
  if (type == "Prepend") {
    const std::string_view text = string_of(v, "prepend");
    if (text.empty()) return refusal("the normalizer Prepend without a text");
    return normalizer_step{kind::prepend, {}, std::string{text}};
  }
  if (type == "Replace") {
    const auto pattern = member_of(v, "pattern");
    const auto content = v.find("content");
    const auto to = content ? content->get_string() : std::nullopt;
    const std::string_view from =
        pattern ? string_of(*pattern, "String") : std::string_view{};
    if (from.empty() || !to) {
      return refusal("the normalizer Replace with a pattern that is not text");
    }
    return normalizer_step{kind::replace, std::string{from}, std::string{*to}};
  }
  return refuse_type(type, known_normalizers,
                     "a normalizer of an unknown type");
}

}  // namespace

result<normalizer> read_normalizer(value v) {
  normalizer all;
  const auto add = [&](value one) -> result<void> {
    auto step = read_step(one);
    if (!step) return step.error();
    all.add(std::move(*step));
    return {};
  };
  if (string_of(v, "type") != "Sequence") {
    if (const auto added = add(v); !added) return added.error();
    return all;
  }
  const auto list = v.find("normalizers");
  const auto steps = list ? list->get_array() : std::nullopt;
  constexpr std::size_t max_steps = 16;
  if (!steps || steps->size() > max_steps) {
    return refusal("a normalizer Sequence without a list, or a long one");
  }
  for (const value one : *steps) {
    if (const auto added = add(one); !added) return added.error();
  }
  return all;
}

}  // namespace pith::inline v0::tokens
