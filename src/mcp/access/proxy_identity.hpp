// SPDX-License-Identifier: MIT
/// @file
/// Who a proxy in front says that a request comes from.
#ifndef PITH_MCP_ACCESS_PROXY_IDENTITY_HPP
#define PITH_MCP_ACCESS_PROXY_IDENTITY_HPP

#include "mcp/config/configuration.hpp"
#include "mcp/http/caller.hpp"
#include "mcp/http/types.hpp"

#include <string_view>

namespace pith::mcp {

/// What the fields of a proxy prove.
struct proxy_word {
  /// Null: no proxy says anything, or it must not be believed.
  caller_pointer who{};
  /// Why it must not be believed; empty when `who` is right or nothing was
  /// said. It names no secret, and is static.
  std::string_view problem{};
};

/// Reads the fields that `rules` name. They count only from the listed peers,
/// once each, with the shared secret; anything else is a problem, even without
/// the field of the principal: whoever sends one of them pretends to be the
/// proxy, or the proxy passes on what a client made up. The principal has 1 to
/// 256 visible ASCII characters; groups are separated by commas, at most 256
/// of as many characters, and may have blanks inside.
[[nodiscard]] proxy_word word_of_proxy(const proxy_rules& rules,
                                       const http_request& head,
                                       std::string_view peer);

}  // namespace pith::mcp

#endif  // PITH_MCP_ACCESS_PROXY_IDENTITY_HPP
