// SPDX-License-Identifier: MIT
/// @file
/// A result with some of its parts replaced, all others as they were.
#ifndef PITH_MCP_PROTOCOL_RESULT_CHANGE_HPP
#define PITH_MCP_PROTOCOL_RESULT_CHANGE_HPP

#include "mcp/protocol/call_result.hpp"
#include "mcp/raw_json/json_span.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace pith::mcp {

/// One change of a text: a part that is replaced. Large texts are quoted where
/// they go, and not copied before.
struct change {
  std::string_view part;      ///< a view into the text; may be empty
  std::string_view raw{};     ///< what comes in its place
  std::string_view quoted{};  ///< after `raw`, as a JSON string, if not null
  std::string_view after{};   ///< after that
};

/// The text with its changes, which must not overlap; in any order.
[[nodiscard]] std::string with_changes(std::string_view text,
                                       std::vector<change> changes);

/// The result with another raw `content`, and without structuredContent when
/// `drops_structured` or when content takes its place.
[[nodiscard]] std::string with_content(const call_result& call,
                                       std::string_view content,
                                       bool drops_structured);

}  // namespace pith::mcp

#endif  // PITH_MCP_PROTOCOL_RESULT_CHANGE_HPP
