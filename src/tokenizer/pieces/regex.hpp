// SPDX-License-Identifier: MIT
/// @file
/// Regular expressions of a tokenizer.json that pith does not know by heart.
#ifndef PITH_TOKENIZER_PIECES_REGEX_HPP
#define PITH_TOKENIZER_PIECES_REGEX_HPP

#include <pith/result.hpp>

#include "tokenizer/pieces/split.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace pith::inline v0::tokens {

/// Puts an expression, as the original's engine (Oniguruma) reads it, into
/// words that mean the same to PCRE2. Properties become lists of characters of
/// Unicode 16, since PCRE2 has a Unicode of its own. Fails with not_supported
/// at anything that the two engines read differently.
[[nodiscard]] result<std::string> translate_regex(std::string_view expression);

/// Finds an expression. Fails as translate_regex() does.
///
/// An expression that takes more than ten million steps at one place does not
/// match there; the original gives up on the whole text.
[[nodiscard]] result<std::shared_ptr<const matcher>> make_regex_matcher(
    std::string_view expression);

}  // namespace pith::inline v0::tokens

#endif  // PITH_TOKENIZER_PIECES_REGEX_HPP
