// SPDX-License-Identifier: MIT
/// @file
/// Lines with content, and how far they are indented.
#ifndef PITH_GCF_LEX_LINES_HPP
#define PITH_GCF_LEX_LINES_HPP

#include "gcf/lex/source.hpp"
#include "text/block.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>

namespace pith::inline v0::gcf::decoding {

/// A line that is neither blank nor a comment.
struct line {
  char* first = nullptr;  ///< its first character that is not a space
  std::size_t level = 0;  ///< indentation, in steps of two spaces
};

enum class line_search : std::uint8_t { found, end_of_text, failed };

[[nodiscard]] line_search find_any_line(source& text, char* p, line& found);

/// After the spaces at `p`.
[[nodiscard]] inline char* skip_spaces(char* p) noexcept {
  if (*p != ' ') return p;
  for (;;) {  // deeply nested lines are mostly spaces
    const std::uint32_t others = ~text::block::load(p).equals(' ') & 0xFFFF;
    if (others != 0) return p + std::countr_zero(others);
    p += text::block_bytes;
  }
}

/// Finds the next line with content at or after `p`, which begins a line.
/// Blank lines (4.2) and comments (11) are passed over. Fails with
/// tab_indentation, or with invalid_indent for an odd number of spaces.
[[nodiscard]] inline line_search find_line(source& text, char* p, line& found) {
  found.first = skip_spaces(p);
  const auto spaces = static_cast<std::size_t>(found.first - p);
  found.level = spaces / 2;
  const bool may_be_none =  // blank, a comment or badly indented
      static_cast<unsigned char>(*found.first) <= ' ' ||
      (found.first[0] == '#' && found.first[1] == ' ') || spaces % 2 != 0;
  if (may_be_none || p >= text.last) return find_any_line(text, p, found);
  return line_search::found;
}

/// As find_line(), but reports no error: a line that has one is found with the
/// level it seems to have.
[[nodiscard]] bool peek_line(const source& text, char* p, line& found);

/// True for `## ` and `##!`, which end arrays of deferred length.
[[nodiscard]] inline bool is_section_mark(const char* p) noexcept {
  return p[0] == '#' && p[1] == '#' && (p[2] == ' ' || p[2] == '!');
}

/// True when a line that begins at `p` is indented by `spaces` at least.
[[nodiscard]] inline bool is_indented(const char* p,
                                      std::size_t spaces) noexcept {
  for (; spaces > text::block_bytes; spaces -= text::block_bytes) {
    if (text::block::load(p).equals(' ') != 0xFFFF) return false;
    p += text::block_bytes;
  }
  const std::uint32_t all = (std::uint32_t{1} << spaces) - 1;
  return (text::block::load(p).equals(' ') & all) == all;
}

/// The beginning of the line after the one that `p` stands in.
[[nodiscard]] char* after_line(char* p) noexcept;

}  // namespace pith::inline v0::gcf::decoding

#endif  // PITH_GCF_LEX_LINES_HPP
