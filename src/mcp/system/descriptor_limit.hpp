// SPDX-License-Identifier: MIT
/// @file
/// How many file descriptors this process may have, and its children.
#ifndef PITH_MCP_SYSTEM_DESCRIPTOR_LIMIT_HPP
#define PITH_MCP_SYSTEM_DESCRIPTOR_LIMIT_HPP

#include <cstddef>

namespace pith::mcp {

/// Raises the soft limit of the process to `wanted`, as far as the hard limit
/// allows, and returns the one that then holds; `wanted` when it is unknown.
[[nodiscard]] std::size_t raise_descriptor_limit(std::size_t wanted) noexcept;

/// Gives a child the soft limit that this process had at first: there are
/// programs that cannot live with a high one. Nothing if it was not raised.
void give_first_descriptor_limit(int pid) noexcept;

}  // namespace pith::mcp

#endif  // PITH_MCP_SYSTEM_DESCRIPTOR_LIMIT_HPP
