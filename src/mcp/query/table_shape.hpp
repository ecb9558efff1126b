// SPDX-License-Identifier: MIT
/// @file
/// What tables there are, in words for a model.
#ifndef PITH_MCP_QUERY_TABLE_SHAPE_HPP
#define PITH_MCP_QUERY_TABLE_SHAPE_HPP

#include <pith/tokens.hpp>

#include "mcp/query/table_plan.hpp"

#include <cstddef>
#include <string>

namespace pith::mcp {

/// A line for each table: its rows, and its columns with type, range or values,
/// and number of nulls. As much of that as costs at most `max_tokens`: ranges
/// and values go first, then types, then columns; empty when not even the
/// tables fit.
[[nodiscard]] std::string shape_text(const table_plan& plan,
                                     token_counter& counter,
                                     std::size_t max_tokens);

}  // namespace pith::mcp

#endif  // PITH_MCP_QUERY_TABLE_SHAPE_HPP
