// SPDX-License-Identifier: MIT
#include "toon/decode/token.hpp"

#include "document/tape_writer.hpp"
#include "text/cell_number.hpp"
#include "text/digits.hpp"
#include "text/parse_real.hpp"
#include "text/quoted.hpp"
#include "toon/scalar.hpp"

#include <charconv>
#include <system_error>

namespace pith::inline v0::toon::decoding {

namespace {

using detail::make_word;
using detail::tag;
using detail::word;

/// The value of four hexadecimal digits, or a negative number.
int read_hex(const char* p, const char* end) noexcept {
  if (end - p < 4) return -1;
  int value = 0;
  for (int i = 0; i < 4; ++i) {
    const char c = p[i];
    const char folded = static_cast<char>(c | 0x20);
    if (text::is_digit(c)) {
      value = value * 16 + (c - '0');
    } else if (folded >= 'a' && folded <= 'f') {
      value = value * 16 + (folded - 'a' + 10);
    } else {
      return -1;
    }
  }
  return value;
}

/// Writes a code point of the basic plane, which takes at most 3 bytes.
char* put_code_point(char* out, unsigned code) noexcept {
  if (code < 0x80) {
    *out++ = static_cast<char>(code);
    return out;
  }
  if (code < 0x800) {
    *out++ = static_cast<char>(0xC0 | code >> 6);
  } else {
    *out++ = static_cast<char>(0xE0 | code >> 12);
    *out++ = static_cast<char>(0x80 | (code >> 6 & 0x3F));
  }
  *out++ = static_cast<char>(0x80 | (code & 0x3F));
  return out;
}

/// The character after a backslash, decoded; 0 when there is no such escape.
constexpr char short_escape(char c) noexcept {
  switch (c) {
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    case '"':
    case '\\':
      return c;
    default:
      return 0;
  }
}

/// An integer outside int64. Fine if it is the text of a double: then nothing
/// is lost.
bool put_wide_integer(source& from, const char* first, const char* last,
                      word*& out) {
  double v = 0;
  const auto parsed = text::parse_real(first, last, v);
  char spelling[max_real_bytes + text::step_bytes];
  if (parsed.ec == std::errc{} &&
      view(spelling, write_real(spelling, v)) == view(first, last)) {
    *out++ = make_word(tag::real);
    *out++ = std::bit_cast<word>(v);
    return true;
  }
  from.fail(error_code::out_of_range, first,
            "an integer outside int64 must be exactly what a double is "
            "written as; write anything else as a string");
  return false;
}

/// A number if the token is one from end to end; `is_number` says so.
bool put_any_number(source& from, const char* first, const char* last,
                    word*& out, bool& is_number) {
  const text::parsed_number number = text::parse_number(first, last);
  is_number = number.kind != text::number_kind::none && number.end == last;
  if (!is_number) return true;
  if (number.kind != text::number_kind::out_of_range) {
    return text::put_number(from, first, number, out);
  }
  const std::string_view token = view(first, last);
  if (token.find_first_of(".eE") == std::string_view::npos) {
    return put_wide_integer(from, first, last, out);
  }
  from.fail(error_code::out_of_range, first,
            "a number must be a finite double; write anything else as a "
            "string");
  return false;
}

char* fail_escape(source& from, const char* at) noexcept {
  return from.fail(error_code::invalid_escape, at,
                   "the escapes are \\n \\r \\t \\\" \\\\ and \\u with four "
                   "hexadecimal digits");
}

/// After the escape at `p`, if it is one.
char* check_escape(source& from, char* p) noexcept {
  if (p[1] != 'u') {
    return short_escape(p[1]) != 0 ? p + 2 : fail_escape(from, p);
  }
  const int code = read_hex(p + 2, from.last);
  if (code < 0) return fail_escape(from, p);
  if (code >= 0xD800 && code <= 0xDFFF) {
    return from.fail(error_code::invalid_surrogate, p,
                     "surrogates have no escape; such characters stand as they "
                     "are");
  }
  return p + 6;
}

/// Decodes escapes that have been checked. Control characters, which JSON does
/// not allow between quotes, stay as they are.
std::size_t unescape_any(char* open, const char* close) noexcept {
  char* out = open + 1;
  for (const char* p = out; p < close;) {
    if (*p != '\\') {
      *out++ = *p++;
    } else if (p[1] == 'u') {
      out = put_code_point(out, static_cast<unsigned>(read_hex(p + 2, close)));
      p += 6;
    } else {
      *out++ = short_escape(p[1]);
      p += 2;
    }
  }
  return static_cast<std::size_t>(out - (open + 1));
}

bool put_quoted(source& from, char* open, char* end, word*& out) {
  std::size_t length = 0;
  char* const after = read_quoted(from, open, length);
  if (after == nullptr) return false;
  if (after != end) {
    from.fail(error_code::trailing_characters, after,
              "a quoted string must be the whole of its value");
    return false;
  }
  detail::put_string(out, from.offset_of(open + 1), length);
  return true;
}

}  // namespace

char* find_unquoted(char* p, char* end, char wanted) noexcept {
  bool is_quoted = false;
  for (; p < end; ++p) {
    if (*p == '"') {
      is_quoted = !is_quoted;
    } else if (is_quoted) {
      if (*p == '\\') ++p;
    } else if (*p == wanted) {
      return p;
    }
  }
  return end;
}

char* read_quoted(source& from, char* open, std::size_t& length) {
  char* first_escape = nullptr;
  bool has_controls = false;
  char* p = open + 1;
  for (;;) {
    const std::uint32_t special = text::block::load(p).needs_escape();
    if (special == 0) {
      p += text::block_bytes;
      continue;
    }
    p += std::countr_zero(special);
    if (*p == '"') break;
    if (*p == '\\') {
      if (first_escape == nullptr) first_escape = p;
      if (p[1] == '\n') ++p;  // hides nothing
    }
    if (*p == '\n') {
      return from.fail(error_code::unterminated_quote, open,
                       "a quoted string must be closed on its line");
    }
    if (*p == '\\') {
      p = check_escape(from, p);
      if (p == nullptr) return nullptr;
    } else {
      has_controls = true;
      ++p;
    }
  }
  if (first_escape == nullptr) {
    length = static_cast<std::size_t>(p - (open + 1));
  } else if (has_controls) {
    length = unescape_any(open, p);
  } else {
    // The escapes are JSON's too, and a quote ends both.
    length = text::read_quoted_from(open, first_escape, p + 1).length;
  }
  return p + 1;
}

bool put_token(source& from, char* p, char* end, word*& out) {
  const std::string_view token = view(p, end);
  if (!token.empty()) {
    const char c = *p;
    if (c == '"') return put_quoted(from, p, end, out);
    if (c == '-' || text::is_digit(c)) {
      bool is_number = false;
      if (!put_any_number(from, p, end, out, is_number)) return false;
      if (is_number) return true;
    } else if (is_literal(token)) {
      *out++ = make_word(c == 't'   ? tag::boolean_true
                         : c == 'f' ? tag::boolean_false
                                    : tag::null);
      return true;
    }
  }
  detail::put_string(out, from.offset_of(p), token.size());
  return true;
}

}  // namespace pith::inline v0::toon::decoding
