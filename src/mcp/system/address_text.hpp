// SPDX-License-Identifier: MIT
/// @file
/// Addresses of the network, as people write them.
#ifndef PITH_MCP_SYSTEM_ADDRESS_TEXT_HPP
#define PITH_MCP_SYSTEM_ADDRESS_TEXT_HPP

#include <span>
#include <string>

namespace pith::mcp {

/// False if `text` is not such an address; `into` is as before then.
[[nodiscard]] bool read_address4(const std::string& text,
                                 std::span<unsigned char, 4> into) noexcept;
[[nodiscard]] bool read_address6(const std::string& text,
                                 std::span<unsigned char, 16> into) noexcept;

}  // namespace pith::mcp

#endif  // PITH_MCP_SYSTEM_ADDRESS_TEXT_HPP
