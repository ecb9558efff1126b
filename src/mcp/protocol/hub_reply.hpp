// SPDX-License-Identifier: MIT
/// @file
/// HTTP answers of a stdio hub, and what their clients take.
#ifndef PITH_MCP_PROTOCOL_HUB_REPLY_HPP
#define PITH_MCP_PROTOCOL_HUB_REPLY_HPP

#include "mcp/http/types.hpp"
#include "mcp/protocol/message.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pith::mcp {

/// A request was not answered in time; as the SDKs have it.
inline constexpr int rpc_timeout = -32001;

/// The forms of answers that a client reads.
struct accepted_forms {
  bool json = true;
  bool events = true;
};
/// By its field Accept; without one, both.
[[nodiscard]] accepted_forms accepted(const http_fields& fields);

/// Whether a body is said to be JSON; without a field it is taken for JSON.
[[nodiscard]] bool is_json_content(const http_fields& fields);

[[nodiscard]] http_response json_response(int status, std::string body);
/// 202, 204: without a body.
[[nodiscard]] http_response empty_response(int status);
/// The head of a stream of events.
[[nodiscard]] http_fields stream_fields();

/// `text` with some of its parts, which are views into it and do not overlap,
/// replaced. In any order; empty views are skipped.
[[nodiscard]] std::string with_parts(
    std::string_view text,
    std::vector<std::pair<std::string_view, std::string_view>> parts);

/// notifications/cancelled for a request with this raw id.
[[nodiscard]] std::string cancelled_message(std::string_view id,
                                            std::string_view reason);

}  // namespace pith::mcp

#endif  // PITH_MCP_PROTOCOL_HUB_REPLY_HPP
