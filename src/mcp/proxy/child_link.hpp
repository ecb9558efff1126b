// SPDX-License-Identifier: MIT
/// @file
/// A server that runs as our child.
#ifndef PITH_MCP_PROXY_CHILD_LINK_HPP
#define PITH_MCP_PROXY_CHILD_LINK_HPP

#include "mcp/process/child_process.hpp"
#include "mcp/proxy/server_link.hpp"

namespace pith::mcp {

/// Starts the child; null, and why in `problem`, when it cannot be started.
[[nodiscard]] std::unique_ptr<server_link> start_child_link(
    boost::asio::io_context& io, const child_command& command,
    server_link::handlers what, std::string& problem);

}  // namespace pith::mcp

#endif  // PITH_MCP_PROXY_CHILD_LINK_HPP
