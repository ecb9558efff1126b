// SPDX-License-Identifier: MIT
/// @file
/// Texts inside Markdown.
#ifndef PITH_MARKUP_MARKDOWN_TEXT_HPP
#define PITH_MARKUP_MARKDOWN_TEXT_HPP

#include <string>
#include <string_view>

namespace pith::inline v0::markup {

/// What becomes of a line break.
enum class line_break : unsigned char { blank, br };

/// A text with a backslash before what could be markup in the middle of a
/// line, or end the cell of a table.
void append_plain(std::string& out, std::string_view text, line_break breaks);

/// A code span on one line. Empty for an empty text, which has none.
void append_code(std::string& out, std::string_view text);

}  // namespace pith::inline v0::markup

#endif  // PITH_MARKUP_MARKDOWN_TEXT_HPP
