// SPDX-License-Identifier: MIT
/// @file
/// The requests of a session that its child has not answered.
#ifndef PITH_MCP_HUB_OPEN_CALLS_HPP
#define PITH_MCP_HUB_OPEN_CALLS_HPP

#include "mcp/hub/hub_shared.hpp"
#include "mcp/hub/post_reply.hpp"

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pith::mcp {

/// A request that the child has not answered.
struct open_call {
  using clock = hub_shared::clock;

  std::string id;  ///< raw, as the client spelled it
  std::shared_ptr<post_reply> reply;
  pending_request what;
  caller who;
  std::shared_ptr<void> counted;  ///< in flight while anybody has it
  std::string token;              ///< the key of its progress token, or empty
  clock::time_point deadline{};   ///< none: the epoch
  bool is_initialize = false;
  bool is_cancelled = false;
  bool is_abandoned = false;  ///< its client left, and it counts no more
};

/// Finds them by their ids and by their progress tokens. A key is the id_key()
/// of an id. Pointers to a call hold until it is taken.
class open_calls {
 public:
  using clock = open_call::clock;

  [[nodiscard]] bool empty() const noexcept { return by_id_.empty(); }
  [[nodiscard]] bool contains(const std::string& key) const {
    return by_id_.contains(key);
  }
  /// Adds a request with this raw id, which no open one has. `token` is its
  /// raw progress token, or empty; the last request with a token has it.
  open_call& add(std::string_view id, std::string_view token);
  /// Takes a request out; nothing when there is none.
  [[nodiscard]] std::optional<open_call> take(const std::string& key);
  [[nodiscard]] std::optional<open_call> take_first();

  /// Null when there is none.
  [[nodiscard]] open_call* find(const std::string& key);
  [[nodiscard]] open_call* find_token(std::string_view token);
  /// The only one; null when there are none or several.
  [[nodiscard]] open_call* only();
  /// The first for which `test` holds, or null.
  template <class Test>
  [[nodiscard]] open_call* find_if(Test&& test) {
    for (auto& [key, call] : by_id_) {
      if (test(call)) return &call;
    }
    return nullptr;
  }
  /// The keys of those for which `test` holds: what is done with a call may
  /// take others out.
  template <class Test>
  [[nodiscard]] std::vector<std::string> keys_if(Test&& test) const {
    std::vector<std::string> keys;
    for (const auto& [key, call] : by_id_) {
      if (test(call)) keys.push_back(key);
    }
    return keys;
  }
  /// Those that expire at `now`.
  [[nodiscard]] std::vector<std::string> late_keys(clock::time_point now) const;
  [[nodiscard]] std::size_t abandoned_count() const noexcept;
  template <class Use>
  void for_each(Use&& use) {
    for (auto& [key, call] : by_id_) use(call);
  }

 private:
  using call_map = std::map<std::string, open_call>;

  [[nodiscard]] open_call take_at(call_map::iterator at);

  call_map by_id_;
  std::map<std::string, std::string> by_token_;  // to the key of its request
};

}  // namespace pith::mcp

#endif  // PITH_MCP_HUB_OPEN_CALLS_HPP
