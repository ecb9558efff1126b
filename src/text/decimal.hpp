// SPDX-License-Identifier: MIT
/// @file
/// Decimal to binary for the numbers that people and programs write: up to 19
/// digits, with a point somewhere among them.
#ifndef PITH_TEXT_DECIMAL_HPP
#define PITH_TEXT_DECIMAL_HPP

#include "document/wide.hpp"

#include <array>
#include <bit>
#include <cfloat>
#include <cstddef>
#include <cstdint>

namespace pith::inline v0::text {

using detail::wide;

inline constexpr std::array<std::uint64_t, 9> small_powers_of_ten = {
    1, 10, 100, 1'000, 10'000, 100'000, 1'000'000, 10'000'000, 100'000'000};

/// No two decimals of at most 15 digits are the same double.
inline constexpr std::uint64_t max_canonical_mantissa = 1'000'000'000'000'000;

inline constexpr std::array<double, 23> exact_powers_of_ten = {
    1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/// 5^27 is the last power of five below 2^64.
inline constexpr std::array<std::uint64_t, 28> powers_of_five = [] {
  std::array<std::uint64_t, 28> table{};
  std::uint64_t power = 1;
  for (std::uint64_t& entry : table) {
    entry = power;
    power *= 5;
  }
  return table;
}();

/// 1 / 5^k in binary: the 128 bits from the first one on, cut off after.
struct reciprocal {
  std::uint64_t high;
  std::uint64_t low;
  /// 1 / 5^k is (high:low as a fraction of 2^128) * 2^-shift, and a bit more.
  int shift;
};

inline constexpr std::array<reciprocal, 28> reciprocals_of_five = [] {
  std::array<reciprocal, 28> table{};
  for (std::size_t k = 1; k < table.size(); ++k) {
    // Long division of 1 by 5^k, bit by bit; the remainder stays below 5^27.
    const std::uint64_t divisor = powers_of_five[k];
    std::uint64_t remainder = 1;
    int shift = -1;
    while (remainder < divisor) {
      remainder *= 2;
      ++shift;
    }
    wide quotient = 0;
    for (int bit = 0; bit < 128; ++bit) {
      quotient *= 2;
      if (remainder >= divisor) {
        remainder -= divisor;
        quotient += 1;
      }
      remainder *= 2;
    }
    table[k] = {static_cast<std::uint64_t>(quotient >> 64),
                static_cast<std::uint64_t>(quotient), shift};
  }
  return table;
}();

/// The double nearest to mantissa * 10^-places for 1 <= places <= 27 and a
/// mantissa that is not 0. False when 128 bits do not decide the rounding,
/// which happens for exact ties and exact values only, or once in 2^60.
[[nodiscard]] inline bool divide_by_power_of_ten(std::uint64_t mantissa,
                                                 unsigned places,
                                                 double& result) noexcept {
  const reciprocal& r = reciprocals_of_five[places];
  const int zeros = std::countl_zero(mantissa);
  const std::uint64_t normal = mantissa << zeros;
  // The top 128 of the product's 192 bits. Cutting off the reciprocal and the
  // product makes it too small by less than 2 units of its last bit.
  const wide product = static_cast<wide>(normal) * r.high +
                       ((static_cast<wide>(normal) * r.low) >> 64);
  auto high = static_cast<std::uint64_t>(product >> 64);
  auto low = static_cast<std::uint64_t>(product);
  // The product of two numbers in [1/2, 1) lies in [1/4, 1).
  const int lead = high >> 63 == 0 ? 1 : 0;
  if (lead != 0) {
    high = high << 1 | low >> 63;
    low <<= 1;
  }
  // 53 bits are kept; the 11 below them and `low` decide the rounding. If they
  // are all zeros, all ones, a half or just below a half, the missing part of
  // the product might matter.
  const std::uint64_t tail = high & 0x7FF;
  if (low >= ~std::uint64_t{7} || (low == 0 && (tail & 0x3FF) == 0)) {
    return false;
  }
  std::uint64_t kept = (high >> 11) + (tail >> 10);
  // value = 0.1xxx * 2^(64 - zeros - lead - shift - places)
  std::uint64_t exponent = static_cast<std::uint64_t>(
      1022 + 64 - zeros - lead - r.shift - static_cast<int>(places));
  // The leading one of `kept` adds 1 to the exponent field, and a carry out of
  // the rounding adds another, as it should.
  result = std::bit_cast<double>(((exponent - 1) << 52) + kept);
  return true;
}

/// The double nearest to mantissa * 10^power, for the cases that take a few
/// instructions; false for the others.
[[nodiscard]] inline bool scale_by_power_of_ten(std::uint64_t mantissa,
                                                int power,
                                                double& result) noexcept {
  static_assert(FLT_EVAL_METHOD == 0, "doubles must be computed as doubles");
  if (power < 0 ? power < -27 : power > 22) return false;
  if (mantissa <= std::uint64_t{1} << 53) {
    // Clinger: both operands are exact, so the one operation rounds correctly.
    const auto m = static_cast<double>(static_cast<std::int64_t>(mantissa));
    if (power >= 0) {
      result = m * exact_powers_of_ten[static_cast<unsigned>(power)];
      return true;
    }
    if (power >= -22) {
      result = m / exact_powers_of_ten[static_cast<unsigned>(-power)];
      return true;
    }
    if (mantissa == 0) {
      result = 0;
      return true;
    }
  } else if (power >= 0) {
    return false;
  }
  return divide_by_power_of_ten(mantissa, static_cast<unsigned>(-power),
                                result);
}

}  // namespace pith::inline v0::text

#endif  // PITH_TEXT_DECIMAL_HPP
