// SPDX-License-Identifier: MIT
/// @file
/// The console or terminal that people look at.
#ifndef PITH_APPS_PITH_SYSTEM_CONSOLE_HPP
#define PITH_APPS_PITH_SYSTEM_CONSOLE_HPP

#include <cstddef>

namespace cli {

/// What a console tells of its size; 0 where it tells nothing.
struct console_size {
  std::size_t columns = 0;
  std::size_t lines = 0;
};

[[nodiscard]] bool is_console(int fd) noexcept;
[[nodiscard]] console_size size_of_console(int fd) noexcept;

/// Whether a console shows every character, whatever the locale says.
[[nodiscard]] bool console_knows_unicode() noexcept;
/// Whether the console at `fd` understands colours.
[[nodiscard]] bool console_knows_colours(int fd) noexcept;

/// How people end what they type: "Ctrl-D".
[[nodiscard]] const char* end_of_input_key() noexcept;

}  // namespace cli

#endif  // PITH_APPS_PITH_SYSTEM_CONSOLE_HPP
