// SPDX-License-Identifier: MIT
/// @file
/// One configuration in force, and what was made of it for all threads.
#ifndef PITH_MCP_GATEWAY_CONFIG_SNAPSHOT_HPP
#define PITH_MCP_GATEWAY_CONFIG_SNAPSHOT_HPP

#include "mcp/access/session_seal.hpp"
#include "mcp/config/configuration.hpp"
#include "mcp/interpret/message_interpreter.hpp"
#include "mcp/issuer/token_verifier.hpp"
#include "mcp/state/base_store.hpp"
#include "mcp/state/result_store.hpp"

#include <memory>
#include <string>
#include <vector>

namespace pith::mcp {

/// Never changed once it is made; a reload makes the next one.
struct config_snapshot {
  configuration config;
  /// One per server of the configuration, in its order.
  std::vector<std::shared_ptr<server_state>> servers;
  std::shared_ptr<const session_seal> seal;
  /// Seals where none is configured; random, and the same after a reload.
  std::string seal_key;
  /// Of [auth.oauth]; null without it.
  std::shared_ptr<token_verifier> issuer;
  /// Which tools are for whom; one for all snapshots of a gateway.
  std::shared_ptr<rights_in_force> rights;
  /// Servers of which some tool may be called no longer.
  std::vector<std::string> tightened;

  [[nodiscard]] bool is_tightened(std::string_view server) const;
  /// The state of a server of this very configuration.
  [[nodiscard]] const std::shared_ptr<server_state>& state_of(
      const server_settings& server) const;
};

/// What all servers keep things in; it outlives them.
struct kept_state {
  result_store& pages;
  base_store& bases;
  const base_handles& handles;
};

/// Takes over the servers of servers that are rewritten as before, so that what
/// is known of their tools is kept. `before` and `traces` may be null.
[[nodiscard]] std::shared_ptr<const config_snapshot> make_config_snapshot(
    configuration config, const config_snapshot* before, const kept_state& kept,
    gateway_metrics& metrics, gateway_log& log,
    const std::shared_ptr<tracer>& traces);

/// Whether `after` may deny a tool that `before` allows.
[[nodiscard]] bool is_tighter(const rewrite_policy& after,
                              const rewrite_policy& before);

}  // namespace pith::mcp

#endif  // PITH_MCP_GATEWAY_CONFIG_SNAPSHOT_HPP
