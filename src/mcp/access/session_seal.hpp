// SPDX-License-Identifier: MIT
/// @file
/// Session ids of servers, bound to those who got them.
#ifndef PITH_MCP_ACCESS_SESSION_SEAL_HPP
#define PITH_MCP_ACCESS_SESSION_SEAL_HPP

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pith::mcp {

/// Adds a seal to the session id that a server gave out, and takes it off
/// again for the same principal only. Nothing is stored, so every replica with
/// the same secrets can tell; who gets or loses a secret changes nothing for
/// others. Principals without a secret of their own are sealed for by a key of
/// the gateway. Without secrets and keys there is nobody to tell apart, and ids
/// stay as they are.
class session_seal {
 public:
  /// The secrets of each principal, any of which may have sealed an id.
  using secrets = std::map<std::string, std::vector<std::string>, std::less<>>;

  session_seal() = default;
  /// Of the `shared` keys the first seals, and all open.
  explicit session_seal(secrets keys, std::vector<std::string> shared = {});

  /// `proof` is the secret by which the caller has proved who it is. It seals,
  /// if it is one of the principal's: every gateway that lets the caller in can
  /// then open the id, also while one secret replaces another.
  [[nodiscard]] std::string seal(std::string_view principal,
                                 std::string_view server, std::string_view id,
                                 std::string_view proof = {}) const;
  /// The id of the server; nothing when the seal is not this principal's.
  [[nodiscard]] std::optional<std::string> open(std::string_view principal,
                                                std::string_view server,
                                                std::string_view sealed) const;

 private:
  secrets keys_;
  std::vector<std::string> shared_;
};

/// Whether two texts are equal, in a time that does not tell where they differ.
[[nodiscard]] bool same_secret(std::string_view a, std::string_view b) noexcept;

}  // namespace pith::mcp

#endif  // PITH_MCP_ACCESS_SESSION_SEAL_HPP
