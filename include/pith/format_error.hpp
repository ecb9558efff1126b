// SPDX-License-Identifier: MIT
/// @file
/// Errors as the pith command shows them:
///
///     orders.json:2:9: error: unexpected_character: a value must follow
///         "id": ,
///               ^
#ifndef PITH_FORMAT_ERROR_HPP
#define PITH_FORMAT_ERROR_HPP

#include <pith/error.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace pith::inline v0 {

/// "name:line:column: error: code: detail", and the excerpt. `text` is what
/// was read; it may be the end of a longer one, of which `lines_before` are
/// not at hand. Every line ends with a newline. Linear in `what.offset`.
[[nodiscard]] PITH_API std::string format_error(std::string_view name,
                                                std::string_view text,
                                                const error& what,
                                                std::uint64_t lines_before = 0);

/// "name: error: code: detail", for errors that have no place in a text.
[[nodiscard]] PITH_API std::string format_error(std::string_view name,
                                                const error& what);

/// "name:line:column" of an offset, as above.
[[nodiscard]] PITH_API std::string format_place(std::string_view name,
                                                std::string_view text,
                                                std::size_t offset,
                                                std::uint64_t lines_before = 0);

/// The line around an offset and a caret under it, both indented by four
/// blanks and ended by a newline; empty when the line is. A long line is cut
/// to a window around the caret. One code point is one column; what could not
/// be shown is as printable() has it.
[[nodiscard]] PITH_API std::string excerpt(std::string_view text,
                                           std::size_t offset);

/// A name or a line as it can be shown: a tab becomes a blank, and whatever
/// could steer a terminal or is not UTF-8 becomes '?'.
[[nodiscard]] PITH_API std::string printable(std::string_view text);

}  // namespace pith::inline v0

#endif  // PITH_FORMAT_ERROR_HPP
