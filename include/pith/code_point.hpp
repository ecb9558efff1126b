// SPDX-License-Identifier: MIT
/// @file
/// The code points of a text.
#ifndef PITH_CODE_POINT_HPP
#define PITH_CODE_POINT_HPP

#include <pith/config.hpp>

#include <cstddef>
#include <string_view>

namespace pith::inline v0 {

/// One code point, or one byte that begins none.
struct code_point {
  std::size_t length = 1;  ///< in bytes
  char32_t point = U'\0';
  bool is_valid = false;
};

/// The first one of a text of UTF-8 that is not empty. Constant time.
[[nodiscard]] PITH_API code_point
first_code_point(std::string_view text) noexcept;

/// Controls, and the marks that reorder or break a line on a terminal.
[[nodiscard]] PITH_API bool is_unsafe(char32_t point) noexcept;

}  // namespace pith::inline v0

#endif  // PITH_CODE_POINT_HPP
