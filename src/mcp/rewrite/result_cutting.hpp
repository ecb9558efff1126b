// SPDX-License-Identifier: MIT
/// @file
/// The first page of a result that is too large for its client.
#ifndef PITH_MCP_REWRITE_RESULT_CUTTING_HPP
#define PITH_MCP_REWRITE_RESULT_CUTTING_HPP

#include "mcp/rewrite/rewriting.hpp"
#include "mcp/state/result_store.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pith::mcp {

struct cut_result {
  std::string result{};  ///< raw, with the first page and how to go on
  std::size_t tokens = 0;
  std::string format{};   ///< of the page; "text": no document
  bool is_asked = false;  ///< it shows the shape of the result
  /// The formats of its blocks, as rewriting::marks() has them. Empty where a
  /// block may be missing, or be a piece.
  std::vector<encoding_mark> marks{};
};

/// How a result is cut.
struct cut_rules {
  /// Show the shape of rows and the first few, so that the model can ask.
  bool ask = false;
  /// Do that above so many tokens, even within the limits of the client; 0:
  /// only above those.
  std::size_t ask_tokens = 0;
};

/// What a part of a page of rows is marked as. Empty for JSON, and for a part
/// of a row, which is not a document of this format.
[[nodiscard]] std::string page_format(std::string_view text,
                                      std::string_view format);

/// Cuts what `decided` says would be sent, when that is above the limits of
/// the client or those of the rules, and keeps it for `owner`. Nothing when it
/// fits, may not be cut, or cannot be kept; then all of it is to be sent.
[[nodiscard]] std::optional<cut_result> cut_result_to_page(
    rewriting& decided, result_store& pages, const page_owner& owner,
    const cut_rules& rules = {});

}  // namespace pith::mcp

#endif  // PITH_MCP_REWRITE_RESULT_CUTTING_HPP
