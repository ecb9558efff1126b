// SPDX-License-Identifier: MIT
/// @file
/// Makes the image of a vocabulary (vocabulary.hpp) from its tokens.
#ifndef PITH_TOKENIZER_RANKED_IMAGE_MAKER_HPP
#define PITH_TOKENIZER_RANKED_IMAGE_MAKER_HPP

#include "tokenizer/ranked/vocabulary.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pith::inline v0::tokens {

struct vocabulary_source {
  piece_family family = piece_family::o200k;
  /// By id; an empty text is an unused id.
  std::vector<std::string> tokens;
  std::vector<std::pair<std::uint32_t, std::string>> specials;
};

/// Reads a rank file: lines of a token in base64, a space and its number.
/// Nothing when it is not one.
[[nodiscard]] std::optional<std::vector<std::string>> read_ranks(
    std::string_view text);

/// Nothing when a byte has no token, a token is there twice, or there are too
/// many of them.
[[nodiscard]] std::optional<std::string> make_image(
    const vocabulary_source& source);

}  // namespace pith::inline v0::tokens

#endif  // PITH_TOKENIZER_RANKED_IMAGE_MAKER_HPP
