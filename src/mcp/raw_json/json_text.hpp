// SPDX-License-Identifier: MIT
/// @file
/// Raw JSON strings, as they stand in a message, and the texts they stand for.
#ifndef PITH_MCP_RAW_JSON_JSON_TEXT_HPP
#define PITH_MCP_RAW_JSON_JSON_TEXT_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace pith::mcp {

/// The text of a raw JSON string; nothing when it is none, or has an escape
/// that does not stand for a character. Linear.
[[nodiscard]] std::optional<std::string> text_of(std::string_view raw);

/// Whether a raw JSON string has exactly this text.
[[nodiscard]] bool is_text(std::string_view raw, std::string_view text);

/// The number of a raw integer that is not negative and fits; nothing for
/// other values.
[[nodiscard]] std::optional<std::uint64_t> unsigned_of(std::string_view raw);

/// Whether a raw value is `true`.
[[nodiscard]] inline bool is_true(std::string_view raw) noexcept {
  return raw == "true";
}

/// Appends `text`, which must be UTF-8, as a JSON string.
void append_quoted(std::string& out, std::string_view text);
[[nodiscard]] std::string quoted_json(std::string_view text);

}  // namespace pith::mcp

#endif  // PITH_MCP_RAW_JSON_JSON_TEXT_HPP
