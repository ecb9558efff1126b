// SPDX-License-Identifier: MIT
/// @file
/// The file that this process runs.
#ifndef PITH_MCP_SYSTEM_OWN_PROGRAM_HPP
#define PITH_MCP_SYSTEM_OWN_PROGRAM_HPP

#include <string>

namespace pith::mcp {

/// Its absolute path without links, or empty if the system does not say.
[[nodiscard]] std::string own_program();

}  // namespace pith::mcp

#endif  // PITH_MCP_SYSTEM_OWN_PROGRAM_HPP
