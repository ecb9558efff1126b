// SPDX-License-Identifier: MIT
/// @file
/// Tool calls in the log: numbers for everybody, bodies for who looks closely.
#ifndef PITH_MCP_CALL_LOG_HPP
#define PITH_MCP_CALL_LOG_HPP

#include "mcp/gateway_log.hpp"
#include "mcp/metrics.hpp"
#include "mcp/result_rewriter.hpp"

#include <string_view>

namespace pith::mcp {

/// At level info: which tool, tokens before and after, how it was rewritten or
/// why not, and the time that all of it and the rewrite took.
void log_call(gateway_log& log, const call_record& call);

/// At level debug: the raw result as the server sent it, and as it is sent on.
void log_bodies(gateway_log& log, std::string_view server,
                std::string_view result, const rewrite_outcome& outcome);

}  // namespace pith::mcp

#endif  // PITH_MCP_CALL_LOG_HPP
