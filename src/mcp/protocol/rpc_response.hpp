// SPDX-License-Identifier: MIT
/// @file
/// JSON-RPC errors as HTTP answers.
#ifndef PITH_MCP_PROTOCOL_RPC_RESPONSE_HPP
#define PITH_MCP_PROTOCOL_RPC_RESPONSE_HPP

#include "mcp/http/types.hpp"
#include "mcp/protocol/client_text.hpp"
#include "mcp/protocol/message.hpp"

namespace pith::mcp {

/// An answer with this status whose body is a JSON-RPC error. `id` is raw;
/// empty stands for null.
[[nodiscard]] inline http_response rpc_failure(int status, std::string_view id,
                                               int code, std::string_view why) {
  return {status,
          {{"Content-Type", "application/json"}},
          error_message(id, code, why)};
}

/// 400 for a text of a client's that was refused.
[[nodiscard]] inline http_response refuse_client(const client_text& refused) {
  return rpc_failure(400, refused.id, refused.code, refused.problem);
}

}  // namespace pith::mcp

#endif  // PITH_MCP_PROTOCOL_RPC_RESPONSE_HPP
