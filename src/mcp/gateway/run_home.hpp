// SPDX-License-Identifier: MIT
/// @file
/// A thread of the gateway.
#ifndef PITH_MCP_GATEWAY_RUN_HOME_HPP
#define PITH_MCP_GATEWAY_RUN_HOME_HPP

#include "mcp/net/asio_names.hpp"

namespace pith::mcp {

class gateway_log;

/// Runs `home` until it is stopped or has nothing left to do. A handler that
/// throws, as when memory is short, loses what it was about: that is logged,
/// and all others go on.
void run_home(boost::asio::io_context& home, gateway_log& log) noexcept;

}  // namespace pith::mcp

#endif  // PITH_MCP_GATEWAY_RUN_HOME_HPP
