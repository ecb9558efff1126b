// SPDX-License-Identifier: MIT
/// @file
/// Bytes as the letters of RFC 4648 section 5, as tokens and keys have them.
#ifndef PITH_MCP_JWT_BASE64URL_HPP
#define PITH_MCP_JWT_BASE64URL_HPP

#include <optional>
#include <string>
#include <string_view>

namespace pith::mcp {

/// The bytes that `text` stands for; nothing when it has any character but the
/// 64, a padding, a length that no bytes have, or bits at its end that are not
/// zero. So each text of bytes has one spelling. Linear.
[[nodiscard]] std::optional<std::string> decode_base64url(
    std::string_view text);

}  // namespace pith::mcp

#endif  // PITH_MCP_JWT_BASE64URL_HPP
