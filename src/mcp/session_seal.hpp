// SPDX-License-Identifier: MIT
/// @file
/// Session ids of servers, bound to those who got them.
#ifndef PITH_MCP_SESSION_SEAL_HPP
#define PITH_MCP_SESSION_SEAL_HPP

#include <optional>
#include <string>
#include <string_view>

namespace pith::mcp {

/// Adds a seal to the session id that a server gave out, and takes it off
/// again for the same principal only. Nothing is stored, so every replica with
/// the same key can tell. Without a key ids stay as they are.
class session_seal {
 public:
  session_seal() = default;
  /// `key` is secret; any length.
  explicit session_seal(std::string key) : key_(std::move(key)) {}

  [[nodiscard]] std::string seal(std::string_view principal,
                                 std::string_view server,
                                 std::string_view id) const;
  /// The id of the server; nothing when the seal is not this principal's.
  [[nodiscard]] std::optional<std::string> open(std::string_view principal,
                                                std::string_view server,
                                                std::string_view sealed) const;

 private:
  [[nodiscard]] std::string mark(std::string_view principal,
                                 std::string_view server,
                                 std::string_view id) const;

  std::string key_;
};

/// Whether two texts are equal, in a time that does not tell where they differ.
[[nodiscard]] bool same_secret(std::string_view a, std::string_view b) noexcept;

}  // namespace pith::mcp

#endif  // PITH_MCP_SESSION_SEAL_HPP
