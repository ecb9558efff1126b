// SPDX-License-Identifier: MIT
/// @file
/// The first page of a result that is too large for its client.
#ifndef PITH_MCP_REWRITE_RESULT_CUTTING_HPP
#define PITH_MCP_REWRITE_RESULT_CUTTING_HPP

#include "mcp/rewrite/pages/page_store.hpp"
#include "mcp/rewrite/rewriting.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace pith::mcp {

struct cut_result {
  std::string result{};  ///< raw, with the first page and how to go on
  std::size_t tokens = 0;
  std::string format{};  ///< of the page; "text": no document
};

/// Cuts what `decided` says would be sent, when that is above the limits of
/// the client, and keeps the rest for `owner`. Nothing when it fits, may not
/// be cut, or cannot be kept; then all of it is to be sent.
[[nodiscard]] std::optional<cut_result> cut_result_to_page(
    rewriting& decided, page_store& pages, const page_owner& owner);

}  // namespace pith::mcp

#endif  // PITH_MCP_REWRITE_RESULT_CUTTING_HPP
