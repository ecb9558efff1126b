// SPDX-License-Identifier: MIT
/// @file
/// Doubles from text where std::from_chars does not read them, or not exactly.
/// Here and not in parse_real.cpp, so that tests reach it in every build.
#ifndef PITH_TEXT_PARSE_REAL_BY_STRTOD_HPP
#define PITH_TEXT_PARSE_REAL_BY_STRTOD_HPP

#include "text/digits.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <system_error>

namespace pith::inline v0::text {

/// A decimal number as digits and a power of ten. More digits than these
/// decide nothing but whether the number lies above them.
struct long_decimal {
  static constexpr std::size_t max_digits = 768;

  std::array<char, max_digits + 1> digits;
  std::size_t count = 0;
  std::int64_t power = 0;

  void add(char digit, bool is_fraction) noexcept {
    if (count == 0 && digit == '0') {
      if (is_fraction) --power;
    } else if (count < max_digits) {
      digits[count++] = digit;
      if (is_fraction) --power;
    } else {
      if (count == max_digits && digit != '0') digits[count++] = '1';
      if (!is_fraction) ++power;
    }
  }
};

/// The number that `first` begins with, by std::strtod. See parse_real().
[[nodiscard]] inline std::from_chars_result parse_real_by_strtod(
    const char* first, const char* last, double& value) noexcept {
  const char* p = first;
  const bool is_negative = p != last && *p == '-';
  if (is_negative) ++p;
  long_decimal number;
  bool has_digit = false;
  for (; p != last && is_digit(*p); ++p) {
    has_digit = true;
    number.add(*p, false);
  }
  if (p != last && *p == '.') {
    const char* const point = p;
    for (++p; p != last && is_digit(*p); ++p) {
      has_digit = true;
      number.add(*p, true);
    }
    if (!has_digit) p = point;
  }
  if (!has_digit) return {first, std::errc::invalid_argument};

  constexpr std::int64_t far = std::int64_t{1} << 40;  // beyond any text
  if (p != last && (*p == 'e' || *p == 'E')) {
    const char* q = p + 1;
    const bool is_small = q != last && *q == '-';
    if (q != last && (*q == '-' || *q == '+')) ++q;
    if (q != last && is_digit(*q)) {
      std::int64_t exponent = 0;
      for (; q != last && is_digit(*q); ++q) {
        if (exponent < far) exponent = exponent * 10 + (*q - '0');
      }
      number.power += is_small ? -exponent : exponent;
      p = q;
    }
  }
  if (number.count == 0) {
    value = is_negative ? -0.0 : 0.0;
    return {p, std::errc{}};
  }

  // A digit more than max_digits stands for all that were left out, and is
  // one place further right.
  if (number.count > long_decimal::max_digits) --number.power;
  // Without a point, which a locale may write as something else.
  constexpr std::int64_t enough = 100'000;  // decides with any digits
  if (number.power > enough) number.power = enough;
  if (number.power < -enough) number.power = -enough;
  constexpr std::size_t exponent_bytes = 16;
  std::array<char, long_decimal::max_digits + 1 + exponent_bytes> spelling{};
  char* out = spelling.data();
  for (std::size_t i = 0; i < number.count; ++i) *out++ = number.digits[i];
  *out++ = 'e';
  *std::to_chars(out, spelling.data() + spelling.size() - 1, number.power).ptr =
      '\0';
  const double magnitude = std::strtod(spelling.data(), nullptr);
  if (magnitude == 0 || std::isinf(magnitude)) {
    return {p, std::errc::result_out_of_range};
  }
  value = is_negative ? -magnitude : magnitude;
  return {p, std::errc{}};
}

}  // namespace pith::inline v0::text

#endif  // PITH_TEXT_PARSE_REAL_BY_STRTOD_HPP
