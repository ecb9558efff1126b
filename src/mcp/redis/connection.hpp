// SPDX-License-Identifier: MIT
/// @file
/// One Redis server, and the connection to it as it comes and goes.
#ifndef PITH_MCP_REDIS_CONNECTION_HPP
#define PITH_MCP_REDIS_CONNECTION_HPP

#include "mcp/net/asio_names.hpp"
#include "mcp/net/client/http_connector.hpp"
#include "mcp/redis/address.hpp"
#include "mcp/redis/result.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace pith::mcp {

/// What all connections of a client have in common.
struct redis_settings {
  std::string user{};  ///< empty: the default one
  std::string password{};
  std::size_t database = 0;
  bool is_cluster = false;
  std::chrono::milliseconds timeout{5};
  /// For connecting, TLS and the first words.
  std::chrono::milliseconds connect_time{1000};
  redis_reply_reader::limits replies{};
  boost::asio::ssl::context* tls = nullptr;  ///< must outlive the connections
};

/// Operations in order, without waiting for one another (pipelining). It
/// connects again when it is lost, after a pause that doubles up to 2 s, and
/// begins anew once a connection has lasted for 10 s.
///
/// The circuit breaker is the connection: a server that lets operations time
/// out and says nothing for four timeouts (at least 100 ms) is disconnected.
/// Until it has answered on a new connection, operations fail at once.
///
/// For the thread of `io` alone.
class redis_connection : public std::enable_shared_from_this<redis_connection> {
 public:
  using clock = std::chrono::steady_clock;
  /// It is ready now, or no longer.
  using listener = std::function<void()>;

  /// `addresses` are tried in turn; `settings` must outlive it.
  redis_connection(boost::asio::io_context& io,
                   std::vector<redis_address> addresses,
                   const redis_settings& settings, listener changed);

  void start();
  /// Sends `bytes`, commands of which the last answer counts, and gives that to
  /// `then` when it comes, or a failure at the deadline at the latest. `then`
  /// may run inside this call.
  void send(std::string bytes, std::size_t command_count,
            clock::time_point deadline, redis_taker then);
  /// Gives up the connection, and connects again after a pause.
  void lose(std::string_view why);
  /// For good; whoever waits hears of it.
  void end();

  [[nodiscard]] bool is_ready() const noexcept {
    return state_ == state::ready;
  }
  /// The server that it is, or will be, connected with.
  [[nodiscard]] const redis_address& address() const noexcept {
    return addresses_[current_];
  }
  /// What was wrong last; empty: nothing yet.
  [[nodiscard]] const std::string& problem() const noexcept { return problem_; }
  /// How often it was lost.
  [[nodiscard]] std::size_t losses() const noexcept { return losses_; }

 private:
  enum class state : unsigned char {
    connecting,
    greeting,
    ready,
    pausing,
    ended
  };
  struct wire;
  struct waiting_reply {
    clock::time_point deadline;
    redis_taker then;  // null: nobody waits for it any more
  };
  struct unsent_commands {
    std::string bytes;
    std::size_t command_count;
    waiting_reply last;
  };

  void connect();
  void connect_local();
  void on_channel(std::shared_ptr<http_channel> channel,
                  const std::string& problem);
  void greet();
  void on_greeting(const redis_result& result, bool is_role);
  void become_ready();
  void put(unsent_commands what);
  void write();
  void read(const std::shared_ptr<wire>& from);
  void take_replies(wire& from);
  void arm(clock::time_point when);
  void on_deadline();
  [[nodiscard]] clock::duration stall_time() const;

  boost::asio::io_context& io_;
  std::vector<redis_address> addresses_;
  const redis_settings& settings_;
  listener changed_;
  state state_ = state::pausing;
  std::size_t current_ = 0;
  std::shared_ptr<http_connector> connector_;
  std::shared_ptr<boost::asio::local::stream_protocol::socket> local_;
  std::shared_ptr<wire> wire_;
  std::deque<waiting_reply> waiting_;
  std::deque<unsent_commands> unsent_;  // until it is ready for the first time
  std::string out_;
  std::size_t writing_bytes_ = 0;
  bool is_write_planned_ = false;
  std::size_t greetings_ = 0;  // answers that are still to come
  boost::asio::steady_timer life_;
  boost::asio::steady_timer deadline_;
  clock::time_point armed_ = clock::time_point::max();
  clock::time_point progress_{};
  clock::time_point ready_since_{};
  bool has_timed_out_ = false;  // something, since the last answer
  bool has_failed_ = false;     // and answered nothing since
  std::chrono::milliseconds pause_;
  std::string problem_;
  std::size_t losses_ = 0;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_REDIS_CONNECTION_HPP
