// SPDX-License-Identifier: MIT
/// @file
/// Keys without anything odd.
#ifndef PITH_TOON_DECODE_KEY_HPP
#define PITH_TOON_DECODE_KEY_HPP

#include <array>

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

}  // namespace pith::inline v0::toon::decoding

#endif  // PITH_TOON_DECODE_KEY_HPP
