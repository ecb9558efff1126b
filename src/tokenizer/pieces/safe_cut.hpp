// SPDX-License-Identifier: MIT
/// @file
/// Where a text may be cut without a change of its tokens, one place at a
/// time. count_text.hpp finds the same places sixty-four at a time.
#ifndef PITH_TOKENIZER_PIECES_SAFE_CUT_HPP
#define PITH_TOKENIZER_PIECES_SAFE_CUT_HPP

#include "tokenizer/pieces/pretokenize.hpp"

#include <cstddef>
#include <string_view>

namespace pith::inline v0::tokens {

/// Whether a piece ends at `at`, whatever stands before what is looked at and
/// after it. `at` is inside the text.
template <piece_rules rules>
[[nodiscard]] bool is_safe_cut(std::string_view text, std::size_t at) noexcept {
  const auto byte = [&](std::size_t i) {
    return static_cast<unsigned char>(text[i]);
  };
  if (byte(at) >= 0x80 || byte(at - 1) >= 0x80) return false;
  const std::uint8_t here = ascii_classes[byte(at)];
  const std::uint8_t before = ascii_classes[byte(at - 1)];
  if (here & number) {
    if (before & number) return false;
    if ((before & space) == 0) return true;
    // Of several white spaces the last would be a piece of its own.
    return rules.any_prefix && at >= 2 && byte(at - 2) < 0x80 &&
           (ascii_classes[byte(at - 2)] & space) == 0;
  }
  if (before & number) return true;
  if ((before & letter) == 0 || (here & letter) != 0) return false;
  return rules.apostrophes != contractions::end_of_word || text[at] != '\'';
}

template <piece_rules rules>
[[nodiscard]] std::size_t find_last_safe_cut(std::string_view text,
                                             std::size_t at) noexcept {
  if (at >= text.size()) at = text.empty() ? 0 : text.size() - 1;
  while (at > 0 && !is_safe_cut<rules>(text, at)) --at;
  return at;
}

}  // namespace pith::inline v0::tokens

#endif  // PITH_TOKENIZER_PIECES_SAFE_CUT_HPP
