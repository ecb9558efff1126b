// SPDX-License-Identifier: MIT
/// @file
/// Tokens that nobody has: who sends them is told of late, and the log not too
/// often.
#ifndef PITH_MCP_ACCESS_TOKEN_GUARD_HPP
#define PITH_MCP_ACCESS_TOKEN_GUARD_HPP

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace pith::mcp {

/// Counts refused tokens by address. Safe for several threads. It knows a
/// bounded number of addresses; further ones count as one.
class token_guard {
 public:
  using clock = std::chrono::steady_clock;

  /// Between two lines of the log about one address.
  static constexpr std::chrono::seconds quiet_time{60};
  static constexpr std::size_t max_addresses = 4'096;
  static constexpr std::chrono::milliseconds delay_step{10};
  static constexpr std::chrono::milliseconds max_delay{1'000};

  struct verdict {
    /// How long the refusal is held back: the longer the more there were.
    std::chrono::milliseconds delay{0};
    /// How many there were since the last line, when a line is due.
    std::optional<std::uint64_t> unlogged{};
  };

  /// One more refused token from there.
  [[nodiscard]] verdict refused(std::string_view address,
                                clock::time_point now = clock::now());

 private:
  struct record {
    clock::time_point since;      // of the window that is counted
    std::uint64_t in_window = 0;  // refusals
    std::uint64_t unlogged = 0;
    clock::time_point logged{};  // the epoch: never
  };
  record& record_of(std::string_view address, clock::time_point now);

  std::mutex lock_;
  std::map<std::string, record, std::less<>> records_;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_ACCESS_TOKEN_GUARD_HPP
