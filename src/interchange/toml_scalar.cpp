// SPDX-License-Identifier: MIT
#include "interchange/toml_scalar.hpp"

#include "interchange/spelling.hpp"

#include <charconv>
#include <optional>
#include <system_error>

namespace pith::interchange {

namespace {

using type = toml_scalar::type;

constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

toml_scalar wrong(error_code code, const char* detail) {
  return {.problem = code, .detail = detail};
}

toml_scalar wrong_number() {
  return wrong(error_code::invalid_number, "this is not a number");
}

// --- dates and times --------------------------------------------------------

/// Takes pieces of fixed form from the front of a word.
class taker {
 public:
  explicit taker(std::string_view word) noexcept : left_(word) {}

  /// A number of exactly `digits` digits between the two.
  bool number(std::size_t digits, int least, int most, int& out) {
    if (left_.size() < digits) return false;
    out = 0;
    for (const char c : left_.substr(0, digits)) {
      if (!is_digit(c)) return false;
      out = out * 10 + (c - '0');
    }
    left_.remove_prefix(digits);
    return out >= least && out <= most;
  }
  bool number(std::size_t digits, int least, int most) {
    int ignored = 0;
    return number(digits, least, most, ignored);
  }
  bool one(char a, char b) {
    if (!left_.starts_with(a) && !left_.starts_with(b)) return false;
    left_.remove_prefix(1);
    return true;
  }
  bool one(char a) { return one(a, a); }
  bool digits() {
    const std::size_t size = left_.size();
    while (!left_.empty() && is_digit(left_[0])) left_.remove_prefix(1);
    return left_.size() != size;
  }
  [[nodiscard]] bool is_done() const noexcept { return left_.empty(); }

 private:
  std::string_view left_;
};

int days_of(int year, int month) {
  constexpr int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  return month == 2 && is_leap ? 29 : days[month - 1];
}

bool take_date(taker& from) {
  int year = 0;
  int month = 0;
  return from.number(4, 0, 9999, year) && from.one('-') &&
         from.number(2, 1, 12, month) && from.one('-') &&
         from.number(2, 1, days_of(year, month));
}

/// Seconds go to 60, as RFC 3339 has leap seconds.
bool take_time(taker& from) {
  if (!from.number(2, 0, 23) || !from.one(':') || !from.number(2, 0, 59) ||
      !from.one(':') || !from.number(2, 0, 60)) {
    return false;
  }
  return !from.one('.') || from.digits();
}

bool take_offset(taker& from) {
  if (from.one('Z', 'z')) return true;
  return from.one('+', '-') && from.number(2, 0, 23) && from.one(':') &&
         from.number(2, 0, 59);
}

bool is_time(std::string_view word) {
  if (taker local(word); take_time(local)) return local.is_done();
  taker from(word);
  if (!take_date(from)) return false;
  if (from.is_done()) return true;
  if (!from.one('T', 't') && !from.one(' ')) return false;
  if (!take_time(from)) return false;
  return from.is_done() || (take_offset(from) && from.is_done());
}

/// `1979-..`, `07:..`: a number has no such fifth or third character.
bool looks_like_time(std::string_view word) {
  return word.size() >= 5 && is_digit(word[0]) && is_digit(word[1]) &&
         (word[2] == ':' || (is_digit(word[3]) && word[4] == '-'));
}

std::string normal_time(std::string_view word) {
  std::string out(word);
  for (char& c : out) {
    if (c == 't' || c == ' ') c = 'T';
    if (c == 'z') c = 'Z';
  }
  return out;
}

// --- numbers ----------------------------------------------------------------

/// Without its underscores, which must stand between digits of the base;
/// nothing when one does not, or there is something else, or nothing.
std::optional<std::string> plain_digits(std::string_view text,
                                        std::string_view digits) {
  std::string out;
  out.reserve(text.size());
  bool is_digit_before = false;
  for (const char c : text) {
    const bool is_one = digits.find(c) != std::string_view::npos;
    if (!is_one && (c != '_' || !is_digit_before)) return std::nullopt;
    if (is_one) out += c;
    is_digit_before = is_one;
  }
  if (!is_digit_before) return std::nullopt;
  return out;
}

toml_scalar integer_of(const std::string& digits, int base) {
  toml_scalar out{.what = type::integer};
  const auto parsed = std::from_chars(
      digits.data(), digits.data() + digits.size(), out.integer, base);
  if (parsed.ec == std::errc{}) return out;
  return wrong(error_code::out_of_range, "an integer must be within int64");
}

constexpr std::string_view decimal = "0123456789";

std::optional<toml_scalar> prefixed_integer(std::string_view word) {
  struct base {
    std::string_view prefix;
    std::string_view digits;
    int number;
  };
  constexpr base bases[] = {{"0x", "0123456789abcdefABCDEF", 16},
                            {"0o", "01234567", 8},
                            {"0b", "01", 2}};
  for (const base& b : bases) {
    if (!word.starts_with(b.prefix)) continue;
    const auto digits = plain_digits(word.substr(2), b.digits);
    return digits ? integer_of(*digits, b.number) : wrong_number();
  }
  return std::nullopt;
}

/// A whole number, then perhaps a fraction, then perhaps an exponent.
toml_scalar decimal_number(std::string_view word) {
  std::string spelling;
  std::string_view left = word;
  if (left.starts_with('+') || left.starts_with('-')) left.remove_prefix(1);
  if (word.starts_with('-')) spelling = "-";
  const std::size_t whole_end =
      std::min(left.find_first_of(".eE"), left.size());
  const auto whole = plain_digits(left.substr(0, whole_end), decimal);
  if (!whole || (whole->size() > 1 && whole->front() == '0')) {
    return wrong_number();
  }
  spelling += *whole;
  left.remove_prefix(whole_end);
  if (left.empty()) return integer_of(spelling, 10);
  if (left.starts_with('.')) {
    const std::size_t end = std::min(left.find_first_of("eE"), left.size());
    const auto fraction = plain_digits(left.substr(1, end - 1), decimal);
    if (!fraction) return wrong_number();
    spelling += '.' + *fraction;
    left.remove_prefix(end);
  }
  if (!left.empty()) {
    left.remove_prefix(1);
    spelling += 'e';
    if (left.starts_with('+') || left.starts_with('-')) {
      spelling += left[0];
      left.remove_prefix(1);
    }
    const auto exponent = plain_digits(left, decimal);
    if (!exponent) return wrong_number();
    spelling += *exponent;
  }
  const real_number number = read_real(spelling);
  if (number.kind != text::number_kind::real) {
    return wrong(error_code::out_of_range, "a real does not fit a double");
  }
  return {
      .what = type::real, .real = number.real, .is_rounded = number.is_rounded};
}

}  // namespace

bool is_toml_date(std::string_view word) {
  taker from(word);
  return take_date(from) && from.is_done();
}

toml_scalar resolve_toml(std::string_view word) {
  if (word == "true" || word == "false") {
    return {.what = type::boolean, .boolean = word == "true"};
  }
  std::string_view unsigned_word = word;
  if (word.starts_with('+') || word.starts_with('-')) {
    unsigned_word.remove_prefix(1);
  }
  if (unsigned_word == "inf" || unsigned_word == "nan") {
    return wrong(error_code::not_finite,
                 "JSON has neither NaN nor infinities; replace the number with "
                 "null or a string");
  }
  if (unsigned_word.empty() || !is_digit(unsigned_word[0])) return {};
  if (looks_like_time(word)) {
    if (!is_time(word)) {
      return wrong(error_code::invalid_literal, "this is not a date or time");
    }
    return {.what = type::time, .time = normal_time(word)};
  }
  if (const auto integer = prefixed_integer(word)) return *integer;
  return decimal_number(word);
}

}  // namespace pith::interchange
