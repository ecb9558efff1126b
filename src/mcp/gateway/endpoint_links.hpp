// SPDX-License-Identifier: MIT
/// @file
/// The servers of an endpoint, connected for one client.
#ifndef PITH_MCP_GATEWAY_ENDPOINT_LINKS_HPP
#define PITH_MCP_GATEWAY_ENDPOINT_LINKS_HPP

#include "mcp/gateway/config_snapshot.hpp"
#include "mcp/hub/hub_options.hpp"
#include "mcp/net/asio_names.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace pith::mcp {

class gateway_log;

/// What endpoints need of the gateway. References must outlive the connector.
struct endpoint_house {
  boost::asio::io_context& io;
  gateway_metrics& metrics;
  gateway_log& log;
  std::shared_ptr<slow_lane> lane;
  std::shared_ptr<fair_scheduler> turns;
  std::shared_ptr<principal_quotas> quotas;
};

/// Under which name the hub of an endpoint is known: no server has it.
[[nodiscard]] std::string hub_name(std::string_view endpoint);

/// Gives every client the servers of the endpoint that it may use, as one.
[[nodiscard]] hub_options::connector connect_endpoint(
    const endpoint_house& house, std::shared_ptr<const config_snapshot> from,
    endpoint_config endpoint);

}  // namespace pith::mcp

#endif  // PITH_MCP_GATEWAY_ENDPOINT_LINKS_HPP
