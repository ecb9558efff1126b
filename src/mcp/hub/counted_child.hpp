// SPDX-License-Identifier: MIT
/// @file
/// A child process of the gateway: within the limits, counted and logged.
#ifndef PITH_MCP_HUB_COUNTED_CHILD_HPP
#define PITH_MCP_HUB_COUNTED_CHILD_HPP

#include "mcp/config/configuration.hpp"
#include "mcp/hub/hub_options.hpp"
#include "mcp/link/server_link.hpp"
#include "mcp/net/asio_names.hpp"
#include "mcp/observe/metrics.hpp"
#include "mcp/process/child_process.hpp"
#include "mcp/tenants/principal_quotas.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace pith::mcp {

class gateway_log;

/// What a child is counted by.
struct child_house {
  boost::asio::io_context& io;
  gateway_metrics& metrics;
  std::size_t limit = 0;       ///< of all children of the gateway
  std::string server{};        ///< whose process it is
  std::string whose{};         ///< for whom, in the log
  gateway_log* log = nullptr;  ///< may be null
  hub_logger say{};            ///< words for people; may be null
};

/// Starts a child, and keeps its `place` until it has ended. Null when there
/// are as many as may be, or it cannot be started; `problem` says why. An end
/// that nobody asked for is worth a warning.
[[nodiscard]] std::unique_ptr<server_link> start_counted_child(
    child_house house, const child_command& command,
    principal_quotas::lease place, server_link::handlers what,
    std::string& problem);

}  // namespace pith::mcp

#endif  // PITH_MCP_HUB_COUNTED_CHILD_HPP
