// SPDX-License-Identifier: MIT
/// @file
/// One member of an endpoint, for one client: opened when it is needed, asked
/// by numbers of our own.
#ifndef PITH_MCP_MERGE_MEMBER_CONNECTION_HPP
#define PITH_MCP_MERGE_MEMBER_CONNECTION_HPP

#include "mcp/link/server_link.hpp"
#include "mcp/protocol/message.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace pith::mcp {

/// How a connection begins.
struct member_greeting {
  bool is_modern = false;
  /// Raw: of `initialize`, or of `server/discover`.
  std::string params{};
};

/// For the thread of its io_context. Nothing is called once it is closed.
class member_connection
    : public std::enable_shared_from_this<member_connection> {
 public:
  /// Makes the link; null, and why in `problem`, when it cannot.
  using linker = std::function<std::unique_ptr<server_link>(
      server_link::handlers what, std::string& problem)>;
  /// The answer, whose views hold during the call; null when none will come,
  /// and why.
  using taker =
      std::function<void(const message* answer, std::string_view problem)>;
  struct handlers {
    /// Its requests and notifications.
    std::function<void(const message& m)> on_message;
    /// Words for people.
    std::function<void(std::string_view line)> on_words;
    /// It is gone, though it was open; what it was asked has been failed.
    std::function<void()> on_gone;
  };

  member_connection(boost::asio::io_context& io, linker make, handlers what);
  ~member_connection();
  member_connection(const member_connection&) = delete;
  member_connection& operator=(const member_connection&) = delete;

  /// Calls `then` when it is open, or with why it cannot be opened. A member
  /// that was greeted in the other era begins anew.
  void open(const member_greeting& greeting,
            std::function<void(std::string_view problem)> then);
  [[nodiscard]] bool is_open() const noexcept { return phase_ == phase::open; }
  /// The raw result of the greeting; empty unless it is open.
  [[nodiscard]] const std::string& welcome() const noexcept { return welcome_; }

  /// Asks with an id of our own in place of that of the request. It must be
  /// open. Returns the number, which names it to cancel().
  std::uint64_t ask(const message& request, taker then);
  /// Passes on what needs no answer, as it is.
  void tell(std::string_view text);
  /// Nobody waits for this answer; `then` is not called.
  void cancel(std::uint64_t number, std::string_view why);
  [[nodiscard]] bool has(std::uint64_t number) const {
    return pending_.contains(number);
  }

  [[nodiscard]] std::size_t queued() const noexcept;
  void pause();
  void resume();
  /// Ends it in good order; `then` is called when it has ended.
  void close(std::function<void()> then);

 private:
  enum class phase : unsigned char { idle, opening, open, closing, closed };

  void start();
  void greet();
  void on_text(std::string_view text);
  void on_one(const message& m);
  void on_end(std::string_view why);
  void fail_all(std::string_view why);
  void settle(std::string_view problem);
  void drop_link();

  boost::asio::io_context& io_;
  linker make_;
  handlers what_;
  boost::asio::steady_timer patience_;  // with the greeting
  phase phase_ = phase::idle;
  member_greeting greeting_;
  std::string welcome_;
  std::shared_ptr<server_link> link_;
  std::uint64_t generation_ = 0;  // of the link: an old one is not heard
  std::uint64_t last_number_ = 0;
  std::map<std::uint64_t, taker> pending_;
  std::vector<std::function<void(std::string_view)>> waiting_;
  std::function<void()> on_closed_;
  bool is_paused_ = false;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_MERGE_MEMBER_CONNECTION_HPP
