// SPDX-License-Identifier: MIT
/// @file
/// How long things took, in a fixed number of buckets.
#ifndef PITH_MCP_OBSERVE_HISTOGRAM_HPP
#define PITH_MCP_OBSERVE_HISTOGRAM_HPP

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace pith::mcp {

/// Counts of durations. From 10 us, which small results take, to 100 s.
class histogram {
 public:
  using nanoseconds = std::chrono::nanoseconds;

  /// The upper ends of the buckets, in seconds; one more has no end.
  static constexpr std::array<double, 22> bounds{
      1e-5, 2e-5, 5e-5, 1e-4, 2e-4, 5e-4, 1e-3, 2e-3, 5e-3, 1e-2, 2e-2,
      5e-2, 0.1,  0.2,  0.5,  1,    2,    5,    10,   20,   50,   100};

  void add(nanoseconds took) noexcept {
    const double s = seconds(std::max(took, nanoseconds{0}));
    const auto* const bucket =
        std::lower_bound(bounds.begin(), bounds.end(), s);
    ++counts_[static_cast<std::size_t>(bucket - bounds.begin())];
    ++count_;
    sum_ += s;
    longest_ = std::max(longest_, s);
  }

  void add(const histogram& other) noexcept {
    for (std::size_t i = 0; i < counts_.size(); ++i) {
      counts_[i] += other.counts_[i];
    }
    count_ += other.count_;
    sum_ += other.sum_;
    longest_ = std::max(longest_, other.longest_);
  }

  [[nodiscard]] std::uint64_t count() const noexcept { return count_; }
  /// Seconds of all together.
  [[nodiscard]] double sum() const noexcept { return sum_; }
  /// In this bucket alone; the last one is bounds.size().
  [[nodiscard]] std::uint64_t count_in(std::size_t bucket) const noexcept {
    return counts_[bucket];
  }

  /// Seconds that the share `q` of all stayed below, as if the durations in a
  /// bucket were spread evenly; 0 without any.
  [[nodiscard]] double quantile(double q) const noexcept {
    const double wanted = q * static_cast<double>(count_);
    double below = 0;
    for (std::size_t i = 0; i < bounds.size(); ++i) {
      const auto here = static_cast<double>(counts_[i]);
      if (here > 0 && below + here >= wanted) {
        const double low = i == 0 ? 0 : bounds[i - 1];
        const double high = std::min(bounds[i], longest_);
        return low + (high - low) * (wanted - below) / here;
      }
      below += here;
    }
    return longest_;
  }

 private:
  static double seconds(nanoseconds took) noexcept {
    return std::chrono::duration<double>(took).count();
  }

  std::array<std::uint64_t, bounds.size() + 1> counts_{};
  std::uint64_t count_ = 0;
  double sum_ = 0;
  double longest_ = 0;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_OBSERVE_HISTOGRAM_HPP
