// SPDX-License-Identifier: MIT
/// @file
/// Unsigned integers of 128 bits, also where the compiler has none.
#ifndef PITH_DOCUMENT_WIDE_HPP
#define PITH_DOCUMENT_WIDE_HPP

#include <compare>
#include <cstdint>

namespace pith::inline v0::detail {

/// Two halves, with the operators that pith uses. Results are modulo 2^128, as
/// those of the compiler's type are; shifts are by 0 to 127.
class portable_wide {
 public:
  constexpr portable_wide(std::uint64_t low = 0) noexcept : low_(low) {}

  explicit constexpr operator std::uint64_t() const noexcept { return low_; }

  friend constexpr portable_wide operator+(portable_wide a,
                                           portable_wide b) noexcept {
    const std::uint64_t low = a.low_ + b.low_;
    return {a.high_ + b.high_ + (low < a.low_ ? 1 : 0), low};
  }
  friend constexpr portable_wide operator-(portable_wide a,
                                           portable_wide b) noexcept {
    return {a.high_ - b.high_ - (a.low_ < b.low_ ? 1 : 0), a.low_ - b.low_};
  }
  friend constexpr portable_wide operator*(portable_wide a,
                                           portable_wide b) noexcept {
    // By halves of 32 bits, as on paper. What a half of 64 bits carries over
    // never exceeds another one.
    constexpr std::uint64_t mask = 0xFFFFFFFF;
    const std::uint64_t a0 = a.low_ & mask;
    const std::uint64_t a1 = a.low_ >> 32;
    const std::uint64_t b0 = b.low_ & mask;
    const std::uint64_t b1 = b.low_ >> 32;
    const std::uint64_t lowest = a0 * b0;
    const std::uint64_t first = a1 * b0 + (lowest >> 32);
    const std::uint64_t second = a0 * b1 + (first & mask);
    const std::uint64_t high = a1 * b1 + (first >> 32) + (second >> 32);
    return {high + a.low_ * b.high_ + a.high_ * b.low_,
            second << 32 | (lowest & mask)};
  }
  friend constexpr portable_wide operator<<(portable_wide a,
                                            unsigned by) noexcept {
    if (by == 0) return a;
    if (by >= 64) return {a.low_ << (by - 64), 0};
    return {a.high_ << by | a.low_ >> (64 - by), a.low_ << by};
  }
  friend constexpr portable_wide operator>>(portable_wide a,
                                            unsigned by) noexcept {
    if (by == 0) return a;
    if (by >= 64) return {0, a.high_ >> (by - 64)};
    return {a.high_ >> by, a.low_ >> by | a.high_ << (64 - by)};
  }
  constexpr portable_wide& operator+=(portable_wide b) noexcept {
    return *this = *this + b;
  }
  constexpr portable_wide& operator*=(portable_wide b) noexcept {
    return *this = *this * b;
  }
  friend constexpr auto operator<=>(const portable_wide&,
                                    const portable_wide&) noexcept = default;

 private:
  constexpr portable_wide(std::uint64_t high, std::uint64_t low) noexcept
      : high_(high), low_(low) {}

  std::uint64_t high_ = 0;  // compared first
  std::uint64_t low_ = 0;
};

#if defined(__SIZEOF_INT128__)
__extension__ using wide = unsigned __int128;
#else
using wide = portable_wide;
#endif

}  // namespace pith::inline v0::detail

#endif  // PITH_DOCUMENT_WIDE_HPP
