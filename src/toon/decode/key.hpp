// SPDX-License-Identifier: MIT
/// @file
/// Keys: those without anything odd, and quoted ones.
#ifndef PITH_TOON_DECODE_KEY_HPP
#define PITH_TOON_DECODE_KEY_HPP

#include "toon/decode/token.hpp"

#include <array>
#include <cstddef>
#include <string_view>

namespace pith::inline v0::toon::decoding {

/// Bytes of keys that end at the first byte of another kind: nothing that
/// could open quotes or brackets, and no space that might have to be dropped.
inline constexpr std::array<bool, 256> plain_key_bytes = [] {
  std::array<bool, 256> table{};
  for (unsigned c = '0'; c <= '9'; ++c) table[c] = true;
  for (unsigned c = 'a'; c <= 'z'; ++c) table[c] = true;
  for (unsigned c = 'A'; c <= 'Z'; ++c) table[c] = true;
  for (unsigned c = 0x80; c <= 0xFF; ++c) table[c] = true;
  table['_'] = table['.'] = table['-'] = table['/'] = true;
  return table;
}();

[[nodiscard]] inline char* skip_plain_key(char* p) noexcept {
  while (plain_key_bytes[static_cast<unsigned char>(*p)]) ++p;
  return p;
}

/// Decodes the key whose quote stands at `open`. Returns the colon or the
/// bracket after it, or null after failing as read_quoted() does or with
/// invalid_line.
[[nodiscard]] inline char* read_quoted_key(source& from, char* open,
                                           std::string_view& key) {
  std::size_t length = 0;
  char* const after = read_quoted(from, open, length);
  if (after == nullptr) return nullptr;
  key = {open + 1, length};
  if (*after == '[') return after;
  char* const colon = skip_spaces(after);
  if (*colon == ':') return colon;
  return from.fail(error_code::invalid_line, colon,
                   "a colon must follow a quoted key");
}

}  // namespace pith::inline v0::toon::decoding

#endif  // PITH_TOON_DECODE_KEY_HPP
