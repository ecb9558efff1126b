// SPDX-License-Identifier: MIT
/// @file
/// Under which name and URI an endpoint offers what a member has.
#ifndef PITH_MCP_MERGE_EXPOSED_NAME_HPP
#define PITH_MCP_MERGE_EXPOSED_NAME_HPP

#include <cstddef>
#include <string>
#include <string_view>

namespace pith::mcp {

/// `PREFIX__NAME`, or NAME without a prefix: at most `most` characters of
/// `[A-Za-z0-9_-]`, which all clients take. Where other characters had to be
/// replaced, or the end cut, it ends with `_` and eight digits of a hash of
/// `member` and `name`. It depends on nothing else, so that it stays the same
/// whatever other tools come and go. `most` is at least 32.
[[nodiscard]] std::string exposed_name(std::string_view prefix,
                                       std::string_view member,
                                       std::string_view name, std::size_t most);

/// `PREFIX+URI`, which is a URI too, because a prefix begins with a letter and
/// has no character that a scheme may not have. `ui://REST` stays one that
/// clients know: `ui://PREFIX+REST`. Without a prefix, as it is.
[[nodiscard]] std::string exposed_uri(std::string_view prefix,
                                      std::string_view uri);

/// The parts of an exposed URI, or of an exposed task id (`PREFIX+ID`).
struct member_uri {
  std::string_view prefix;  ///< empty: it has none
  std::string uri;          ///< the member's own, if it has this prefix
};
[[nodiscard]] member_uri split_uri(std::string_view exposed);

}  // namespace pith::mcp

#endif  // PITH_MCP_MERGE_EXPOSED_NAME_HPP
