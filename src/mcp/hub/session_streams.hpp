// SPDX-License-Identifier: MIT
/// @file
/// The streams of one legacy session, and what waits for one to open.
#ifndef PITH_MCP_HUB_SESSION_STREAMS_HPP
#define PITH_MCP_HUB_SESSION_STREAMS_HPP

#include "mcp/hub/event_stream.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace pith::mcp {

/// All streams of a session, open ones and those that may be resumed. Bounded
/// in every way.
class session_streams {
 public:
  using clock = hub_shared::clock;
  using stream_ptr = std::shared_ptr<event_stream>;

  explicit session_streams(std::shared_ptr<hub_shared> hub)
      : hub_(std::move(hub)) {}

  /// Revisions from 2025-11-25 begin streams with an event without data.
  void set_primed(bool is_primed) noexcept { is_primed_ = is_primed; }
  [[nodiscard]] bool is_full() const noexcept;

  /// A stream for the answer to a POST.
  [[nodiscard]] stream_ptr open_answer(std::shared_ptr<http_exchange> exchange,
                                       const http_fields& fields);
  /// A GET: resumes the stream of its Last-Event-ID, or opens one. A channel
  /// gets what was kept. Returns it.
  stream_ptr listen(std::shared_ptr<http_exchange> exchange);

  /// The channel to send on; null when none is open.
  [[nodiscard]] stream_ptr channel() const;
  /// Keeps a message for the next channel. Returns one that there is no more
  /// room for; empty when there is.
  [[nodiscard]] std::string keep(std::string text);

  /// Signs of life; forgets streams that nobody resumed for long.
  void tick(clock::time_point now);
  /// The end of the session: finishes the channels, and forgets all.
  void finish_all();
  [[nodiscard]] bool any_attached() const noexcept;
  [[nodiscard]] bool any_pressed() const noexcept;

 private:
  [[nodiscard]] stream_ptr open(std::shared_ptr<http_exchange> exchange,
                                const http_fields& fields,
                                event_stream::origin from);
  void trim();

  std::shared_ptr<hub_shared> hub_;
  bool is_primed_ = false;
  std::uint64_t last_number_ = 0;
  std::map<std::uint64_t, stream_ptr> streams_;
  std::deque<std::string> kept_;
  std::size_t kept_bytes_ = 0;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_HUB_SESSION_STREAMS_HPP
