// SPDX-License-Identifier: MIT
#include "gcf/lex/lines.hpp"

namespace pith::inline v0::gcf::decoding {

namespace {

/// The next line with content, or null at the end of the text. `mark` is its
/// first character after spaces and tabs.
char* next_content(const source& text, char* p, char*& mark) noexcept {
  while (p < text.last) {
    char* const first = skip_spaces(p);
    mark = skip_blanks(first);
    if (is_line_end(mark)) {
      p = mark + (*mark == '\r' ? 2 : 1);
    } else if (mark[0] == '#' && mark[1] == ' ' && mark == first) {
      p = after_line(mark);
    } else {
      mark = first;
      return p;
    }
  }
  return nullptr;
}

}  // namespace

char* after_line(char* p) noexcept {
  for (;;) {
    const std::uint32_t feeds = text::block::load(p).equals('\n');
    if (feeds != 0) return p + std::countr_zero(feeds) + 1;
    p += text::block_bytes;
  }
}

line_search find_any_line(source& text, char* p, line& found) {
  char* const begin = next_content(text, p, found.first);
  if (begin == nullptr) return line_search::end_of_text;
  if (*found.first == '\t') {
    text.fail(error_code::tab_indentation, found.first,
              "indentation must be spaces, two for each level");
    return line_search::failed;
  }
  const auto spaces = static_cast<std::size_t>(found.first - begin);
  if (spaces % 2 != 0) {
    text.fail(error_code::invalid_indent, found.first,
              "each level of indentation must be exactly two spaces");
    return line_search::failed;
  }
  found.level = spaces / 2;
  return line_search::found;
}

bool peek_line(const source& text, char* p, line& found) {
  char* const begin = next_content(text, p, found.first);
  if (begin == nullptr) return false;
  found.level = static_cast<std::size_t>(found.first - begin) / 2;
  return true;
}

}  // namespace pith::inline v0::gcf::decoding
