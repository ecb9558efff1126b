// SPDX-License-Identifier: MIT
#include "system/console.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

namespace cli {

bool is_console(int fd) noexcept { return ::isatty(fd) == 1; }

console_size size_of_console(int fd) noexcept {
  winsize size{};
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): the only call there is
  if (::ioctl(fd, TIOCGWINSZ, &size) != 0) return {};
  return {size.ws_col, size.ws_row};
}

bool console_knows_unicode() noexcept { return false; }

bool console_knows_colours(int /*fd*/) noexcept { return true; }

const char* end_of_input_key() noexcept { return "Ctrl-D"; }

}  // namespace cli
