// SPDX-License-Identifier: MIT
/// @file
/// One connection of a client to its server, for one request after the other.
#ifndef PITH_MCP_NET_CLIENT_HTTP_CONNECTION_HPP
#define PITH_MCP_NET_CLIENT_HTTP_CONNECTION_HPP

#include "mcp/net/client/http_client.hpp"
#include "mcp/net/client/http_connector.hpp"
#include "mcp/net/client/http_response_parser.hpp"
#include "mcp/net/http_channel.hpp"

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace pith::mcp {

class http_connection;

/// A request under way.
struct sent_call final : public http_call {
  std::string head;  ///< as it goes out; head and body go once they are sent
  std::string body;
  bool is_head = false;  ///< the method: its answer has no body
  bool is_paused = false;
  bool has_retried = false;
  std::chrono::seconds answer_time{0};      ///< without a byte; zero: any time
  std::shared_ptr<http_listener> listener;  ///< null once it is over
  std::shared_ptr<http_connection> connection;

  void cancel() override;
  void pause() override { is_paused = true; }
  void resume() override;
};

/// What connections need of the client that they belong to.
class http_pool {
 public:
  using clock = std::chrono::steady_clock;

  http_pool() = default;
  http_pool(const http_pool&) = delete;
  http_pool& operator=(const http_pool&) = delete;
  virtual ~http_pool() = default;

  [[nodiscard]] virtual const http_client::options& wanted() const noexcept = 0;
  /// Where bytes are read to. One for all connections: what is not parsed at
  /// once is kept by the connection that it came on.
  [[nodiscard]] virtual std::span<char> scratch() noexcept = 0;
  /// A connection has this deadline now.
  virtual void watch(clock::time_point deadline) = 0;
  /// Takes a connection that is free again; false: there are enough.
  [[nodiscard]] virtual bool keep(http_connection& connection) = 0;
  /// The connection is closed.
  virtual void forget(http_connection& connection) = 0;
  /// Sends on a new connection what a kept one did not take.
  virtual void send_on_new(const std::shared_ptr<sent_call>& call) = 0;
};

class http_connection final
    : public std::enable_shared_from_this<http_connection>,
      private http_response_sink {
 public:
  using time_point = http_pool::clock::time_point;

  explicit http_connection(std::shared_ptr<http_pool> pool);

  /// Connects, then sends `call`. Once, on a new connection.
  void open(boost::asio::io_context& io, const http_url& server,
            std::shared_ptr<sent_call> call);
  /// Sends `call` on a connection that was kept. Its listener hears nothing
  /// before this has returned.
  void send(std::shared_ptr<sent_call> call);
  /// Whether a kept connection is still good, as far as one can see.
  [[nodiscard]] bool is_usable();
  /// Ends everything; nobody hears of it.
  void close();
  /// Reads on, in a while, if its call is not paused.
  void resume();
  /// When expire() is to be called.
  [[nodiscard]] time_point deadline() const noexcept { return deadline_; }
  void expire();

  std::size_t place = 0;  ///< for the pool

 private:
  enum class phase { opening, busy, idle, closed };
  using error_code = http_channel::error_code;

  bool on_head(int status, const http_fields& fields) override;
  bool on_body(std::string_view bytes) override;

  void opened(std::shared_ptr<http_channel> channel,
              const std::string& problem);
  void begin();
  void write();
  void write_failed();
  void wait_for_bytes();
  void on_readable();
  void read();
  bool take(std::string_view bytes);
  void lost(const error_code& why);
  void finish();
  void fail(std::string_view what, bool may_have_arrived);
  [[nodiscard]] std::shared_ptr<sent_call> release();
  [[nodiscard]] bool keep();
  void set_deadline(std::chrono::seconds from_now);

  std::shared_ptr<http_pool> pool_;
  std::shared_ptr<http_connector> connector_;  // while opening
  std::shared_ptr<http_channel> channel_;      // afterwards
  std::shared_ptr<sent_call> call_;            // while opening or busy
  http_response_parser parser_;
  std::size_t sent_ = 0;  // bytes of the request
  time_point deadline_ = time_point::max();
  std::optional<std::chrono::seconds> kept_for_;  // by the server
  phase phase_ = phase::opening;
  bool is_reused_ = false;
  bool is_sent_ = false;          // the whole request
  bool is_write_broken_ = false;  // and will not be sent
  bool is_waiting_ = false;       // for bytes
};

}  // namespace pith::mcp

#endif  // PITH_MCP_NET_CLIENT_HTTP_CONNECTION_HPP
