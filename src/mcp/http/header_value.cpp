// SPDX-License-Identifier: MIT
#include "mcp/http/header_value.hpp"

#include "text/utf8.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace pith::mcp {

namespace {

constexpr std::string_view prefix = "=?base64?";
constexpr std::string_view suffix = "?=";
constexpr std::string_view alphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::uint8_t no_digit = 64;

constexpr auto digits = [] {
  std::array<std::uint8_t, 256> table{};
  table.fill(no_digit);
  for (std::size_t i = 0; i < alphabet.size(); ++i) {
    table[static_cast<unsigned char>(alphabet[i])] =
        static_cast<std::uint8_t>(i);
  }
  return table;
}();

bool is_field_blank(char c) noexcept { return c == ' ' || c == '\t'; }

bool is_value_char(char c) noexcept {
  return (c >= 0x20 && c < 0x7F) || c == '\t';
}

bool is_marked(std::string_view value) noexcept {
  return value.starts_with(prefix) && value.ends_with(suffix);
}

/// Three bytes from four digits; the last ones of them may be padding.
bool append_group(std::string& out, std::string_view four,
                  std::size_t padding) {
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < 4 - padding; ++i) {
    const std::uint8_t digit = digits[static_cast<unsigned char>(four[i])];
    if (digit == no_digit) return false;
    bits |= std::uint32_t{digit} << (18 - 6 * i);
  }
  // Bits that belong to no byte must be zero, or two values mean the same.
  const std::uint32_t spare = padding == 0 ? 0 : padding == 1 ? 0xFF : 0xFFFF;
  if ((bits & spare) != 0) return false;
  for (std::size_t i = 0; i < 3 - padding; ++i) {
    out += static_cast<char>(bits >> (16 - 8 * i));
  }
  return true;
}

std::optional<std::string> decode_base64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  std::string out;
  out.reserve(text.size() / 4 * 3);
  for (; !text.empty(); text.remove_prefix(4)) {
    std::size_t padding = 0;
    if (text.size() == 4 && text[3] == '=') padding = text[2] == '=' ? 2 : 1;
    if (!append_group(out, text.substr(0, 4), padding)) return std::nullopt;
  }
  return out;
}

void append_base64(std::string& out, std::string_view bytes) {
  for (; !bytes.empty();
       bytes.remove_prefix(std::min<std::size_t>(3, bytes.size()))) {
    std::uint32_t bits = 0;
    const std::size_t count = std::min<std::size_t>(3, bytes.size());
    for (std::size_t i = 0; i < count; ++i) {
      bits |= std::uint32_t{static_cast<unsigned char>(bytes[i])}
              << (16 - 8 * i);
    }
    for (std::size_t i = 0; i < 4; ++i) {
      out += i <= count ? alphabet[(bits >> (18 - 6 * i)) & 63U] : '=';
    }
  }
}

}  // namespace

std::string_view trimmed_value(std::string_view value) noexcept {
  while (!value.empty() && is_field_blank(value.front()))
    value.remove_prefix(1);
  while (!value.empty() && is_field_blank(value.back())) value.remove_suffix(1);
  return value;
}

bool is_valid_value(std::string_view value) noexcept {
  return std::all_of(value.begin(), value.end(), is_value_char);
}

std::optional<std::string> decoded_value(std::string_view value) {
  value = trimmed_value(value);
  if (!is_valid_value(value)) return std::nullopt;
  if (!is_marked(value)) return std::string(value);
  // In "=?base64?=" the two marks share a character.
  if (value.size() < prefix.size() + suffix.size()) return std::nullopt;
  value.remove_prefix(prefix.size());
  value.remove_suffix(suffix.size());
  auto decoded = decode_base64(value);
  if (!decoded || text::find_invalid_utf8(*decoded) != text::valid_utf8) {
    return std::nullopt;
  }
  return decoded;
}

std::string encoded_value(std::string_view text) {
  const bool is_plain = is_valid_value(text) &&
                        trimmed_value(text).size() == text.size() &&
                        !is_marked(text);
  if (is_plain) return std::string(text);
  std::string out(prefix);
  out.reserve(prefix.size() + text.size() / 3 * 4 + 4 + suffix.size());
  append_base64(out, text);
  out += suffix;
  return out;
}

}  // namespace pith::mcp
