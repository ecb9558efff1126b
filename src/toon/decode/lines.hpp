// SPDX-License-Identifier: MIT
/// @file
/// How a line begins.
#ifndef PITH_TOON_DECODE_LINES_HPP
#define PITH_TOON_DECODE_LINES_HPP

#include "text/block.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace pith::inline v0::toon::decoding {

/// Bytes with which a line may begin that is blank, a comment, or indented
/// further or with tabs.
inline constexpr std::array<bool, 256> odd_beginnings = [] {
  std::array<bool, 256> table{};
  for (const char c : {' ', '\t', '\r', '\n', '#'}) {
    table[static_cast<unsigned char>(c)] = true;
  }
  return table;
}();

/// After the spaces at `p`; deeply nested lines are mostly spaces.
[[nodiscard]] inline char* skip_indentation(char* p) noexcept {
  for (;;) {
    const std::uint32_t others = ~text::block::load(p).equals(' ') & 0xFFFF;
    if (others != 0) return p + std::countr_zero(others);
    p += text::block_bytes;
  }
}

/// True when the line at `p` is indented by exactly so many spaces and is
/// neither blank nor a comment.
[[nodiscard]] inline bool is_plain_line(const char* p,
                                        std::size_t spaces) noexcept {
  for (; spaces > text::block_bytes; spaces -= text::block_bytes) {
    if (text::block::load(p).equals(' ') != 0xFFFF) return false;
    p += text::block_bytes;
  }
  const std::uint32_t all = (std::uint32_t{1} << spaces) - 1;
  return (text::block::load(p).equals(' ') & all) == all &&
         !odd_beginnings[static_cast<unsigned char>(p[spaces])];
}

}  // namespace pith::inline v0::toon::decoding

#endif  // PITH_TOON_DECODE_LINES_HPP
