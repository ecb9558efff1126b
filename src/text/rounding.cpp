// SPDX-License-Identifier: MIT
#include "text/rounding.hpp"

#include "text/digits.hpp"
#include "text/parse_real.hpp"

#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace pith::inline v0::text {

namespace {

/// A decimal value without a sign: 0.DIGITS times ten to the `exponent`.
/// Trailing zeros are none of its digits.
struct plain_decimal {
  /// As many as a double can need, and one more, which tells of others.
  static constexpr std::size_t most = 18;
  std::array<char, most> digits{};
  std::size_t count = 0;
  std::int64_t exponent = 0;

  friend bool operator==(const plain_decimal& a,
                         const plain_decimal& b) noexcept {
    return a.count == b.count &&
           std::memcmp(a.digits.data(), b.digits.data(), a.count) == 0 &&
           (a.count == 0 || a.exponent == b.exponent);
  }
};

std::int64_t read_exponent(std::string_view text) noexcept {
  constexpr std::int64_t far = 1'000'000'000;  // beyond any double
  if (text.starts_with('+')) text.remove_prefix(1);
  std::int64_t value = 0;
  const auto read =
      std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec == std::errc{} && value > -far && value < far) return value;
  return text.starts_with('-') ? -far : far;
}

/// `number` is a JSON number, perhaps without its sign.
plain_decimal decimal_of(std::string_view number) noexcept {
  plain_decimal out;
  bool after_point = false;
  std::size_t zeros = 0;  // not in `digits` yet, as they may be the last ones
  std::size_t at = number.starts_with('-') ? 1 : 0;
  for (; at < number.size() && (number[at] | 0x20) != 'e'; ++at) {
    const char c = number[at];
    if (c == '.') {
      after_point = true;
      continue;
    }
    if (c == '0' && out.count == 0) {
      if (after_point) --out.exponent;
      continue;
    }
    if (!after_point) ++out.exponent;
    if (c == '0') {
      ++zeros;
      continue;
    }
    for (; zeros > 0; --zeros) {
      if (out.count < plain_decimal::most) out.digits[out.count++] = '0';
    }
    if (out.count < plain_decimal::most) out.digits[out.count++] = c;
  }
  if (at < number.size()) out.exponent += read_exponent(number.substr(at + 1));
  return out;
}

bool keeps_digits(std::string_view number) noexcept {
  double value = 0;
  const char* const end = number.data() + number.size();
  const auto read = parse_real(number.data(), end, value);
  const plain_decimal meant = decimal_of(number);
  if (meant.count == 0) return true;  // zero, however it is spelled
  if (read.ec != std::errc{} || read.ptr != end) return false;
  std::array<char, 32> spelled{};
  const auto written =
      std::to_chars(spelled.data(), spelled.data() + spelled.size(), value,
                    std::chars_format::scientific);
  return meant ==
         decimal_of({spelled.data(),
                     static_cast<std::size_t>(written.ptr - spelled.data())});
}

const char* skip_all_digits(const char* p, const char* end) noexcept {
  while (p != end && is_digit(*p)) ++p;
  return p;
}

/// Whether the whole word is a number by the grammar of JSON.
bool is_json_number(std::string_view word) noexcept {
  const char* p = word.data();
  const char* const end = p + word.size();
  if (p != end && *p == '-') ++p;
  const char* const whole = p;
  p = skip_all_digits(p, end);
  if (p == whole || (*whole == '0' && p != whole + 1)) return false;
  if (p != end && *p == '.') {
    const char* const fraction = ++p;
    p = skip_all_digits(p, end);
    if (p == fraction) return false;
  }
  if (p != end && (*p | 0x20) == 'e') {
    ++p;
    if (p != end && (*p == '+' || *p == '-')) ++p;
    const char* const exponent = p;
    p = skip_all_digits(p, end);
    if (p == exponent) return false;
  }
  return p == end;
}

/// A zero is written without its sign.
bool is_negative_zero(std::string_view number) noexcept {
  if (!number.starts_with('-')) return false;
  const std::string_view mantissa =
      number.substr(1, number.find_first_of("eE") - 1);
  return mantissa.find_first_not_of("0.") == std::string_view::npos;
}

}  // namespace

bool is_doubtful_number(std::string_view number) noexcept {
  constexpr std::size_t kept = 15;
  bool is_real = false;
  std::size_t digits = 0;
  for (const char c : number) {
    if ((c | 0x20) == 'e') return true;
    is_real = is_real || c == '.';
    digits += is_digit(c) ? 1 : 0;
  }
  return is_real && digits > kept;
}

bool loses_digits(std::string_view number) noexcept {
  return is_doubtful_number(number) && !keeps_digits(number);
}

void rounding_watch::note(std::size_t offset) noexcept {
  if (found_.count != 0 && offset < unseen_) return;
  if (found_.count++ == 0) found_.first_offset = offset;
  unseen_ = offset + 1;
}

result<void> rounding_watch::conclude(
    const number_options& options) const noexcept {
  if (options.rounded != nullptr) *options.rounded = found_;
  if (!options.exact || found_.count == 0) return {};
  return error{error_code::out_of_range, found_.first_offset,
               "a double cannot hold this number exactly; it would be rounded"};
}

}  // namespace pith::inline v0::text

namespace pith::inline v0 {

bool is_rounded_number(std::string_view literal) noexcept {
  return text::is_json_number(literal) &&
         (text::is_negative_zero(literal) || text::loses_digits(literal));
}

}  // namespace pith::inline v0
