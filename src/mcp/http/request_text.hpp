// SPDX-License-Identifier: MIT
/// @file
/// The head of a request as it goes out.
#ifndef PITH_MCP_HTTP_REQUEST_TEXT_HPP
#define PITH_MCP_HTTP_REQUEST_TEXT_HPP

#include "mcp/http/types.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace pith::mcp {

/// The request line and the fields, with the blank line after them. Host and
/// Content-Length are those of `authority` and of the body; fields of these
/// names, Connection and Transfer-Encoding are left out. Nothing when the
/// method, the target or a field could become more than it is: a name that is
/// no token, a line end or another control character in a value.
[[nodiscard]] std::optional<std::string> request_head(
    const http_request& request, std::string_view authority);

}  // namespace pith::mcp

#endif  // PITH_MCP_HTTP_REQUEST_TEXT_HPP
