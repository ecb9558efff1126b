// SPDX-License-Identifier: MIT
/// @file
/// The path of a Unix socket.
#ifndef PITH_MCP_SYSTEM_LOCAL_PATH_HPP
#define PITH_MCP_SYSTEM_LOCAL_PATH_HPP

#ifndef _WIN32
#include <sys/un.h>
#endif

#include <cstddef>

namespace pith::mcp {

/// The longest one, in bytes, without the zero at its end: 107 on Linux, less
/// elsewhere.
#ifdef _WIN32
inline constexpr std::size_t max_local_path = 107;
#else
inline constexpr std::size_t max_local_path = sizeof(sockaddr_un::sun_path) - 1;
#endif

}  // namespace pith::mcp

#endif  // PITH_MCP_SYSTEM_LOCAL_PATH_HPP
