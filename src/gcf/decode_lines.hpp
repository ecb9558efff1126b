// SPDX-License-Identifier: MIT
/// @file
/// Lines with content, and how far they are indented.
#ifndef PITH_GCF_DECODE_LINES_HPP
#define PITH_GCF_DECODE_LINES_HPP

#include "gcf/decode_source.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace pith::inline v0::gcf::decoding {

/// A line that is neither blank nor a comment.
struct line {
  char* first = nullptr;  ///< its first character that is no space
  std::size_t level = 0;  ///< indentation, in steps of two spaces
};

enum class line_search : std::uint8_t { found, end_of_text, failed };

/// Finds the next line with content at or behind `p`, which begins a line.
/// Blank lines (4.2) and comments (11) are passed over. Fails with
/// tab_indentation, or with invalid_indent for an odd number of spaces.
[[nodiscard]] line_search find_line(source& text, char* p, line& found);

/// As find_line(), but reports no error: a line that has one is found with the
/// level it seems to have.
[[nodiscard]] bool peek_line(const source& text, char* p, line& found);

/// True for `## ` and `##!`, which end arrays of deferred length.
[[nodiscard]] inline bool is_section_mark(const char* p) noexcept {
  return p[0] == '#' && p[1] == '#' && (p[2] == ' ' || p[2] == '!');
}

/// True when a line that begins at `p` is indented by `spaces`, an even number
/// of them, at least.
[[nodiscard]] inline bool is_indented(const char* p,
                                      std::size_t spaces) noexcept {
  std::size_t i = 0;
  for (; i + 4 <= spaces; i += 4) {
    if (std::memcmp(p + i, "    ", 4) != 0) return false;
  }
  return i == spaces || std::memcmp(p + i, "  ", 2) == 0;
}

/// The beginning of the line behind the one that `p` stands in.
[[nodiscard]] char* behind_line(char* p) noexcept;

/// Fails with line_limit when a line is longer than `max_bytes`.
[[nodiscard]] bool check_line_lengths(source& text, std::size_t max_bytes);

}  // namespace pith::inline v0::gcf::decoding

#endif  // PITH_GCF_DECODE_LINES_HPP
