// SPDX-License-Identifier: MIT
/// @file
/// Code points as a terminal sees them.
#ifndef PITH_APPS_PITH_TERMINAL_CODE_POINT_HPP
#define PITH_APPS_PITH_TERMINAL_CODE_POINT_HPP

#include <pith/code_point.hpp>

#include <cstddef>
#include <string_view>

namespace cli {

/// U+FEFF at the beginning of a text.
inline constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

using pith::code_point;
using pith::first_code_point;

/// Columns that it takes: 2 for East Asian wide characters and emoji, 0 for
/// the common combining marks, else 1. Characters that a terminal joins (an
/// emoji with a modifier, Indic clusters) are counted one by one.
[[nodiscard]] std::size_t columns_of(char32_t point);

}  // namespace cli

#endif  // PITH_APPS_PITH_TERMINAL_CODE_POINT_HPP
