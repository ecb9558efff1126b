// SPDX-License-Identifier: MIT
/// @file
/// What a shared store did, in numbers.
#ifndef PITH_MCP_STATE_STORE_COUNTS_HPP
#define PITH_MCP_STATE_STORE_COUNTS_HPP

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pith::mcp {

/// Why a shared store was of no use once: a full payload was sent, or the model
/// was told to ask again.
enum class store_fallback : std::uint8_t {
  timeout,      ///< no answer in time
  unavailable,  ///< not connected, or not ready
  busy,         ///< too much was waiting
  full,         ///< it has no memory left
  refused,      ///< it answered with an error
  redirected,   ///< from one server to the next, too often
  poisoned,     ///< what it had is not what was put there
  too_large,    ///< for the store, so it stays with its replica
};
inline constexpr std::size_t store_fallback_count = 8;
inline constexpr std::array<std::string_view, store_fallback_count>
    store_fallback_names{"timeout", "unavailable", "busy",     "full",
                         "refused", "redirected",  "poisoned", "too_large"};

/// Counters; safe for several threads.
struct store_counts {
  /// Upper ends of the buckets of `seconds`; one more has no end.
  static constexpr std::array<double, 9> bounds{1e-4, 2e-4, 5e-4, 1e-3, 2e-3,
                                                5e-3, 1e-2, 5e-2, 1};

  std::atomic<bool> is_used{false};  ///< there is such a store
  std::atomic<bool> is_up{false};
  std::atomic<std::uint64_t> hits{0};
  std::atomic<std::uint64_t> misses{0};
  std::atomic<std::uint64_t> writes{0};
  std::atomic<std::uint64_t> evicted{0};  ///< for the limits of their owner
  std::atomic<std::uint64_t> bytes_read{0};
  std::atomic<std::uint64_t> bytes_written{0};
  std::atomic<std::uint64_t> losses{0};  ///< of connections
  std::array<std::atomic<std::uint64_t>, store_fallback_count> fallbacks{};
  /// How long operations took, failures included.
  std::array<std::atomic<std::uint64_t>, bounds.size() + 1> seconds{};
  std::atomic<std::uint64_t> nanoseconds{0};

  void fall_back(store_fallback why) noexcept {
    ++fallbacks[static_cast<std::size_t>(why)];
  }
  void add_time(std::chrono::nanoseconds took) noexcept {
    const double s = std::chrono::duration<double>(took).count();
    std::size_t bucket = 0;
    while (bucket < bounds.size() && s > bounds[bucket]) ++bucket;
    ++seconds[bucket];
    nanoseconds += static_cast<std::uint64_t>(took.count());
  }
};

}  // namespace pith::mcp

#endif  // PITH_MCP_STATE_STORE_COUNTS_HPP
