// SPDX-License-Identifier: MIT
/// @file
/// The talk of one client with a server at a URL: its session, the messages
/// under way, and the stream of the server's own messages.
#ifndef PITH_MCP_LINK_HTTP_LINK_SESSION_HPP
#define PITH_MCP_LINK_HTTP_LINK_SESSION_HPP

#include "mcp/http/sse.hpp"
#include "mcp/link/http_link.hpp"
#include "mcp/net/client/http_client.hpp"
#include "mcp/protocol/message.hpp"
#include "mcp/protocol/param_registry.hpp"

#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <deque>
#include <memory>
#include <set>
#include <string>
#include <string_view>

namespace pith::mcp {

class http_link_call;

class http_link_session
    : public std::enable_shared_from_this<http_link_session> {
 public:
  /// `tls` may be null; it must outlive the session.
  http_link_session(boost::asio::io_context& io, http_url url,
                    boost::asio::ssl::context* tls,
                    const http_link_options& options,
                    server_link::handlers what);

  void send(std::string_view message);
  void pause(bool is_paused);
  /// Ends the session at the server, then reports the end.
  void stop();
  /// Forgets everything without a word.
  void close();
  [[nodiscard]] std::size_t queued() const noexcept { return queued_; }

 private:
  friend class http_link_call;

  using milliseconds = std::chrono::milliseconds;

  /// A message that is to be sent.
  struct held_message {
    std::string text;
    bool is_repeated = false;  // it was sent once, in a session that is gone
  };

  // Between two tries to open a stream.
  static constexpr milliseconds first_wait{1'000};
  static constexpr milliseconds longest_wait{30'000};

  [[nodiscard]] http_request request(std::string method) const;
  /// Sends the text when it is its turn. Texts that were refused because their
  /// session is gone come before those that were not sent yet.
  void hold(std::string text, bool is_repeated);
  /// Sends what is held, as far as it need not wait.
  void send_held();
  void post(std::string text, bool is_repeated);
  /// Two POSTs can overtake each other: what follows one without an answer of
  /// its own is held until the server has it.
  void wait_for(const http_link_call& told);
  /// `call` has arrived, or never will.
  void let_go(const http_link_call* call);
  [[nodiscard]] std::shared_ptr<http_link_call> find_call(
      std::string_view request_id) const;
  /// The client waits for this answer no more. True when the server knows so
  /// without being told.
  [[nodiscard]] bool cancel_call(std::string_view request_id);
  void deliver(std::string_view text);
  void on_session(const http_fields& fields);
  /// Takes note of the version in the result of an initialize.
  void on_version(std::string_view result);
  void on_initialized();
  /// The server asks something: the client's answer must find the way free,
  /// however much of what it said before waits for answers.
  void on_asked();
  /// Takes note of an answer, if a list of tools was `asked` for.
  void note_tools(std::string_view asked, std::string_view result);
  /// The server knows the session `lost` no more: `text`, which was sent in
  /// it, waits for the next one.
  void begin_again(std::string text, std::string_view lost);
  void on_begun_again();
  void open_stream();
  void open_stream_later(milliseconds wait);
  void drop_stream();
  void say_farewell();
  void limit_farewell();
  void end(std::string_view why);

  boost::asio::io_context& io_;
  http_url url_;
  http_link_options options_;
  server_link::handlers what_;
  http_client client_;
  boost::asio::steady_timer again_;     // for the GET stream
  boost::asio::steady_timer patience_;  // with `awaited_`
  boost::asio::steady_timer farewell_;
  std::set<std::shared_ptr<http_link_call>> calls_;
  std::string session_;
  std::string version_;     // of the protocol, once it is agreed on
  std::string initialize_;  // the client's own, for a new session
  std::string last_event_;  // of the GET stream
  std::deque<held_message> held_;
  const http_link_call* awaited_ = nullptr;  // what `held_` waits for
  param_registry params_;
  milliseconds backoff_ = first_wait;
  std::size_t queued_ = 0;
  bool is_beginning_again_ = false;
  bool has_stream_ = false;  // or will have, or knows that there is none
  bool is_stopping_ = false;
  bool has_said_farewell_ = false;
  bool is_paused_ = false;
  bool is_closed_ = false;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_LINK_HTTP_LINK_SESSION_HPP
