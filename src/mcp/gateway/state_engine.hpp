// SPDX-License-Identifier: MIT
/// @file
/// Where the gateway keeps what outlives a request: in memory, or in Redis
/// after it.
#ifndef PITH_MCP_GATEWAY_STATE_ENGINE_HPP
#define PITH_MCP_GATEWAY_STATE_ENGINE_HPP

#include "mcp/changes/base_handle.hpp"
#include "mcp/config/configuration.hpp"
#include "mcp/observe/metrics.hpp"
#include "mcp/state/base_store.hpp"
#include "mcp/state/redis_vault.hpp"
#include "mcp/state/result_store.hpp"

#include <memory>
#include <string>

namespace pith::mcp {

class gateway_log;

/// The stores that a configuration asks for.
class state_engine {
 public:
  /// Begins to connect if there is anybody to connect with, and waits for that
  /// for a second at most. Null, and why in `problem`, when certificates cannot
  /// be read. Metrics and log must outlive it.
  [[nodiscard]] static std::unique_ptr<state_engine> start(
      const state_settings& wanted, gateway_metrics& metrics, gateway_log& log,
      std::string& problem);

  [[nodiscard]] result_store& pages() noexcept { return *pages_; }
  [[nodiscard]] base_store& bases() noexcept { return *bases_; }
  [[nodiscard]] const base_handles& handles() const noexcept {
    return handles_;
  }
  /// Takes over other keys; all else stays.
  void use(const state_settings& next);

 private:
  state_engine() = default;

  std::unique_ptr<redis_vault> vault_;  // null: in memory
  std::unique_ptr<result_store> pages_;
  std::unique_ptr<base_store> bases_;
  base_handles handles_;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_GATEWAY_STATE_ENGINE_HPP
