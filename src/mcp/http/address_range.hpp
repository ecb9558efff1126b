// SPDX-License-Identifier: MIT
/// @file
/// Addresses of the Internet, and ranges of them.
#ifndef PITH_MCP_HTTP_ADDRESS_RANGE_HPP
#define PITH_MCP_HTTP_ADDRESS_RANGE_HPP

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace pith::mcp {

/// IPv6; an IPv4 address is ::ffff:a.b.c.d.
using ip_address = std::array<unsigned char, 16>;

/// In place of the address of a peer that came by a Unix socket. No address is
/// written so.
inline constexpr std::string_view local_peer = "unix";

/// Nothing for a name, or an address in brackets.
[[nodiscard]] std::optional<ip_address> to_address(std::string_view text);

/// All addresses that begin alike.
struct address_range {
  ip_address first{};
  std::size_t bits = 128;  ///< of the beginning

  [[nodiscard]] bool has(const ip_address& address) const noexcept;
};

/// Those of IPv4.
inline constexpr address_range v4_addresses{
    {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF}, 96};

/// "10.0.0.0/8", "2001:db8::/32", or one address. Nothing for other texts, and
/// for an address with bits set after the prefix, which is a mistake.
[[nodiscard]] std::optional<address_range> to_address_range(
    std::string_view text);

/// Whether any of the ranges has the address.
[[nodiscard]] bool has_address(const std::vector<address_range>& ranges,
                               std::string_view address);

}  // namespace pith::mcp

#endif  // PITH_MCP_HTTP_ADDRESS_RANGE_HPP
