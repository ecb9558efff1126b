// SPDX-License-Identifier: MIT
/// @file
/// Requests of the client on their way to a member, and its answers on their
/// way back.
#ifndef PITH_MCP_MERGE_MEMBER_CALLS_HPP
#define PITH_MCP_MERGE_MEMBER_CALLS_HPP

#include "mcp/merge/exposed_parts.hpp"
#include "mcp/merge/member_set.hpp"
#include "mcp/merge/routed_calls.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>

namespace pith::mcp {

/// For the thread of its members. The policy of a member decides what becomes
/// of a request and of its answer; it sees the member's own names.
class member_calls : public std::enable_shared_from_this<member_calls> {
 public:
  using sender = std::function<void(std::string text)>;

  member_calls(std::shared_ptr<member_set> to, sender to_client)
      : members_(std::move(to)), send_(std::move(to_client)) {}

  /// Sends the request to a member, opened when it is not, with `part`, a view
  /// into it, changed. Every request is answered, unless it is cancelled.
  void forward(const message& m, const caller& who, std::size_t member,
               std::string_view part, const std::string& with,
               answer_shape shape);
  /// The client waits no more for the request with this raw id.
  void cancel(std::string_view raw_id, std::string_view why);
  /// Whether a member has a request with this progress token.
  [[nodiscard]] bool has_token(std::size_t member,
                               std::string_view raw_token) const {
    return calls_.has_token(member, raw_token);
  }
  /// A logging/setLevel of the client's: for all members that log, also those
  /// that are opened later.
  void set_level(const message& m);

 private:
  void tell_level(std::size_t member);
  void send(const std::string& key, const std::string& text);
  void on_answer(const std::string& key, const message* answer,
                 std::string_view problem);
  void fail(const routed_call& call, std::string_view problem,
            call_outcome how);

  std::shared_ptr<member_set> members_;
  sender send_;
  routed_calls calls_;
  std::string level_;              // the last logging/setLevel, as it came
  std::set<std::size_t> leveled_;  // the members that know it
};

}  // namespace pith::mcp

#endif  // PITH_MCP_MERGE_MEMBER_CALLS_HPP
