// SPDX-License-Identifier: MIT
/// @file
/// A request of a modern client: how it is spelled for the child, and how what
/// the child says of it is spelled for the client.
#ifndef PITH_MCP_HUB_MODERN_CALL_HPP
#define PITH_MCP_HUB_MODERN_CALL_HPP

#include "mcp/hub/hub_shared.hpp"
#include "mcp/protocol/hub_reply.hpp"
#include "mcp/protocol/subscription.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace pith::mcp {

/// One request under way. Requests of several clients share a child, so that
/// their ids and progress tokens are replaced by a number of our own. For the
/// thread of the hub.
class modern_call {
 public:
  using clock = hub_shared::clock;

  modern_call(std::shared_ptr<hub_shared> hub,
              std::shared_ptr<http_exchange> exchange, const message& request,
              std::uint64_t number, caller who, pending_request what);
  ~modern_call();
  modern_call(const modern_call&) = delete;
  modern_call& operator=(const modern_call&) = delete;

  /// The request as the child gets it.
  [[nodiscard]] std::string for_child(const message& request) const;
  /// What the child says of it, with the id, token and subscription of the
  /// client.
  [[nodiscard]] std::string for_client(const message& m) const;

  /// Sends a message that is not an answer, if the client reads streams. False
  /// when the client does not take what it is sent.
  [[nodiscard]] bool say(std::string_view text);
  /// Sends the answer; nothing follows. `code` is that of an error in it, or 0.
  void answer(std::string text, int code);
  /// The same with a status of its own, where that can still be said.
  void refuse(http_response response);
  /// Nothing more is sent: the client is gone, or must go.
  void drop(bool aborts);
  void beat(clock::time_point now);
  /// Calls `then` in the thread of the hub when the client is gone before it
  /// was answered.
  void on_gone(std::function<void()> then);

  [[nodiscard]] std::uint64_t number() const noexcept { return number_; }
  [[nodiscard]] const std::string& id() const noexcept { return id_; }
  [[nodiscard]] const std::string& method() const noexcept { return method_; }
  [[nodiscard]] bool is_listen() const noexcept {
    return method_ == "subscriptions/listen";
  }
  [[nodiscard]] bool wants_log() const noexcept { return wants_log_; }
  [[nodiscard]] const pending_request& what() const noexcept { return what_; }
  [[nodiscard]] const caller& who() const noexcept { return who_; }

  clock::time_point deadline{};     ///< none: the epoch
  bool is_closing = false;          ///< the child said that it ends
  principal_quotas::lease place{};  ///< among what its principal has open

 private:
  void open_stream();
  void close_stream();

  std::shared_ptr<hub_shared> hub_;
  std::shared_ptr<http_exchange> exchange_;
  std::uint64_t number_;
  std::string name_;   // the number, as raw id and token
  std::string id_;     // raw, of the client
  std::string token_;  // raw, of the client; empty: none
  std::string method_;
  caller who_;
  pending_request what_;
  accepted_forms forms_;
  bool wants_log_ = false;
  bool is_stream_ = false;
  clock::time_point last_write_ = clock::now();
};

/// The number by which the child speaks of a call in this message: the id of
/// an answer, a progress token, a subscription, the requestId of a
/// cancellation. Nothing when it speaks of none.
[[nodiscard]] std::optional<std::uint64_t> call_number(const message& m);

/// The `code` of the error in an answer; 0 when it is none.
[[nodiscard]] int error_code_of(const message& m);

/// The HTTP status of an answer to a request of this method with this error
/// code. A server that does not know server/discover is an old one, and 400 is
/// how clients find that out.
[[nodiscard]] int modern_status(std::string_view method, int code) noexcept;

}  // namespace pith::mcp

#endif  // PITH_MCP_HUB_MODERN_CALL_HPP
