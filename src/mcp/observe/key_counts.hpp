// SPDX-License-Identifier: MIT
/// @file
/// How the keys of an issuer were fetched, in numbers.
#ifndef PITH_MCP_OBSERVE_KEY_COUNTS_HPP
#define PITH_MCP_OBSERVE_KEY_COUNTS_HPP

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace pith::mcp {

/// Of the issuer whose tokens are accepted now. Safe for several threads.
class key_counts {
 public:
  using clock = std::chrono::steady_clock;

  /// As a text shows them.
  struct values {
    std::string issuer{};  ///< empty: there is none
    std::uint64_t fetched = 0;
    std::uint64_t failed = 0;
    std::size_t keys = 0;  ///< that serve; none once they are too old
    /// Since the last attempt that did not fail; nothing: there was none.
    std::optional<clock::duration> age{};
  };

  /// From now on it is about this issuer, empty: about none, of which no keys
  /// are known yet. They serve for `outage_time`. What was counted of the same
  /// issuer stays.
  void use(std::string_view issuer, std::chrono::seconds outage_time) {
    const std::lock_guard guard(lock_);
    if (issuer != now_.issuer) now_ = {.issuer = std::string(issuer)};
    now_.keys = 0;
    got_at_.reset();
    outage_time_ = outage_time;
  }
  /// One attempt is over. What an issuer of before still says does not count.
  void note(std::string_view issuer, bool is_good, std::size_t keys,
            clock::time_point when) {
    const std::lock_guard guard(lock_);
    if (issuer != now_.issuer) return;
    now_.keys = keys;
    if (!is_good) {
      ++now_.failed;
      return;
    }
    ++now_.fetched;
    got_at_ = when;
  }
  [[nodiscard]] values at(clock::time_point when) const {
    const std::lock_guard guard(lock_);
    values seen = now_;
    if (got_at_) seen.age = when - *got_at_;
    if (!seen.age || *seen.age >= outage_time_) seen.keys = 0;
    return seen;
  }

 private:
  mutable std::mutex lock_;
  values now_;
  std::optional<clock::time_point> got_at_;
  std::chrono::seconds outage_time_{0};
};

}  // namespace pith::mcp

#endif  // PITH_MCP_OBSERVE_KEY_COUNTS_HPP
