// SPDX-License-Identifier: MIT
/// @file
/// The header fields of Streamable HTTP.
#ifndef PITH_MCP_PROTOCOL_HEADER_NAMES_HPP
#define PITH_MCP_PROTOCOL_HEADER_NAMES_HPP

namespace pith::mcp {

inline constexpr const char* session_field = "Mcp-Session-Id";
inline constexpr const char* version_field = "MCP-Protocol-Version";

}  // namespace pith::mcp

#endif  // PITH_MCP_PROTOCOL_HEADER_NAMES_HPP
