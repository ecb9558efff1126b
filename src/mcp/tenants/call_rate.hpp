// SPDX-License-Identifier: MIT
/// @file
/// How many calls a second each client may make.
#ifndef PITH_MCP_TENANTS_CALL_RATE_HPP
#define PITH_MCP_TENANTS_CALL_RATE_HPP

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace pith::mcp {

/// A token bucket for each client, which holds the calls of one second. Not
/// safe for several threads.
class call_rate {
 public:
  using clock = std::chrono::steady_clock;

  /// Whether the client may make `count` more calls now; if so they are
  /// counted. `per_second` must not be 0. Never true for more calls than that.
  [[nodiscard]] bool take(std::string_view key, std::size_t per_second,
                          std::size_t count, clock::time_point now);
  /// How many clients it remembers: those of the last second, and at most as
  /// many again.
  [[nodiscard]] std::size_t size() const noexcept { return buckets_.size(); }

 private:
  struct bucket {
    double calls_left = 0;
    clock::time_point counted_at{};
  };
  void forget_full(clock::time_point now);

  std::map<std::string, bucket, std::less<>> buckets_;
  static constexpr std::size_t min_sweep = 1024;
  std::size_t sweep_size_ = min_sweep;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_TENANTS_CALL_RATE_HPP
