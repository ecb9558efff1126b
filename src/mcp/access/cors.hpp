// SPDX-License-Identifier: MIT
/// @file
/// Pages of other origins that may use the gateway (CORS).
#ifndef PITH_MCP_ACCESS_CORS_HPP
#define PITH_MCP_ACCESS_CORS_HPP

#include "mcp/config/configuration.hpp"
#include "mcp/http/types.hpp"

#include <optional>

namespace pith::mcp {

/// What every answer to this request says about origins: nothing unless some
/// are listed, that the answer depends on the origin when some are, and that
/// its page may read it when its own is. Pages of the gateway need none.
[[nodiscard]] http_fields cors_fields(const configuration& config,
                                      const http_request& head);

/// The answer to the question of a browser whether a page of a listed origin
/// may send a request; nothing when this is not such a question. It has no
/// token and must not need one. The fields of cors_fields() are not in it.
[[nodiscard]] std::optional<http_response> answer_preflight(
    const configuration& config, const http_request& head);

}  // namespace pith::mcp

#endif  // PITH_MCP_ACCESS_CORS_HPP
