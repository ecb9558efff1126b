// SPDX-License-Identifier: MIT
/// @file
/// Where a Redis server is.
#ifndef PITH_MCP_REDIS_ADDRESS_HPP
#define PITH_MCP_REDIS_ADDRESS_HPP

#include <optional>
#include <string>
#include <string_view>

namespace pith::mcp {

/// A host and a port, with TLS or without, or a Unix socket.
struct redis_address {
  bool tls = false;
  std::string host{};  ///< without the brackets of an IPv6 address
  std::string port{};
  std::string path{};  ///< of a Unix socket; empty: there is a host

  /// As parse_redis_address() reads it; the name of a server in the log.
  [[nodiscard]] std::string text() const;
  friend bool operator==(const redis_address&, const redis_address&) = default;
};

/// "redis://host:port", "rediss://host:port" (TLS), "unix:/path". The port may
/// be missing (6379). Nothing for anything else: user, password and database
/// have keys of their own, because addresses are shown.
[[nodiscard]] std::optional<redis_address> parse_redis_address(
    std::string_view text);

/// "host:port" as a server of a cluster writes it, whose host may hold colons
/// and may be missing: then it is `asked`, the one that answered.
[[nodiscard]] std::optional<redis_address> parse_redis_node(
    std::string_view text, const redis_address& asked);

}  // namespace pith::mcp

#endif  // PITH_MCP_REDIS_ADDRESS_HPP
