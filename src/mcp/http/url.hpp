// SPDX-License-Identifier: MIT
/// @file
/// Where a server is.
#ifndef PITH_MCP_HTTP_URL_HPP
#define PITH_MCP_HTTP_URL_HPP

#include <optional>
#include <string>
#include <string_view>

namespace pith::mcp {

/// "https://host:8443/mcp" taken apart.
struct http_url {
  bool tls = false;
  std::string host;  ///< without the brackets of an IPv6 address
  std::string port;
  std::string target;  ///< "/mcp", at least "/"
  /// "host:8443" for the field Host.
  [[nodiscard]] std::string authority() const;
};

/// Nothing for anything but http:// and https:// with a host.
[[nodiscard]] std::optional<http_url> parse_url(std::string_view url);

}  // namespace pith::mcp

#endif  // PITH_MCP_HTTP_URL_HPP
