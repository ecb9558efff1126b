// SPDX-License-Identifier: MIT
#include "mcp/jwt/base64url.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace pith::mcp {

namespace {

constexpr std::uint8_t not_a_letter = 64;

/// What each byte counts as a letter.
constexpr std::array<std::uint8_t, 256> letter_values() {
  constexpr std::string_view letters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  std::array<std::uint8_t, 256> values{};
  values.fill(not_a_letter);
  for (std::size_t i = 0; i < letters.size(); ++i) {
    values[static_cast<unsigned char>(letters[i])] =
        static_cast<std::uint8_t>(i);
  }
  return values;
}

}  // namespace

std::optional<std::string> decode_base64url(std::string_view text) {
  static constexpr std::array<std::uint8_t, 256> values = letter_values();
  if (text.size() % 4 == 1) return std::nullopt;
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3 + 2);
  std::uint32_t held = 0;
  unsigned bits = 0;
  for (const char c : text) {
    const std::uint8_t value = values[static_cast<unsigned char>(c)];
    if (value == not_a_letter) return std::nullopt;
    held = (held << 6U) | value;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push_back(static_cast<char>((held >> bits) & 0xFFU));
  }
  if ((held & ((1U << bits) - 1U)) != 0) return std::nullopt;
  return bytes;
}

}  // namespace pith::mcp
