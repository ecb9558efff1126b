// SPDX-License-Identifier: MIT
/// @file
/// The path of a Unix socket.
#ifndef PITH_MCP_SYSTEM_LOCAL_PATH_HPP
#define PITH_MCP_SYSTEM_LOCAL_PATH_HPP

#include <sys/un.h>

#include <cstddef>

namespace pith::mcp {

/// The longest one, in bytes, without the zero at its end: 107 on Linux, less
/// elsewhere.
inline constexpr std::size_t max_local_path = sizeof(sockaddr_un::sun_path) - 1;

}  // namespace pith::mcp

#endif  // PITH_MCP_SYSTEM_LOCAL_PATH_HPP
