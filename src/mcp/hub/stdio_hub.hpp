// SPDX-License-Identifier: MIT
/// @file
/// One configured stdio server behind Streamable HTTP.
#ifndef PITH_MCP_HUB_STDIO_HUB_HPP
#define PITH_MCP_HUB_STDIO_HUB_HPP

#include "mcp/hub/hub_options.hpp"
#include "mcp/interpret/message_interpreter.hpp"
#include "mcp/net/asio_names.hpp"
#include "mcp/net/server/http_server.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <string_view>

namespace pith::mcp {

class gateway_metrics;

/// Legacy clients (up to 2025-11-25) get a session and a child each. Modern
/// requests of one principal share a child. Everything but the constructor
/// happens in the thread of `io`. Children come from the options alone,
/// never from a request.
class stdio_hub {
 public:
  using options = hub_options;

  /// `io` and `metrics` must outlive the hub, its children, and the
  /// exchanges that it was given.
  stdio_hub(boost::asio::io_context& io,
            const std::shared_ptr<server_state>& server, options wanted,
            gateway_metrics& metrics, hub_logger logger);
  /// Ends what stop() has not; children that are left end by themselves as
  /// long as `io` runs, and are killed with it.
  ~stdio_hub();
  stdio_hub(const stdio_hub&) = delete;
  stdio_hub& operator=(const stdio_hub&) = delete;

  /// Answers a POST, GET or DELETE. `client` is the profile of the caller.
  void handle(std::shared_ptr<http_exchange> exchange,
              const client_profile& client);

  /// Whether it has this session: those of a retired hub are still its own.
  [[nodiscard]] bool has_session(std::string_view id) const;
  [[nodiscard]] std::size_t sessions() const;

  /// Takes no new sessions and no modern requests. `then` is called once the
  /// last session and request are over and all children have ended. Sessions
  /// go on for as long as they are used; see keep_only() for those that must
  /// not.
  void retire(std::function<void()> then = {});
  /// Ends the sessions and requests of those who may not use it any more.
  void keep_only(const std::function<bool(const caller_identity& who)>& may);
  /// Ends all sessions and requests with an error; `then` is called when all
  /// children have ended, at once when there are none.
  void stop(std::function<void()> then);

 private:
  class state;
  std::shared_ptr<state> state_;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_HUB_STDIO_HUB_HPP
