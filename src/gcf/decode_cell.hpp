// SPDX-License-Identifier: MIT
/// @file
/// What most cells of most rows are, without a call.
#ifndef PITH_GCF_DECODE_CELL_HPP
#define PITH_GCF_DECODE_CELL_HPP

#include "document/shape_tree.hpp"
#include "document/tape.hpp"
#include "gcf/decode_delimiters.hpp"
#include "gcf/decode_source.hpp"
#include "gcf/decode_token.hpp"
#include "text/block.hpp"
#include "text/decimal.hpp"
#include "text/digits.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace pith::inline v0::gcf::decoding {

/// A row while its cells are read.
struct row_pass {
  detail::word* out = nullptr;  ///< where the next value goes
  detail::shape_cursor cursor;
  std::uint8_t flags = 0;
  bool has_id = false;
  bool is_deferring = false;  ///< `out` is in deferred cells, not on the tape
  char* first = nullptr;      ///< of the row's line
  // Narrow rows note their cells in bits, wide ones count them.
  std::uint64_t missing_cells = 0;
  std::uint64_t null_cells = 0;
  std::uint64_t marked_cells = 0;
  std::uint32_t missing = 0;
  std::uint32_t nulls = 0;
};

/// A group of path columns in a narrow row while its cells are read.
struct group_start {
  detail::word* at;
  std::uint8_t flags;  ///< of the object around it
};

/// Puts the number that the cell [p, p + length) spells if it is an integer or
/// a plain decimal of up to eight bytes; false for everything else. Makes no
/// choice that depends on the length, which differs from cell to cell.
[[nodiscard, gnu::always_inline]] inline bool put_short_number(
    const source& text, const char* p, std::size_t length,
    detail::word*& out) noexcept {
  constexpr std::uint64_t zeros = 0x3030303030303030;
  constexpr std::uint64_t above_nine = 0x7676767676767676;
  constexpr std::uint64_t top_bits = 0x8080808080808080;
  const std::uint64_t eight = text::load_8(p);
  // The digits at the top, and nothing below them.
  const auto unused = static_cast<unsigned>(64 - 8 * length);
  const std::uint64_t digits = (eight << unused) ^ (zeros << unused);
  if ((((digits + above_nine) | digits) & top_bits) == 0) [[likely]] {
    if (*p == '0' && length != 1) return false;
    *out++ = detail::make_word(detail::tag::spelt_integer,
                               detail::pack_text(text.offset_of(p), length));
    return true;
  }
  // Take the point out, and the digits on both sides are one number.
  const unsigned whole = text::count_digits(eight);
  if (p[whole] != '.' || whole + 1 >= length) return false;
  const std::uint64_t low = (std::uint64_t{1} << (8 * whole)) - 1;
  const std::uint64_t joined = (eight & low) | (eight >> 8 & ~low);
  const auto count = static_cast<unsigned>(length) - 1;
  if (text::count_digits(joined) < count) return false;
  if (*p == '0' && whole != 1) return false;
  // Both are exact, so the quotient is the nearest double (Clinger).
  const auto mantissa =
      static_cast<std::int64_t>(text::digits_value(joined, count));
  const double real =
      static_cast<double>(mantissa) / text::exact_powers_of_ten[count - whole];
  // Eight bytes have at most six places: none is below 1e-6.
  const bool is_canonical = p[length - 1] != '0';
  *out++ = detail::make_word(
      detail::tag::real,
      is_canonical ? detail::pack_text(text.offset_of(p), length) : 0);
  *out++ = std::bit_cast<detail::word>(real);
  return true;
}

/// Puts the number that [p, end) spells from end to end and returns the word
/// behind it; null for everything else.
[[nodiscard]] inline detail::word* put_long_number(const source& text,
                                                   const char* p,
                                                   const char* end,
                                                   detail::word* out) noexcept {
  const text::parsed_number number = text::parse_number(p, text.last);
  return number.end == end && put_number(text, p, number, out) ? out : nullptr;
}

/// Puts the bare text [p, end), unless it has blanks to be dropped.
[[nodiscard, gnu::always_inline]] inline bool put_bare_text(
    const source& text, const char* p, const char* end,
    detail::word*& out) noexcept {
  const auto length = static_cast<std::size_t>(end - p);
  if (static_cast<unsigned char>(end[-1]) <= ' ' ||
      length > detail::max_short_text) [[unlikely]] {
    return false;
  }
  *out++ = detail::make_word(detail::tag::string,
                             detail::pack_text(text.offset_of(p), length));
  return true;
}

/// A cell that begins with a digit.
[[nodiscard, gnu::always_inline]] inline bool put_digits(
    const source& text, const char* p, const char* end,
    detail::word*& out) noexcept {
  const auto length = static_cast<std::size_t>(end - p);
  if (length <= 8 && put_short_number(text, p, length, out)) return true;
  // Dates and the like begin as numbers do and are none.
  const unsigned digits = text::count_digits(text::load_8(p));
  const char next = p[digits];
  if (digits < 8 && digits < length && next != '.' && (next | 0x20) != 'e') {
    return put_bare_text(text, p, end, out);
  }
  detail::word* const behind = put_long_number(text, p, end, out);
  if (behind == nullptr) return false;
  out = behind;
  return true;
}

/// Reads the cell from `p` to `end`, which is the next delimiter, and passes
/// it, if it is one of the simple kinds; otherwise returns false and changes
/// nothing. Moves `end` when the cell is quoted and contains delimiters. `bit`
/// stands for the cell in the words of `row`.
[[nodiscard, gnu::always_inline]] inline bool read_plain_cell(
    const source& text, char* p, char*& end, delimiter_cursor& ends,
    std::uint64_t bit, row_pass& row) noexcept {
  const auto length = static_cast<std::size_t>(end - p);
  bool is_read = false;
  switch (first_bytes[static_cast<unsigned char>(*p)]) {
    case first_byte::text:
      is_read = put_bare_text(text, p, end, row.out);
      break;
    case first_byte::word:
      if (length == 4 && std::memcmp(p, "true", 4) == 0) {
        *row.out++ = detail::make_word(detail::tag::boolean_true);
        is_read = true;
      } else if (length == 5 && std::memcmp(p, "false", 5) == 0) {
        *row.out++ = detail::make_word(detail::tag::boolean_false);
        is_read = true;
      } else {
        is_read = put_bare_text(text, p, end, row.out);
      }
      break;
    case first_byte::digit:
      is_read = put_digits(text, p, end, row.out);
      break;
    case first_byte::minus:
      if (length == 1) {
        *row.out++ = detail::make_word(detail::tag::null);
        row.null_cells |= bit;
        is_read = true;
      } else if (detail::word* const behind =
                     put_long_number(text, p, end, row.out)) {
        row.out = behind;
        is_read = true;
      }
      break;
    case first_byte::mark:
      if (length == 1 && *p == '~') {
        row.missing_cells |= bit;
        is_read = true;
      }
      break;
    case first_byte::quote: {
      const std::uint32_t special = text::block::load(p + 1).needs_escape();
      const auto inside = static_cast<unsigned>(std::countr_zero(special));
      if (special != 0 && p[1 + inside] == '"' &&
          ends_token<'|'>(p[2 + inside])) {
        *row.out++ =
            detail::make_word(detail::tag::string,
                              detail::pack_text(text.offset_of(p + 1), inside));
        end = p + 2 + inside;
        ends.skip_to(end);
        is_read = true;
      }
      break;
    }
    case first_byte::blank:
    case first_byte::delimiter:
      break;
    default:
      __builtin_unreachable();
  }
  if (is_read) ends.pass();
  return is_read;
}

}  // namespace pith::inline v0::gcf::decoding

#endif  // PITH_GCF_DECODE_CELL_HPP
