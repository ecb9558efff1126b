// SPDX-License-Identifier: MIT
#include "console/diagnostics.hpp"

#include "console/io.hpp"
#include "system/descriptors.hpp"
#include "terminal/code_point.hpp"

#include <mutex>
#include <system_error>

namespace cli {
namespace {

// To the first column, and nothing after it.
constexpr std::string_view erase_line = "\r\x1b[K";

// There is one standard error, and so there is one of these.
// The progress draws in a thread of its own.
std::mutex mutex;
bool has_passing_line = false;
bool is_hushed = false;

void put(std::string_view words) {
  fd_sink out(standard_error);
  if (has_passing_line) out.write(erase_line);
  has_passing_line = false;
  out.write(words);
  out.flush();
}

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
  say_note("pith: " + place + ": this " +
           (count == 1 ? std::string("number is")
                       : "and " + std::to_string(count - 1) + " more number" +
                             (count == 2 ? "" : "s") + " are") +
           " rounded to the nearest double; --exact refuses " +
           (count == 1 ? "it\n" : "them\n"));
}

void say(std::string_view words) {
  const std::lock_guard lock(mutex);
  put(words);
}

void say_note(std::string_view words) {
  if (!is_hushed) say(words);
}

void hush() { is_hushed = true; }

void say_passing(std::string_view line) {
  const std::lock_guard lock(mutex);
  if (is_hushed) return;
  put(line);
  has_passing_line = true;
}

void end_passing() {
  const std::lock_guard lock(mutex);
  if (has_passing_line) put("");
}

void say_failure(std::string_view words, int system_error) {
  say("pith: " + printable(words) + ": " + failure_text(system_error) + '\n');
}

void say_failure(std::string_view words, const std::error_code& why) {
  // Elsewhere its number is not an errno, and its words are of some language.
  const std::error_condition known = why.default_error_condition();
  if (known.category() == std::generic_category()) {
    say_failure(words, known.value());
  } else {
    say("pith: " + printable(words) + ": " + why.message() + '\n');
  }
}

}  // namespace cli
