// SPDX-License-Identifier: MIT
/// @file
/// A small seeded generator that gives the same numbers on every platform.
/// The distributions of <random> do not, so none of them is used in tests.
#ifndef PITH_TESTS_SUPPORT_RANDOM_HPP
#define PITH_TESTS_SUPPORT_RANDOM_HPP

#include <cstdint>

namespace pith_tests {

/// splitmix64: one multiplication chain per number, and every seed is a good
/// one, so that a document can be drawn from its own seed alone.
class random_source {
 public:
  explicit constexpr random_source(std::uint64_t seed = 0) noexcept
      : state_(seed) {}

  constexpr void reseed(std::uint64_t seed) noexcept { state_ = seed; }

  constexpr std::uint64_t next() noexcept {
    state_ += 0x9E3779B97F4A7C15U;
    return mix(state_);
  }

  /// Uniform in [0, n); n must not be 0. The bias is below n / 2^32.
  constexpr std::uint32_t below(std::uint32_t n) noexcept {
    return static_cast<std::uint32_t>(((next() >> 32U) * n) >> 32U);
  }

  /// Uniform in [first, last].
  constexpr std::uint32_t between(std::uint32_t first,
                                  std::uint32_t last) noexcept {
    return first + below(last - first + 1);
  }

  /// True once in n calls on average.
  constexpr bool one_in(std::uint32_t n) noexcept { return below(n) == 0; }

  /// True in `percent` of a hundred calls on average.
  constexpr bool chance(std::uint32_t percent) noexcept {
    return below(100) < percent;
  }

  static constexpr std::uint64_t mix(std::uint64_t z) noexcept {
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31U);
  }

 private:
  std::uint64_t state_;
};

}  // namespace pith_tests

#endif  // PITH_TESTS_SUPPORT_RANDOM_HPP
