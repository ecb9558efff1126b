// SPDX-License-Identifier: MIT
/// @file
/// What was wrong with a query, in words that help to write a better one.
#ifndef PITH_MCP_QUERY_QUERY_ERROR_HPP
#define PITH_MCP_QUERY_QUERY_ERROR_HPP

#include <string>
#include <string_view>
#include <vector>

namespace pith::mcp {

/// A table as queries see it.
struct known_table {
  std::string name{};
  std::vector<std::string> columns{};
};

/// A message of SQLite, with the column, table or function that was probably
/// meant, or those that there are.
[[nodiscard]] std::string explain_error(std::string_view message,
                                        const std::vector<known_table>& known);

/// "t, t_items"
[[nodiscard]] std::string table_names(const std::vector<known_table>& known);

}  // namespace pith::mcp

#endif  // PITH_MCP_QUERY_QUERY_ERROR_HPP
