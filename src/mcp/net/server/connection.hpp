// SPDX-License-Identifier: MIT
/// @file
/// One connection of a client: requests are read, admitted, handled and
/// answered one after the other.
#ifndef PITH_MCP_NET_SERVER_CONNECTION_HPP
#define PITH_MCP_NET_SERVER_CONNECTION_HPP

#include "mcp/http/answer.hpp"
#include "mcp/http/request_parser.hpp"
#include "mcp/net/http_channel.hpp"
#include "mcp/net/output_queue.hpp"
#include "mcp/net/server/http_server.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace pith::mcp {

class server_connection;
class server_exchange;

/// What the connections of one server share, in its one thread.
struct server_shared {
  boost::asio::io_context& io;
  http_handler& handler;
  http_server_counts& counts;
  http_server_limits limits;
  /// All that are not closed. They are kept alive by this alone.
  std::list<std::shared_ptr<server_connection>> open{};
  /// Where bytes are read to, so that a connection that waits has no buffer.
  std::vector<char> scratch = std::vector<char>(64U << 10U);
  std::size_t refused = 0;  ///< how many of them are told 503
  std::size_t delayed = 0;  ///< how many wait for a refusal
  bool tls = false;
  bool leaving = false;   ///< every answer is the last of its connection
  bool draining = false;  ///< and nobody waits for another request
};

/// Everything happens in the thread of the server, exchanges see to that.
/// Requests are numbered; what an exchange says of any but the current one
/// comes too late and is ignored.
class server_connection
    : public std::enable_shared_from_this<server_connection> {
 public:
  using clock = std::chrono::steady_clock;

  server_connection(std::shared_ptr<server_shared> shared,
                    std::shared_ptr<http_channel> channel, std::string peer);

  /// Begins to read, after the handshake of TLS. It has been counted.
  void start();
  /// Answers 503 without a request, and ends. It has not been counted.
  void start_refused();
  /// Does what is due at `now`.
  void sweep(clock::time_point now);
  /// Ends it if it waits for a request, else after the current answer.
  void drain();
  /// Asks the handler again about a request that is under way.
  void revalidate();
  /// Ends it at once. Nobody hears of it.
  void close();

  // What exchanges want.

  void answer(std::uint64_t number, http_response response);
  void begin(std::uint64_t number, int status, const http_fields& fields);
  void write(std::uint64_t number, std::string bytes);
  void finish(std::uint64_t number);
  void abort(std::uint64_t number);
  void set_on_drained(std::uint64_t number, std::function<void()> then);
  void set_on_gone(std::uint64_t number, std::function<void()> then);
  /// Nobody has the exchange any more.
  void dropped(std::uint64_t number);

 private:
  enum class phase {
    shaking,    // the handshake of TLS
    reading,    // a head or a body, or waiting for one
    handling,   // an exchange is open, or its answer not with the client yet
    ending,     // the last answer is being written
    lingering,  // reading what nobody wants, so that the answer gets through
    closed,
  };
  enum class progress { none, streaming, complete };
  using error_code = boost::system::error_code;

  void on_shaken(const error_code& error);
  void on_readable(const error_code& error);
  void on_writable(const error_code& error);
  void await_input();

  void advance(std::string_view fresh);
  bool step(std::string_view& fresh);
  void step_reading(std::string_view& fresh);
  bool step_handling();
  bool step_ending();
  void admit(std::string_view& fresh);
  /// Asks again when whoever decides knows more.
  void admit_later(const std::function<void(std::function<void()>)>& wait);
  void admit_again();
  void refuse_admission(http_response response, std::string_view& fresh);
  void refuse_later(http_response response, std::chrono::milliseconds delay,
                    std::string_view& fresh);
  void refuse_now(std::uint64_t number, http_response response, bool is_whole);
  [[nodiscard]] bool take_refused_body(std::string_view& fresh);
  void refuse(http_response response);
  void handle();

  void push(http_response response);
  void flush();
  void flush_soon();
  void after_output();
  /// The client is gone: ends everything, and tells who wants to know.
  void gone();
  void end_exchange();
  [[nodiscard]] bool is_open(std::uint64_t number) const noexcept;
  /// Whether it streams an answer for somebody whose proof has ended.
  [[nodiscard]] bool is_expired_stream() const;

  std::shared_ptr<server_shared> shared_;
  std::shared_ptr<http_channel> channel_;
  std::shared_ptr<const std::string> peer_;
  std::list<std::shared_ptr<server_connection>>::iterator place_{};

  phase phase_ = phase::reading;
  bool counted_ = false;
  bool waits_for_input_ = false;
  bool waits_for_admission_ = false;
  bool waits_for_room_ = false;  // the socket takes nothing now
  bool flush_posted_ = false;
  bool advancing_ = false;
  clock::time_point deadline_ = clock::time_point::max();
  clock::time_point write_deadline_ = clock::time_point::max();

  http_parser parser_;
  std::string input_;                           // after the current request
  caller_pointer who_ = nobody();               // of the current request
  std::shared_ptr<const std::string> address_;  // of the current request
  std::size_t discarded_ = 0;

  std::unique_ptr<boost::asio::steady_timer> delay_;  // of a refusal

  // The current exchange.
  std::uint64_t number_ = 0;
  std::weak_ptr<server_exchange> exchange_;
  progress progress_ = progress::none;
  answer_frame frame_;
  stream_form form_ = stream_form::none;
  bool was_large_ = false;  // the output, since it was last small
  std::function<void()> on_drained_;
  std::function<void()> on_gone_;

  output_queue output_;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_NET_SERVER_CONNECTION_HPP
