// SPDX-License-Identifier: MIT
/// @file
/// Which fields of a head pass the gateway.
#ifndef PITH_MCP_RELAY_RELAY_FIELDS_HPP
#define PITH_MCP_RELAY_RELAY_FIELDS_HPP

#include "mcp/http/types.hpp"

namespace pith::mcp {

/// The fields of a client's request that a server gets: those of the protocol
/// and of tracing. Never Authorization or Cookie: a token is for one audience.
[[nodiscard]] http_fields fields_for_server(const http_fields& from_client);

/// The fields of a server's answer that a client gets. Cookies and what
/// concerns one connection only stay behind.
[[nodiscard]] http_fields fields_for_client(const http_fields& from_server);

}  // namespace pith::mcp

#endif  // PITH_MCP_RELAY_RELAY_FIELDS_HPP
