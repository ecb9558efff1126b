// SPDX-License-Identifier: MIT
/// @file
/// Answers to lists of an endpoint.
#ifndef PITH_MCP_MERGE_MERGED_LISTS_HPP
#define PITH_MCP_MERGE_MERGED_LISTS_HPP

#include "mcp/merge/member_set.hpp"
#include "mcp/protocol/message.hpp"

#include <string>
#include <string_view>

namespace pith::mcp {

/// The answer to a list that has one page: `key` with this raw array. An error
/// for a request with a cursor.
[[nodiscard]] std::string one_page(const member_set& members,
                                   const message& request, std::string_view key,
                                   const std::string& array);

/// The page of the resources that a request asks for. A cursor holds for the
/// very list that it is of; any other is an error.
[[nodiscard]] std::string resource_page(const member_set& members,
                                        const message& request);

}  // namespace pith::mcp

#endif  // PITH_MCP_MERGE_MERGED_LISTS_HPP
