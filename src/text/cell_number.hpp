// SPDX-License-Identifier: MIT
/// @file
/// Cells that begin with a digit, without a call for most of them.
#ifndef PITH_TEXT_CELL_NUMBER_HPP
#define PITH_TEXT_CELL_NUMBER_HPP

#include "document/tape.hpp"
#include "text/block.hpp"
#include "text/decimal.hpp"
#include "text/digits.hpp"
#include "text/number.hpp"
#include "text/rounding.hpp"
#include "text/source.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>

namespace pith::inline v0::text {

/// Tells whoever asks of a number that may be rounded.
inline void look_closer(const source& from, const char* first,
                        const parsed_number& number) noexcept {
  if (from.watch == nullptr) [[likely]]
    return;
  from.watch->look({first, static_cast<std::size_t>(number.end - first)},
                   from.input_offset_of(first));
}

/// Writes a number that parse_number() found from end to end.
[[nodiscard]] inline bool put_number(const source& from, const char* first,
                                     const parsed_number& number,
                                     detail::word*& out) noexcept {
  using detail::tag;
  if (number.kind == number_kind::integer) {
    if (number.integer == 0) look_closer(from, first, number);
    // The literal is canonical, and all that is kept, unless it is -0.
    *out++ = number.integer == 0
                 ? detail::short_integer_word(0)
                 : detail::make_word(
                       tag::spelt_integer,
                       detail::pack_text(
                           from.offset_of(first),
                           static_cast<std::size_t>(number.end - first)));
    return true;
  }
  if (number.kind != number_kind::real) return false;
  detail::word spelling = 0;
  if (number.canonical) {
    spelling = detail::pack_text(from.offset_of(first),
                                 static_cast<std::size_t>(number.end - first));
  } else {
    look_closer(from, first, number);
  }
  *out++ = detail::make_word(tag::real, spelling);
  *out++ = std::bit_cast<detail::word>(number.real);
  return true;
}

/// Puts the number that the cell [p, p + length) spells if it is an integer or
/// a plain decimal of up to eight bytes; false for everything else. Makes no
/// choice that depends on the length, which differs from cell to cell.
[[nodiscard, gnu::always_inline]] inline bool put_short_number(
    const source& from, const char* p, std::size_t length,
    detail::word*& out) noexcept {
  constexpr std::uint64_t zeros = 0x3030303030303030;
  constexpr std::uint64_t above_nine = 0x7676767676767676;
  constexpr std::uint64_t top_bits = 0x8080808080808080;
  const std::uint64_t eight = load_8(p);
  // The digits at the top, and nothing below them.
  const auto unused = static_cast<unsigned>(64 - 8 * length);
  const std::uint64_t digits = (eight << unused) ^ (zeros << unused);
  if ((((digits + above_nine) | digits) & top_bits) == 0) [[likely]] {
    if (*p == '0' && length != 1) return false;
    *out++ = detail::make_word(detail::tag::spelt_integer,
                               detail::pack_text(from.offset_of(p), length));
    return true;
  }
  // Take the point out, and the digits on both sides are one number.
  const unsigned whole = count_digits(eight);
  if (p[whole] != '.' || whole + 1 >= length) return false;
  const std::uint64_t low = (std::uint64_t{1} << (8 * whole)) - 1;
  const std::uint64_t joined = (eight & low) | (eight >> 8 & ~low);
  const auto count = static_cast<unsigned>(length) - 1;
  if (count_digits(joined) < count) return false;
  if (*p == '0' && whole != 1) return false;
  // Both are exact, so the quotient is the nearest double (Clinger).
  const auto mantissa = static_cast<std::int64_t>(digits_value(joined, count));
  const double real =
      static_cast<double>(mantissa) / exact_powers_of_ten[count - whole];
  // Eight bytes have at most six places: none is below 1e-6.
  const bool is_canonical = p[length - 1] != '0';
  *out++ = detail::make_word(
      detail::tag::real,
      is_canonical ? detail::pack_text(from.offset_of(p), length) : 0);
  *out++ = std::bit_cast<detail::word>(real);
  return true;
}

/// Puts the number that [p, end) spells from end to end and returns the word
/// after it; null for everything else.
[[nodiscard]] inline detail::word* put_long_number(const source& from,
                                                   const char* p,
                                                   const char* end,
                                                   detail::word* out) noexcept {
  const parsed_number number = parse_number(p, from.last);
  return number.end == end && put_number(from, p, number, out) ? out : nullptr;
}

/// Puts the bare text [p, end), unless it has blanks to be dropped.
[[nodiscard, gnu::always_inline]] inline bool put_bare_text(
    const source& from, const char* p, const char* end,
    detail::word*& out) noexcept {
  const auto length = static_cast<std::size_t>(end - p);
  if (static_cast<unsigned char>(end[-1]) <= ' ' ||
      length > detail::max_short_text) [[unlikely]] {
    return false;
  }
  *out++ = detail::make_word(detail::tag::string,
                             detail::pack_text(from.offset_of(p), length));
  return true;
}

/// Puts the integer that the cell [p, p + length) spells if it has at most as
/// many digits as int64 surely holds; false for everything else.
[[nodiscard, gnu::always_inline]] inline bool put_long_integer(
    const source& from, const char* p, std::size_t length,
    detail::word*& out) noexcept {
  constexpr std::size_t safe_digits = 18;
  const std::uint32_t digits =
      block::load(p).digits() | block::load(p + block_bytes).digits()
                                    << block_bytes;
  if (length > safe_digits || *p == '0' ||
      static_cast<std::size_t>(std::countr_one(digits)) < length) {
    return false;
  }
  *out++ = detail::make_word(detail::tag::spelt_integer,
                             detail::pack_text(from.offset_of(p), length));
  return true;
}

/// Puts the cell [p, end), which begins with a digit, unless it is an odd one.
[[nodiscard, gnu::always_inline]] inline bool put_digits(
    const source& from, const char* p, const char* end,
    detail::word*& out) noexcept {
  const auto length = static_cast<std::size_t>(end - p);
  if (length <= 8 && put_short_number(from, p, length, out)) return true;
  // Dates and the like begin as numbers do and are none.
  const unsigned digits = count_digits(load_8(p));
  const char next = p[digits];
  if (digits < 8 && digits < length && next != '.' && (next | 0x20) != 'e') {
    return put_bare_text(from, p, end, out);
  }
  if (put_long_integer(from, p, length, out)) return true;
  detail::word* const after = put_long_number(from, p, end, out);
  if (after == nullptr) return false;
  out = after;
  return true;
}

}  // namespace pith::inline v0::text

#endif  // PITH_TEXT_CELL_NUMBER_HPP
