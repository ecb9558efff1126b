// SPDX-License-Identifier: MIT
/// @file
/// Who is let in, and to what.
#ifndef PITH_MCP_ACCESS_ACCESS_HPP
#define PITH_MCP_ACCESS_ACCESS_HPP

#include "mcp/config/configuration.hpp"
#include "mcp/http/types.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace pith::mcp {

/// Where a path leads.
struct route {
  enum class place : unsigned char {
    nowhere,
    server,    ///< /NAME/mcp, or /mcp when there is one server only
    endpoint,  ///< /NAME/mcp of several servers, or /mcp of all
    health,
    ready,
    metrics,
    stats,
    page,
  };
  place where = place::nowhere;
  const server_settings* server = nullptr;  ///< of the configuration
  std::string_view endpoint{};              ///< its name; empty: /mcp
};

[[nodiscard]] route route_of(const configuration& config,
                             std::string_view path);

/// Why a request is not let in because of where it was sent (Host) or where
/// it comes from (Origin): pages of other sites must not reach a gateway on
/// the machine of the person who looks at them.
[[nodiscard]] std::optional<http_response> refuse_place(
    const configuration& config, const http_request& head);

/// Why a request for a server is not let in because a browser sends it without
/// a program that asked: a page that is opened, framed or embedded would be one
/// of the server's in the origin of the gateway.
[[nodiscard]] std::optional<http_response> refuse_navigation(
    const http_request& head);

/// Who a request comes from by its bearer token; nothing when tokens are asked
/// for and it has none that is known. Empty when none are asked for.
[[nodiscard]] std::optional<std::string> principal_of(
    const configuration& config, const http_request& head);

/// Whether it has a token that is for numbers alone (auth.metrics_tokens).
[[nodiscard]] bool has_metrics_token(const configuration& config,
                                     const http_request& head);

/// Whether some token is this principal's; without tokens, whether it is
/// nobody in particular.
[[nodiscard]] bool is_known_principal(const configuration& config,
                                      std::string_view principal);

/// Whether a principal that was let in once still is, and to this server.
[[nodiscard]] bool may_use(const configuration& config,
                           const server_settings& server,
                           std::string_view principal);

/// The same for an endpoint: whether some server of it is for this principal.
/// It gets those that are.
[[nodiscard]] bool may_use(const configuration& config,
                           const endpoint_config& endpoint,
                           std::string_view principal);

/// Where a request comes from. It is the peer, unless that is a proxy whose
/// word is taken: then the last address of X-Forwarded-For that is not.
[[nodiscard]] std::string client_address(const configuration& config,
                                         const http_request& head,
                                         std::string_view peer);

/// 401, and how to do better.
[[nodiscard]] http_response ask_for_token();

/// The profile that `?client=NAME` names, or the default one; nothing when
/// the name is unknown.
[[nodiscard]] std::optional<client_profile> profile_of(
    const configuration& config, std::string_view target);

}  // namespace pith::mcp

#endif  // PITH_MCP_ACCESS_ACCESS_HPP
