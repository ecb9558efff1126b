// SPDX-License-Identifier: MIT
/// @file
/// Many servers behind one address.
#ifndef PITH_MCP_GATEWAY_HPP
#define PITH_MCP_GATEWAY_HPP

#include "mcp/configuration.hpp"
#include "mcp/gateway_log.hpp"
#include "mcp/metrics.hpp"

#include <memory>
#include <string>

namespace pith::mcp {

/// Serves a configuration with threads of its own.
class gateway {
 public:
  /// Listens and begins to serve. Null, and why in `problem`, when it cannot.
  /// The log must outlive the gateway.
  [[nodiscard]] static std::unique_ptr<gateway> start(configuration config,
                                                      gateway_log& log,
                                                      std::string& problem);
  /// Stops at once what stop() has not stopped.
  ~gateway();
  gateway(const gateway&) = delete;
  gateway& operator=(const gateway&) = delete;

  [[nodiscard]] unsigned short port() const noexcept;
  [[nodiscard]] const metrics& numbers() const noexcept;

  /// Serves new requests by this configuration. Requests under way end as
  /// they began; sessions of a server whose settings changed go on with the
  /// old ones. Address, port, TLS, threads and the log stay. Returns what of
  /// it cannot be had without a restart; empty: all is in force.
  std::string reload(configuration config);

  /// Takes no more connections, waits for what is under way, at most as long
  /// as the configuration says, and ends all children.
  void stop();

 private:
  struct state;
  explicit gateway(std::unique_ptr<state> s);
  std::unique_ptr<state> state_;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_GATEWAY_HPP
