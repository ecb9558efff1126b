// SPDX-License-Identifier: MIT
/// @file
/// Whether a gateway wants requests, as a load balancer asks it.
#ifndef PITH_MCP_GATEWAY_READINESS_HPP
#define PITH_MCP_GATEWAY_READINESS_HPP

#include "mcp/http/types.hpp"

#include <string>
#include <vector>

namespace pith::mcp {

/// How far a gateway is in its life.
enum class service_phase : unsigned char {
  starting,  ///< it listens, but some of its threads do not run yet
  serving,
  draining,  ///< it was told to end, and serves on until others know
};

/// All that `/readyz` depends on. Servers are not part of it: all replicas see
/// the same ones, so that one that is down would take the whole fleet with it.
struct readiness {
  service_phase phase = service_phase::starting;
  /// What it does without, one line each, such as "store: unreachable". It
  /// still serves, with fewer savings, and so stays ready.
  std::vector<std::string> lacks{};
};

/// 200 if it wants requests, otherwise 503. The first line of the body is
/// "ready", "starting" or "draining"; what it lacks follows.
[[nodiscard]] http_response readiness_response(const readiness& state);

}  // namespace pith::mcp

#endif  // PITH_MCP_GATEWAY_READINESS_HPP
