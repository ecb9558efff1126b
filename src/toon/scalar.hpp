// SPDX-License-Identifier: MIT
/// @file
/// Which strings and keys may stand bare, and how the others are written.
#ifndef PITH_TOON_SCALAR_HPP
#define PITH_TOON_SCALAR_HPP

#include "text/escape.hpp"
#include "text/number.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pith::inline v0::toon {

/// What the first byte of a string says about quoting.
enum class first_byte : std::uint8_t {
  plain,
  numeric,  ///< may begin something that looks like a number
  word,     ///< may begin `true`, `false` or `null`
  quoted,   ///< a blank, `-` or `#`
};

inline constexpr std::array<first_byte, 256> first_bytes = [] {
  std::array<first_byte, 256> table{};
  for (unsigned c = '0'; c <= '9'; ++c) table[c] = first_byte::numeric;
  table['+'] = first_byte::numeric;
  table['t'] = table['f'] = table['n'] = first_byte::word;
  table[' '] = table['\t'] = table['-'] = table['#'] = first_byte::quoted;
  return table;
}();

[[nodiscard]] inline first_byte classify_first(char c) noexcept {
  return first_bytes[static_cast<unsigned char>(c)];
}

/// Matches `[+-]?digits(.digits)?(e[+-]?digits)?`, which is more than the
/// numbers that a decoder reads.
[[nodiscard]] bool is_number_like(std::string_view text) noexcept;

/// `true`, `false` or `null`.
[[nodiscard]] inline bool is_literal(std::string_view text) noexcept {
  return text == "true" || text == "false" || text == "null";
}

/// True when a string must stand between quotes. Linear.
[[nodiscard]] bool needs_quotes(std::string_view text, char delimiter) noexcept;

/// `[A-Za-z_][A-Za-z0-9_.]*`.
[[nodiscard]] bool is_bare_key(std::string_view key) noexcept;

/// The escapes of JSON, without the short ones that TOON lacks.
inline constexpr auto escapes = [] {
  auto table = text::escapes;
  const auto spell = [&table](unsigned char c, char digit) {
    const char text[] = {'\\', 'u', '0', '0', '0', digit};
    std::uint64_t packed = std::uint64_t{sizeof text} << 56;
    for (std::size_t i = 0; i < sizeof text; ++i) {
      packed |= std::uint64_t{static_cast<unsigned char>(text[i])} << (8 * i);
    }
    table[c] = packed;
  };
  spell('\b', '8');
  spell('\f', 'c');
  return table;
}();

/// Writes what stands between the quotes of a string; returns the end. Needs
/// text::max_quoted_bytes() of room. Up to text::step_bytes bytes after the
/// text are read.
char* write_escaped(char* out, std::string_view text) noexcept;

/// The same with the quotes.
inline char* write_quoted(char* out, std::string_view text) noexcept {
  *out = '"';
  out = write_escaped(out + 1, text);
  *out = '"';
  return out + 1;
}

/// Most bytes that write_real() writes, and may scribble on.
inline constexpr std::size_t max_real_bytes = text::max_real_bytes;

/// Writes a finite double; see encode(). Needs max_real_bytes of room.
char* write_real(char* out, double v) noexcept;

}  // namespace pith::inline v0::toon

#endif  // PITH_TOON_SCALAR_HPP
