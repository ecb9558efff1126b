// SPDX-License-Identifier: MIT
#include <pith/code_point.hpp>
#include <pith/gcf_extract.hpp>

#include <algorithm>
#include <string>

namespace pith::inline v0::gcf {

namespace {

constexpr std::size_t max_before = 20;
constexpr std::size_t max_after = 40;

constexpr bool is_continuation(char c) noexcept {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

void put_hex(std::string& out, std::string_view prefix, unsigned value,
             unsigned digits) {
  out += prefix;
  while (digits-- != 0) {
    out += "0123456789abcdef"[(value >> (4 * digits)) & 0xF];
  }
}

/// True for what would not be seen, or would change how the rest is seen:
/// controls, separators of lines, and marks that turn the direction.
constexpr bool is_invisible(char32_t point) noexcept {
  return point < 0x20 || (point >= 0x7F && point < 0xA0) ||
         (point >= 0x200B && point <= 0x200F) ||
         (point >= 0x2028 && point <= 0x202E) ||
         (point >= 0x2066 && point <= 0x2069) || point == 0xFEFF;
}

void put_quoted(std::string& out, std::string_view text) {
  while (!text.empty()) {
    const code_point c = first_code_point(text);
    if (!c.is_valid) {
      put_hex(out, "\\x", static_cast<unsigned char>(text[0]), 2);
      text.remove_prefix(1);
      continue;
    }
    if (text[0] == '\n') {
      out += "\\n";
    } else if (text[0] == '\r') {
      out += "\\r";
    } else if (text[0] == '\t') {
      out += "\\t";
    } else if (is_invisible(c.point)) {
      put_hex(out, "\\u", static_cast<unsigned>(c.point), 4);
    } else {
      if (text[0] == '"' || text[0] == '\\') out += '\\';
      out.append(text.substr(0, c.length));
    }
    text.remove_prefix(c.length);
  }
}

/// The part of the line around the offset, in quotes.
void put_excerpt(std::string& out, std::string_view text, std::size_t offset,
                 const position& where) {
  const std::size_t at = std::clamp(offset, where.line_begin, where.line_end);
  std::size_t begin = where.line_begin;
  if (at - begin > max_before) {
    begin = at - max_before;
    while (begin < at && is_continuation(text[begin])) ++begin;
  }
  std::size_t end = where.line_end;
  if (end - at > max_after) {
    end = at + max_after;
    while (end > at && is_continuation(text[end])) --end;
  }
  out += '"';
  if (begin != where.line_begin) out += "...";
  put_quoted(out, text.substr(begin, end - begin));
  if (end != where.line_end) out += "...";
  out += '"';
}

}  // namespace

std::string explain(const error& what, std::string_view text) {
  const std::size_t offset = std::min(what.offset, text.size());
  const position where = locate(text, offset);
  std::string out = "Line " + std::to_string(where.line) + ", column " +
                    std::to_string(where.column) + ": ";
  if (*what.detail != '\0') {
    out += what.detail;
    out += " (";
    out += name(what.code);
    out += ").";
  } else {
    out += name(what.code);
    out += '.';
  }
  if (where.line_begin == where.line_end) {
    out += offset == text.size() ? " Found: the end of the text. "
                                 : " Found: an empty line. ";
  } else {
    out += " Found: ";
    put_excerpt(out, text, offset, where);
    out += ". ";
  }
  out += repair_hint(what.code);
  return out;
}

}  // namespace pith::inline v0::gcf
