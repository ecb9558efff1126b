// SPDX-License-Identifier: MIT
#include "console/diagnostics.hpp"

#include "console/io.hpp"
#include "terminal/code_point.hpp"

#include <unistd.h>

#include <system_error>

namespace cli {
namespace {

// To the first column, and nothing after it.
constexpr std::string_view erase_line = "\r\x1b[K";

// There is one standard error, and so there is one of these.
bool has_passing_line = false;

}  // namespace

std::string valid_text(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const code_point c = first_code_point(text);
    out += c.is_valid ? text.substr(0, c.length) : "?";
    text.remove_prefix(c.length);
  }
  return out;
}

void say_rounded(const std::string& place, std::uint64_t count) {
  static bool is_said = false;
  if (count == 0 || is_said) return;
  is_said = true;
  say("pith: " + place + ": this " +
      (count == 1 ? std::string("number is")
                  : "and " + std::to_string(count - 1) + " more number" +
                        (count == 2 ? "" : "s") + " are") +
      " rounded to the nearest double; --exact refuses " +
      (count == 1 ? "it\n" : "them\n"));
}

void say(std::string_view words) {
  fd_sink out(STDERR_FILENO);
  if (has_passing_line) out.write(erase_line);
  has_passing_line = false;
  out.write(words);
  out.flush();
}

void say_passing(std::string_view line) {
  say(line);
  has_passing_line = true;
}

void end_passing() {
  if (has_passing_line) say("");
}

void say_failure(std::string_view words, int system_error) {
  say("pith: " + printable(words) + ": " +
      std::system_category().message(system_error) + '\n');
}

}  // namespace cli
