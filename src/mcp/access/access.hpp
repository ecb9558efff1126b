// SPDX-License-Identifier: MIT
/// @file
/// Who is let in, and to what.
#ifndef PITH_MCP_ACCESS_ACCESS_HPP
#define PITH_MCP_ACCESS_ACCESS_HPP

#include "mcp/config/configuration.hpp"
#include "mcp/http/caller.hpp"
#include "mcp/http/types.hpp"
#include "mcp/jwt/access_token.hpp"

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
    metadata,  ///< of a server, an endpoint or the gateway, for OAuth clients
  };
  place where = place::nowhere;
  const server_settings* server = nullptr;  ///< of the configuration
  std::string_view endpoint{};              ///< its name; empty: /mcp
  /// Of what the metadata are: its path, a view of that which was routed.
  std::string_view described{};
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

/// What a request says of who sends it.
struct caller_verdict {
  /// Null: callers are asked who they are, and this one does not prove it.
  caller_pointer who{};
  /// The answer to a request that must not be sent like this, whoever sends
  /// it: 400. Then `who` is null.
  std::optional<http_response> refusal{};
  std::string_view problem{};  ///< why; names no secret, and is static
};

/// Who a request comes from, by the word of a proxy or by its bearer token;
/// nobody() when nobody is asked (configuration::asks_who). `peer` is the
/// address of its connection.
[[nodiscard]] caller_verdict caller_of(const configuration& config,
                                       const http_request& head,
                                       std::string_view peer);

/// The bearer token of a request; nothing unless it has one Authorization of
/// that scheme.
[[nodiscard]] std::optional<std::string_view> bearer_of(
    const http_request& head);

/// Whether it has a token that is for numbers alone (auth.metrics_tokens).
[[nodiscard]] bool has_metrics_token(const configuration& config,
                                     const http_request& head);

/// Whether a caller that was let in once would still be: some token is its
/// principal's, or what proved it otherwise is still in use and has not ended.
/// Where nobody is asked, whether it is nobody in particular.
[[nodiscard]] bool is_known(const configuration& config,
                            const caller_identity& who);

/// The same, and whether this server is for it.
[[nodiscard]] bool may_use(const configuration& config,
                           const server_settings& server,
                           const caller_identity& who);

/// The same for an endpoint: whether some server of it is for this caller.
/// It gets those that are.
[[nodiscard]] bool may_use(const configuration& config,
                           const endpoint_config& endpoint,
                           const caller_identity& who);

/// Where a request comes from. It is the peer, unless that is a proxy whose
/// word is taken: then the last address of X-Forwarded-For that is not.
[[nodiscard]] std::string client_address(const configuration& config,
                                         const http_request& head,
                                         std::string_view peer);

/// 401, and how to do better: for [auth.oauth] where the metadata of `path`
/// are, and by `fault` what is wrong with the token that came.
[[nodiscard]] http_response ask_for_token(
    const configuration& config, std::string_view path,
    std::optional<token_fault> fault = std::nullopt);

/// The profile that `?client=NAME` names, or the default one; nothing when
/// the name is unknown.
[[nodiscard]] std::optional<client_profile> profile_of(
    const configuration& config, std::string_view target);

}  // namespace pith::mcp

#endif  // PITH_MCP_ACCESS_ACCESS_HPP
