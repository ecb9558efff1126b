// SPDX-License-Identifier: MIT
/// @file
/// Bytes as hexadecimal digits.
#ifndef PITH_MCP_PROTOCOL_HEX_HPP
#define PITH_MCP_PROTOCOL_HEX_HPP

#include <span>
#include <string>
#include <string_view>

namespace pith::mcp {

/// Two digits for each byte, in lower case.
[[nodiscard]] inline std::string hex_of(std::span<const unsigned char> bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out;
  out.reserve(2 * bytes.size());
  for (const unsigned char b : bytes) {
    out.push_back(digits[b >> 4U]);
    out.push_back(digits[b & 15U]);
  }
  return out;
}

}  // namespace pith::mcp

#endif  // PITH_MCP_PROTOCOL_HEX_HPP
