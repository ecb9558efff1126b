// SPDX-License-Identifier: MIT
#include "mcp/hub/open_calls.hpp"

#include "mcp/protocol/message.hpp"

#include <algorithm>
#include <utility>

namespace pith::mcp {

open_call& open_calls::add(std::string_view id, std::string_view token) {
  const std::string key = id_key(id);
  open_call& call = by_id_[key];
  call.id = id;
  if (!token.empty()) {
    call.token = id_key(token);
    by_token_[call.token] = key;
  }
  return call;
}

std::optional<open_call> open_calls::take(const std::string& key) {
  const auto at = by_id_.find(key);
  if (at == by_id_.end()) return std::nullopt;
  return take_at(at);
}

std::optional<open_call> open_calls::take_first() {
  if (by_id_.empty()) return std::nullopt;
  return take_at(by_id_.begin());
}

open_call open_calls::take_at(call_map::iterator at) {
  open_call call = std::move(at->second);
  if (const auto token = by_token_.find(call.token);
      token != by_token_.end() && token->second == at->first) {
    by_token_.erase(token);
  }
  by_id_.erase(at);
  return call;
}

open_call* open_calls::find(const std::string& key) {
  const auto at = by_id_.find(key);
  return at != by_id_.end() ? &at->second : nullptr;
}

open_call* open_calls::find_token(std::string_view token) {
  const auto at = by_token_.find(id_key(token));
  return at != by_token_.end() ? find(at->second) : nullptr;
}

open_call* open_calls::only() {
  return by_id_.size() == 1 ? &by_id_.begin()->second : nullptr;
}

std::vector<std::string> open_calls::late_keys(clock::time_point now) const {
  return keys_if([&](const open_call& call) {
    return call.deadline != clock::time_point{} && call.deadline <= now;
  });
}

std::size_t open_calls::abandoned_count() const noexcept {
  return static_cast<std::size_t>(
      std::count_if(by_id_.begin(), by_id_.end(),
                    [](const auto& c) { return c.second.is_abandoned; }));
}

}  // namespace pith::mcp
