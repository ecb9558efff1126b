// SPDX-License-Identifier: MIT
/// @file
/// The tokens of a text.
#ifndef PITH_TOKENIZER_PIECES_ENCODE_TEXT_HPP
#define PITH_TOKENIZER_PIECES_ENCODE_TEXT_HPP

#include "tokenizer/pieces/pretokenize.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace pith::inline v0::tokens {

/// Appends the tokens of a text, piece by piece.
template <piece_rules rules, class Merger>
void encode_text(Merger& merge, std::string_view text,
                 std::vector<std::uint32_t>& out) {
  const char* p = text.data();
  const char* const end = p + text.size();
  while (p != end) {
    const char* const next = piece_cutter<rules>::cut(p, end);
    merge.encode({p, static_cast<std::size_t>(next - p)}, out);
    p = next;
  }
}

}  // namespace pith::inline v0::tokens

#endif  // PITH_TOKENIZER_PIECES_ENCODE_TEXT_HPP
