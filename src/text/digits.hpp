// SPDX-License-Identifier: MIT
/// @file
/// Eight decimal digits at a time, in both directions, in one register.
///
/// The length of a number varies from cell to cell, and a loop over its digits
/// costs a mispredicted branch each time it does. These take the same path for
/// one digit as for eight. The methods are those of Khuong and Lemire.
#ifndef PITH_TEXT_DIGITS_HPP
#define PITH_TEXT_DIGITS_HPP

#include "text/bytes.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace pith::inline v0::text {

[[nodiscard]] constexpr bool is_digit(char c) noexcept {
  return static_cast<unsigned char>(c - '0') <= 9;
}

/// `number` with one more digit. Stays at the greatest value once the number
/// is too large, so that whoever compares it with a limit sees that.
[[nodiscard]] constexpr std::size_t append_digit(std::size_t number,
                                                 char digit) noexcept {
  constexpr std::size_t greatest = ~std::size_t{0};
  const auto added = static_cast<std::size_t>(digit - '0');
  return number > (greatest - added) / 10 ? greatest : number * 10 + added;
}

/// How many of eight bytes, from the lowest, are digits before the first that
/// is none.
[[nodiscard]] constexpr unsigned count_digits(std::uint64_t eight) noexcept {
  // A digit has the high half 3, and still has it after adding 6. A carry out
  // of a byte can only come from a byte that is not a digit, so it cannot spoil
  // what is below the first one that is none.
  const std::uint64_t bad =
      ((eight & 0xF0F0F0F0F0F0F0F0) |
       ((eight + 0x0606060606060606) & 0xF0F0F0F0F0F0F0F0) >> 4) ^
      0x3333333333333333;
  return static_cast<unsigned>(std::countr_zero(bad)) / 8;
}

/// The number that the first `count` of eight digits spell; 1 <= count <= 8.
[[nodiscard]] constexpr std::uint64_t digits_value(std::uint64_t eight,
                                                   unsigned count) noexcept {
  // Move them to the top; the zero bytes that come in below are digits 0 with
  // the wrong high half, which the mask takes away like the others'.
  eight = (eight << (64 - 8 * count)) & 0x0F0F0F0F0F0F0F0F;
  eight = (eight * 2561) >> 8;  // pairs: 10 a + b
  eight = ((eight & 0x00FF00FF00FF00FF) * 6553601) >> 16;
  return ((eight & 0x0000FFFF0000FFFF) * 42949672960001) >> 32;
}

/// The eight decimal digits of `v` < 10^8 as bytes 0 to 9, the first lowest.
[[nodiscard]] constexpr std::uint64_t to_digits(std::uint32_t v) noexcept {
  // Split into halves, quarters and digits, all parts at once; the quotients
  // are multiplications by rounded-up reciprocals, exact in these ranges.
  const std::uint64_t high = v / 10000;
  const std::uint64_t halves = high | (v - high * 10000) << 32;
  const std::uint64_t hundreds = ((halves * 10486) >> 20) & 0x0000007F0000007F;
  const std::uint64_t quarters = (halves - hundreds * 100) << 16 | hundreds;
  const std::uint64_t tens = ((quarters * 103) >> 10) & 0x000F000F000F000F;
  return (quarters - tens * 10) << 8 | tens;
}

inline constexpr std::uint64_t zero_digits = 0x3030303030303030;

/// For each bit width, what makes the upper half of a sum the digit count.
inline constexpr std::array<std::uint64_t, 32> digit_count_table = [] {
  std::array<std::uint64_t, 32> table{};
  std::uint64_t power = 10;  // the first number that has more than `digits`
  std::uint64_t digits = 1;
  for (unsigned bit = 0; bit < 32; ++bit) {
    const std::uint64_t least = std::uint64_t{1} << bit;
    if (least >= power) {
      power *= 10;
      ++digits;
    }
    const bool crosses = power < 2 * least;
    table[bit] = crosses ? ((digits + 1) << 32) - power : digits << 32;
  }
  return table;
}();

/// Decimal digits of `v`, without a loop or a branch: Kendall Willets' method.
[[nodiscard]] constexpr unsigned digit_count(std::uint32_t v) noexcept {
  const auto bit = static_cast<unsigned>(std::bit_width(v | 1u)) - 1;
  return static_cast<unsigned>((v + digit_count_table[bit]) >> 32);
}

/// Writes `v` < 10^8 without leading zeros (0 as one); needs 8 bytes of room.
/// Where the number ends is known long before its digits are, so that what is
/// written next need not wait for them.
inline char* write_up_to_8_digits(char* out, std::uint32_t v) noexcept {
  const unsigned count = digit_count(v);
  store_8(out, (to_digits(v) | zero_digits) >> (64 - 8 * count));
  return out + count;
}

/// Writes `v` < 10^8 as exactly eight digits.
inline char* write_8_digits(char* out, std::uint32_t v) noexcept {
  store_8(out, to_digits(v) | zero_digits);
  return out + 8;
}

/// Writes any number; needs 20 bytes of room.
inline char* write_digits(char* out, std::uint64_t v) noexcept {
  constexpr std::uint64_t e8 = 100'000'000;
  if (v < e8) return write_up_to_8_digits(out, static_cast<std::uint32_t>(v));
  const std::uint64_t high = v / e8;
  const auto low = static_cast<std::uint32_t>(v - high * e8);
  if (high < e8) {
    out = write_up_to_8_digits(out, static_cast<std::uint32_t>(high));
  } else {
    const std::uint64_t top = high / e8;
    out = write_up_to_8_digits(out, static_cast<std::uint32_t>(top));
    out = write_8_digits(out, static_cast<std::uint32_t>(high - top * e8));
  }
  return write_8_digits(out, low);
}

/// write_integer() for loops that want it inline.
inline char* write_signed_digits(char* out, std::int64_t v) noexcept {
  const std::uint64_t sign = v < 0 ? 1 : 0;
  *out = '-';
  return write_digits(out + sign,
                      (static_cast<std::uint64_t>(v) ^ (0 - sign)) + sign);
}

}  // namespace pith::inline v0::text

#endif  // PITH_TEXT_DIGITS_HPP
