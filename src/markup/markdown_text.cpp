// SPDX-License-Identifier: MIT
#include "markup/markdown_text.hpp"

#include "text/utf8.hpp"

#include <algorithm>
#include <cstddef>

namespace pith::inline v0::markup {

namespace {

bool is_control(char c) noexcept {
  return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
}
bool is_blank_control(char c) noexcept {
  return c == '\n' || c == '\r' || c == '\t';
}

bool is_word_character(char c) noexcept {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
         (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
}

/// An underscore between two of these is not markup.
bool is_inside_word(std::string_view text, std::size_t i) noexcept {
  return i != 0 && i + 1 < text.size() &&
         (is_word_character(text[i - 1]) || text[i - 1] == '_') &&
         (is_word_character(text[i + 1]) || text[i + 1] == '_');
}

bool needs_backslash(std::string_view text, std::size_t i) noexcept {
  switch (text[i]) {
    case '\\':
    case '`':
    case '*':
    case '[':
    case '<':
    case '|':
    case '~':
      return true;
    case '_':
      return !is_inside_word(text, i);
    case '&':  // may begin an entity
      return i + 1 < text.size() &&
             (text[i + 1] == '#' || is_word_character(text[i + 1]));
    default:
      return false;
  }
}

/// The longest run of backticks.
std::size_t longest_run(std::string_view text) noexcept {
  std::size_t longest = 0;
  std::size_t run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

}  // namespace

void append_plain(std::string& out, std::string_view text, line_break breaks) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (is_blank_control(c)) {
      // A carriage return and a line feed are one line break.
      if (c == '\r' && i + 1 < text.size() && text[i + 1] == '\n') continue;
      out += c != '\t' && breaks == line_break::br ? "<br>" : " ";
    } else if (is_control(c)) {
      out += text::replacement_character;
    } else {
      if (needs_backslash(text, i)) out += '\\';
      out += c;
    }
  }
}

void append_code(std::string& out, std::string_view text) {
  if (text.empty()) return;
  // More backticks than there are inside, and blanks where the text would
  // touch them or lose its own.
  const std::size_t ticks = longest_run(text) + 1;
  const auto is_edge = [](char c) {
    return c == '`' || c == ' ' || is_blank_control(c);
  };
  const bool is_padded = is_edge(text.front()) || is_edge(text.back());
  out.append(ticks, '`');
  if (is_padded) out += ' ';
  for (const char c : text) {
    if (is_blank_control(c)) {
      out += ' ';
    } else if (is_control(c)) {
      out += text::replacement_character;
    } else {
      out += c;
    }
  }
  if (is_padded) out += ' ';
  out.append(ticks, '`');
}

}  // namespace pith::inline v0::markup
