// SPDX-License-Identifier: MIT
/// @file
/// One scalar token to one value on the tape (section 2.1).
#ifndef PITH_GCF_LEX_TOKEN_HPP
#define PITH_GCF_LEX_TOKEN_HPP

#include "document/tape.hpp"
#include "document/tape_writer.hpp"
#include "gcf/lex/source.hpp"
#include "text/block.hpp"
#include "text/cell_number.hpp"
#include "text/number.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace pith::inline v0::gcf::decoding {

enum class token_kind : std::uint8_t {
  value,    ///< a string, a number or a boolean, written
  null,     ///< written, too
  missing,  ///< `~`: nothing is written, here and below
  marker,   ///< `^`
  schema,   ///< `^{...}`
};

/// Words that a token can take.
inline constexpr std::size_t token_words = 2;

/// What the first byte of a token tells about it.
enum class first_byte : std::uint8_t {
  text,       ///< a bare string
  digit,      ///< a number, or a bare string
  minus,      ///< null, a number or a bare string
  quote,      ///< a quoted string
  word,       ///< `t` or `f`: a boolean, or a bare string
  mark,       ///< `~` or `^`
  blank,      ///< to be passed over
  delimiter,  ///< `|`, `,` or the end of the line: perhaps an empty token
};

inline constexpr std::array<first_byte, 256> first_bytes = [] {
  std::array<first_byte, 256> table{};
  for (unsigned c = '0'; c <= '9'; ++c) table[c] = first_byte::digit;
  table['-'] = first_byte::minus;
  table['"'] = first_byte::quote;
  table['t'] = table['f'] = first_byte::word;
  table['~'] = table['^'] = first_byte::mark;
  table[' '] = table['\t'] = first_byte::blank;
  table['|'] = table[','] = first_byte::delimiter;
  table['\n'] = table['\r'] = first_byte::delimiter;
  return table;
}();

/// The next `delimiter` or line feed.
template <char delimiter>
[[nodiscard]] inline char* find_delimiter(char* p) noexcept {
  for (;;) {
    const text::block b = text::block::load(p);
    std::uint32_t mask = b.equals('\n');
    if constexpr (delimiter != '\n') mask |= b.equals(delimiter);
    if (mask != 0) return p + std::countr_zero(mask);
    p += text::block_bytes;
  }
}

template <char delimiter>
[[nodiscard]] inline bool ends_token(char c) noexcept {
  return c == delimiter || c == '\n';
}

/// Reads the token at `p`, whatever it is, and writes at most token_words.
/// Returns the delimiter or line feed that ends it, or null.
template <char delimiter>
[[nodiscard]] char* read_any_token(source& text, char* p, detail::word*& out,
                                   token_kind& kind);

/// As read_any_token(), for the hot loops: what most cells are is done in
/// line, the rest is handed over.
template <char delimiter>
[[nodiscard, gnu::always_inline]] inline char* read_token(source& text, char* p,
                                                          detail::word*& out,
                                                          token_kind& kind) {
  kind = token_kind::value;
  switch (first_bytes[static_cast<unsigned char>(*p)]) {
    case first_byte::text: {
      char* const end = find_delimiter<delimiter>(p);
      char* stop = end;
      if (static_cast<unsigned char>(end[-1]) <= ' ') stop = trim_back(p, end);
      detail::put_string(out, text.offset_of(p),
                         static_cast<std::size_t>(stop - p));
      return end;
    }
    case first_byte::digit: {
      char* const end = find_delimiter<delimiter>(p);
      if (put_digits(text, p, end, out)) return end;
      break;
    }
    case first_byte::minus: {
      if (ends_token<delimiter>(p[1])) {
        *out++ = detail::make_word(detail::tag::null);
        kind = token_kind::null;
        return p + 1;
      }
      const text::parsed_number number = text::parse_number(p, text.last);
      if (ends_token<delimiter>(*number.end) &&
          put_number(text, p, number, out)) {
        return p + (number.end - p);
      }
      break;
    }
    case first_byte::quote: {
      const text::block b = text::block::load(p + 1);
      const std::uint32_t special =
          b.equals('"') | b.equals('\\') | b.below(0x20);
      if (special == 0) break;
      const auto length = static_cast<unsigned>(std::countr_zero(special));
      char* const end = p + 1 + length;
      if (*end != '"' || !ends_token<delimiter>(end[1])) break;
      detail::put_string(out, text.offset_of(p + 1), length);
      return end + 1;
    }
    case first_byte::word: {
      if (std::memcmp(p, "true", 4) == 0 && ends_token<delimiter>(p[4])) {
        *out++ = detail::make_word(detail::tag::boolean_true);
        return p + 4;
      }
      if (std::memcmp(p, "false", 5) == 0 && ends_token<delimiter>(p[5])) {
        *out++ = detail::make_word(detail::tag::boolean_false);
        return p + 5;
      }
      break;
    }
    case first_byte::mark:
      if (ends_token<delimiter>(p[1])) {
        kind = *p == '~' ? token_kind::missing : token_kind::marker;
        return p + 1;
      }
      break;
    case first_byte::blank:
    case first_byte::delimiter:
      break;
  }
  // Through copies, so that the callers' own stay in registers.
  detail::word* slow_out = out;
  token_kind slow_kind = kind;
  char* const end = read_any_token<delimiter>(text, p, slow_out, slow_kind);
  out = slow_out;
  kind = slow_kind;
  return end;
}

/// Fails unless the token is a value: `~` and `^` belong into rows (2.1).
[[nodiscard]] char* reject_mark(source& text, char* token, token_kind kind);

/// A token where only values may stand.
template <char delimiter>
[[nodiscard]] inline char* read_value(source& text, char* p,
                                      detail::word*& out) {
  token_kind kind;
  char* const end = read_token<delimiter>(text, p, out, kind);
  if (end == nullptr || kind <= token_kind::null) [[likely]]
    return end;
  return reject_mark(text, p, kind);
}

/// Decodes the quoted string at `open` in place. Returns the byte after the
/// closing quote; the text begins after the opening one.
[[nodiscard]] char* read_quoted_text(source& text, char* open,
                                     std::size_t& length);

}  // namespace pith::inline v0::gcf::decoding

#endif  // PITH_GCF_LEX_TOKEN_HPP
