// SPDX-License-Identifier: MIT
/// @file
/// Requests of the client that a member has, or will have when it is open.
#ifndef PITH_MCP_MERGE_ROUTED_CALLS_HPP
#define PITH_MCP_MERGE_ROUTED_CALLS_HPP

#include "mcp/interpret/message_interpreter.hpp"
#include "mcp/merge/exposed_parts.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace pith::mcp {

struct routed_call {
  std::string id;  ///< raw, as the client spelled it
  std::size_t member = 0;
  std::uint64_t number = 0;  ///< at the member; 0: it was not sent yet
  pending_request what{};
  caller who{};
  answer_shape shape = answer_shape::plain;
  std::string token{};  ///< key of its progress token; empty without one
  bool is_modern = false;
};

/// By the id_key() of their ids.
class routed_calls {
 public:
  // A client with more is refused.
  static constexpr std::size_t most = 100'000;

  [[nodiscard]] bool is_full() const noexcept { return calls_.size() >= most; }
  void add(const std::string& key, routed_call call) {
    calls_.insert_or_assign(key, std::move(call));
  }
  /// Null when there is none.
  [[nodiscard]] routed_call* find(const std::string& key) {
    const auto at = calls_.find(key);
    return at == calls_.end() ? nullptr : &at->second;
  }
  [[nodiscard]] std::optional<routed_call> take(const std::string& key) {
    auto node = calls_.extract(key);
    if (!node) return std::nullopt;
    return std::move(node.mapped());
  }
  void drop(const std::string& key) { calls_.erase(key); }
  /// Whether a member has a request with this progress token.
  [[nodiscard]] bool has_token(std::size_t member,
                               std::string_view raw_token) const {
    if (raw_token.empty()) return false;
    const std::string key = id_key(raw_token);
    for (const auto& [id, call] : calls_) {
      if (call.member == member && call.token == key) return true;
    }
    return false;
  }

 private:
  std::unordered_map<std::string, routed_call> calls_;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_MERGE_ROUTED_CALLS_HPP
