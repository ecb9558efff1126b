// SPDX-License-Identifier: MIT
/// @file
/// Escaping, one block at a time.
#ifndef PITH_TEXT_ESCAPE_HPP
#define PITH_TEXT_ESCAPE_HPP

#include "text/block.hpp"
#include "text/bytes.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace pith::inline v0::text {

/// Most bytes that one byte of text takes when it is escaped.
inline constexpr std::size_t max_escaped_bytes = 6;

/// The bytes of a block that must be escaped between quotes.
[[nodiscard]] inline std::uint32_t special_mask(block b) noexcept {
  return b.needs_escape();
}

/// A character that special_mask() finds, escaped: up to six bytes of text
/// from the lowest on, and their number in the highest. Short escapes where
/// they exist, otherwise \u00xx in lower case.
inline constexpr std::array<std::uint64_t, 0x5D> escapes = [] {
  std::array<std::uint64_t, 0x5D> table{};
  const auto spell = [&table](char c, const char* text) {
    std::uint64_t packed = 0;
    unsigned length = 0;
    for (; text[length] != 0; ++length) {
      packed |= std::uint64_t{static_cast<unsigned char>(text[length])}
                << (8 * length);
    }
    table[static_cast<unsigned char>(c)] = packed | std::uint64_t{length} << 56;
  };
  for (char c = 0; c < 0x20; ++c) {
    const char digits[] = "0123456789abcdef";
    const char text[] = {'\\',           'u', '0', '0', digits[c >> 4],
                         digits[c & 15], 0};
    spell(c, text);
  }
  spell('"', "\\\"");
  spell('\\', "\\\\");
  spell('\b', "\\b");
  spell('\f', "\\f");
  spell('\n', "\\n");
  spell('\r', "\\r");
  spell('\t', "\\t");
  return table;
}();

/// Escapes a character that special_mask() finds; needs 8 bytes of room, of
/// which it uses up to max_escaped_bytes.
inline char* put_escaped(char* out, char c) noexcept {
  const std::uint64_t escape = escapes[static_cast<unsigned char>(c)];
  store_8(out, escape);
  return out + (escape >> 56);
}

/// Two blocks: what a loop over text takes at a time. Half of all strings are
/// longer than one block, so that a loop over blocks would end where no
/// processor expects it.
inline constexpr std::size_t step_bytes = 2 * block_bytes;

/// Copies a step and returns its special_mask().
[[nodiscard, gnu::always_inline]] inline std::uint32_t copy_step(
    char* out, const char* p) noexcept {
  const block low = block::load(p);
  const block high = block::load(p + block_bytes);
  low.store(out);
  high.store(out + block_bytes);
  return special_mask(low) | special_mask(high) << block_bytes;
}

/// Writes `"`, the text with its escapes and `"`. Needs room for
/// max_escaped_bytes for each byte, 2 and step_bytes. Up to step_bytes bytes
/// after the text are read. Returns the end.
[[gnu::always_inline]] inline char* put_quoted(char* out, const char* p,
                                               std::size_t length) noexcept {
  *out++ = '"';
  for (;;) {
    std::uint32_t special = copy_step(out, p);
    if (length < step_bytes) {
      special &= (1u << length) - 1;
      if (special == 0) [[likely]] {
        out[length] = '"';
        return out + length + 1;
      }
    }
    std::size_t n = step_bytes;
    if (special != 0) {
      n = static_cast<std::size_t>(std::countr_zero(special));
      out = put_escaped(out + n, p[n]);
      ++n;
    } else {
      out += n;
    }
    p += n;
    length -= n;
  }
}

}  // namespace pith::inline v0::text

#endif  // PITH_TEXT_ESCAPE_HPP
