// SPDX-License-Identifier: MIT
#include "interchange/yaml_scalar.hpp"

#include "interchange/spelling.hpp"

#include <charconv>
#include <string>
#include <system_error>

namespace pith::interchange {

namespace {

bool is_one_of(std::string_view text, std::string_view a, std::string_view b,
               std::string_view c) {
  return text == a || text == b || text == c;
}

constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

std::string_view skip_sign(std::string_view text) {
  if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
  return text;
}

/// After the digits at the front.
std::string_view skip_digits(std::string_view text) {
  while (!text.empty() && is_digit(text[0])) text.remove_prefix(1);
  return text;
}

/// [-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?
bool is_real(std::string_view text) {
  text = skip_sign(text);
  const std::string_view whole = text;
  text = skip_digits(text);
  const bool has_whole = text.size() != whole.size();
  if (text.starts_with('.')) {
    const std::string_view fraction = text.substr(1);
    text = skip_digits(fraction);
    if (!has_whole && text.size() == fraction.size()) return false;
  } else if (!has_whole) {
    return false;
  }
  if (text.starts_with('e') || text.starts_with('E')) {
    const std::string_view exponent = skip_sign(text.substr(1));
    text = skip_digits(exponent);
    if (text.size() == exponent.size()) return false;
  }
  return text.empty();
}

bool is_all(std::string_view text, std::string_view of) {
  return !text.empty() && text.find_first_not_of(of) == std::string_view::npos;
}

/// Of digits that from_chars() understands.
yaml_scalar integer_of(std::string_view digits, int base) {
  yaml_scalar out{.type = yaml_type::integer};
  const auto parsed = std::from_chars(
      digits.data(), digits.data() + digits.size(), out.integer, base);
  if (parsed.ec == std::errc{}) return out;
  out.type = yaml_type::out_of_range;
  out.is_big_integer = true;
  if (base != 10) return out;
  const real_number number = read_real(std::string(digits) + ".0");
  if (number.kind == text::number_kind::real) {
    out.real = number.real;
    out.is_rounded = number.is_rounded;
  }
  return out;
}

yaml_scalar number_of(std::string_view text) {
  if (text.starts_with("0o") && is_all(text.substr(2), "01234567")) {
    return integer_of(text.substr(2), 8);
  }
  if (text.starts_with("0x") &&
      is_all(text.substr(2), "0123456789abcdefABCDEF")) {
    return integer_of(text.substr(2), 16);
  }
  const std::string_view digits = skip_sign(text);
  if (is_all(digits, "0123456789")) {
    return integer_of(text.starts_with('+') ? digits : text, 10);
  }
  if (is_one_of(digits, ".inf", ".Inf", ".INF") ||
      is_one_of(text, ".nan", ".NaN", ".NAN")) {
    return {.type = yaml_type::not_finite};
  }
  if (!is_real(text)) return {};
  const real_number number = read_real(text);
  if (number.kind != text::number_kind::real) {
    return {.type = yaml_type::out_of_range};
  }
  return {.type = yaml_type::real,
          .real = number.real,
          .is_rounded = number.is_rounded};
}

}  // namespace

yaml_scalar resolve_yaml(std::string_view text) {
  if (text.empty() || text == "~" || is_one_of(text, "null", "Null", "NULL")) {
    return {.type = yaml_type::null};
  }
  const bool is_true = is_one_of(text, "true", "True", "TRUE");
  if (is_true || is_one_of(text, "false", "False", "FALSE")) {
    return {.type = yaml_type::boolean, .boolean = is_true};
  }
  const char first = text[0];
  const bool can_be_number =
      is_digit(first) || first == '.' || first == '-' || first == '+';
  return can_be_number ? number_of(text) : yaml_scalar{};
}

}  // namespace pith::interchange
