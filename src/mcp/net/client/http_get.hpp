// SPDX-License-Identifier: MIT
/// @file
/// One document over HTTP, for callers that wait for it.
#ifndef PITH_MCP_NET_CLIENT_HTTP_GET_HPP
#define PITH_MCP_NET_CLIENT_HTTP_GET_HPP

#include "mcp/http/types.hpp"
#include "mcp/http/url.hpp"

#include <chrono>
#include <cstddef>
#include <string>

namespace pith::mcp {

struct http_document {
  int status = 0;  ///< 0: no response came
  std::string body{};
  std::string failure{};  ///< why not; empty when all of it came
};

struct http_get_limits {
  std::chrono::milliseconds time{10'000};  ///< for all of it
  std::size_t body_bytes = 64U << 20U;
};

/// Gets the document at `url` with these header fields, and blocks until it is
/// there or a limit is reached. Over https it trusts the authorities of the
/// system (SSL_CERT_FILE and SSL_CERT_DIR name others). It follows no
/// redirects.
[[nodiscard]] http_document http_get(const http_url& url, http_fields fields,
                                     const http_get_limits& limits = {});

}  // namespace pith::mcp

#endif  // PITH_MCP_NET_CLIENT_HTTP_GET_HPP
