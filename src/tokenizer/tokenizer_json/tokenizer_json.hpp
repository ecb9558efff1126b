// SPDX-License-Identifier: MIT
/// @file
/// Reads a tokenizer.json.
#ifndef PITH_TOKENIZER_TOKENIZER_JSON_TOKENIZER_JSON_HPP
#define PITH_TOKENIZER_TOKENIZER_JSON_TOKENIZER_JSON_HPP

#include <pith/document.hpp>
#include <pith/result.hpp>

#include "tokenizer/model/model.hpp"
#include "tokenizer/model/refusal.hpp"
#include "tokenizer/pieces/split.hpp"
#include "tokenizer/tokenizer_json/normalize.hpp"
#include "tokenizer/tokenizer_json/pair_vocabulary.hpp"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pith::inline v0::tokens {

/// How a file cuts a text.
struct split_plan {
  std::vector<split_step> steps;
  /// What is done to the text before that.
  std::vector<normalizer_step> text_steps;
  /// Set when this pattern is all there is to it; then `steps` has one.
  known_pattern only = known_pattern::none;
  /// Steps cut after spaces, and nowhere else.
  bool only_at_spaces = false;
  /// Pieces are bytes, and names of tokens are in the alphabet of bytes.
  bool by_bytes = false;
};

/// A token that is looked for in the text itself, before everything else.
struct added_token {
  token_id id;
  std::string text;
  bool takes_space_before = false;
  bool takes_space_after = false;
};

/// All of a file.
struct tokenizer_parts {
  normalizer before;
  split_plan split;
  pair_vocabulary words;
  std::vector<added_token> added;
};

/// Each reads one member of the file. They fail with not_supported, and a
/// sentence that names what is not.
[[nodiscard]] result<normalizer> read_normalizer(value v);
[[nodiscard]] result<split_plan> read_pre_tokenizer(value v);
[[nodiscard]] result<pair_vocabulary> read_model(value v, bool by_bytes);

/// Reads a file. Fails with the error of the JSON parser, or as above.
[[nodiscard]] result<tokenizer_parts> read_tokenizer_json(
    std::string_view text);

// What the readers share.

/// A type that other readers know, and what to say about it.
struct named_refusal {
  std::string_view type;
  const char* why;
};
/// The refusal of `type`; `otherwise` when it is none of `known`.
[[nodiscard]] error refuse_type(std::string_view type,
                                std::span<const named_refusal> known,
                                const char* otherwise) noexcept;
/// Member `key`; null where it is absent or null.
[[nodiscard]] std::optional<value> member_of(value v, std::string_view key);
/// The string `key` of an object; empty where there is none.
[[nodiscard]] std::string_view string_of(value v, std::string_view key);
/// The boolean `key`; `otherwise` where it is absent or null.
[[nodiscard]] bool flag_of(value v, std::string_view key, bool otherwise);

}  // namespace pith::inline v0::tokens

#endif  // PITH_TOKENIZER_TOKENIZER_JSON_TOKENIZER_JSON_HPP
