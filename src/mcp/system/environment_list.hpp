// SPDX-License-Identifier: MIT
/// @file
/// The environment variables of this process, as a list.
#ifndef PITH_MCP_SYSTEM_ENVIRONMENT_LIST_HPP
#define PITH_MCP_SYSTEM_ENVIRONMENT_LIST_HPP

namespace pith::mcp {

/// "NAME=VALUE" texts, with a null pointer after the last; null if there is no
/// list. It is the system's own, and changes with setenv().
[[nodiscard]] char** environment_list() noexcept;

}  // namespace pith::mcp

#endif  // PITH_MCP_SYSTEM_ENVIRONMENT_LIST_HPP
