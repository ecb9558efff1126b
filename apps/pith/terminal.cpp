// SPDX-License-Identifier: MIT
#include "terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <cstdlib>

namespace cli {

namespace {

/// Read once at a time when there is one thread.
std::string_view environment(const char* name) {
  const char* const found =
      std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nobody sets it
  return found == nullptr ? std::string_view{} : found;
}

}  // namespace

bool is_terminal(int fd) noexcept { return ::isatty(fd) == 1; }

std::size_t terminal_width(int fd) {
  constexpr std::size_t least = 20;
  constexpr std::size_t usual = 80;
  winsize size{};
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): the only call there is
  if (::ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col >= least) {
    return size.ws_col;
  }
  const std::string_view columns = environment("COLUMNS");
  std::size_t width = 0;
  std::from_chars(columns.data(), columns.data() + columns.size(), width);
  return width >= least ? width : usual;
}

bool wants_colour(int fd) {
  return is_terminal(fd) && environment("NO_COLOR").empty() &&
         environment("TERM") != "dumb";
}

std::string painted(std::string_view text, colour with, bool wanted) {
  constexpr std::array<std::string_view, 7> codes = {
      "", "\x1b[1m", "\x1b[2m", "\x1b[31m", "\x1b[32m", "\x1b[33m", "\x1b[36m"};
  if (!wanted || with == colour::none) return std::string(text);
  return std::string(codes[static_cast<unsigned char>(with)]) +
         std::string(text) + "\x1b[0m";
}

}  // namespace cli
