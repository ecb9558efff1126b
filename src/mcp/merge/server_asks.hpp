// SPDX-License-Identifier: MIT
/// @file
/// Requests of members to the client: by which id the client knows them.
#ifndef PITH_MCP_MERGE_SERVER_ASKS_HPP
#define PITH_MCP_MERGE_SERVER_ASKS_HPP

#include "mcp/protocol/message.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace pith::mcp {

/// Two members may use the same ids, so each request gets one of our own.
class server_asks {
 public:
  struct ask {
    std::size_t member = 0;
    std::string id;     ///< raw, as the member spelled it
    std::string token;  ///< key of its progress token; empty without one
  };

  /// Notes a request of a member's; the raw id for the client. Nothing when
  /// there are too many.
  [[nodiscard]] std::optional<std::string> add(std::size_t member,
                                               const message& request);
  /// Takes out what an answer of the client's is for.
  [[nodiscard]] std::optional<ask> take(std::string_view raw_id);
  /// Who asked with this progress token.
  [[nodiscard]] std::optional<std::size_t> find_token(
      std::string_view raw_token) const;
  /// The raw id that the client knows a member's request by; it is forgotten.
  [[nodiscard]] std::optional<std::string> cancel(std::size_t member,
                                                  std::string_view raw_id);
  /// A member is gone: whatever it asked is asked no more.
  void forget(std::size_t member);

 private:
  static constexpr std::size_t most = 1'000;

  std::map<std::uint64_t, ask> open_;
  std::uint64_t last_ = 0;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_MERGE_SERVER_ASKS_HPP
