// SPDX-License-Identifier: MIT
/// @file
/// A server over HTTP behind the gateway: requests go on, answers come back
/// with what is to be rewritten in them.
#ifndef PITH_MCP_RELAY_HTTP_RELAY_HPP
#define PITH_MCP_RELAY_HTTP_RELAY_HPP

#include "mcp/access/session_seal.hpp"
#include "mcp/interpret/message_interpreter.hpp"
#include "mcp/interpret/slow_lane.hpp"
#include "mcp/net/client/http_client.hpp"
#include "mcp/net/server/http_server.hpp"
#include "mcp/tenants/fair_scheduler.hpp"
#include "mcp/tenants/principal_quotas.hpp"

#include <memory>
#include <string>
#include <vector>

namespace pith::mcp {

/// What relayed calls of one server share, in one thread.
struct relay_state {
  std::unique_ptr<message_interpreter> interpreter;
  std::unique_ptr<http_client> client;
  http_url url;
  http_fields headers;  ///< for the server alone
  std::vector<header_rule> headers_for{};
  gateway_limits limits{};
  /// Where clients learn which tokens are asked for; empty: nowhere.
  std::string resource_metadata{};
  std::shared_ptr<principal_quotas> quotas;  ///< null: no limits per client
  std::shared_ptr<server_state> server;
  std::shared_ptr<const session_seal> seal;
  std::shared_ptr<fair_scheduler> turns;  ///< of the thread
  std::shared_ptr<slow_lane> lane;        ///< may be null
};

/// Answers `exchange` with what the server answers.
void relay(std::shared_ptr<relay_state> relay,
           std::shared_ptr<http_exchange> exchange,
           const client_profile& client);

}  // namespace pith::mcp

#endif  // PITH_MCP_RELAY_HTTP_RELAY_HPP
