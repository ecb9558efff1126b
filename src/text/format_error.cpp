// SPDX-License-Identifier: MIT
#include <pith/code_point.hpp>
#include <pith/format_error.hpp>

#include <algorithm>

namespace pith::inline v0 {

namespace {

constexpr std::size_t excerpt_indent = 4;
// Columns shown on each side of the caret.
constexpr std::size_t excerpt_reach = 36;
constexpr std::string_view excerpt_cut = "...";

void append_cell(std::string& out, std::string_view text, const code_point& c) {
  if (c.point == U'\t' && c.is_valid) {
    out += ' ';
  } else if (!c.is_valid || is_unsafe(c.point)) {
    out += '?';
  } else {
    out += text.substr(0, c.length);
  }
}

/// `excerpt_reach` code points before `from`, but not before `begin`.
std::size_t step_back(std::string_view text, std::size_t begin,
                      std::size_t from) {
  const auto is_continuation = [&](std::size_t at) {
    return (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U;
  };
  for (std::size_t i = 0; i < excerpt_reach && from > begin; ++i) {
    --from;
    for (int k = 0; k < 3 && from > begin && is_continuation(from); ++k) {
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

std::string excerpt(std::string_view text, std::size_t offset) {
  const position where = locate(text, offset);
  const std::size_t end = std::min(where.line_end, text.size());
  const std::size_t begin = std::min(where.line_begin, end);
  if (begin == end) return {};
  const std::size_t target = std::clamp(offset, begin, end);

  std::size_t at = step_back(text, begin, target);
  std::string line(at > begin ? excerpt_cut : "");
  std::size_t column = line.size();
  std::size_t caret = column;
  while (at < end && column < caret + excerpt_reach) {
    const code_point c = first_code_point(text.substr(at, end - at));
    append_cell(line, text.substr(at, end - at), c);
    // The caret stays under the code point that holds the offset.
    if (at + c.length <= target) caret = column + 1;
    at += c.length;
    ++column;
  }
  if (at < end) line += excerpt_cut;

  const std::string margin(excerpt_indent, ' ');
  return margin + line + '\n' + margin + std::string(caret, ' ') + "^\n";
}

std::string format_place(std::string_view name, std::string_view text,
                         std::size_t offset, std::uint64_t lines_before) {
  const position where = locate(text, offset);
  return printable(name) + ':' + std::to_string(lines_before + where.line) +
         ':' + std::to_string(where.column);
}

std::string format_error(std::string_view name, std::string_view text,
                         const error& what, std::uint64_t lines_before) {
  return format_place(name, text, what.offset, lines_before) +
         ": error: " + message(what) + '\n' + excerpt(text, what.offset);
}

std::string format_error(std::string_view name, const error& what) {
  return printable(name) + ": error: " + message(what) + '\n';
}

}  // namespace pith::inline v0
