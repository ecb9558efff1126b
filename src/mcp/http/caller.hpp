// SPDX-License-Identifier: MIT
/// @file
/// Who sends a request, as far as it was proven.
#ifndef PITH_MCP_HTTP_CALLER_HPP
#define PITH_MCP_HTTP_CALLER_HPP

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pith::mcp {

/// How it is known who calls.
enum class caller_proof : std::uint8_t {
  none,   ///< nobody was asked
  token,  ///< a secret of the configuration
  jwt,    ///< a signed token of an issuer
  proxy,  ///< the word of a proxy in front
};

/// A plain value, made once when a request is admitted and shared by all that
/// is done for it.
struct caller_identity {
  using clock = std::chrono::system_clock;

  /// Tells callers apart: what one has is not another's. Empty: nobody in
  /// particular.
  std::string principal{};
  /// How people call it; empty: as the principal.
  std::string name{};
  /// Both in order, each word once.
  std::vector<std::string> groups{};
  std::vector<std::string> scopes{};
  caller_proof proof = caller_proof::none;
  /// When the proof ends, and with it what is open by it: streams, and
  /// sessions of older revisions. Nothing: it does not end by itself.
  std::optional<clock::time_point> expires{};

  [[nodiscard]] bool is_expired(clock::time_point now) const noexcept {
    return expires && now >= *expires;
  }
  [[nodiscard]] std::string_view shown_name() const noexcept {
    return name.empty() ? principal : name;
  }
};

/// Words as caller_identity has them.
[[nodiscard]] inline std::vector<std::string> as_set(
    std::vector<std::string> words) {
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  return words;
}

/// Different for callers that must not share what a server says or does: it can
/// be sent other header fields for other groups.
[[nodiscard]] inline std::string sharing_key(const caller_identity& who) {
  std::string key = who.principal;
  for (const std::string& group : who.groups) {
    key.push_back('\0');
    key.append(group);
  }
  return key;
}

/// Never null where a request was admitted.
using caller_pointer = std::shared_ptr<const caller_identity>;

/// Whoever calls where nobody is asked who they are.
[[nodiscard]] inline const caller_pointer& nobody() {
  static const caller_pointer none = std::make_shared<const caller_identity>();
  return none;
}

}  // namespace pith::mcp

#endif  // PITH_MCP_HTTP_CALLER_HPP
