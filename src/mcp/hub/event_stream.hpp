// SPDX-License-Identifier: MIT
/// @file
/// A stream of events to a client that may lose its connection and come back.
#ifndef PITH_MCP_HUB_EVENT_STREAM_HPP
#define PITH_MCP_HUB_EVENT_STREAM_HPP

#include "mcp/hub/event_log.hpp"
#include "mcp/hub/hub_shared.hpp"
#include "mcp/net/server/http_server.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>

namespace pith::mcp {

/// One stream of a session: what was said on it, and the connection that hears
/// it now, if any. For the thread of its hub.
class event_stream : public std::enable_shared_from_this<event_stream> {
 public:
  enum class origin : bool {
    answer,   ///< of a POST: ends with the answer
    channel,  ///< of a GET: for whatever belongs to no request
  };
  using clock = hub_shared::clock;

  event_stream(std::shared_ptr<hub_shared> hub, std::uint64_t number,
               origin from);
  ~event_stream();
  event_stream(const event_stream&) = delete;
  event_stream& operator=(const event_stream&) = delete;

  /// Begins it on a connection. Primed, it begins with an event without data,
  /// whose id tells the client where to resume.
  void attach(std::shared_ptr<http_exchange> exchange,
              const http_fields& fields, bool is_primed);
  /// Goes on with it on another connection, with what followed this event.
  void resume(std::shared_ptr<http_exchange> exchange, std::uint64_t after);
  void send(std::string_view data);
  /// A sign of life, when it is time for one.
  void beat(clock::time_point now);
  /// Nothing more is said on it.
  void finish();

  [[nodiscard]] std::uint64_t number() const noexcept { return number_; }
  [[nodiscard]] origin from() const noexcept { return from_; }
  [[nodiscard]] bool is_attached() const noexcept {
    return exchange_ != nullptr;
  }
  [[nodiscard]] bool is_finished() const noexcept { return is_finished_; }
  /// Since when it has no connection, or is finished.
  [[nodiscard]] clock::time_point idle_since() const noexcept {
    return idle_since_;
  }
  [[nodiscard]] const event_log& log() const noexcept { return log_; }
  /// More waits for the client than it should.
  [[nodiscard]] bool is_pressed() const noexcept;
  /// Called when it is pressed no more, or lost its client.
  void on_relief(std::function<void()> then);

 private:
  void take(std::shared_ptr<http_exchange> exchange, const http_fields& fields);
  void release();
  void relieve();
  void on_gone(const http_exchange* which);
  void write(std::uint64_t number, std::string_view data);

  std::shared_ptr<hub_shared> hub_;
  std::uint64_t number_;
  origin from_;
  bool is_finished_ = false;
  event_log log_;
  std::shared_ptr<http_exchange> exchange_;
  std::function<void()> relief_;
  clock::time_point idle_since_;
  clock::time_point last_write_;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_HUB_EVENT_STREAM_HPP
