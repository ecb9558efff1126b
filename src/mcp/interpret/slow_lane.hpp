// SPDX-License-Identifier: MIT
/// @file
/// A thread for messages that take long to rewrite and for pages, so that the
/// small messages of other clients need not wait for them.
#ifndef PITH_MCP_INTERPRET_SLOW_LANE_HPP
#define PITH_MCP_INTERPRET_SLOW_LANE_HPP

#include "mcp/interpret/message_interpreter.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

namespace pith::mcp {

class slow_lane {
 public:
  /// Messages of at least this many bytes belong here.
  static constexpr std::size_t min_bytes = 64U << 10U;

  slow_lane();
  ~slow_lane();
  slow_lane(const slow_lane&) = delete;
  slow_lane& operator=(const slow_lane&) = delete;

  /// Runs `work` in the thread with an interpreter for this server. `bytes` is
  /// how much it holds on to. What is for one tenant runs in order; several
  /// tenants take turns by bytes (fair_queue.hpp), so that nobody waits for all
  /// that another has asked for.
  void run(std::shared_ptr<server_state> server, std::size_t bytes,
           std::function<void(message_interpreter&)> work,
           std::string whose = {});
  /// Whether so much waits that whoever has more should do it himself, and so
  /// come to a stop.
  [[nodiscard]] bool is_full() const;
  /// Waits for the work that it is at; what it has not begun, and what comes
  /// later, is dropped. Work may hold on to what belongs to other threads: they
  /// must have ended.
  void stop();

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_INTERPRET_SLOW_LANE_HPP
