// SPDX-License-Identifier: MIT
/// @file
/// Results that are rows, each of which one field tells from all others.
#ifndef PITH_MCP_CHANGES_KEYED_ROWS_HPP
#define PITH_MCP_CHANGES_KEYED_ROWS_HPP

#include <pith/document.hpp>
#include <pith/gcf_delta.hpp>

#include <optional>
#include <string_view>

namespace pith::mcp {

/// Rows of a result.
struct keyed_rows {
  value rows;          ///< an array of objects; of the document that was given
  gcf::keyed_set set;  ///< the name is empty where the rows are all there is
};

/// The rows that a result is: an array of objects, or an object whose only
/// member is one. `key` names the field that tells them apart; empty: one that
/// every row has, and no two the same. Those that usually do come first: id,
/// uuid and the like, then the others in the order of the first row. Nothing
/// when the result is something else or has no such field, and for an empty
/// list without a `key`. Linear for each field that is tried, of which there
/// are few.
[[nodiscard]] std::optional<keyed_rows> find_keyed_rows(value result,
                                                        std::string_view key);

}  // namespace pith::mcp

#endif  // PITH_MCP_CHANGES_KEYED_ROWS_HPP
