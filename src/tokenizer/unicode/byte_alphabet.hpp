// SPDX-License-Identifier: MIT
/// @file
/// The printable characters that stand for bytes in a tokenizer.json.
///
/// Files of byte-level tokenizers are JSON, and most bytes are not text. So
/// every byte has a character: itself where Latin-1 prints it, otherwise the
/// next free one from U+0100 on. A space is U+0120, a line end U+010A.
#ifndef PITH_TOKENIZER_UNICODE_BYTE_ALPHABET_HPP
#define PITH_TOKENIZER_UNICODE_BYTE_ALPHABET_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace pith::inline v0::tokens {

namespace detail {

inline constexpr std::size_t alphabet_end = 0x144;

constexpr bool prints_itself(unsigned byte) noexcept {
  return (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte <= 0xAC) ||
         byte >= 0xAE;
}

/// By code point below alphabet_end; -1 for a character that is not a byte.
constexpr std::array<std::int16_t, alphabet_end> make_alphabet() {
  std::array<std::int16_t, alphabet_end> bytes{};
  bytes.fill(-1);
  std::size_t next = 0x100;
  for (unsigned byte = 0; byte < 256; ++byte) {
    bytes[prints_itself(byte) ? byte : next++] =
        static_cast<std::int16_t>(byte);
  }
  return bytes;
}

inline constexpr auto alphabet = make_alphabet();

}  // namespace detail

/// Replaces `out` by the bytes that the characters of `name` stand for. False
/// when one of them stands for none; then `out` is unspecified.
[[nodiscard]] bool bytes_of_name(std::string_view name, std::string& out);

}  // namespace pith::inline v0::tokens

#endif  // PITH_TOKENIZER_UNICODE_BYTE_ALPHABET_HPP
