// SPDX-License-Identifier: MIT
/// @file
/// Several servers that look like one, to one client.
#ifndef PITH_MCP_MERGE_MERGED_SERVER_HPP
#define PITH_MCP_MERGE_MERGED_SERVER_HPP

#include "mcp/link/server_link.hpp"
#include "mcp/merge/listen_streams.hpp"
#include "mcp/merge/member_set.hpp"
#include "mcp/merge/routed_calls.hpp"
#include "mcp/merge/server_asks.hpp"

#include <boost/asio/io_context.hpp>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>

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
  struct route;

  // From the client.
  void on_request(const message& m, const caller& who);
  /// Takes note of what a modern request says of its client. False when it was
  /// refused for that.
  bool greet_modern(const message& m, std::string_view version);
  void on_notification(const message& m);
  void on_client_answer(const message& m);
  void initialize(const message& m, const caller& who);
  void discover(const message& m, const caller& who);
  void ping(const message& m, const caller& who);
  void list_tools(const message& m, const caller& who);
  void list_prompts(const message& m, const caller& who);
  void list_resources(const message& m, const caller& who);
  void list_templates(const message& m, const caller& who);
  void call_tool(const message& m, const caller& who);
  void get_prompt(const message& m, const caller& who);
  void use_resource(const message& m, const caller& who);
  void use_task(const message& m, const caller& who);
  void complete(const message& m, const caller& who);
  void set_level(const message& m, const caller& who);
  void listen(const message& m, const caller& who);
  // The same once the lists are known.
  void show_tools(const message& m, const caller& who);
  void show_prompts(const message& m, const caller& who);
  void show_resources(const message& m, const caller& who);
  void show_templates(const message& m, const caller& who);
  void call_listed_tool(const message& m, const caller& who);
  void get_listed_prompt(const message& m, const caller& who);
  void complete_listed(const message& m, const caller& who);

  /// Lists are complete, or as complete as they get: `then` has the request
  /// again, and is not called when a member is missing that is required.
  void with_lists(const message& m, const caller& who, method then);
  /// The answer to a list that has one page.
  void answer_list(const message& m, std::string_view key, std::string array);
  /// Sends the request to a member with some of its parts, which are views
  /// into it, changed.
  void forward(const message& m, const caller& who, std::size_t member,
               std::string_view part, std::string with, answer_shape shape);
  /// Tells an open member the level that the client has set before.
  void tell_level(std::size_t member);
  void send_routed(const std::string& key, const std::string& text);
  void on_routed_answer(const std::string& key, const message* answer,
                        std::string_view problem);
  void fail_routed(routed_call call, std::string_view problem,
                   call_outcome how);
  /// A member that answers calls of this tool of pith's own, if any does.
  [[nodiscard]] std::optional<std::size_t> owner_of(std::string_view own_tool);
  [[nodiscard]] std::optional<std::pair<std::size_t, std::string>> member_of(
      std::string_view raw_uri) const;

  // From the members.
  void on_member(std::size_t member, const message& m);
  void on_member_request(std::size_t member, const message& m);
  void on_view();
  void notify_change(std::string_view what);

  void refuse(const message& m, int code, std::string_view why);
  /// To the client, later.
  void emit(std::string text);
  /// What is not an answer waits until the client is ready for it.
  void emit_own(std::string text);

  boost::asio::io_context& io_;
  options options_;
  server_link::handlers what_;
  std::shared_ptr<member_set> members_;
  routed_calls calls_;
  server_asks asks_;
  std::shared_ptr<listen_streams> listens_;
  std::string level_;              // the last logging/setLevel, as it came
  std::set<std::size_t> leveled_;  // the members that know it
  std::optional<std::size_t> told_tools_;
  std::optional<std::size_t> told_prompts_;
  std::optional<std::size_t> told_resources_;
  std::deque<std::string> early_;  // before the client is ready
  bool is_ready_ = false;
  bool is_stopped_ = false;
};

/// The same as a link.
[[nodiscard]] std::unique_ptr<server_link> make_merged_link(
    boost::asio::io_context& io, merged_server::options wanted,
    server_link::handlers what);

}  // namespace pith::mcp

#endif  // PITH_MCP_MERGE_MERGED_SERVER_HPP
