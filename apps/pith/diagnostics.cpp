// SPDX-License-Identifier: MIT
#include "diagnostics.hpp"

#include "io.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <system_error>

namespace cli {
namespace {

constexpr std::size_t indent = 4;
// Columns shown on each side of the caret.
constexpr std::size_t reach = 36;
constexpr std::string_view cut = "...";

/// One code point, or one byte that begins none.
struct cell {
  std::size_t length = 1;
  char32_t point = U'\0';
  bool is_valid = false;
};

bool is_continuation(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

cell read_cell(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  if (lead < 0x80) return {1, lead, true};
  if (lead < 0xC2 || lead > 0xF4) return {};
  const std::size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (text.size() < length) return {};
  char32_t point = lead & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if (!is_continuation(text[i])) return {};
    point = (point << 6U) | (static_cast<unsigned char>(text[i]) & 0x3FU);
  }
  const bool is_overlong =
      (length == 3 && point < 0x800) || (length == 4 && point < 0x10000);
  const bool is_surrogate = point >= 0xD800 && point < 0xE000;
  if (is_overlong || is_surrogate || point > 0x10FFFF) return {};
  return {length, point, true};
}

/// Controls, and the marks that reorder or break a line on a terminal.
bool is_unsafe(char32_t point) {
  return point < 0x20 || (point >= 0x7F && point < 0xA0) ||
         (point >= 0x200E && point <= 0x200F) ||
         (point >= 0x2028 && point <= 0x202E) ||
         (point >= 0x2066 && point <= 0x2069) || point == 0xFEFF;
}

void append_cell(std::string& out, std::string_view text, const cell& c) {
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
    const cell c = read_cell(text);
    append_cell(out, text, c);
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
    const cell c = read_cell(text.substr(at, end - at));
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

std::string describe(const std::string& name, std::string_view text,
                     const pith::error& what) {
  const pith::position where = pith::locate(text, what.offset);
  return printable(name) + ':' + std::to_string(where.line) + ':' +
         std::to_string(where.column) + ": error: " + pith::message(what) +
         '\n' + excerpt(text, what.offset);
}

std::string describe(const std::string& name, const pith::error& what) {
  return printable(name) + ": error: " + pith::message(what) + '\n';
}

void say(std::string_view words) {
  fd_sink out(STDERR_FILENO);
  out.write(words);
  out.flush();
}

void say_failure(std::string_view words, int system_error) {
  say("pith: " + printable(words) + ": " +
      std::system_category().message(system_error) + '\n');
}

}  // namespace cli
