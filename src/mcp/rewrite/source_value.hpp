// SPDX-License-Identifier: MIT
/// @file
/// Which of text and structuredContent carries all that a result says.
#ifndef PITH_MCP_REWRITE_SOURCE_VALUE_HPP
#define PITH_MCP_REWRITE_SOURCE_VALUE_HPP

#include <pith/document.hpp>
#include <pith/json.hpp>

#include "mcp/rewrite/policy.hpp"
#include "mcp/rewrite/result_rewriter.hpp"

#include <cstdint>
#include <string_view>

namespace pith::mcp {

/// Reads a text that is one JSON object or array into `into`. Returns `none`
/// when it was read; not_json; or outside_domain for JSON that a document
/// cannot carry faithfully: an integer beyond int64, more digits than a double
/// keeps, a key twice, half of a surrogate pair, too deep.
[[nodiscard]] pass_reason read_source(json::parser& parser, document& into,
                                      std::string_view text);

/// Where the value to be sent comes from.
enum class source_kind : std::uint8_t {
  nothing,     ///< the two differ
  structured,  ///< structuredContent
  text,        ///< the text, parsed
  /// The text as it is: structuredContent is that text in a string, and it is
  /// no JSON to be read.
  bare_text,
};

/// What a result says twice: once as a value, once as a text.
struct said_twice {
  value structured;
  std::string_view raw_structured;
  std::string_view text;
};

/// Chooses what loses nothing. `text_value` takes the text, parsed; it is
/// meaningful when the choice is source_kind::text. Where one of the two is
/// richer by members that are null, it is chosen; where structuredContent
/// merely wraps the text's value under a name, the one that the client would
/// have shown.
[[nodiscard]] source_kind choose_source(const said_twice& said,
                                        shown_form shows, bool unfold,
                                        json::parser& parser,
                                        document& text_value);

/// Whether `rich` equals `poor` but for members that are null in `rich` and
/// absent in `poor`. Members must come in the same order. Linear, without
/// recursion.
[[nodiscard]] bool covers(value rich, value poor);

}  // namespace pith::mcp

#endif  // PITH_MCP_REWRITE_SOURCE_VALUE_HPP
