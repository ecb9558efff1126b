// SPDX-License-Identifier: MIT
/// @file
/// A server that runs as our child.
#ifndef PITH_MCP_LINK_CHILD_LINK_HPP
#define PITH_MCP_LINK_CHILD_LINK_HPP

#include "mcp/link/server_link.hpp"
#include "mcp/process/child_process.hpp"

namespace pith::mcp {

/// A child that runs already, as a link. Whoever started it hears it.
[[nodiscard]] std::unique_ptr<server_link> link_to(
    std::shared_ptr<child_process> child);

/// Starts the child; null, and why in `problem`, when it cannot be started.
[[nodiscard]] std::unique_ptr<server_link> start_child_link(
    boost::asio::io_context& io, const child_command& command,
    server_link::handlers what, std::string& problem);

}  // namespace pith::mcp

#endif  // PITH_MCP_LINK_CHILD_LINK_HPP
