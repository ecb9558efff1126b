// SPDX-License-Identifier: MIT
/// @file
/// What all sessions of one stdio hub share.
#ifndef PITH_MCP_HUB_HUB_SHARED_HPP
#define PITH_MCP_HUB_HUB_SHARED_HPP

#include "mcp/hub/hub_options.hpp"
#include "mcp/interpret/answer_rewriter.hpp"
#include "mcp/net/asio_names.hpp"
#include "mcp/net/server/http_server.hpp"
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
  std::shared_ptr<message_interpreter>
      interpreter;  ///< null: no such tokenizer
  gateway_metrics& metrics;
  hub_logger logger;
  std::shared_ptr<answer_rewriter> answers{};  ///< null without interpreter

  std::size_t children = 0;  ///< of this hub, until they are reaped
  std::function<void()> on_childless{};

  /// What a request says of a trace; null when nothing is traced.
  [[nodiscard]] std::shared_ptr<const trace_origin> heard(
      const http_exchange& exchange) const;
  void log(std::string_view line) const {
    if (logger) logger(line);
  }
};

/// One more request in flight, for as long as anybody holds the result, and
/// with it the `place` of its principal.
[[nodiscard]] std::shared_ptr<void> count_in_flight(
    const std::shared_ptr<hub_shared>& hub, principal_quotas::lease place);

}  // namespace pith::mcp

#endif  // PITH_MCP_HUB_HUB_SHARED_HPP
