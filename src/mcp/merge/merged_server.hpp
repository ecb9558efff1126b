// SPDX-License-Identifier: MIT
/// @file
/// Several servers that look like one, to one client.
#ifndef PITH_MCP_MERGE_MERGED_SERVER_HPP
#define PITH_MCP_MERGE_MERGED_SERVER_HPP

#include "mcp/link/server_link.hpp"
#include "mcp/merge/listen_streams.hpp"
#include "mcp/merge/member_calls.hpp"
#include "mcp/merge/member_set.hpp"
#include "mcp/merge/offered_tools.hpp"
#include "mcp/merge/server_asks.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace pith::mcp {

/// Answers what an endpoint can answer, and forwards the rest to the member
/// that it is for. For the thread of its io_context; what it answers comes
/// later than what it was sent.
class merged_server : public std::enable_shared_from_this<merged_server> {
 public:
  struct options {
    std::shared_ptr<const merge_settings> settings;
    std::shared_ptr<catalog_cache> cache;
    /// Whose client it is, when a message does not come with its caller.
    caller who;
    /// Tells principals apart in the cache.
    std::string principal;
    answer_rewriter::places places;
  };

  merged_server(boost::asio::io_context& io, options wanted,
                server_link::handlers what);
  /// What it cannot do without itself being shared.
  void begin();

  /// A text of the client's, which was read before (client_text.hpp).
  void on_client(std::string_view text, const caller& who);
  [[nodiscard]] const caller& usual_caller() const noexcept {
    return options_.who;
  }
  [[nodiscard]] std::size_t queued() const noexcept {
    return members_->queued();
  }
  void pause() { members_->pause(); }
  void resume() { members_->resume(); }
  /// Ends the members, then reports the end.
  void stop();

 private:
  using method = void (merged_server::*)(const message& m, const caller& who);
  /// What is done once the lists are known, with the request read again.
  using listed_handler =
      std::function<void(merged_server& self, const message& m)>;
  struct route;

  // From the client.
  void on_request(const message& m, const caller& who);
  /// Takes note of what a modern request says of its client. False when it was
  /// refused for that.
  bool greet_modern(const message& m, std::string_view version);
  void on_notification(const message& m);
  void initialize(const message& m, const caller& who);
  void discover(const message& m, const caller& who);
  /// What needs no more than that.
  void acknowledge(const message& m, const caller& who);
  void list(const message& m, const caller& who);
  void call(const message& m, const caller& who);
  /// False when no such tool is known.
  bool call_known(const message& m, const caller& who);
  /// The same for tools of members.
  bool call_member(const message& m, const caller& who);
  void get_prompt(const message& m, const caller& who);
  /// What names a resource or a task.
  void use_resource(const message& m, const caller& who);
  void complete(const message& m, const caller& who);
  void listen(const message& m, const caller& who);

  /// Calls `then` when the lists are complete, or as complete as they get; not
  /// when a member is missing that is required.
  void with_lists(const message& m, listed_handler then);

  // From the members.
  void on_member(std::size_t member, const message& m);
  void on_member_request(std::size_t member, const message& m);
  void on_view();

  void refuse(const message& m, int code, std::string_view why);
  /// To the client, later.
  void emit(std::string text);
  /// The request is not made: its caller lacks these scopes.
  void emit_lacking(const message& m, std::string scopes);
  /// What is not an answer waits until the client is ready for it.
  void emit_own(std::string text);

  boost::asio::io_context& io_;
  options options_;
  server_link::handlers what_;
  std::shared_ptr<member_set> members_;
  std::shared_ptr<member_calls> calls_;
  std::shared_ptr<offered_tools> tools_;
  server_asks asks_;
  std::shared_ptr<listen_streams> listens_;
  std::optional<std::size_t> told_tools_;
  std::optional<std::size_t> told_prompts_;
  std::optional<std::size_t> told_resources_;
  std::deque<std::string> early_;  // before the client is ready
  boost::asio::steady_timer farewell_;
  bool is_ready_ = false;
  bool is_stopped_ = false;
};

/// The same as a link.
[[nodiscard]] std::unique_ptr<server_link> make_merged_link(
    boost::asio::io_context& io, merged_server::options wanted,
    server_link::handlers what);

}  // namespace pith::mcp

#endif  // PITH_MCP_MERGE_MERGED_SERVER_HPP
