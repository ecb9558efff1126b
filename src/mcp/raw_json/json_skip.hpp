// SPDX-License-Identifier: MIT
/// @file
/// Large JSON values skipped quickly, without a look at what is inside them.
#ifndef PITH_MCP_RAW_JSON_JSON_SKIP_HPP
#define PITH_MCP_RAW_JSON_JSON_SKIP_HPP

#include <cstddef>
#include <string_view>

namespace pith::mcp {

/// The length of the raw JSON string that `text` begins with, both quotes
/// included; 0 when there is none, or a control character is in it. Escapes
/// are not checked. Linear, a few bytes per cycle whatever the string holds.
[[nodiscard]] std::size_t skip_string(std::string_view text) noexcept;

/// The length of the value that `text` begins with; 0 when there is none.
/// Finds the end of containers by brackets outside strings, of whatever kind,
/// and of other values by what cannot be part of them: for texts that are
/// known to be JSON, or values that a parser will look at.
[[nodiscard]] std::size_t skip_value(std::string_view text) noexcept;

}  // namespace pith::mcp

#endif  // PITH_MCP_RAW_JSON_JSON_SKIP_HPP
