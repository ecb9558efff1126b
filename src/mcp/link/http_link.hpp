// SPDX-License-Identifier: MIT
/// @file
/// A server at a URL, for a client that speaks in lines.
#ifndef PITH_MCP_LINK_HTTP_LINK_HPP
#define PITH_MCP_LINK_HTTP_LINK_HPP

#include "mcp/http/types.hpp"
#include "mcp/link/server_link.hpp"
#include "mcp/net/asio_names.hpp"

#include <cstddef>
#include <memory>
#include <string>

namespace pith::mcp {

class tracer;

struct http_link_options {
  std::string url;
  http_fields headers;  ///< sent with every request
  std::string ca_file;  ///< for https; empty: the system's
  std::size_t max_message_bytes = 256U << 20U;
  /// While it is on, the head of a request says what the message says of a
  /// trace. May be null.
  std::shared_ptr<const tracer> traces{};
};

/// Speaks Streamable HTTP to the server: every message is a POST, answers come
/// as JSON or as events, and for revisions with sessions a GET stream is kept
/// open. What follows a notification or an answer of the client is sent when
/// the server has that. A session that the server forgot is begun again with
/// the client's own initialize. Requests that fail on the way are answered with
/// an error.
///
/// Null, and why in `problem`, when the URL or the CA file is not usable.
[[nodiscard]] std::unique_ptr<server_link> start_http_link(
    boost::asio::io_context& io, const http_link_options& options,
    server_link::handlers what, std::string& problem);

}  // namespace pith::mcp

#endif  // PITH_MCP_LINK_HTTP_LINK_HPP
