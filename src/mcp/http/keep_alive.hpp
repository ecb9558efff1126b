// SPDX-License-Identifier: MIT
/// @file
/// How long a server keeps a connection that nobody uses.
#ifndef PITH_MCP_HTTP_KEEP_ALIVE_HPP
#define PITH_MCP_HTTP_KEEP_ALIVE_HPP

#include "mcp/http/types.hpp"

#include <chrono>
#include <optional>

namespace pith::mcp {

/// What the fields Keep-Alive of an answer say: 5 seconds of "timeout=5,
/// max=100". Nothing if they do not say it; the least if they say it more than
/// once. At most a day.
[[nodiscard]] std::optional<std::chrono::seconds> keep_alive_time(
    const http_fields& fields);

}  // namespace pith::mcp

#endif  // PITH_MCP_HTTP_KEEP_ALIVE_HPP
