// SPDX-License-Identifier: MIT
/// @file
/// One session of a client of revisions up to 2025-11-25, and its child.
#ifndef PITH_MCP_HUB_STDIO_SESSION_HPP
#define PITH_MCP_HUB_STDIO_SESSION_HPP

#include "mcp/hub/hub_child.hpp"
#include "mcp/hub/open_calls.hpp"
#include "mcp/hub/post_reply.hpp"
#include "mcp/hub/session_streams.hpp"
#include "mcp/protocol/client_text.hpp"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace pith::mcp {

/// Forwards what its client posts to its child, and sends every message of the
/// child to the one place where it belongs. For the thread of its hub.
class stdio_session final : public child_owner,
                            public std::enable_shared_from_this<stdio_session> {
 public:
  using clock = hub_shared::clock;

  /// `place` is that of a session of its principal; it is kept.
  stdio_session(std::shared_ptr<hub_shared> hub, std::string id,
                caller_pointer whose, principal_quotas::lease place);
  ~stdio_session() override;

  /// Starts the child and asks it to initialize. Answers the exchange in every
  /// case; returns false when there is no session.
  bool begin(std::shared_ptr<http_exchange> exchange, const message& initialize,
             const client_profile& client);
  /// `read` is what the body of the exchange says; it is not refused.
  void post(std::shared_ptr<http_exchange> exchange, const client_text& read,
            const client_profile& client);
  void listen(std::shared_ptr<http_exchange> exchange);
  /// Answers all that is open with an error, and stops the child.
  void end(std::string_view why, call_outcome how = call_outcome::stopped);
  /// Looks at the limits of time.
  void tick(clock::time_point now);

  [[nodiscard]] const std::string& id() const noexcept { return id_; }
  /// Whose it is, by the proof that holds longest.
  [[nodiscard]] const caller_pointer& identity() const noexcept {
    return identity_;
  }
  /// The same caller has proven again who it is.
  void renew(const caller_pointer& again);
  [[nodiscard]] bool is_over() const noexcept { return is_over_; }

  void on_message(const message& m) override;
  void on_child_end(std::string_view how) override;
  void on_lacking(std::string_view id, std::string_view scopes) override;

 private:
  using reply_ptr = std::shared_ptr<post_reply>;

  void post_all(std::shared_ptr<http_exchange> exchange,
                const std::vector<message>& all, bool is_batch,
                const client_profile& client);
  [[nodiscard]] std::optional<http_response> refuse(
      const std::vector<message>& all) const;
  void ask(const message& m, const reply_ptr& reply, const caller& who,
           principal_quotas::lease place);
  void tell(const message& m);

  void watch_client(http_exchange& exchange, const reply_ptr& reply);
  void on_client_gone(const reply_ptr& reply);
  void abandon(const std::string& key);
  void on_answer(const message& m);
  void on_initialized(const message& m);
  void fail_call(const open_call& call, int code, std::string_view why,
                 call_outcome how);
  [[nodiscard]] open_call* call_of_message(const message& m);
  void give(const message& m, std::string_view text);
  void note_pressure(event_stream& stream);
  void expire(clock::time_point now);
  void abandon_lost(clock::time_point now);
  void touch() noexcept { last_active_ = clock::now(); }

  std::shared_ptr<hub_shared> hub_;
  std::string id_;
  caller_pointer identity_;
  principal_quotas::lease place_;
  caller who_;             // of initialize
  result_encoding asked_;  // by its capabilities
  std::string version_;    // negotiated; empty before
  session_streams streams_;
  std::shared_ptr<server_link> child_;
  open_calls calls_;
  bool is_over_ = false;
  bool is_paused_ = false;
  clock::time_point last_active_ = clock::now();
};

}  // namespace pith::mcp

#endif  // PITH_MCP_HUB_STDIO_SESSION_HPP
