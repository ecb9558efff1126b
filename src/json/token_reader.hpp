// SPDX-License-Identifier: MIT
/// @file
/// Reads one scalar of a JSON text whose tokens are known.
#ifndef PITH_JSON_TOKEN_READER_HPP
#define PITH_JSON_TOKEN_READER_HPP

#include "document/tape.hpp"
#include "text/block.hpp"
#include "text/decimal.hpp"
#include "text/digits.hpp"
#include "text/number.hpp"
#include "text/quoted.hpp"
#include "text/rounding.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace pith::inline v0::json {

/// Strings are not scanned for their end: only white space can stand between
/// the closing quote and the next token. Whether one has escapes is answered
/// for many strings at a time by a search for the next backslash.
class token_reader {
 public:
  token_reader(char* text, std::size_t size,
               text::rounding_watch* watch) noexcept
      : text_(text), end_(text + size), clean_end_(text), watch_(watch) {}

  /// What read_string() returns for a string that is wrong.
  static constexpr std::size_t no_string = ~std::size_t{0};

  [[nodiscard]] std::size_t offset_of(const char* p) const noexcept {
    return static_cast<std::size_t>(p - text_);
  }

  /// Decodes the string at `p`; its text begins at p + 1. The next token is
  /// at `next`. Returns the length, or no_string.
  [[nodiscard, gnu::always_inline]] inline std::size_t read_string(
      char* p, const char* next) noexcept {
    const char* close = next - 1;
    while (*close != '"') --close;
    if (close >= clean_end_) [[unlikely]]
      return read_escaped(p, close);
    return static_cast<std::size_t>(close - p) - 1;
  }

  /// Writes the scalar at `p` to the tape. Returns the end of the tape, or
  /// null when no scalar stands there or something adjoins it.
  [[nodiscard, gnu::always_inline]] inline detail::word* put_scalar(
      char* p, const char* next, detail::word* out) noexcept {
    const char c = *p;
    if (c == '"') return put_string(p, next, out);
    if (c <= '9') return put_number(p, next, out);
    return put_literal(p, next, out);
  }

 private:
  /// Without branches between the three: which one comes is hard to guess.
  [[nodiscard, gnu::always_inline]] static inline detail::word* put_literal(
      const char* p, const char* next, detail::word* out) noexcept {
    const unsigned is_true = std::memcmp(p, "true", 4) == 0 ? 1 : 0;
    const unsigned is_null = std::memcmp(p, "null", 4) == 0 ? 1 : 0;
    const unsigned is_false =
        std::memcmp(p, "fals", 4) == 0 && p[4] == 'e' ? 1 : 0;
    if ((is_true | is_null | is_false) == 0 ||
        !is_end(p + 4 + is_false, next)) {
      return nullptr;
    }
    static_assert(static_cast<unsigned>(detail::tag::null) == 0 &&
                  static_cast<unsigned>(detail::tag::boolean_false) == 1 &&
                  static_cast<unsigned>(detail::tag::boolean_true) == 2);
    *out = detail::make_word(static_cast<detail::tag>(is_false | is_true << 1));
    return out + 1;
  }

  [[nodiscard]] detail::word spelling_of(const char* begin,
                                         const char* end) const noexcept {
    return detail::pack_text(offset_of(begin),
                             static_cast<std::size_t>(end - begin));
  }

  /// A number or a literal may be followed by the next token or white space;
  /// anything else would belong to it.
  [[nodiscard]] static bool is_end(const char* p, const char* next) noexcept {
    return p == next || *p == ' ' || *p == '\n' || *p == '\r' || *p == '\t';
  }

  [[nodiscard, gnu::always_inline]] inline detail::word* put_string(
      char* p, const char* next, detail::word* out) noexcept {
    const std::size_t length = read_string(p, next);
    const std::size_t offset = offset_of(p + 1);
    if (length <= detail::max_short_text) [[likely]] {
      *out = detail::make_word(detail::tag::string,
                               detail::pack_text(offset, length));
      return out + 1;
    }
    if (length == no_string) return nullptr;
    out[0] = detail::make_word(detail::tag::long_string, length);
    out[1] = offset;
    return out + 2;
  }

  /// Most numbers are integers, of which only the spelling is kept, or have up
  /// to eight digits on both sides of the point. The rest is parse_number's.
  [[nodiscard, gnu::always_inline]] inline detail::word* put_number(
      char* p, const char* next, detail::word* out) const noexcept {
    const bool negative = *p == '-';
    const char* const digits = p + (negative ? 1 : 0);
    const std::uint32_t mask = text::block::load(digits).digits();
    const auto n = static_cast<unsigned>(std::countr_one(mask));
    const char* end = digits + n;
    if (n == 0 || (*digits == '0' && (n > 1 || negative))) {
      return put_any_number(p, next, out);
    }
    if (end == next && n < text::block_bytes) {
      *out = detail::make_word(detail::tag::spelt_integer, spelling_of(p, end));
      return out + 1;
    }
    const auto places = static_cast<unsigned>(
        std::countr_one(static_cast<std::uint32_t>(mask >> n >> 1)));
    const char* const fraction = end + 1;
    end = fraction + places;
    if (fraction[-1] != '.' || n + places >= text::block_bytes - 1 || n > 8 ||
        places - 1 >= 8 || !is_end(end, next)) {
      return put_any_number(p, next, out);
    }
    // At most 14 digits. Their quotient by a power of ten is the nearest
    // double, as in parse_number().
    const std::uint64_t mantissa =
        text::digits_value(text::load_8(digits), n) *
            text::small_powers_of_ten[places] +
        text::digits_value(text::load_8(fraction), places);
    const double v = static_cast<double>(static_cast<std::int64_t>(mantissa)) /
                     text::exact_powers_of_ten[places];
    const bool canonical = end[-1] != '0' && (places <= 6 || v >= 1e-6);
    out[0] = detail::make_word(detail::tag::real,
                               canonical ? spelling_of(p, end) : 0);
    out[1] = std::bit_cast<detail::word>(negative ? -v : v);
    return out + 2;
  }

  [[nodiscard, gnu::noinline]] detail::word* put_any_number(
      char* p, const char* next, detail::word* out) const noexcept {
    const text::parsed_number number = text::parse_number(p, end_);
    if (!is_end(number.end, next)) return nullptr;
    if (watch_ != nullptr) [[unlikely]] {
      watch_->look({p, static_cast<std::size_t>(number.end - p)}, offset_of(p));
    }
    if (number.kind == text::number_kind::integer) {
      *out = number.integer == 0
                 ? detail::short_integer_word(0)
                 : detail::make_word(detail::tag::spelt_integer,
                                     spelling_of(p, number.end));
      return out + 1;
    }
    if (number.kind != text::number_kind::real) return nullptr;
    out[0] = detail::make_word(
        detail::tag::real, number.canonical ? spelling_of(p, number.end) : 0);
    out[1] = std::bit_cast<detail::word>(number.real);
    return out + 2;
  }

  /// Reads a string that may have escapes. If there are none, all strings up
  /// to the one where the next backslash stands need no further search.
  [[nodiscard, gnu::noinline]] std::size_t read_escaped(
      char* p, const char* close) noexcept {
    // Not much further than the string, so that what is searched is still in
    // the cache when it is read.
    constexpr std::ptrdiff_t ahead = 16 * 1024;
    const char* const from = std::max<const char*>(p, clean_end_);
    const char* const to =
        close + std::min<std::ptrdiff_t>(ahead, end_ - close);
    const auto* const found = static_cast<const char*>(
        std::memchr(from, '\\', static_cast<std::size_t>(to - from)));
    clean_end_ = found != nullptr ? found : to;
    if (found == nullptr || found > close) {
      return static_cast<std::size_t>(close - p) - 1;
    }
    const text::read_quoted_result r = text::read_quoted_from(p, found, end_);
    return r.ok ? r.length : no_string;
  }

  char* text_;
  const char* end_;
  /// There is no backslash between the string that was read last and this.
  const char* clean_end_;
  text::rounding_watch* watch_;  // null when nobody asks
};

}  // namespace pith::inline v0::json

#endif  // PITH_JSON_TOKEN_READER_HPP
