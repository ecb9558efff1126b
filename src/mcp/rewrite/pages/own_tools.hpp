// SPDX-License-Identifier: MIT
/// @file
/// The names of the tools that the gateway adds to those of a server.
#ifndef PITH_MCP_REWRITE_PAGES_OWN_TOOLS_HPP
#define PITH_MCP_REWRITE_PAGES_OWN_TOOLS_HPP

#include <string_view>

namespace pith::mcp {

/// Hands out the rest of a result.
inline constexpr std::string_view more_tool = "pith_more";
/// Answers questions about a result.
inline constexpr std::string_view query_tool = "pith_query";

}  // namespace pith::mcp

#endif  // PITH_MCP_REWRITE_PAGES_OWN_TOOLS_HPP
