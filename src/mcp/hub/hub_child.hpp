// SPDX-License-Identifier: MIT
/// @file
/// The server of a stdio hub for one client: started, and heard in messages.
#ifndef PITH_MCP_HUB_HUB_CHILD_HPP
#define PITH_MCP_HUB_HUB_CHILD_HPP

#include "mcp/hub/hub_shared.hpp"
#include "mcp/link/server_link.hpp"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace pith::mcp {

/// Whoever talks with a child. Nothing is called once it is gone.
class child_owner {
 public:
  child_owner() = default;
  child_owner(const child_owner&) = delete;
  child_owner& operator=(const child_owner&) = delete;
  virtual ~child_owner() = default;

  /// The views of the message are valid during the call only.
  virtual void on_message(const message& m) = 0;
  virtual void on_child_end(std::string_view how) = 0;
  /// A request that the child was sent, by its raw id, is refused: its caller
  /// lacks these scopes.
  virtual void on_lacking(std::string_view id, std::string_view scopes) = 0;
};

/// Starts the server of a hub for `owner`, which `whose` names in the log: a
/// child, whose `place` is kept until it has ended, or what the options connect
/// for this client. Null when there are as many as may be, or it cannot be
/// started; `problem` says why.
[[nodiscard]] std::shared_ptr<server_link> start_hub_child(
    const std::shared_ptr<hub_shared>& hub, std::string whose,
    const std::weak_ptr<child_owner>& owner, const hub_client& client,
    principal_quotas::lease place, std::string& problem);

}  // namespace pith::mcp

#endif  // PITH_MCP_HUB_HUB_CHILD_HPP
