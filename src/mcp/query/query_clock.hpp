// SPDX-License-Identifier: MIT
/// @file
/// How much longer a query may run.
#ifndef PITH_MCP_QUERY_QUERY_CLOCK_HPP
#define PITH_MCP_QUERY_QUERY_CLOCK_HPP

#include <chrono>
#include <cstdint>
#include <ctime>

namespace pith::mcp {

/// Time and steps of one query. Time is what its thread gets of the processor,
/// so that a query that is answered on a quiet machine is also answered on a
/// busy one. For one thread.
class query_clock {
 public:
  void start(std::chrono::milliseconds time, std::uint64_t steps) noexcept {
    end_ = now() + time;
    steps_left_ = steps;
    unlooked_ = 0;
    is_late_ = false;
    is_tired_ = false;
  }
  /// Counts steps, each a few nanoseconds; false when the query has to end.
  bool go_on(std::uint64_t steps) noexcept {
    if (steps > steps_left_) {
      is_tired_ = true;
      return false;
    }
    steps_left_ -= steps;
    unlooked_ += steps;
    // Asking for the time takes as long as some dozens of steps.
    if (unlooked_ >= steps_per_look) {
      unlooked_ = 0;
      if (now() >= end_) is_late_ = true;
    }
    return !is_late_;
  }
  [[nodiscard]] bool is_late() const noexcept { return is_late_; }
  [[nodiscard]] bool is_tired() const noexcept { return is_tired_; }

 private:
  static constexpr std::uint64_t steps_per_look = 2'000;

  [[nodiscard]] static std::chrono::nanoseconds now() noexcept {
    std::timespec at{};
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &at);
    return std::chrono::seconds(at.tv_sec) +
           std::chrono::nanoseconds(at.tv_nsec);
  }

  std::chrono::nanoseconds end_{0};
  std::uint64_t steps_left_ = 0;
  std::uint64_t unlooked_ = 0;
  bool is_late_ = false;
  bool is_tired_ = false;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_QUERY_QUERY_CLOCK_HPP
