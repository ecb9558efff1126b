// SPDX-License-Identifier: MIT
#include "terminal/terminal.hpp"

#include "system/console.hpp"

#include <array>
#include <charconv>
#include <cstdlib>

namespace cli {

namespace {

/// What the system says of a terminal, else what a variable says, else
/// `usual`. Nothing below `least` is believed.
std::size_t extent(std::size_t told, const char* variable, std::size_t least,
                   std::size_t usual) {
  if (told >= least) return told;
  const std::string_view word = environment(variable);
  std::size_t number = 0;
  std::from_chars(word.data(), word.data() + word.size(), number);
  return number >= least ? number : usual;
}

}  // namespace

std::string_view environment(const char* name) {
  const char* const found =
      std::getenv(name);  // NOLINT(concurrency-mt-unsafe): one thread
  return found == nullptr ? std::string_view{} : found;
}

bool is_terminal(int fd) noexcept { return is_console(fd); }

std::size_t terminal_width(int fd) {
  return extent(size_of_console(fd).columns, "COLUMNS", 20, 80);
}

std::size_t terminal_height(int fd) {
  return extent(size_of_console(fd).lines, "LINES", 2, 24);
}

bool draws_unicode(int fd) {
  if (!is_terminal(fd) || console_knows_unicode()) return true;
  // The first of them that is set decides, as in setlocale().
  for (const char* const name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    std::string locale{environment(name)};
    if (locale.empty()) continue;
    for (char& c : locale) {
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return locale.find("utf-8") != std::string::npos ||
           locale.find("utf8") != std::string::npos;
  }
  return false;
}

bool wants_colour(int fd, std::string_view when) {
  if (when == "always" || when == "never") return when == "always";
  if (!environment("NO_COLOR").empty()) return false;
  for (const char* const name : {"CLICOLOR_FORCE", "FORCE_COLOR"}) {
    const std::string_view word = environment(name);
    if (!word.empty() && word != "0") return true;
  }
  return is_terminal(fd) && console_knows_colours(fd) &&
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
