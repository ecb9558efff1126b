// SPDX-License-Identifier: MIT
/// @file
/// Which character stands between the cells of a table that has no commas.
#ifndef PITH_INTERCHANGE_LENIENT_CSV_DELIMITER_HPP
#define PITH_INTERCHANGE_LENIENT_CSV_DELIMITER_HPP

#include <optional>
#include <string_view>

namespace pith::interchange {

/// The name of the delimiter, as the option of the codec has it: semicolon,
/// tab or pipe. `text` is the beginning of a table, or all of it if `is_whole`.
///
/// Only where there is no doubt: the header has no comma outside of quotes, and
/// at least one row follows; all rows have as many of one character as the
/// header, at least one; and this is true of one character alone. Otherwise
/// nothing. Looks at 64 KiB at most.
[[nodiscard]] std::optional<std::string_view> certain_delimiter(
    std::string_view text, bool is_whole);

}  // namespace pith::interchange

#endif  // PITH_INTERCHANGE_LENIENT_CSV_DELIMITER_HPP
