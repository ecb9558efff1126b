// SPDX-License-Identifier: MIT
#include "mcp/number_spelling.hpp"

#include "mcp/json_skip.hpp"
#include "mcp/json_span.hpp"
#include "text/block.hpp"
#include "text/digits.hpp"

#include <array>
#include <bit>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace pith::mcp {

namespace {

using text::is_digit;

bool is_number_part(char c) noexcept {
  return is_digit(c) || c == '.' || c == 'e' || c == 'E' || c == '+' ||
         c == '-';
}

/// A decimal value without a sign: 0.DIGITS times ten to the `exponent`.
/// Trailing zeros are none of its digits.
struct decimal {
  /// As many as a double can need, and one more, which tells of others.
  static constexpr std::size_t most = 18;
  std::array<char, most> digits{};
  std::size_t count = 0;
  long exponent = 0;

  friend bool operator==(const decimal& a, const decimal& b) noexcept {
    return a.count == b.count &&
           std::memcmp(a.digits.data(), b.digits.data(), a.count) == 0 &&
           (a.count == 0 || a.exponent == b.exponent);
  }
};

long read_exponent(std::string_view text) noexcept {
  constexpr long far = 1'000'000'000;  // beyond any double
  if (text.starts_with('+')) text.remove_prefix(1);
  long value = 0;
  const auto read =
      std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec == std::errc{} && value > -far && value < far) return value;
  return text.starts_with('-') ? -far : far;
}

/// `number` is a JSON number, perhaps without its sign.
decimal decimal_of(std::string_view number) noexcept {
  decimal out;
  bool behind_point = false;
  std::size_t zeros = 0;  // not in `digits` yet, as they may be the last ones
  std::size_t at = number.starts_with('-') ? 1 : 0;
  for (; at < number.size() && (number[at] | 0x20) != 'e'; ++at) {
    const char c = number[at];
    if (c == '.') {
      behind_point = true;
      continue;
    }
    if (c == '0' && out.count == 0) {
      if (behind_point) --out.exponent;
      continue;
    }
    if (!behind_point) ++out.exponent;
    if (c == '0') {
      ++zeros;
      continue;
    }
    for (; zeros > 0; --zeros) {
      if (out.count < decimal::most) out.digits[out.count++] = '0';
    }
    if (out.count < decimal::most) out.digits[out.count++] = c;
  }
  if (at < number.size()) out.exponent += read_exponent(number.substr(at + 1));
  return out;
}

bool keeps_digits(std::string_view number) noexcept {
  double value = 0;
  const char* const end = number.data() + number.size();
  const auto read = std::from_chars(number.data(), end, value);
  const decimal wanted = decimal_of(number);
  if (wanted.count == 0) return true;  // zero, however it is spelled
  if (read.ec != std::errc{} || read.ptr != end) return false;
  std::array<char, 32> spelled{};
  const auto written =
      std::to_chars(spelled.data(), spelled.data() + spelled.size(), value,
                    std::chars_format::scientific);
  return wanted ==
         decimal_of({spelled.data(),
                     static_cast<std::size_t>(written.ptr - spelled.data())});
}

/// Whether a number needs a closer look: it is no integer, and has an exponent
/// or more digits than every double keeps.
bool is_doubtful(std::string_view number) noexcept {
  constexpr std::size_t kept = 15;
  bool is_real = false;
  std::size_t digits = 0;
  for (const char c : number) {
    if ((c | 0x20) == 'e') return true;
    is_real = is_real || c == '.';
    digits += is_digit(c) ? 1 : 0;
  }
  return is_real && digits > kept;
}

/// Whether a number may stand around the point or exponent at `at` that needs
/// a closer look. Says so of some that stand in strings.
bool may_be_doubtful(std::string_view json, std::size_t at) noexcept {
  constexpr std::size_t most = 32;  // a number so long is doubtful by itself
  std::size_t begin = at;
  while (begin > 0 && is_number_part(json[begin - 1])) {
    if (at - --begin > most) return true;
  }
  std::size_t end = at;
  while (end < json.size() && is_number_part(json[end])) {
    if (++end - at > most) return true;
  }
  const char before = begin == 0 ? '[' : json[begin - 1];
  const char behind = end == json.size() ? ']' : json[end];
  const bool stands_alone =
      (is_blank(before) || before == ',' || before == ':' || before == '[') &&
      (is_blank(behind) || behind == ',' || behind == '}' || behind == ']');
  return stands_alone && is_doubtful(json.substr(begin, end - begin));
}

/// Whether there may be a number that needs a closer look: quick, and right
/// when it says no.
bool may_have_doubtful(std::string_view json) noexcept {
  std::uint32_t carry = 0;  // the byte before the block is a digit
  std::size_t at = 0;
  for (; at + text::block_bytes <= json.size(); at += text::block_bytes) {
    const text::block b = text::block::load(json.data() + at);
    const std::uint32_t digits = b.digits();
    const std::uint32_t behind_digit = digits << 1U | carry;
    carry = digits >> (text::block_bytes - 1);
    std::uint32_t found =
        behind_digit & (b.equals('.') | b.equals('e') | b.equals('E'));
    for (; found != 0; found &= found - 1) {
      if (may_be_doubtful(
              json, at + static_cast<std::size_t>(std::countr_zero(found)))) {
        return true;
      }
    }
  }
  for (; at < json.size(); ++at) {
    const bool is_part = json[at] == '.' || (json[at] | 0x20) == 'e';
    if (is_part && may_be_doubtful(json, at)) return true;
  }
  return false;
}

}  // namespace

bool keeps_all_digits(std::string_view json) noexcept {
  if (!may_have_doubtful(json)) return true;
  for (std::size_t at = 0; at < json.size();) {
    const char c = json[at];
    if (c == '"') {
      const std::size_t length = skip_string(json.substr(at));
      if (length == 0) return true;
      at += length;
      continue;
    }
    if (!is_digit(c) && c != '-') {
      ++at;
      continue;
    }
    const std::size_t begin = at;
    while (at < json.size() && is_number_part(json[at])) ++at;
    const std::string_view number = json.substr(begin, at - begin);
    if (is_doubtful(number) && !keeps_digits(number)) return false;
  }
  return true;
}

}  // namespace pith::mcp
