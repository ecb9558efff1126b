// SPDX-License-Identifier: MIT
/// @file
/// Which callers a list of the configuration means.
#ifndef PITH_MCP_ACCESS_CALLER_MATCH_HPP
#define PITH_MCP_ACCESS_CALLER_MATCH_HPP

#include "mcp/http/caller.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace pith::mcp {

/// Whether a caller is meant: `*` means everybody, `group:NAME` and
/// `scope:NAME` who has that, and anything else the principal of this very
/// name. A principal that is called `group:NAME` is therefore never meant: who
/// can choose its name must not choose its groups with it.
[[nodiscard]] bool is_meant(std::string_view whom, const caller_identity& who);

/// Whether any of them means it.
[[nodiscard]] bool is_any_meant(const std::vector<std::string>& whom,
                                const caller_identity& who);

}  // namespace pith::mcp

#endif  // PITH_MCP_ACCESS_CALLER_MATCH_HPP
