// SPDX-License-Identifier: MIT
/// @file
/// Requests to a server over HTTP, on connections that are kept.
#ifndef PITH_MCP_NET_CLIENT_HTTP_CLIENT_HPP
#define PITH_MCP_NET_CLIENT_HTTP_CLIENT_HPP

#include "mcp/http/types.hpp"
#include "mcp/http/url.hpp"
#include "mcp/net/asio_names.hpp"

#include <chrono>
#include <cstddef>
#include <memory>
#include <string_view>

namespace pith::mcp {

/// What on_failure() says of a server that took too long.
inline constexpr std::string_view late_answer =
    "the server did not answer in time";

/// Hears of one response, in the thread of the client. After on_end() or
/// on_failure() nothing follows.
class http_listener {
 public:
  http_listener() = default;
  http_listener(const http_listener&) = delete;
  http_listener& operator=(const http_listener&) = delete;
  virtual ~http_listener() = default;

  virtual void on_head(int status, const http_fields& fields) = 0;
  /// The bytes are valid only during the call.
  virtual void on_body(std::string_view bytes) = 0;
  virtual void on_end() = 0;
  /// `what` is a short English phrase. `may_have_arrived`: the request may
  /// have reached the server, so it must not be sent again.
  virtual void on_failure(std::string_view what, bool may_have_arrived) = 0;
};

/// A request under way. Dropping it does not cancel it.
class http_call {
 public:
  http_call() = default;
  http_call(const http_call&) = delete;
  http_call& operator=(const http_call&) = delete;
  virtual ~http_call() = default;
  /// Closes its connection; the listener hears nothing any more.
  virtual void cancel() = 0;
  /// Reads no more until resume(), so that the server feels it. What has been
  /// read already, 32 KiB at most, is still handed on.
  virtual void pause() = 0;
  virtual void resume() = 0;
};

/// Connections to one server, for one thread. It never follows redirects.
/// Dropping it closes all connections: listeners of calls under way are let go
/// and hear nothing. It must not outlive the io_context.
class http_client {
 public:
  struct options {
    std::chrono::seconds connect_time{10};
    /// Without a byte of the answer for this long it fails; zero: never.
    std::chrono::seconds answer_time{0};
    std::size_t idle_connections = 64;
    std::chrono::seconds idle_time{30};
    std::size_t header_bytes = 64U << 10U;
    /// For https; must outlive the client.
    boost::asio::ssl::context* tls = nullptr;
  };

  http_client(boost::asio::io_context& io, http_url server,
              const options& wanted);
  ~http_client();
  http_client(const http_client&) = delete;
  http_client& operator=(const http_client&) = delete;

  /// Sends `request`, whose target counts and whose Host, Content-Length and
  /// Connection are set here. The listener hears nothing before this returns.
  /// A kept connection that the server closes before the whole request has
  /// gone is replaced by a new one, once. An answer that `may_be_silent` for
  /// any time, as a stream may, does not fail for that.
  std::shared_ptr<http_call> send(http_request request,
                                  std::shared_ptr<http_listener> listener,
                                  bool may_be_silent = false);

 private:
  struct state;
  std::shared_ptr<state> state_;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_NET_CLIENT_HTTP_CLIENT_HPP
