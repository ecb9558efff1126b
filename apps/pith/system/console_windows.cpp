// SPDX-License-Identifier: MIT
#include "system/console.hpp"
#include "system/windows.hpp"

#include <algorithm>

namespace cli {

bool is_console(int fd) noexcept {
  return windows::is_console(windows::handle_of(fd));
}

console_size size_of_console(int fd) noexcept {
  CONSOLE_SCREEN_BUFFER_INFO info{};
  const HANDLE handle = windows::handle_of(fd);
  if (handle == nullptr || !GetConsoleScreenBufferInfo(handle, &info)) {
    return {};
  }
  // The window, not what can be scrolled to.
  const auto extent = [](SHORT first, SHORT last) {
    return static_cast<std::size_t>(std::max(last - first + 1, 0));
  };
  return {extent(info.srWindow.Left, info.srWindow.Right),
          extent(info.srWindow.Top, info.srWindow.Bottom)};
}

// Texts are written as UTF-16 (descriptors_windows.cpp).
bool console_knows_unicode() noexcept { return true; }

bool console_knows_colours(int fd) noexcept {
  DWORD mode = 0;
  return GetConsoleMode(windows::handle_of(fd), &mode) != 0 &&
         (mode & ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0;
}

const char* end_of_input_key() noexcept { return "Ctrl-Z and Enter"; }

}  // namespace cli
