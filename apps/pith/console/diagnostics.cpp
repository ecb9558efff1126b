// SPDX-License-Identifier: MIT
#include "console/diagnostics.hpp"

#include "console/io.hpp"
#include "terminal/code_point.hpp"

#include <unistd.h>

#include <algorithm>
#include <system_error>

namespace cli {
namespace {

constexpr std::size_t indent = 4;
// Columns shown on each side of the caret.
constexpr std::size_t reach = 36;
constexpr std::string_view cut = "...";
// To the first column, and nothing after it.
constexpr std::string_view erase_line = "\r\x1b[K";

// There is one standard error, and so there is one of these.
bool has_passing_line = false;

bool is_continuation(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

void append_cell(std::string& out, std::string_view text, const code_point& c) {
  if (c.point == U'\t' && c.is_valid) {
    out += ' ';
  } else if (!c.is_valid || is_unsafe(c.point)) {
    out += '?';
  } else {
    out += text.substr(0, c.length);
  }
}

/// `reach` code points before `from`, but not before `begin`.
std::size_t step_back(std::string_view text, std::size_t begin,
                      std::size_t from) {
  for (std::size_t i = 0; i < reach && from > begin; ++i) {
    --from;
    for (int k = 0; k < 3 && from > begin && is_continuation(text[from]); ++k) {
      --from;
    }
  }
  return from;
}

}  // namespace

std::string printable(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const code_point c = first_code_point(text);
    append_cell(out, text, c);
    text.remove_prefix(c.length);
  }
  return out;
}

std::string valid_text(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const code_point c = first_code_point(text);
    out += c.is_valid ? text.substr(0, c.length) : "?";
    text.remove_prefix(c.length);
  }
  return out;
}

std::string excerpt(std::string_view text, std::size_t offset) {
  const pith::position where = pith::locate(text, offset);
  const std::size_t end = std::min(where.line_end, text.size());
  const std::size_t begin = std::min(where.line_begin, end);
  if (begin == end) return {};
  const std::size_t target = std::clamp(offset, begin, end);

  std::size_t at = step_back(text, begin, target);
  std::string line(at > begin ? cut : "");
  std::size_t column = line.size();
  std::size_t caret = column;
  while (at < end && column < caret + reach) {
    const code_point c = first_code_point(text.substr(at, end - at));
    append_cell(line, text.substr(at, end - at), c);
    // The caret stays under the code point that holds the offset.
    if (at + c.length <= target) caret = column + 1;
    at += c.length;
    ++column;
  }
  if (at < end) line += cut;

  const std::string margin(indent, ' ');
  return margin + line + '\n' + margin + std::string(caret, ' ') + "^\n";
}

std::string place_in(const std::string& name, std::string_view text,
                     std::size_t offset, std::uint64_t lines_before) {
  const pith::position where = pith::locate(text, offset);
  return printable(name) + ':' + std::to_string(lines_before + where.line) +
         ':' + std::to_string(where.column);
}

std::string describe(const std::string& name, std::string_view text,
                     const pith::error& what, std::uint64_t lines_before) {
  return place_in(name, text, what.offset, lines_before) +
         ": error: " + pith::message(what) + '\n' + excerpt(text, what.offset);
}

std::string describe(const std::string& name, const pith::error& what) {
  return printable(name) + ": error: " + pith::message(what) + '\n';
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
