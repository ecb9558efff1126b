// SPDX-License-Identifier: MIT
/// @file
/// Whether people look at a stream, and how wide it is.
#ifndef PITH_APPS_PITH_TERMINAL_HPP
#define PITH_APPS_PITH_TERMINAL_HPP

#include <cstddef>
#include <string>
#include <string_view>

namespace cli {

[[nodiscard]] bool is_terminal(int fd) noexcept;

/// Columns of the terminal behind `fd`; of $COLUMNS, or 80, when there is none.
[[nodiscard]] std::size_t terminal_width(int fd);

/// Colours on a terminal, unless NO_COLOR is set to something or TERM is dumb.
[[nodiscard]] bool wants_colour(int fd);

enum class colour : unsigned char { none, bold, dim, red, green, yellow, cyan };

/// `text` in that colour if `wanted`.
[[nodiscard]] std::string painted(std::string_view text, colour with,
                                  bool wanted);

}  // namespace cli

#endif  // PITH_APPS_PITH_TERMINAL_HPP
