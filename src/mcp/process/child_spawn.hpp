// SPDX-License-Identifier: MIT
/// @file
/// Starts a program with three pipes, in a process group of its own.
#ifndef PITH_MCP_PROCESS_CHILD_SPAWN_HPP
#define PITH_MCP_PROCESS_CHILD_SPAWN_HPP

#include "mcp/process/child_command.hpp"
#include "mcp/system/started_child.hpp"

#include <boost/asio/io_context.hpp>
#include <memory>
#include <string>

namespace pith::mcp {

/// Starts it as started_child::start() does, with an environment by
/// environment_of(). On failure returns null and `problem` says why.
[[nodiscard]] std::unique_ptr<started_child> spawn_child(
    boost::asio::io_context& io, const child_command& command,
    child_pipes& pipes, std::string& problem);

/// Whether there is a program for this command: a file that can be run, found
/// by PATH unless its name has a slash.
[[nodiscard]] bool has_program(const child_command& command);

}  // namespace pith::mcp

#endif  // PITH_MCP_PROCESS_CHILD_SPAWN_HPP
