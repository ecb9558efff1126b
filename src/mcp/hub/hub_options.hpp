// SPDX-License-Identifier: MIT
/// @file
/// How one stdio server is served over HTTP.
#ifndef PITH_MCP_HUB_HUB_OPTIONS_HPP
#define PITH_MCP_HUB_HUB_OPTIONS_HPP

#include "mcp/config/configuration.hpp"
#include "mcp/http/caller.hpp"
#include "mcp/interpret/message_interpreter.hpp"
#include "mcp/link/server_link.hpp"
#include "mcp/process/child_process.hpp"
#include "mcp/tenants/principal_quotas.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace pith::mcp {

class fair_scheduler;
class slow_lane;

/// For whom a server is started.
struct hub_client {
  caller_pointer identity = nobody();
  caller who{};
  /// Whose processes they are; nothing: nobody's own.
  std::optional<tenant> pays{};
};

struct hub_options {
  /// Makes a server that is not one process; null, and why in `problem`, when
  /// it cannot.
  using connector = std::function<std::unique_ptr<server_link>(
      const hub_client& client, server_link::handlers what,
      std::string& problem)>;

  child_command command;
  connector connect{};  ///< in place of the command; may be null
  gateway_limits limits{};
  /// Ids of its sessions end in a dot and this, so that whoever balances the
  /// load can tell whose they are; empty: they do not.
  std::string replica{};
  /// Where clients learn which tokens are asked for; empty: nowhere.
  std::string resource_metadata{};
  /// Without an answer, or progress, for this long a request fails; zero:
  /// never.
  std::chrono::seconds timeout{0};
  /// Between signs of life on a quiet stream. A request without an answer for
  /// as long is answered as a stream, if its client can read one.
  std::chrono::milliseconds heartbeat{15'000};
  /// How long a request keeps its place when its stream has lost its client,
  /// which may resume it.
  std::chrono::milliseconds resume_time{30'000};
  /// How often time limits are looked at.
  std::chrono::milliseconds tick{500};
  std::shared_ptr<slow_lane> lane{};  ///< for large answers; may be null
  /// Of the thread of the hub, for other answers; may be null.
  std::shared_ptr<fair_scheduler> turns{};
  /// What principals have at all servers together; never null.
  std::shared_ptr<principal_quotas> quotas =
      std::make_shared<principal_quotas>();
};

/// Takes a line for people; called in the thread of the hub.
using hub_logger = std::function<void(std::string_view line)>;

}  // namespace pith::mcp

#endif  // PITH_MCP_HUB_HUB_OPTIONS_HPP
