// SPDX-License-Identifier: MIT
/// @file
/// The mark that says in which format a text block is:
/// `"_meta":{"pith/encoding":"gcf"}`, on the block and on its result.
#ifndef PITH_MCP_PROTOCOL_ENCODING_MARK_HPP
#define PITH_MCP_PROTOCOL_ENCODING_MARK_HPP

#include "mcp/protocol/call_result.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace pith::mcp {

/// The format of one block.
struct encoding_mark {
  std::size_t block = 0;  ///< its place in `content`
  std::string format{};   ///< empty: it has no mark
};

/// The name in the mark of a block; empty when it has none, or none that is a
/// string.
[[nodiscard]] std::string encoding_of(const content_block& block);

/// A raw CallToolResult with these marks, at most one per block, and without
/// any other. The result itself is marked when all marks in it agree. Nothing
/// when there is nothing to change, or it is not a result. All other bytes
/// stay, but those between the members of a `_meta` that is changed. A `_meta`
/// that is not an object stays, without a mark.
[[nodiscard]] std::optional<std::string> with_marks(
    std::string_view result, std::span<const encoding_mark> marks);

}  // namespace pith::mcp

#endif  // PITH_MCP_PROTOCOL_ENCODING_MARK_HPP
