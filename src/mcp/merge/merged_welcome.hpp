// SPDX-License-Identifier: MIT
/// @file
/// What an endpoint says of itself: capabilities and instructions of all
/// members together, and results in the form of each era.
#ifndef PITH_MCP_MERGE_MERGED_WELCOME_HPP
#define PITH_MCP_MERGE_MERGED_WELCOME_HPP

#include "mcp/merge/member_set.hpp"
#include "mcp/protocol/message.hpp"

#include <string>
#include <string_view>

namespace pith::mcp {

/// The raw result of an initialize that asked for this version.
[[nodiscard]] std::string initialize_result(const member_set& members,
                                            std::string_view version);
/// The members of the raw result of a server/discover.
[[nodiscard]] std::string discover_members(const member_set& members);

/// An answer to `request` with these raw members (`"tools":[]`, possibly none).
/// Modern results say what they are and from whom; with `life`, how long they
/// hold too.
[[nodiscard]] std::string result_of(const message& request,
                                    std::string_view members);
[[nodiscard]] std::string result_of(std::string_view id, bool is_modern,
                                    std::string_view members);
[[nodiscard]] std::string listed_result(const message& request,
                                        std::string_view members,
                                        std::chrono::milliseconds life,
                                        bool is_private);

/// The error for a modern request of another version than ours.
[[nodiscard]] std::string unsupported_version_error(const message& request,
                                                    std::string_view asked);

/// A tool result that tells a model what went wrong.
[[nodiscard]] std::string tool_error(std::string_view id, bool is_modern,
                                     std::string_view what);

}  // namespace pith::mcp

#endif  // PITH_MCP_MERGE_MERGED_WELCOME_HPP
