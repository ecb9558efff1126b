// SPDX-License-Identifier: MIT
/// @file
/// Tool calls in the log: numbers for everybody, bodies for who looks closely.
#ifndef PITH_MCP_OBSERVE_CALL_LOG_HPP
#define PITH_MCP_OBSERVE_CALL_LOG_HPP

#include "mcp/observe/gateway_log.hpp"
#include "mcp/observe/metrics.hpp"
#include "mcp/rewrite/result_rewriter.hpp"

#include <string_view>

namespace pith::mcp {

/// One line for every call that is over: whose it was, which tool, how it
/// ended, tokens before and after, how it was rewritten or why not, and the
/// time that all of it and the rewrite took. At level warn when the server
/// failed or the tool is denied, else at level info.
void log_call(gateway_log& log, const call_record& call);

/// The same for a request of another method, that a server did not answer.
void log_lost_request(gateway_log& log, const call_record& request,
                      std::string_view method);

/// At level debug: the raw result as the server sent it, and as it is sent on.
void log_bodies(gateway_log& log, std::string_view server,
                std::string_view result, const rewrite_outcome& outcome);

}  // namespace pith::mcp

#endif  // PITH_MCP_OBSERVE_CALL_LOG_HPP
