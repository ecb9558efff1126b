// SPDX-License-Identifier: MIT
/// @file
/// All servers that run as children, in one thread.
#ifndef PITH_MCP_GATEWAY_HUB_SET_HPP
#define PITH_MCP_GATEWAY_HUB_SET_HPP

#include "mcp/gateway/config_snapshot.hpp"
#include "mcp/net/asio_names.hpp"
#include "mcp/net/server/http_server.hpp"

#include <functional>
#include <memory>
#include <string>

namespace pith::mcp {

class gateway_log;
class principal_quotas;
class slow_lane;

/// The thread of children. Every function may be called from any thread.
class hub_set {
 public:
  /// All references must outlive it.
  hub_set(gateway_metrics& metrics, gateway_log& log,
          std::shared_ptr<slow_lane> lane,
          std::shared_ptr<principal_quotas> quotas);
  /// Ends the thread; children that are left are killed.
  ~hub_set();
  hub_set(const hub_set&) = delete;
  hub_set& operator=(const hub_set&) = delete;

  /// Serves by this from now on. Hubs whose settings are as before stay; the
  /// others end with their last session.
  void use(std::shared_ptr<const config_snapshot> next);
  void handle(std::shared_ptr<http_exchange> exchange, std::string server,
              client_profile client);
  /// Ends all children; `then` is called in the thread.
  void stop(std::function<void()> then);
  /// Ends the thread, whatever it is at.
  void end();

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_GATEWAY_HUB_SET_HPP
