// SPDX-License-Identifier: MIT
/// @file
/// Members of objects by name, so that no two readers find different ones.
#ifndef PITH_MCP_PROTOCOL_MEMBER_NAMES_HPP
#define PITH_MCP_PROTOCOL_MEMBER_NAMES_HPP

#include "mcp/raw_json/json_span.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace pith::mcp {

/// What becomes of a member whose name cannot be one for all readers: a half
/// of a surrogate pair, an invalid escape or U+0000 is in it.
enum class odd_names : unsigned char { pass, are_refused };

/// Whether a reader that is lax about names takes `key` for `name`. Some do
/// not look at case, which for Unicode makes the long s an s, the sign for
/// kelvin a k, and i with or without its dot an i; some leave out `_` and `-`.
[[nodiscard]] bool names_alike(std::string_view key,
                               std::string_view name) noexcept;

/// Puts the values of the members that `names` lists into `found`, which is as
/// long; those that are absent stay empty. False when one comes twice, or one
/// is spelled so that a reader might take it for one of them.
[[nodiscard]] bool find_once(std::span<const member_span> members,
                             std::span<const std::string_view> names,
                             std::span<std::string_view> found, odd_names odd);

/// The same as a value.
template <std::size_t N>
[[nodiscard]] std::optional<std::array<std::string_view, N>> find_once(
    std::span<const member_span> members,
    const std::array<std::string_view, N>& names, odd_names odd) {
  std::array<std::string_view, N> found{};
  if (!find_once(members, names, found, odd)) return std::nullopt;
  return found;
}

}  // namespace pith::mcp

#endif  // PITH_MCP_PROTOCOL_MEMBER_NAMES_HPP
