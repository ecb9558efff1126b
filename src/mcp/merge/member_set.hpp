// SPDX-License-Identifier: MIT
/// @file
/// The members of an endpoint, for one client: their connections, and what
/// they offer.
#ifndef PITH_MCP_MERGE_MEMBER_SET_HPP
#define PITH_MCP_MERGE_MEMBER_SET_HPP

#include "mcp/interpret/answer_rewriter.hpp"
#include "mcp/merge/member_catalog.hpp"
#include "mcp/merge/member_connection.hpp"
#include "mcp/merge/merge_settings.hpp"
#include "mcp/merge/merged_view.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace pith::mcp {

/// For the thread of its io_context. Members are connected when they are
/// needed: what is known of them from before answers lists.
class member_set : public std::enable_shared_from_this<member_set> {
 public:
  using clock = member_catalog::clock;

  struct handlers {
    /// A request or notification of a member's.
    std::function<void(std::size_t member, const message& m)> on_message;
    /// Another view than before is in force.
    std::function<void()> on_view;
    /// Words for people.
    std::function<void(std::string_view line)> say;
  };

  /// `whose` tells principals apart: what a member shows to one is not shown
  /// to another. Settings and cache are shared by all connections.
  member_set(boost::asio::io_context& io,
             std::shared_ptr<const merge_settings> settings,
             std::shared_ptr<catalog_cache> cache, std::string whose,
             const answer_rewriter::places& places, handlers what);
  /// What it cannot do without itself being shared.
  void begin();

  /// How members are greeted from now on; `meta` is the raw `_meta` of modern
  /// requests of our own.
  void greet(member_greeting greeting, std::string meta);
  [[nodiscard]] bool is_modern() const noexcept { return greeting_.is_modern; }
  [[nodiscard]] const std::string& meta() const noexcept { return meta_; }

  /// Calls `then` when every member's lists are known and fresh, or its attempt
  /// has failed, or after `patience`.
  void refresh(std::chrono::milliseconds patience, std::function<void()> then);
  /// The lists of a member have changed: looks at them again soon.
  void note_change(std::size_t member);
  /// Connects a member; `then` gets why that failed, or nothing.
  void open(std::size_t member, std::function<void(std::string_view)> then);

  [[nodiscard]] const merged_view& view() const noexcept { return *view_; }
  [[nodiscard]] const std::shared_ptr<const merged_view>& shared_view()
      const noexcept {
    return view_;
  }
  [[nodiscard]] std::size_t size() const noexcept { return members_.size(); }
  [[nodiscard]] const merge_member& settings(std::size_t member) const {
    return settings_->members[member];
  }
  [[nodiscard]] member_connection& connection(std::size_t member) {
    return *members_[member].link;
  }
  /// Null when its policy names an unknown tokenizer.
  [[nodiscard]] answer_rewriter* answers(std::size_t member) {
    return members_[member].answers.get();
  }
  /// What is offered of it; null: nothing is known, or it is long out of date.
  [[nodiscard]] const member_catalog* catalog(std::size_t member) const;
  /// Why it is not there; empty when it is.
  [[nodiscard]] std::string_view problem(std::size_t member) const;
  /// Whether it has answered a greeting in the era in force, as far as known.
  [[nodiscard]] std::optional<bool> speaks(std::size_t member) const;
  /// Whose an exposed URI or task id is, and what that member calls it.
  struct owned_uri {
    std::size_t member = 0;
    std::string own;
  };
  [[nodiscard]] std::optional<owned_uri> find_uri(
      const std::string& exposed) const;
  /// How long the lists hold; zero when one is missing or out of date.
  [[nodiscard]] std::chrono::milliseconds life() const;

  [[nodiscard]] std::size_t queued() const noexcept;
  void pause();
  void resume();
  /// Ends all connections; `then` is called when they have ended.
  void close(const std::function<void()>& then);

 private:
  struct held_member {
    std::shared_ptr<member_connection> link;
    std::shared_ptr<answer_rewriter> answers;
    std::shared_ptr<member_record> record;
    bool is_filling = false;
    bool is_outdated = false;
  };
  struct waiter {
    std::function<void()> then;  // empty: it has been called
    boost::asio::steady_timer timer;
  };

  void fill(std::size_t i);
  void settle(std::size_t i, std::shared_ptr<const member_catalog> found,
              std::string_view problem);
  void update_view();
  void release_waiters();
  void release(const std::shared_ptr<waiter>& one);
  [[nodiscard]] bool is_filling() const noexcept;
  [[nodiscard]] std::shared_ptr<const member_catalog> usable(
      const held_member& one) const;

  boost::asio::io_context& io_;
  std::shared_ptr<const merge_settings> settings_;
  std::shared_ptr<catalog_cache> cache_;
  std::string whose_;
  handlers what_;
  member_greeting greeting_;
  std::string meta_;
  std::vector<held_member> members_;
  std::shared_ptr<const merged_view> view_ =
      std::make_shared<const merged_view>();
  std::vector<std::shared_ptr<const member_catalog>> in_view_;
  std::vector<std::shared_ptr<waiter>> waiters_;
  boost::asio::steady_timer soon_;
  bool is_soon_ = false;
  bool is_closed_ = false;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_MERGE_MEMBER_SET_HPP
