// SPDX-License-Identifier: MIT
/// @file
/// Which header fields a server gets for whom.
#ifndef PITH_MCP_ACCESS_SERVER_HEADERS_HPP
#define PITH_MCP_ACCESS_SERVER_HEADERS_HPP

#include "mcp/config/configuration.hpp"
#include "mcp/http/caller.hpp"
#include "mcp/http/types.hpp"

#include <optional>
#include <vector>

namespace pith::mcp {

/// The fields of `common`, changed by the first of the rules that means the
/// caller. In values, `{principal}` is the caller's. Nothing when that cannot
/// stand in a field: it has to be visible ASCII, so that no caller can end a
/// line, and not empty, so that nobody is taken for somebody else.
[[nodiscard]] std::optional<http_fields> headers_for(
    const http_fields& common, const std::vector<header_rule>& rules,
    const caller_identity& who);

/// What a client is told when there is nothing.
inline constexpr std::string_view unfit_principal =
    "Your name cannot be sent to this server";

}  // namespace pith::mcp

#endif  // PITH_MCP_ACCESS_SERVER_HEADERS_HPP
