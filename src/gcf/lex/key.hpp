// SPDX-License-Identifier: MIT
/// @file
/// Keys and field names (section 2a).
#ifndef PITH_GCF_LEX_KEY_HPP
#define PITH_GCF_LEX_KEY_HPP

#include "gcf/lex/source.hpp"

#include <array>
#include <string_view>

namespace pith::inline v0::gcf::decoding {

enum key_byte : unsigned char { no_key = 0, key_digit = 1, key_letter = 2 };

inline constexpr std::array<key_byte, 256> key_bytes = [] {
  std::array<key_byte, 256> table{};
  for (unsigned c = '0'; c <= '9'; ++c) table[c] = key_digit;
  for (unsigned c = 'a'; c <= 'z'; ++c) table[c] = key_letter;
  for (unsigned c = 'A'; c <= 'Z'; ++c) table[c] = key_letter;
  table['_'] = key_letter;
  return table;
}();

/// After the bare key at `p`; `p` itself when none begins there.
[[nodiscard]] inline char* skip_bare_key(char* p) noexcept {
  if (key_bytes[static_cast<unsigned char>(*p)] != key_letter) return p;
  do {
    ++p;
  } while (key_bytes[static_cast<unsigned char>(*p)] != no_key);
  return p;
}

/// True when a key, bare or quoted, begins with `c`.
[[nodiscard]] inline bool begins_key(char c) noexcept {
  return c == '"' || key_bytes[static_cast<unsigned char>(c)] == key_letter;
}

/// Reads the key at `p`, which begins_key(). Returns the byte after it. Fails
/// with size_limit when it is longer than a document can hold, and as quoted
/// strings do.
[[nodiscard]] char* read_key(source& text, char* p, std::string_view& key);

}  // namespace pith::inline v0::gcf::decoding

#endif  // PITH_GCF_LEX_KEY_HPP
