// SPDX-License-Identifier: MIT
/// @file
/// What metrics keeps; its texts are written from a copy of this.
#ifndef PITH_MCP_OBSERVE_METRICS_STATE_HPP
#define PITH_MCP_OBSERVE_METRICS_STATE_HPP

#include "mcp/observe/histogram.hpp"
#include "mcp/observe/metrics.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>

namespace pith::mcp {

/// Results that were shown in another way than whole, their tokens, and those
/// of all that was shown and written instead.
struct way_counts {
  std::uint64_t results = 0;
  std::uint64_t before = 0;
  std::uint64_t after = 0;

  void add(const way_counts& other) noexcept {
    results += other.results;
    before += other.before;
    after += other.after;
  }
};

/// Of one tool, one server, or all.
struct call_counts {
  std::uint64_t calls = 0;
  std::uint64_t failures = 0;
  std::uint64_t tokens_before = 0;
  std::uint64_t tokens_after = 0;
  std::uint64_t paged = 0;
  way_counts asked;    ///< by their shape
  way_counts changes;  ///< as what has changed, or with a handle for that
  std::uint64_t crossings_avoided = 0;
  std::array<std::uint64_t, pass_reason_count> passed{};
  /// By format.
  std::map<std::string, std::uint64_t, std::less<>> rewritten;
  histogram added;
  histogram total;

  void add(const call_record& call);
  void add(const call_counts& other);
  [[nodiscard]] std::uint64_t rewritten_count() const noexcept;
};

/// What the tools/list of one server costs.
struct list_counts {
  std::uint64_t lists = 0;
  std::uint64_t tools_before = 0;
  std::uint64_t tools_after = 0;
  std::uint64_t tokens_before = 0;
  std::uint64_t tokens_after = 0;
};

struct server_counts {
  std::map<std::string, call_counts, std::less<>> tools;
  list_counts list;
  /// Requests that it did not answer, by outcome.
  std::array<std::uint64_t, call_outcome_count> lost{};

  [[nodiscard]] call_counts sum() const;
};

using all_counts = std::map<std::string, server_counts, std::less<>>;

struct gateway_metrics::state {
  using clock = std::chrono::steady_clock;

  mutable std::mutex lock;
  all_counts servers;
  clock::time_point started = clock::now();

  [[nodiscard]] all_counts copy(const server_filter& shows = {}) const {
    all_counts seen;
    {
      const std::lock_guard guard{lock};
      seen = servers;
    }
    if (shows) {
      std::erase_if(seen, [&](const auto& each) { return !shows(each.first); });
    }
    return seen;
  }
  [[nodiscard]] double uptime_seconds() const {
    return std::chrono::duration<double>(clock::now() - started).count();
  }
};

}  // namespace pith::mcp

#endif  // PITH_MCP_OBSERVE_METRICS_STATE_HPP
