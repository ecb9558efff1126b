// SPDX-License-Identifier: MIT
/// @file
/// std::from_chars for doubles, also where the standard library lacks it.
#ifndef PITH_TEXT_PARSE_REAL_HPP
#define PITH_TEXT_PARSE_REAL_HPP

#include <charconv>

namespace pith::inline v0::text {

/// Reads the decimal number that `first` begins with, as
/// std::from_chars(first, last, value) does: the nearest double, no matter
/// what the locale is. Reads neither `inf` nor `nan`. Fails with
/// invalid_argument, or with result_out_of_range if the number is too large or
/// too small; `value` stays as it was then. Linear; takes no memory.
[[nodiscard]] std::from_chars_result parse_real(const char* first,
                                                const char* last,
                                                double& value) noexcept;

}  // namespace pith::inline v0::text

#endif  // PITH_TEXT_PARSE_REAL_HPP
