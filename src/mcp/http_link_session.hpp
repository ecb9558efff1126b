// SPDX-License-Identifier: MIT
/// @file
/// The talk of one client with a server at a URL: its session, the messages
/// under way, and the stream of the server's own messages.
#ifndef PITH_MCP_HTTP_LINK_SESSION_HPP
#define PITH_MCP_HTTP_LINK_SESSION_HPP

#include "mcp/http_client.hpp"
#include "mcp/http_link.hpp"
#include "mcp/message.hpp"
#include "mcp/param_book.hpp"
#include "mcp/sse.hpp"

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
  http_link_session(boost::asio::io_context& home, http_url url,
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

  [[nodiscard]] http_request request(std::string method) const;
  void post(std::string text, bool is_repeated = false);
  void cancel_call(std::string_view request_id);
  void deliver(std::string_view text);
  void on_session(const http_fields& fields);
  void on_initialized();
  /// Takes note of an answer, if a list of tools was `asked` for.
  void note_tools(std::string_view asked, std::string_view result);
  /// The server knows our session no more: `text` waits for the next one.
  void begin_again(std::string text);
  void on_begun_again();
  void open_stream();
  void open_stream_later(std::chrono::milliseconds wait);
  void end(std::string_view why);

  boost::asio::io_context& home_;
  http_url url_;
  http_link_options options_;
  server_link::handlers what_;
  http_client client_;
  boost::asio::steady_timer again_;
  std::set<std::shared_ptr<http_link_call>> calls_;
  std::string session_;
  std::string version_;              // of the protocol, once it is agreed on
  std::string initialize_;           // the client's own, for a new session
  std::string last_event_;           // of the GET stream
  std::deque<std::string> waiting_;  // for a new session
  param_book params_;
  std::chrono::milliseconds backoff_{1000};
  std::size_t queued_ = 0;
  bool is_beginning_again_ = false;
  bool has_stream_ = false;
  bool is_paused_ = false;
  bool is_closed_ = false;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_HTTP_LINK_SESSION_HPP
