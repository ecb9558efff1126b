// SPDX-License-Identifier: MIT
/// @file
/// One child for all modern requests of one principal.
#ifndef PITH_MCP_HUB_SHARED_SERVER_HPP
#define PITH_MCP_HUB_SHARED_SERVER_HPP

#include "mcp/hub/hub_child.hpp"
#include "mcp/hub/modern_call.hpp"
#include "mcp/protocol/param_registry.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace pith::mcp {

/// Serves stateless requests (2026-07-28 and later). The child is started when
/// it is needed, again when it died, and stopped when nobody needs it. For the
/// thread of its hub.
class shared_server final : public std::enable_shared_from_this<shared_server> {
 public:
  using clock = hub_shared::clock;

  /// The registry must outlive it.
  shared_server(std::shared_ptr<hub_shared> hub, caller_pointer whose,
                param_registry& registry);
  ~shared_server();
  shared_server(const shared_server&) = delete;
  shared_server& operator=(const shared_server&) = delete;

  /// Answers a POST whose body is this message.
  void post(std::shared_ptr<http_exchange> exchange, const message& m,
            const client_profile& client);
  /// Ends subscriptions in good order, for their clients to renew elsewhere.
  void retire();
  void end(std::string_view why);
  void tick(clock::time_point now);

  /// Whose it is: by the last request.
  [[nodiscard]] const caller_pointer& identity() const noexcept {
    return identity_;
  }
  [[nodiscard]] bool is_busy() const noexcept { return !calls_.empty(); }
  /// Nothing is under way, no child runs, and nobody came for a while: there
  /// is nothing to remember of it.
  [[nodiscard]] bool is_idle(clock::time_point now) const noexcept {
    return calls_.empty() && !child_ &&
           now - last_active_ > std::chrono::seconds(5);
  }

 private:
  /// Hears the child that runs now; one that was let go is not heard.
  class seat final : public child_owner {
   public:
    explicit seat(shared_server& server) noexcept : server_(&server) {}
    void on_message(const message& m) override { server_->on_message(m); }
    void on_child_end(std::string_view how) override {
      server_->on_child_end(how);
    }
    void on_lacking(std::string_view id, std::string_view scopes) override {
      server_->on_lacking(id, scopes);
    }

   private:
    shared_server* server_;
  };
  using call_ptr = std::shared_ptr<modern_call>;

  [[nodiscard]] std::optional<http_response> refuse(
      const http_exchange& exchange, const message& m);
  /// Nothing when there is a child now; else why there is none.
  [[nodiscard]] std::optional<http_response> start(const pending_request& what,
                                                   const caller& who);
  void let_go();
  void ask(std::shared_ptr<http_exchange> exchange, const message& m,
           const client_profile& client);
  void tell(const message& m);
  void on_message(const message& m);
  void on_answer(const message& m);
  void on_child_end(std::string_view how);
  void on_lacking(std::string_view id, std::string_view scopes);
  void fail_all(std::string_view reason, call_outcome how);
  void lose(const modern_call& call, call_outcome how, std::string_view why);
  [[nodiscard]] call_ptr call_of_message(const message& m) const;
  void cancel(std::uint64_t number, std::string_view why, bool aborts);
  void expire(clock::time_point now);
  [[nodiscard]] std::size_t listeners() const noexcept;

  std::shared_ptr<hub_shared> hub_;
  caller_pointer identity_;
  param_registry* registry_;
  std::shared_ptr<server_link> child_;
  std::shared_ptr<seat> seat_;  // as long as there is a child
  clock::time_point started_{};
  clock::time_point last_active_ = clock::now();
  int early_ends_ = 0;      // in a row
  bool is_legacy_ = false;  // it knows no server/discover
  std::uint64_t last_number_ = 0;
  std::map<std::uint64_t, call_ptr> calls_;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_HUB_SHARED_SERVER_HPP
