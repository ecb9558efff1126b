// SPDX-License-Identifier: MIT
/// @file
/// Whether people look at a stream, and how wide it is.
#ifndef PITH_APPS_PITH_TERMINAL_TERMINAL_HPP
#define PITH_APPS_PITH_TERMINAL_TERMINAL_HPP

#include <cstddef>
#include <string>
#include <string_view>

namespace cli {

/// What a variable holds; empty when it is not set.
[[nodiscard]] std::string_view environment(const char* name);

[[nodiscard]] bool is_terminal(int fd) noexcept;

/// Columns of the terminal at `fd`; of $COLUMNS, or 80, when there is none.
[[nodiscard]] std::size_t terminal_width(int fd);

/// Lines of the terminal at `fd`; of $LINES, or 24, when there is none.
[[nodiscard]] std::size_t terminal_height(int fd);

/// Whether lines and blocks beyond ASCII can be drawn: on a terminal what the
/// locale says; always elsewhere, where the data is UTF-8 too.
[[nodiscard]] bool draws_unicode(int fd);

/// Whether to colour: what `when` says if it is always or never; else never
/// when NO_COLOR is set, always when CLICOLOR_FORCE or FORCE_COLOR is, and
/// otherwise on a terminal that is not dumb.
[[nodiscard]] bool wants_colour(int fd, std::string_view when = {});

enum class colour : unsigned char { none, bold, dim, red, green, yellow, cyan };

/// `text` in that colour if `wanted`.
[[nodiscard]] std::string painted(std::string_view text, colour with,
                                  bool wanted);

}  // namespace cli

#endif  // PITH_APPS_PITH_TERMINAL_TERMINAL_HPP
