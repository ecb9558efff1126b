// SPDX-License-Identifier: MIT
/// @file
/// The text that is being decoded, and what separates its parts.
#ifndef PITH_GCF_LEX_SOURCE_HPP
#define PITH_GCF_LEX_SOURCE_HPP

#include <pith/error.hpp>

#include "text/source.hpp"

#include <string_view>

namespace pith::inline v0::gcf::decoding {

using text::source;

/// What is wrong where decode_options::require_summary asks for one.
inline constexpr const char* missing_summary =
    "the text ends before ##! summary: it was cut, or is not a stream";

[[nodiscard]] constexpr bool is_blank(char c) noexcept {
  return c == ' ' || c == '\t';
}

[[nodiscard]] inline char* skip_blanks(char* p) noexcept {
  while (is_blank(*p)) ++p;
  return p;
}

/// One carriage return before the line feed belongs to it (section 4).
[[nodiscard]] inline bool is_line_end(const char* p) noexcept {
  return *p == '\n' || (*p == '\r' && p[1] == '\n');
}

/// Only blanks up to the end of the line.
[[nodiscard]] inline bool is_blank_to_end(char* p) noexcept {
  return is_line_end(skip_blanks(p));
}

/// The end of a line's content: before the blanks and the carriage return
/// that precede the line feed at `feed`. `begin` bounds the way back.
[[nodiscard]] inline char* trim_back(char* begin, char* feed) noexcept {
  if (*feed == '\n' && feed != begin && feed[-1] == '\r') --feed;
  while (feed != begin && is_blank(feed[-1])) --feed;
  return feed;
}

/// After the line feed, when nothing but blanks comes before it.
[[nodiscard]] inline char* expect_line_end(source& text, char* p,
                                           const char* detail) noexcept {
  p = skip_blanks(p);
  if (!is_line_end(p)) return text.fail(error_code::invalid_line, p, detail);
  return p + (*p == '\r' ? 2 : 1);
}

/// A view of text between two pointers.
[[nodiscard]] inline std::string_view view(const char* first,
                                           const char* last) noexcept {
  return {first, static_cast<std::size_t>(last - first)};
}

}  // namespace pith::inline v0::gcf::decoding

#endif  // PITH_GCF_LEX_SOURCE_HPP
