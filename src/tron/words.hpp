// SPDX-License-Identifier: MIT
/// @file
/// Bare words: names of classes and properties, and the literals.
#ifndef PITH_TRON_WORDS_HPP
#define PITH_TRON_WORDS_HPP

#include <array>
#include <string_view>

namespace pith::inline v0::tron {

/// Letters, digits and the underscore.
inline constexpr std::array<bool, 256> word_bytes = [] {
  std::array<bool, 256> table{};
  for (unsigned c = '0'; c <= '9'; ++c) table[c] = true;
  for (unsigned c = 'A'; c <= 'Z'; ++c) table[c] = table[c | 0x20] = true;
  table['_'] = true;
  return table;
}();

[[nodiscard]] constexpr bool is_word_byte(char c) noexcept {
  return word_bytes[static_cast<unsigned char>(c)];
}

/// Where the word at `p` ends. Some byte after it must not be a word byte.
template <class Char>
[[nodiscard]] constexpr Char* word_end(Char* p) noexcept {
  while (is_word_byte(*p)) ++p;
  return p;
}

[[nodiscard]] constexpr bool is_reserved(std::string_view word) noexcept {
  return word == "class" || word == "true" || word == "false" || word == "null";
}

/// What a class may be called: a word that does not begin with a digit and is
/// not reserved. Properties with such names stand bare in what we write. The
/// specification lets more of them stand bare, but the reference reads no
/// others.
[[nodiscard]] constexpr bool is_name(std::string_view text) noexcept {
  if (text.empty() || (text[0] >= '0' && text[0] <= '9')) return false;
  for (const char c : text) {
    if (!is_word_byte(c)) return false;
  }
  return !is_reserved(text);
}

}  // namespace pith::inline v0::tron

#endif  // PITH_TRON_WORDS_HPP
