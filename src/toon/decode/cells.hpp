// SPDX-License-Identifier: MIT
/// @file
/// Values between delimiters: where they end, and what most of them are.
#ifndef PITH_TOON_DECODE_CELLS_HPP
#define PITH_TOON_DECODE_CELLS_HPP

#include "document/tape.hpp"
#include "text/block.hpp"
#include "text/cell_number.hpp"
#include "text/place_cursor.hpp"
#include "toon/decode/token.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace pith::inline v0::toon::decoding {

struct find_cell_ends {
  char delimiter;

  [[nodiscard]] std::uint32_t operator()(const text::block& b) const noexcept {
    return b.ends_cell(delimiter);
  }
};

/// The places of delimiters, line feeds, quotes and backslashes.
class cell_cursor : public text::place_cursor<find_cell_ends> {
 public:
  cell_cursor(char* p, char delimiter) noexcept
      : place_cursor(p, find_cell_ends{delimiter}) {}

  [[nodiscard]] char delimiter() const noexcept { return find().delimiter; }
};

/// What the first byte of a cell tells about it.
enum class first_of_cell : std::uint8_t {
  text,   ///< a bare string
  digit,  ///< a number, or a bare string
  minus,  ///< the same
  word,   ///< `t`, `f` or `n`: a literal, or a bare string
  other,  ///< a quote, a space, a delimiter or the end of the line
};

inline constexpr std::array<first_of_cell, 256> cell_beginnings = [] {
  std::array<first_of_cell, 256> table{};
  for (unsigned c = '0'; c <= '9'; ++c) table[c] = first_of_cell::digit;
  table['-'] = first_of_cell::minus;
  table['t'] = table['f'] = table['n'] = first_of_cell::word;
  for (const char c : {'"', ' ', ',', '|', '\t', '\r', '\n'}) {
    table[static_cast<unsigned char>(c)] = first_of_cell::other;
  }
  return table;
}();

/// Puts the value that [p, end) spells if it is one of the simple kinds, which
/// quoted strings are not. `end` is a delimiter or a line feed. False, and
/// nothing is written, otherwise.
[[nodiscard, gnu::always_inline]] inline bool put_plain_cell(
    const source& from, const char* p, const char* end,
    detail::word*& out) noexcept {
  using detail::tag;
  const auto length = static_cast<std::size_t>(end - p);
  switch (cell_beginnings[static_cast<unsigned char>(*p)]) {
    case first_of_cell::word:
      if (length == 4 && std::memcmp(p, "true", 4) == 0) {
        *out++ = detail::make_word(tag::boolean_true);
        return true;
      }
      if (length == 4 && std::memcmp(p, "null", 4) == 0) {
        *out++ = detail::make_word(tag::null);
        return true;
      }
      if (length == 5 && std::memcmp(p, "false", 5) == 0) {
        *out++ = detail::make_word(tag::boolean_false);
        return true;
      }
      return text::put_bare_text(from, p, end, out);
    case first_of_cell::text:
      return text::put_bare_text(from, p, end, out);
    case first_of_cell::digit:
      return text::put_digits(from, p, end, out);
    case first_of_cell::minus: {
      detail::word* const after = text::put_long_number(from, p, end, out);
      if (after == nullptr) return false;
      out = after;
      return true;
    }
    default:
      if (length != 0) return false;
      *out++ = detail::make_word(tag::string,
                                 detail::pack_text(from.offset_of(p), 0));
      return true;
  }
}

/// Reads the cell at `p` if it is one of the simple kinds, passes it and
/// returns the delimiter or line feed after it; otherwise null, and nothing
/// is written. The cursor is where the cell begins.
[[nodiscard, gnu::always_inline]] inline char* read_plain_cell(
    const source& from, char* p, cell_cursor& ends,
    detail::word*& out) noexcept {
  char* end = ends.next();
  if (*p == '"') {
    do {
      ends.pass();
      end = ends.next();
    } while (*end == ends.delimiter());
    const auto length = static_cast<std::size_t>(end - p) - 1;
    if (*end != '"' || length > detail::max_short_text ||
        (end[1] != ends.delimiter() && end[1] != '\n')) {
      return nullptr;
    }
    *out++ = detail::make_word(
        detail::tag::string, detail::pack_text(from.offset_of(p + 1), length));
    ends.pass();
    ends.pass();
    return end + 1;
  }
  if ((*end != ends.delimiter() && *end != '\n') ||
      !put_plain_cell(from, p, end, out)) {
    return nullptr;
  }
  ends.pass();
  return end;
}

/// Reads the cell at `p` whatever it is, and passes it. Returns the delimiter
/// or line feed after it, or null after failing.
[[nodiscard]] char* read_any_cell(source& from, char* p, cell_cursor& ends,
                                  detail::word*& out);

}  // namespace pith::inline v0::toon::decoding

#endif  // PITH_TOON_DECODE_CELLS_HPP
