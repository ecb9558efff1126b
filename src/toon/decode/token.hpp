// SPDX-License-Identifier: MIT
/// @file
/// Parts of lines: what quotes hide, and one token to one value on the tape.
#ifndef PITH_TOON_DECODE_TOKEN_HPP
#define PITH_TOON_DECODE_TOKEN_HPP

#include "document/tape.hpp"
#include "text/block.hpp"
#include "text/source.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pith::inline v0::toon::decoding {

using text::source;

/// Words that a token can take.
inline constexpr std::size_t token_words = 2;

[[nodiscard]] inline std::string_view view(const char* first,
                                           const char* last) noexcept {
  return {first, static_cast<std::size_t>(last - first)};
}

[[nodiscard]] inline char* skip_spaces(char* p) noexcept {
  while (*p == ' ') ++p;
  return p;
}

/// One carriage return before the line feed belongs to it.
[[nodiscard]] inline bool is_line_end(const char* p) noexcept {
  return *p == '\n' || (*p == '\r' && p[1] == '\n');
}

/// The line after the line end at `p`.
[[nodiscard]] inline char* after_line_end(char* p) noexcept {
  return p + (*p == '\r' ? 2 : 1);
}

[[nodiscard]] inline char* find_line_feed(char* p) noexcept {
  for (;;) {
    const std::uint32_t mask = text::block::load(p).equals('\n');
    if (mask != 0) return p + std::countr_zero(mask);
    p += text::block_bytes;
  }
}

/// The end of what a line has before the line feed at `feed`: without one
/// carriage return, then without spaces. `begin` bounds the way back.
[[nodiscard]] inline char* trim_line(char* begin, char* feed) noexcept {
  if (feed != begin && feed[-1] == '\r') --feed;
  while (feed != begin && feed[-1] == ' ') --feed;
  return feed;
}

/// The end of the line's content, seen from inside it.
[[nodiscard]] inline char* content_end(char* p) noexcept {
  return trim_line(p, find_line_feed(p));
}

/// The first `wanted` in [p, end) that stands outside quotes, or `end`. Every
/// quote opens or closes, wherever it stands; inside, a backslash hides the
/// next character.
[[nodiscard]] char* find_unquoted(char* p, char* end, char wanted) noexcept;

/// Decodes the string whose opening quote stands at `open`, in place: its text
/// begins after the quote. Returns the byte after the closing quote. Fails
/// with unterminated_quote, or with invalid_escape or invalid_surrogate at an
/// escape that TOON does not have.
[[nodiscard]] char* read_quoted(source& from, char* open, std::size_t& length);

/// Writes the token [p, end), around which there are no spaces, and at most
/// token_words. Fails as read_quoted() does, with trailing_characters and with
/// out_of_range.
[[nodiscard]] bool put_token(source& from, char* p, char* end,
                             detail::word*& out);

}  // namespace pith::inline v0::toon::decoding

#endif  // PITH_TOON_DECODE_TOKEN_HPP
