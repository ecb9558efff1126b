// SPDX-License-Identifier: MIT
/// @file
/// How notifications of modern revisions say to which stream they belong.
#ifndef PITH_MCP_PROTOCOL_SUBSCRIPTION_HPP
#define PITH_MCP_PROTOCOL_SUBSCRIPTION_HPP

#include <string_view>

namespace pith::mcp {

/// The member of `_meta` with the id of the subscriptions/listen.
inline constexpr std::string_view subscription_key =
    "io.modelcontextprotocol/subscriptionId";

}  // namespace pith::mcp

#endif  // PITH_MCP_PROTOCOL_SUBSCRIPTION_HPP
