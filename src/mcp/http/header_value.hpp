// SPDX-License-Identifier: MIT
/// @file
/// Texts as values of HTTP fields, the way MCP 2026-07-28 mirrors parts of a
/// message into its head: plain, or `=?base64?...?=`.
#ifndef PITH_MCP_HTTP_HEADER_VALUE_HPP
#define PITH_MCP_HTTP_HEADER_VALUE_HPP

#include <optional>
#include <string>
#include <string_view>

namespace pith::mcp {

/// Without the blanks and tabs around it, which are not part of a value.
[[nodiscard]] std::string_view trimmed_value(std::string_view value) noexcept;

/// Whether it has only characters that a value may have: visible ASCII, blanks
/// and tabs.
[[nodiscard]] bool is_valid_value(std::string_view value) noexcept;

/// The text that a value stands for. Nothing when is_valid_value() says no, or
/// it begins and ends like the encoded form without being it: base64 with
/// padding, without anything between, of UTF-8.
[[nodiscard]] std::optional<std::string> decoded_value(std::string_view value);

/// The value that stands for `text`, which must be UTF-8: the text itself, or
/// its encoded form where the text cannot be a value or would be taken for one.
[[nodiscard]] std::string encoded_value(std::string_view text);

}  // namespace pith::mcp

#endif  // PITH_MCP_HTTP_HEADER_VALUE_HPP
