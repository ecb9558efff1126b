// SPDX-License-Identifier: MIT
#include "toon/scalar.hpp"

#include "text/block.hpp"
#include "text/digits.hpp"

#include <bit>
#include <charconv>
#include <cstring>

namespace pith::inline v0::toon {

namespace {

constexpr bool is_letter(char c) noexcept {
  return static_cast<unsigned char>((c | 0x20) - 'a') < 26 || c == '_';
}

/// Characters that may not stand in a bare string wherever they are.
constexpr bool is_special(char c, char delimiter) noexcept {
  switch (c) {
    case ':':
    case '"':
    case '\\':
    case '[':
    case ']':
    case '{':
    case '}':
      return true;
    default:
      return static_cast<unsigned char>(c) < 0x20 || c == delimiter;
  }
}

/// A whole number of 2^63 to 1e21: its shortest digits and zeros.
char* write_padded(char* out, double v) noexcept {
  char digits[text::max_real_bytes];
  const char* const end = std::to_chars(digits, digits + sizeof digits, v,
                                        std::chars_format::scientific)
                              .ptr;
  const char* exponent = end;
  while (*--exponent != '+') {
  }
  const int places = (exponent[1] - '0') * 10 + (exponent[2] - '0');
  *out++ = digits[0];
  std::memset(out, '0', static_cast<std::size_t>(places));
  const auto fraction = static_cast<std::size_t>(exponent - digits) - 1;
  if (fraction > 2) std::memcpy(out, digits + 2, fraction - 2);
  return out + places;
}

}  // namespace

bool is_number_like(std::string_view text) noexcept {
  std::size_t i = 0;
  const auto is_at = [&](char a, char b) {
    return i < text.size() && (text[i] == a || text[i] == b);
  };
  const auto skip_digits = [&] {
    const std::size_t begin = i;
    while (i < text.size() && text::is_digit(text[i])) ++i;
    return i != begin;
  };
  if (is_at('+', '-')) ++i;
  if (!skip_digits()) return false;
  if (is_at('.', '.')) {
    ++i;
    if (!skip_digits()) return false;
  }
  if (is_at('e', 'E')) {
    ++i;
    if (is_at('+', '-')) ++i;
    if (!skip_digits()) return false;
  }
  return i == text.size();
}

bool needs_quotes(std::string_view text, char delimiter) noexcept {
  if (text.empty() || text.back() == ' ') return true;
  const first_byte first = classify_first(text.front());
  if (first == first_byte::quoted) return true;
  if (first == first_byte::word && is_literal(text)) return true;
  if (first == first_byte::numeric && is_number_like(text)) return true;
  for (const char c : text) {
    if (is_special(c, delimiter)) return true;
  }
  return false;
}

bool is_bare_key(std::string_view key) noexcept {
  if (key.empty() || !is_letter(key.front())) return false;
  for (const char c : key.substr(1)) {
    if (!is_letter(c) && !text::is_digit(c) && c != '.') return false;
  }
  return true;
}

char* write_escaped(char* out, std::string_view text) noexcept {
  const char* p = text.data();
  std::size_t left = text.size();
  for (;;) {
    std::uint32_t special = text::copy_step(out, p);
    if (left < text::step_bytes) special &= (std::uint32_t{1} << left) - 1;
    if (special != 0) {
      const auto n = static_cast<std::size_t>(std::countr_zero(special));
      const std::uint64_t escape = escapes[static_cast<unsigned char>(p[n])];
      text::store_8(out + n, escape);
      out += n + (escape >> 56);
      p += n + 1;
      left -= n + 1;
    } else if (left <= text::step_bytes) {
      return out + left;
    } else {
      out += text::step_bytes;
      p += text::step_bytes;
      left -= text::step_bytes;
    }
  }
}

char* write_real(char* out, double v) noexcept {
  constexpr double first_whole = 9007199254740992.0;    // 2^53
  constexpr double first_wide = 9223372036854775808.0;  // 2^63
  constexpr double first_exponent = 1e21;
  const double magnitude = v < 0 ? -v : v;
  if (magnitude < first_whole || magnitude >= first_exponent) {
    return text::write_real(out, v);
  }
  if (v < 0) *out++ = '-';
  if (magnitude < first_wide) {
    return text::write_digits(out, static_cast<std::uint64_t>(magnitude));
  }
  return write_padded(out, magnitude);
}

}  // namespace pith::inline v0::toon
