// SPDX-License-Identifier: MIT
/// @file
/// What is said to a Redis server.
#ifndef PITH_MCP_REDIS_COMMAND_HPP
#define PITH_MCP_REDIS_COMMAND_HPP

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pith::mcp {

/// The words of a command as bytes of the protocol (by hiredis); empty when
/// there is no memory or no word.
[[nodiscard]] std::string redis_command_bytes(
    std::span<const std::string> words);

/// A script in Lua; servers keep it by its hash.
struct redis_script {
  explicit redis_script(std::string_view lua);

  std::string text;
  std::string hash;  ///< SHA-1, 40 hexadecimal digits
};

/// One operation. Its keys have one slot, so that a cluster can do it.
struct redis_command {
  /// All words without a script; with one, what follows its hash: the number
  /// of keys, the keys, the arguments.
  std::vector<std::string> words{};
  /// Called by its hash; in full when the server does not have it. Must outlive
  /// the operation.
  const redis_script* script = nullptr;
  /// One of its keys, for the slot; empty: any server will do.
  std::string key{};

  /// `is_full`: with the text of the script.
  [[nodiscard]] std::string bytes(bool is_full = false) const;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_REDIS_COMMAND_HPP
