// SPDX-License-Identifier: MIT
/// @file
/// A thread of the gateway.
#ifndef PITH_MCP_GATEWAY_RUN_IO_HPP
#define PITH_MCP_GATEWAY_RUN_IO_HPP

#include "mcp/net/asio_names.hpp"

namespace pith::mcp {

class gateway_log;

/// Runs `io` until it is stopped or has nothing left to do. A handler that
/// throws, as when memory is short, loses what it was about: that is logged,
/// and all others go on.
void run_io(boost::asio::io_context& io, gateway_log& log) noexcept;

}  // namespace pith::mcp

#endif  // PITH_MCP_GATEWAY_RUN_IO_HPP
