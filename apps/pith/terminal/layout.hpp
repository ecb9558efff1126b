// SPDX-License-Identifier: MIT
/// @file
/// Text in columns of a fixed width.
#ifndef PITH_APPS_PITH_TERMINAL_LAYOUT_HPP
#define PITH_APPS_PITH_TERMINAL_LAYOUT_HPP

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace cli {

/// Columns that a text takes on a terminal; see code_point.hpp.
std::size_t columns_of(std::string_view text);

/// The text if it fits, else its beginning and the ellipsis. When not even the
/// ellipsis fits, nothing.
std::string cut_to(std::string_view text, std::size_t columns,
                   std::string_view ellipsis);

/// The text with blanks to its left (`to_right`) or to its right.
std::string padded(std::string_view text, std::size_t columns, bool to_right);

/// Breaks at blanks so that no line is longer than `width`. Every line but the
/// first is indented by `indent`, which counts. Ends without a line break.
std::string wrapped(std::string_view text, std::size_t width,
                    std::size_t indent);

/// Lines of cells under one another, two blanks apart: the first column to the
/// left, all others to the right.
std::string aligned(const std::vector<std::vector<std::string>>& lines);

/// "1 row", "2,000 rows".
std::string counted(std::size_t n, std::string_view what);
/// The words with commas between them.
std::string comma_list(const std::vector<std::string>& words);

/// 12345 -> "12,345".
std::string grouped(std::size_t n);

}  // namespace cli

#endif  // PITH_APPS_PITH_TERMINAL_LAYOUT_HPP
