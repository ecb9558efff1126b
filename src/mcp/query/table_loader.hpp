// SPDX-License-Identifier: MIT
/// @file
/// Rows of a value into tables of SQLite.
#ifndef PITH_MCP_QUERY_TABLE_LOADER_HPP
#define PITH_MCP_QUERY_TABLE_LOADER_HPP

#include "mcp/query/table_plan.hpp"

struct sqlite3;

namespace pith::mcp {

/// Creates the tables of the plan, without declared types, and fills them.
/// False when SQLite has no memory for them. Linear in the value.
[[nodiscard]] bool load_tables(sqlite3* database, const table_plan& plan);

}  // namespace pith::mcp

#endif  // PITH_MCP_QUERY_TABLE_LOADER_HPP
