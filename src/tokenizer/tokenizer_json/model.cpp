// SPDX-License-Identifier: MIT
#include "tokenizer/tokenizer_json/pair_vocabulary_maker.hpp"
#include "tokenizer/tokenizer_json/tokenizer_json.hpp"

namespace pith::inline v0::tokens {

namespace {

result<void> check_kind(value v) {
  const std::string_view type = string_of(v, "type");
  if (type == "Unigram") return refusal("the model Unigram");
  if (type == "WordPiece") return refusal("the model WordPiece");
  if (type == "WordLevel") return refusal("the model WordLevel");
  // Old files of BPE do not say what they are.
  if (!type.empty() && type != "BPE") {
    return refusal("a model of an unknown type");
  }
  if (const auto dropout = member_of(v, "dropout");
      dropout && dropout->get_double().value_or(1) != 0) {
    return refusal("dropout, which counts differently each time");
  }
  if (!string_of(v, "continuing_subword_prefix").empty()) {
    return refusal("continuing_subword_prefix");
  }
  if (!string_of(v, "end_of_word_suffix").empty()) {
    return refusal("end_of_word_suffix");
  }
  return {};
}

/// ["a", "b"], or "a b".
result<void> add_merge(pair_vocabulary_maker& maker, value v) {
  if (const auto both = v.get_array()) {
    if (both->size() == 2) {
      auto at = both->begin();
      const auto left = (*at).get_string();
      const auto right = (*++at).get_string();
      if (left && right) return maker.add_merge(*left, *right);
    }
    return refusal("a merge that is not of two strings");
  }
  const std::string_view both = v.get_string().value_or("");
  if (both.starts_with("#version")) return {};  // the head of an old list
  const std::size_t space = both.find(' ');
  if (space == std::string_view::npos ||
      both.find(' ', space + 1) != std::string_view::npos) {
    return refusal("a merge that is not of two strings");
  }
  return maker.add_merge(both.substr(0, space), both.substr(space + 1));
}

}  // namespace

result<pair_vocabulary> read_model(value v, bool by_bytes) {
  if (const auto kind = check_kind(v); !kind) return kind.error();
  const bool takes_whole_pieces = flag_of(v, "ignore_merges", false);
  if (!by_bytes) {
    if (!flag_of(v, "byte_fallback", false)) {
      return refusal("a model with neither ByteLevel nor byte_fallback");
    }
    if (takes_whole_pieces) {
      return refusal("ignore_merges together with byte_fallback");
    }
  }
  const auto vocabulary = v.find("vocab");
  const auto tokens = vocabulary ? vocabulary->get_object() : std::nullopt;
  const auto list = v.find("merges");
  const auto merges = list ? list->get_array() : std::nullopt;
  if (!tokens || !merges) {
    return refusal("a model without a vocabulary or a list of merges");
  }
  pair_vocabulary_maker maker{by_bytes ? symbols::bytes : symbols::characters,
                              takes_whole_pieces, tokens->size(),
                              merges->size()};
  for (const member token : *tokens) {
    const auto id = token.value.get_integer();
    if (!id) return refusal("a token whose number is not an integer");
    if (const auto added = maker.add_token(token.key, *id); !added) {
      return added.error();
    }
  }
  for (const value merge : *merges) {
    if (const auto added = add_merge(maker, merge); !added) {
      return added.error();
    }
  }
  return maker.finish();
}

}  // namespace pith::inline v0::tokens
