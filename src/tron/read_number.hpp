// SPDX-License-Identifier: MIT
/// @file
/// Numbers, most of them without a call.
#ifndef PITH_TRON_READ_NUMBER_HPP
#define PITH_TRON_READ_NUMBER_HPP

#include "document/tape.hpp"
#include "text/block.hpp"
#include "text/cell_number.hpp"
#include "text/decimal.hpp"
#include "text/digits.hpp"
#include "text/number.hpp"
#include "tron/source.hpp"
#include "tron/words.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>

namespace pith::inline v0::tron {

/// True when what begins as a number goes on with `c`.
[[nodiscard]] constexpr bool extends_number(char c) noexcept {
  return is_word_byte(c) || c == '.' || c == '+' || c == '-';
}

[[nodiscard]] inline detail::word spelling_of(const source& text,
                                              const char* begin,
                                              const char* end) noexcept {
  return detail::pack_text(text.offset_of(begin),
                           static_cast<std::size_t>(end - begin));
}

/// Every number. Returns its end; null, without a complaint, when none stands
/// there or something adjoins it. `is_huge` tells that it is out of range.
[[nodiscard, gnu::noinline]] inline char* read_any_number(
    const source& text, char* p, detail::word*& out, bool& is_huge) noexcept {
  const text::parsed_number number = text::parse_number(p, text.last);
  is_huge = false;
  if (number.kind == text::number_kind::none || extends_number(*number.end)) {
    return nullptr;
  }
  is_huge = !text::put_number(text, p, number, out);
  return is_huge ? nullptr : p + (number.end - p);
}

/// The same; does integers of fewer than sixteen digits and decimals with up
/// to eight on both sides of the point by itself.
[[nodiscard, gnu::always_inline]] inline char* read_number(
    const source& text, char* p, detail::word*& out, bool& is_huge) noexcept {
  const bool is_negative = *p == '-';
  char* const digits = p + (is_negative ? 1 : 0);
  const std::uint32_t mask = text::block::load(digits).digits();
  const auto whole = static_cast<unsigned>(std::countr_one(mask));
  char* end = digits + whole;
  // Several digits from 0 on are not number, and -0 is spelt 0.
  const bool is_odd = whole == 0 || whole >= text::block_bytes - 1 ||
                      (*digits == '0' && (whole > 1 || is_negative));
  if (!is_odd) {
    if (!extends_number(*end)) {
      *out++ = detail::make_word(detail::tag::spelt_integer,
                                 spelling_of(text, p, end));
      return end;
    }
    const auto places = static_cast<unsigned>(
        std::countr_one(static_cast<std::uint32_t>(mask >> whole >> 1)));
    char* const fraction = end + 1;
    end = fraction + places;
    if (fraction[-1] == '.' && whole + places < text::block_bytes - 1 &&
        whole <= 8 && places - 1 < 8 && !extends_number(*end)) {
      // At most 14 digits: both operands are exact, so the quotient is the
      // nearest double (Clinger).
      const std::uint64_t mantissa =
          text::digits_value(text::load_8(digits), whole) *
              text::small_powers_of_ten[places] +
          text::digits_value(text::load_8(fraction), places);
      const double v =
          static_cast<double>(static_cast<std::int64_t>(mantissa)) /
          text::exact_powers_of_ten[places];
      const bool is_canonical = end[-1] != '0' && (places <= 6 || v >= 1e-6);
      *out++ = detail::make_word(detail::tag::real,
                                 is_canonical ? spelling_of(text, p, end) : 0);
      *out++ = std::bit_cast<detail::word>(is_negative ? -v : v);
      return end;
    }
  }
  // Through copies, so that the caller's own stay in registers.
  detail::word* slow_out = out;
  bool slow_is_huge = false;
  char* const slow_end = read_any_number(text, p, slow_out, slow_is_huge);
  out = slow_out;
  is_huge = slow_is_huge;
  return slow_end;
}

}  // namespace pith::inline v0::tron

#endif  // PITH_TRON_READ_NUMBER_HPP
