// SPDX-License-Identifier: MIT
#include "text/number.hpp"

#include "text/decimal.hpp"
#include "text/digits.hpp"
#include "text/parse_real.hpp"
#include "text/shortest.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <string_view>
#include <system_error>

namespace pith::inline v0::text {

namespace {

/// More digits than this may overflow 64 bits.
constexpr std::ptrdiff_t max_exact_digits = 19;
constexpr std::uint64_t max_int64 = 9223372036854775807u;

/// Appends the digits at `p` to `value`, which wraps around when they are too
/// many. Stops at most 7 bytes after `last`.
inline const char* read_digits(const char* p, const char* last,
                               std::uint64_t& value) noexcept {
  for (;;) {
    const std::uint64_t eight = load_8(p);
    const unsigned n = count_digits(eight);
    if (n == 0) return p;
    value = value * small_powers_of_ten[n] + digits_value(eight, n);
    p += n;
    if (n < 8 || p >= last) return p;
  }
}

const char* skip_digits(const char* p, const char* last) noexcept {
  while (p != last && is_digit(*p)) ++p;
  return p;
}

/// True when a literal that overflows or underflows does the former: its first
/// digit that is not 0 stands left of the point once the exponent is applied.
bool is_huge(std::string_view literal) noexcept {
  std::ptrdiff_t magnitude = 0;  // digits before the point, or minus the zeros
  bool seen = false;
  bool after_point = false;
  std::size_t i = literal[0] == '-' ? 1 : 0;
  for (; i < literal.size(); ++i) {
    const char c = literal[i];
    if (c == '.') {
      after_point = true;
    } else if (is_digit(c)) {
      if (c != '0') seen = true;
      if (seen && !after_point) ++magnitude;
      if (!seen && after_point) --magnitude;
    } else {
      break;
    }
  }
  if (!seen) return false;  // zero, whatever its exponent
  if (i == literal.size()) return magnitude > 0;
  ++i;
  if (literal[i] == '+') ++i;
  std::int64_t exponent = 0;
  const auto parsed = std::from_chars(
      literal.data() + i, literal.data() + literal.size(), exponent);
  if (parsed.ec != std::errc{}) return literal[i] != '-';
  // The text is shorter than 2^33, so an exponent beyond that decides alone.
  constexpr std::int64_t enough = std::int64_t{1} << 40;
  if (exponent > enough || exponent < -enough) return exponent > 0;
  return magnitude + exponent > 0;
}

/// Every case, byte by byte, and never a look after `last`.
[[gnu::noinline]] parsed_number parse_slow(const char* first,
                                           const char* last) noexcept {
  parsed_number number;
  const char* p = first;
  if (p != last && *p == '-') ++p;
  const char* const digits = p;
  p = skip_digits(p, last);
  number.end = p;
  if (p == digits) return number;
  if (*digits == '0') p = number.end = digits + 1;

  bool is_real = false;
  if (last - p >= 2 && *p == '.' && is_digit(p[1])) {
    is_real = true;
    p = number.end = skip_digits(p + 1, last);
  }
  if (p != last && (*p == 'e' || *p == 'E')) {
    ++p;
    if (p != last && (*p == '+' || *p == '-')) ++p;
    if (p != last && is_digit(*p)) {
      is_real = true;
      number.end = skip_digits(p, last);
    }
  }

  if (!is_real) {
    const auto parsed = std::from_chars(first, number.end, number.integer);
    number.kind = parsed.ec == std::errc{} ? number_kind::integer
                                           : number_kind::out_of_range;
    return number;
  }
  const auto parsed = parse_real(first, number.end, number.real);
  if (parsed.ec != std::errc{} || std::isinf(number.real)) {
    // Below the smallest double is 0, as every reader has it.
    const std::string_view literal(
        first, static_cast<std::size_t>(number.end - first));
    if (is_huge(literal)) {
      number.kind = number_kind::out_of_range;
      return number;
    }
    number.real = *first == '-' ? -0.0 : 0.0;
  }
  number.kind = number_kind::real;
  return number;
}

/// True when `v`, which is mantissa * 10^power, is written with these digits.
/// The last of them is not 0.
bool is_shortest(std::uint64_t mantissa, int power, double v) noexcept {
  // At most 15 digits: no two such decimals are the same double, so the
  // shortest form of the double is this one.
  if (mantissa < max_canonical_mantissa) return power < 0 && v >= 1e-6;
  if (!has_shortest_decimal(v)) return false;
  const decimal d = shortest_decimal(v);
  return d.digits == mantissa && static_cast<int>(d.places) == -power;
}

/// Lays out the digits of std::to_chars' scientific form as ours: the same,
/// without leading zeros in the exponent.
char* write_scientific(char* out, double v) noexcept {
  char* const end =
      std::to_chars(out, out + max_real_bytes, v, std::chars_format::scientific)
          .ptr;
  char* sign = end;
  while (*--sign != '+' && *sign != '-') {
  }
  char* from = sign + 1;
  while (*from == '0') ++from;
  const auto length = static_cast<std::size_t>(end - from);
  std::memmove(sign + 1, from, length);
  return sign + 1 + length;
}

/// The powers of two among the plain numbers, which are few.
char* write_fixed(char* out, double v) noexcept {
  return std::to_chars(out, out + max_real_bytes, v, std::chars_format::fixed)
      .ptr;
}

}  // namespace

parsed_number parse_number(const char* first, const char* last) noexcept {
  parsed_number number;
  const bool negative = *first == '-';
  const char* const digits = first + (negative ? 1 : 0);
  std::uint64_t mantissa = 0;
  const char* p = read_digits(digits, last, mantissa);
  std::ptrdiff_t count = p - digits;
  // What was read after `last` does not count; the slow way stops in time.
  if (p > last || count == 0 || count > max_exact_digits ||
      (count > 1 && *digits == '0')) {
    return parse_slow(first, last);
  }

  if (*p != '.' && *p != 'e' && *p != 'E') {
    number.end = p;
    if (mantissa > max_int64 + (negative ? 1 : 0)) {
      number.kind = number_kind::out_of_range;
      return number;
    }
    number.kind = number_kind::integer;
    number.integer =
        static_cast<std::int64_t>(negative ? 0 - mantissa : mantissa);
    return number;
  }

  int power = 0;
  if (*p == '.') {
    const char* const fraction = p + 1;
    p = read_digits(fraction, last, mantissa);
    const std::ptrdiff_t places = p - fraction;
    count += places;
    if (places == 0 || count > max_exact_digits) {
      return parse_slow(first, last);
    }
    power = -static_cast<int>(places);
  }
  const bool has_exponent = *p == 'e' || *p == 'E';
  const char* const plain_end = p;
  if (has_exponent) {
    ++p;
    const bool down = *p == '-';
    if (*p == '-' || *p == '+') ++p;
    const std::uint64_t eight = load_8(p);
    const unsigned n = count_digits(eight);
    if (n == 0 || n > 4) return parse_slow(first, last);
    const auto exponent = static_cast<int>(digits_value(eight, n));
    power += down ? -exponent : exponent;
    p += n;
  }
  if (p > last || !scale_by_power_of_ten(mantissa, power, number.real)) {
    return parse_slow(first, last);
  }
  number.canonical = !has_exponent && plain_end[-1] != '0' &&
                     is_shortest(mantissa, power, number.real);
  if (negative) number.real = -number.real;
  number.kind = number_kind::real;
  number.end = p;
  return number;
}

char* write_integer(char* out, std::int64_t v) noexcept {
  return write_signed_digits(out, v);
}

char* write_real(char* out, double v) noexcept {
  if (v < 0) {
    *out++ = '-';
    v = -v;
  }
  if (!has_shortest_decimal(v)) {
    if (v < 9007199254740992.0) {
      const auto whole = static_cast<std::uint64_t>(v);
      if (static_cast<double>(whole) == v) return write_digits(out, whole);
      if (v >= 1e-6) return write_fixed(out, v);
    }
    return write_scientific(out, v);
  }
  const decimal d = shortest_decimal(v);
  char digits[32] = {};  // at most 17 of them; copied in blocks
  const auto count =
      static_cast<std::size_t>(write_digits(digits, d.digits) - digits);
  if (count > d.places) {
    const std::size_t whole = count - d.places;
    std::memcpy(out, digits, 16);
    out[whole] = '.';
    std::memcpy(out + whole + 1, digits + whole, 16);
    return out + count + 1;
  }
  std::memcpy(out, "0.000000", 8);
  out += 2 + d.places - count;
  std::memcpy(out, digits, 17);
  return out + count;
}

}  // namespace pith::inline v0::text
