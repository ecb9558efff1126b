// SPDX-License-Identifier: MIT
/// @file
/// Code points as a terminal sees them.
#ifndef PITH_APPS_PITH_TERMINAL_CODE_POINT_HPP
#define PITH_APPS_PITH_TERMINAL_CODE_POINT_HPP

#include <cstddef>
#include <string_view>

namespace cli {

/// U+FEFF at the beginning of a text.
inline constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// One code point, or one byte that begins none.
struct code_point {
  std::size_t length = 1;  ///< in bytes
  char32_t point = U'\0';
  bool is_valid = false;
};

/// The first one of a text that is not empty.
[[nodiscard]] code_point first_code_point(std::string_view text);

/// Controls, and the marks that reorder or break a line on a terminal.
[[nodiscard]] bool is_unsafe(char32_t point);

/// Columns that it takes: 2 for East Asian wide characters and emoji, 0 for
/// the common combining marks, else 1. Characters that a terminal joins (an
/// emoji with a modifier, Indic clusters) are counted one by one.
[[nodiscard]] std::size_t columns_of(char32_t point);

}  // namespace cli

#endif  // PITH_APPS_PITH_TERMINAL_CODE_POINT_HPP
