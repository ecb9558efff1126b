// SPDX-License-Identifier: MIT
/// @file
/// The HTTP side that clients see: connections, limits, TLS; answers whole or
/// as streams.
#ifndef PITH_MCP_NET_SERVER_HTTP_SERVER_HPP
#define PITH_MCP_NET_SERVER_HTTP_SERVER_HPP

#include "mcp/http/caller.hpp"
#include "mcp/http/types.hpp"
#include "mcp/net/asio_names.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace pith::mcp {

/// One request and its answer. Every function may be called from any thread:
/// what concerns the connection is done by its own thread, at once when the
/// caller is that thread. Answer once: answer(), or begin(), write()...,
/// finish().
class http_exchange {
 public:
  http_exchange() = default;
  http_exchange(const http_exchange&) = delete;
  http_exchange& operator=(const http_exchange&) = delete;
  virtual ~http_exchange() = default;

  [[nodiscard]] virtual const http_request& request() const noexcept = 0;
  /// The address of the client, without its port.
  [[nodiscard]] virtual std::string_view peer() const noexcept = 0;
  /// Who asks, as http_handler::admit() found out; never null.
  [[nodiscard]] virtual const caller_pointer& who() const noexcept = 0;
  /// Its principal; empty: nobody in particular.
  [[nodiscard]] std::string_view principal() const noexcept {
    return who()->principal;
  }
  [[nodiscard]] virtual boost::asio::any_io_executor executor() const = 0;

  virtual void answer(http_response response) = 0;
  /// Sends the head of a body whose length is not known (chunked).
  virtual void begin(int status, http_fields fields) = 0;
  virtual void write(std::string bytes) = 0;
  virtual void finish() = 0;
  /// Ends the connection without an orderly end of the answer.
  virtual void abort() = 0;
  /// Bytes that were given to write() and are not with the client yet.
  [[nodiscard]] virtual std::size_t queued() const noexcept = 0;
  /// Called once queued() is small again after it was large, until replaced.
  virtual void on_drained(std::function<void()> then) = 0;
  /// Called at most once, in the thread of the connection, when the client is
  /// gone before the answer was complete; at once when it is gone already.
  virtual void on_gone(std::function<void()> then) = 0;
};

/// What a handler says of a request before its body is read.
struct admission {
  /// The answer to a request that is not let in.
  std::optional<http_response> refusal{};
  /// Who it comes from; null: nobody in particular. When its proof ends, the
  /// server ends the streams that were begun by it.
  caller_pointer who{};
  std::size_t max_body_bytes = 16U << 20U;
  /// Fields that every answer to the request has, the refusal as well.
  http_fields fields{};
  /// How long a refusal is held back. Nothing waits for it but its connection.
  std::chrono::milliseconds delay{0};
  /// Where the request comes from; empty: from the peer of its connection.
  std::string address{};
  /// When there is one, nothing else of this counts: it is called with what to
  /// call, from any thread, when admit() is to be asked again. The connection
  /// reads nothing until then. Whoever keeps it calls it in a few seconds, and
  /// not once the io_context of the server is gone.
  std::function<void(std::function<void()>)> wait{};
};

/// Decides about requests and answers them, in the threads of the connections.
class http_handler {
 public:
  http_handler() = default;
  http_handler(const http_handler&) = delete;
  http_handler& operator=(const http_handler&) = delete;
  virtual ~http_handler() = default;

  /// `head` has no body yet; `peer` is the address that it comes from.
  [[nodiscard]] virtual admission admit(const http_request& head,
                                        std::string_view peer) = 0;
  /// Whether what was admitted for `who`, and came from `peer`, would still be;
  /// asked by http_server::revalidate().
  [[nodiscard]] virtual bool still_allows(const http_request& head,
                                          std::string_view peer,
                                          const caller_identity& who) {
    (void)head;
    (void)peer;
    (void)who;
    return true;
  }
  /// A connection could not be accepted, for want of descriptors or the like.
  virtual void on_accept_failure(std::string_view) {}
  virtual void handle(std::shared_ptr<http_exchange> exchange) = 0;
};

struct http_server_limits {
  std::size_t header_bytes = 16U << 10U;
  std::size_t header_count = 100;
  /// Connections of all threads together; more are closed with 503.
  std::size_t connections = 10'000;
  /// For a head to arrive, and for each whole body.
  std::chrono::seconds request_time{30};
  /// For the next request on an open connection.
  std::chrono::seconds idle_time{75};
  /// A client that takes nothing of what waits for it for this long is gone.
  std::chrono::seconds write_time{60};
};

/// Numbers that all threads share.
struct http_server_counts {
  std::atomic<std::size_t> connections{0};
  std::atomic<std::size_t> refused{0};
};

class local_listener;

/// Listens with one io_context; several may listen on one port (SO_REUSEPORT).
class http_server {
 public:
  struct options {
    std::string address = "127.0.0.1";
    unsigned short port = 0;
    http_server_limits limits{};
    /// Whether open() fails when anybody listens on the port already. Servers
    /// of one process that share a port say so of the first of them only;
    /// without it a second process would silently take a part of the clients.
    bool alone = false;
    /// A Unix socket in place of the address and the port; several servers may
    /// have the same one. Must outlive open(). Null: none. Its peers are
    /// called local_peer (http/address_range.hpp).
    const local_listener* local = nullptr;
    /// Null: without TLS. Must outlive the server.
    boost::asio::ssl::context* tls = nullptr;
  };

  /// All references must outlive the server, and its connections. One thread
  /// runs `io`; the server is destroyed in it, or while nobody runs it, and
  /// then closes its connections without telling anybody.
  http_server(boost::asio::io_context& io, const options& wanted,
              http_handler& handler, http_server_counts& counts);
  ~http_server();
  http_server(const http_server&) = delete;
  http_server& operator=(const http_server&) = delete;

  /// Binds and listens. Returns what went wrong; empty when nothing did.
  [[nodiscard]] std::string open();
  /// The port that it listens on, once open.
  [[nodiscard]] unsigned short port() const noexcept;
  /// Goes on, but closes each connection after its next answer, which says
  /// so. Clients that reuse connections then open new ones, elsewhere if they
  /// can, before drain() closes what is idle. May be called in any thread.
  void leave();
  /// Takes no more connections, lets those that wait go, and closes each of
  /// the others after its current answer. May be called in any thread. When
  /// the last connection is closed nothing of it keeps `io` running.
  void drain();
  /// Uses this for new connections from now on; those that are open keep what
  /// they began with. Only for a server that has TLS; in its thread.
  void use_tls(std::shared_ptr<boost::asio::ssl::context> next);
  /// Asks the handler about all that it was given and that is not answered
  /// yet, and ends what it does not allow any more; in its thread.
  void revalidate();

 private:
  struct state;
  std::shared_ptr<state> state_;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_NET_SERVER_HTTP_SERVER_HPP
