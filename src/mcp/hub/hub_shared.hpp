// SPDX-License-Identifier: MIT
/// @file
/// What all sessions of one stdio hub share.
#ifndef PITH_MCP_HUB_HUB_SHARED_HPP
#define PITH_MCP_HUB_HUB_SHARED_HPP

#include "mcp/hub/hub_options.hpp"
#include "mcp/interpret/message_interpreter.hpp"
#include "mcp/net/asio_names.hpp"
#include "mcp/observe/metrics.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace pith::mcp {

/// Lives as long as the last child, so that its end can be counted.
struct hub_shared {
  using clock = std::chrono::steady_clock;

  boost::asio::io_context& io;
  hub_options options;
  std::shared_ptr<server_state> server;
  std::unique_ptr<message_interpreter>
      interpreter;  ///< null: no such tokenizer
  gateway_metrics& metrics;
  hub_logger logger;

  std::size_t children = 0;  ///< of this hub, until they are reaped
  std::function<void()> on_childless{};

  void log(std::string_view line) const {
    if (logger) logger(line);
  }
};

/// One more request in flight, for as long as anybody holds the result, and
/// with it the `place` of its principal.
[[nodiscard]] std::shared_ptr<void> count_in_flight(
    const std::shared_ptr<hub_shared>& hub, principal_quotas::lease place);

/// The page that a request asks for, given to `then` in the thread of the hub:
/// by the slow lane, if there is one.
void make_page(const std::shared_ptr<hub_shared>& hub, const message& request,
               const caller& who, std::function<void(std::string)> then);

/// What becomes of an answer by the interpreter, given to `then` in the thread
/// of the hub: when its tenant has its turn, or by the slow lane when it is
/// large; at once when there is neither.
void rewrite_answer(const std::shared_ptr<hub_shared>& hub,
                    const pending_request& what, const message& answer,
                    const caller& who, std::function<void(std::string)> then);

}  // namespace pith::mcp

#endif  // PITH_MCP_HUB_HUB_SHARED_HPP
