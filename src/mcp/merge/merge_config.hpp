// SPDX-License-Identifier: MIT
/// @file
/// How servers are merged, by the configuration.
#ifndef PITH_MCP_MERGE_MERGE_CONFIG_HPP
#define PITH_MCP_MERGE_MERGE_CONFIG_HPP

#include "mcp/config/configuration.hpp"
#include "mcp/merge/merge_settings.hpp"

namespace pith::mcp {

/// The settings of an endpoint, without its members. The one of all servers is
/// called "mcp", as no server can be.
[[nodiscard]] merge_settings merge_settings_of(const endpoint_config& endpoint);

}  // namespace pith::mcp

#endif  // PITH_MCP_MERGE_MERGE_CONFIG_HPP
