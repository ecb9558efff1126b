// SPDX-License-Identifier: MIT
/// @file
/// Which variables a child gets.
#ifndef PITH_MCP_PROCESS_CHILD_ENVIRONMENT_HPP
#define PITH_MCP_PROCESS_CHILD_ENVIRONMENT_HPP

#include "mcp/process/child_command.hpp"

#include <string>
#include <vector>

namespace pith::mcp {

/// "NAME=VALUE" for each variable of the child, sorted by name: those of
/// default_environment() and of pass_environment that we have, and those of
/// `environment`, which win.
[[nodiscard]] std::vector<std::string> environment_of(
    const child_command& command);

}  // namespace pith::mcp

#endif  // PITH_MCP_PROCESS_CHILD_ENVIRONMENT_HPP
