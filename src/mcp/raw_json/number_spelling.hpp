// SPDX-License-Identifier: MIT
/// @file
/// Numbers that say more than an int64 or a double keeps.
#ifndef PITH_MCP_RAW_JSON_NUMBER_SPELLING_HPP
#define PITH_MCP_RAW_JSON_NUMBER_SPELLING_HPP

#include <string_view>

namespace pith::mcp {

/// Whether every number in a JSON text has the same decimal value once it was
/// read as a double and written in the shortest way: `1.10` and `1e2` do,
/// `3.14159265358979323846` and `1e-400` do not. Integers are not looked at:
/// the parser refuses those that it cannot keep. `json` must be valid. Linear,
/// takes no memory.
[[nodiscard]] bool keeps_all_digits(std::string_view json) noexcept;

}  // namespace pith::mcp

#endif  // PITH_MCP_RAW_JSON_NUMBER_SPELLING_HPP
