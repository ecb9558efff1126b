// SPDX-License-Identifier: MIT
/// @file
/// Many servers behind one address.
#ifndef PITH_MCP_GATEWAY_GATEWAY_HPP
#define PITH_MCP_GATEWAY_GATEWAY_HPP

#include "mcp/config/configuration.hpp"
#include "mcp/observe/gateway_log.hpp"
#include "mcp/observe/metrics.hpp"

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
  [[nodiscard]] const gateway_metrics& metrics() const noexcept;

  struct reloaded;
  /// Serves new requests by this configuration. Requests under way end as
  /// they began; sessions of a server whose settings changed go on with the
  /// old ones. What is open ends if its token or principal has lost
  /// access, or its server's tools are more restricted than before.
  /// Certificates are read again. Address, port, threads and the log stay.
  reloaded reload(configuration config);

  /// Counts a configuration that could not be taken over.
  void note_refused_reload() noexcept;

  /// Takes no more connections, waits for what is under way, at most as long
  /// as the configuration says, and ends all children.
  void stop();
  /// Makes stop() wait for nothing any more; from any thread.
  void hurry() noexcept;

 private:
  struct state;
  explicit gateway(std::unique_ptr<state> s);
  std::unique_ptr<state> state_;
};

struct gateway::reloaded {
  /// Why the configuration was not taken over; empty: it was.
  std::string problem{};
  /// What of it cannot be had without a restart; empty: all is in force.
  std::string stays{};
};

}  // namespace pith::mcp

#endif  // PITH_MCP_GATEWAY_GATEWAY_HPP
