// SPDX-License-Identifier: MIT
#include "gcf/stream/line_text.hpp"

#include "document/document_data.hpp"
#include "gcf/lex/scalar.hpp"
#include "text/number.hpp"
#include "text/parse_real.hpp"
#include "text/quoted.hpp"
#include "text/utf8.hpp"

#include <charconv>
#include <cmath>

namespace pith::inline v0::gcf {

double cell::widened(float v) noexcept {
  double wide = v;
  if (!std::isfinite(v)) return wide;
  char digits[text::max_real_bytes];
  const std::to_chars_result made =
      std::to_chars(digits, digits + sizeof digits, v);
  // What the float is stays in place if its digits cannot be read.
  static_cast<void>(text::parse_real(digits, made.ptr, wide));
  return wide;
}

}  // namespace pith::inline v0::gcf

namespace pith::inline v0::gcf::streaming {

void line_text::count(std::uint64_t n) {
  bytes_.ensure(text::max_integer_bytes);
  const char* const end =
      text::write_integer(bytes_.end(), static_cast<std::int64_t>(n));
  bytes_.resize(static_cast<std::size_t>(end - bytes_.data()));
}

void line_text::quoted(std::string_view text) {
  bytes_.ensure(text::max_quoted_bytes(text.size()));
  const char* const end = text::write_quoted(bytes_.end(), text);
  bytes_.resize(static_cast<std::size_t>(end - bytes_.data()));
}

void line_text::name(std::string_view name) {
  if (is_bare_key(name)) {
    put(name);
  } else {
    quoted(name);
  }
}

void line_text::string(std::string_view text) {
  switch (classify(text)) {
    case bare_text::plain:
      put(text);
      break;
    case bare_text::delimited:
      put('"');
      put(text);
      put('"');
      break;
    case bare_text::escaped:
      quoted(text);
      break;
  }
}

void line_text::scalar(const cell& c) {
  switch (c.kind()) {
    case cell::type::absent:
    case cell::type::too_large:  // check() refuses it
      put('~');
      break;
    case cell::type::null:
      put('-');
      break;
    case cell::type::boolean:
      put(c.as_boolean() ? std::string_view("true")
                         : std::string_view("false"));
      break;
    case cell::type::integer: {
      bytes_.ensure(text::max_integer_bytes);
      const char* const end = text::write_integer(bytes_.end(), c.as_integer());
      bytes_.resize(static_cast<std::size_t>(end - bytes_.data()));
      break;
    }
    case cell::type::real: {
      bytes_.ensure(text::max_real_bytes);
      const char* const end = text::write_real(bytes_.end(), c.as_real());
      bytes_.resize(static_cast<std::size_t>(end - bytes_.data()));
      break;
    }
    case cell::type::string:
      string(c.as_string());
      break;
  }
}

result<void> check(const cell& c) {
  switch (c.kind()) {
    case cell::type::real:
      if (!std::isfinite(c.as_real())) {
        return error{error_code::not_finite, 0,
                     "NaN and infinities have no form in GCF"};
      }
      break;
    case cell::type::string:
      if (text::find_invalid_utf8(c.as_string()) != text::valid_utf8) {
        return error{error_code::invalid_utf8, 0, "strings must be UTF-8"};
      }
      break;
    case cell::type::too_large:
      return error{error_code::out_of_range, 0,
                   "integers must fit int64; write larger ones as strings"};
    default:
      break;
  }
  return {};
}

result<void> check_name(std::string_view name) {
  if (name.size() > detail::key_place::max_length) {
    return error{error_code::size_limit, 0,
                 "a key must be shorter than 16 MiB"};
  }
  if (text::find_invalid_utf8(name) != text::valid_utf8) {
    return error{error_code::invalid_utf8, 0, "names must be UTF-8"};
  }
  return {};
}

}  // namespace pith::inline v0::gcf::streaming
