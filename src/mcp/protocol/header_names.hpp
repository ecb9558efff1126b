// SPDX-License-Identifier: MIT
/// @file
/// The header fields of Streamable HTTP.
#ifndef PITH_MCP_PROTOCOL_HEADER_NAMES_HPP
#define PITH_MCP_PROTOCOL_HEADER_NAMES_HPP

namespace pith::mcp {

inline constexpr const char* session_field = "Mcp-Session-Id";
inline constexpr const char* version_field = "MCP-Protocol-Version";
inline constexpr const char* method_field = "Mcp-Method";
inline constexpr const char* name_field = "Mcp-Name";

}  // namespace pith::mcp

#endif  // PITH_MCP_PROTOCOL_HEADER_NAMES_HPP
