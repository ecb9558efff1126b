// SPDX-License-Identifier: MIT
/// @file
/// What was said on one stream, as far back as a client may want to resume.
#ifndef PITH_MCP_HUB_EVENT_LOG_HPP
#define PITH_MCP_HUB_EVENT_LOG_HPP

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

namespace pith::mcp {

/// Where an event is: unique in a session, because streams are.
struct event_place {
  std::uint64_t stream = 0;
  std::uint64_t number = 0;  ///< from 1; 0: before the first
  bool operator==(const event_place&) const = default;
};

/// "3-17", and back. Nothing for anything else.
[[nodiscard]] std::string event_id(const event_place& where);
[[nodiscard]] std::optional<event_place> read_event_id(std::string_view id);

/// The last events of a stream. Bounded in number and bytes: the oldest go
/// first, the newest stays unless it alone is far too large.
class event_log {
 public:
  struct entry {
    std::uint64_t number = 0;
    std::string data;
  };
  static constexpr std::size_t max_events = 256;
  static constexpr std::size_t max_bytes = 1U << 20U;
  static constexpr std::size_t max_event_bytes = 16U << 20U;

  /// Keeps an event and returns its number.
  std::uint64_t append(std::string_view data);
  /// Whether all that followed `number` is still here.
  [[nodiscard]] bool reaches(std::uint64_t number) const noexcept;
  [[nodiscard]] const std::deque<entry>& entries() const noexcept {
    return entries_;
  }
  [[nodiscard]] std::uint64_t last() const noexcept { return last_; }
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

 private:
  std::deque<entry> entries_;
  std::size_t bytes_ = 0;
  std::uint64_t last_ = 0;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_HUB_EVENT_LOG_HPP
