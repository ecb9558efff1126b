// SPDX-License-Identifier: MIT
/// @file
/// The functions of SQL that a query may call.
#ifndef PITH_MCP_QUERY_QUERY_FUNCTIONS_HPP
#define PITH_MCP_QUERY_QUERY_FUNCTIONS_HPP

#include "mcp/query/query_clock.hpp"

#include <cstddef>
#include <span>
#include <string_view>

struct sqlite3;

namespace pith::mcp {

/// No text of a query is longer, and no pattern of LIKE or GLOB.
inline constexpr std::size_t max_text_bytes = 100'000;
inline constexpr std::size_t max_pattern_bytes = 100;

/// Whether it may be called; `name` in any case.
[[nodiscard]] bool is_allowed_function(std::string_view name) noexcept;
/// All that may be called, in order. Static.
[[nodiscard]] std::span<const std::string_view> allowed_functions() noexcept;

/// Puts functions in the place of those of SQLite whose time grows with the
/// product of two texts or with a number: like, glob, instr, replace, printf,
/// format, and trim, ltrim and rtrim with characters. They give the same; they
/// ask the clock, which must outlive the database, and refuse long patterns and
/// widths. False when SQLite has no memory.
[[nodiscard]] bool replace_functions(sqlite3* database, query_clock& clock);

}  // namespace pith::mcp

#endif  // PITH_MCP_QUERY_QUERY_FUNCTIONS_HPP
