// SPDX-License-Identifier: MIT
/// @file
/// The text that is being decoded.
#ifndef PITH_TRON_SOURCE_HPP
#define PITH_TRON_SOURCE_HPP

#include <pith/error.hpp>

#include "text/quoted.hpp"
#include "text/source.hpp"

#include <array>
#include <cstddef>
#include <cstring>

namespace pith::inline v0::tron {

/// After the text stand zeroes, at which every scan stops.
struct source : text::source {
  /// Fails, unless the text ends there: then that is what is wrong.
  char* fail_or_end(error_code code, const char* at,
                    const char* detail) noexcept {
    return at == last ? fail_end() : fail(code, at, detail);
  }
  char* fail_end() noexcept {
    return fail(error_code::unexpected_end, last,
                "the text ends before the value does");
  }
};

/// Blanks, line ends and the beginning of a comment.
inline constexpr std::array<bool, 256> space_bytes = [] {
  std::array<bool, 256> table{};
  table[' '] = table['\t'] = table['\r'] = table['\n'] = table['#'] = true;
  return table;
}();

[[nodiscard]] constexpr bool is_space(char c) noexcept {
  return space_bytes[static_cast<unsigned char>(c)];
}

/// The line feed that ends the comment at `p`, or the end of the text.
[[nodiscard]] inline char* skip_comment(const source& text, char* p) noexcept {
  void* const feed =
      std::memchr(p, '\n', static_cast<std::size_t>(text.last - p));
  return feed != nullptr ? static_cast<char*>(feed) : text.last;
}

/// Passes over blanks, line ends and comments; counts the line ends.
inline char* skip_lines(const source& text, char* p,
                        std::size_t& count) noexcept {
  while (is_space(*p)) {
    if (*p == '#') {
      p = skip_comment(text, p);
    } else {
      if (*p == '\n') ++count;
      ++p;
    }
  }
  return p;
}

[[nodiscard]] inline char* skip_space(const source& text, char* p) noexcept {
  std::size_t lines = 0;
  return skip_lines(text, p, lines);
}

/// Decodes the string at `open` in place; its text begins after the quote.
/// Returns the byte after the closing quote.
[[nodiscard]] inline char* read_string(source& text, char* open,
                                       std::size_t& length) noexcept {
  const text::read_quoted_result r = text::read_quoted(open, text.last);
  length = r.length;
  if (r.ok) return open + (r.end - open);
  switch (r.code) {
    case error_code::control_character:
      return text.fail(r.code, r.end,
                       "control characters in strings must be escaped");
    case error_code::invalid_escape:
      return text.fail(r.code, r.end,
                       "a backslash must begin one of JSON's escapes");
    case error_code::invalid_surrogate:
      return text.fail(
          r.code, r.end,
          "a \\u escape must not leave a surrogate without its other half");
    default:
      return text.fail(r.code, r.end, "a string must end with a quote");
  }
}

}  // namespace pith::inline v0::tron

#endif  // PITH_TRON_SOURCE_HPP
