// SPDX-License-Identifier: MIT
#include "system/process_start.hpp"
#include "system/windows.hpp"

#include <fcntl.h>
#include <io.h>

#include <array>
#include <csignal>
#include <cstdlib>

namespace cli {

namespace {

struct kept_mode {
  HANDLE console = nullptr;
  DWORD mode = 0;
};

// Standard output and standard error, as they were.
std::array<kept_mode, 2> kept{};

void put_modes_back() {
  for (const kept_mode& one : kept) {
    if (one.console != nullptr) SetConsoleMode(one.console, one.mode);
  }
}

void understand_colours() {
  for (int fd = 1; fd <= 2; ++fd) {
    const HANDLE console = windows::handle_of(fd);
    DWORD mode = 0;
    if (console == nullptr || !GetConsoleMode(console, &mode) ||
        (mode & ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0) {
      continue;
    }
    if (SetConsoleMode(console, mode | ENABLE_PROCESSED_OUTPUT |
                                    ENABLE_VIRTUAL_TERMINAL_PROCESSING)) {
      kept[static_cast<std::size_t>(fd) - 1] = {console, mode};
    }
  }
  static_cast<void>(std::atexit(put_modes_back));
}

}  // namespace

void prepare_process() {
  // Never from the current directory, nor from that of this program, which may
  // be the one for downloads. What is linked was loaded before: load_flags.c
  // says the same of that.
  SetDefaultDllDirectories(LOAD_LIBRARY_SEARCH_SYSTEM32);
  SetDllDirectoryW(L"");
  // A drive without a disk is an error, not a window.
  SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOOPENFILEERRORBOX);
  // No "\r\n" for "\n", and byte 0x1A is a byte.
  for (int fd = 0; fd <= 2; ++fd) ::_setmode(fd, _O_BINARY);
  understand_colours();
}

// Windows has no signal for it.
void ignore_broken_pipes() {}

std::span<const int> ending_signals() noexcept {
  static constexpr std::array<int, 3> all = {SIGINT, SIGTERM, SIGBREAK};
  return all;
}

}  // namespace cli
