// SPDX-License-Identifier: MIT
#include "interchange/toml_text.hpp"

#include "interchange/toml_scalar.hpp"
#include "text/append_utf8.hpp"

namespace pith::interchange {

namespace {

constexpr std::size_t short_escape_digits = 4;
constexpr std::size_t long_escape_digits = 8;

constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
constexpr bool is_key_character(char c) noexcept {
  return is_letter(c) || is_digit(c) || c == '_' || c == '-';
}
constexpr bool is_word_character(char c) noexcept {
  return is_key_character(c) || c == '+' || c == '.' || c == ':';
}
/// Neither in comments nor in strings.
constexpr bool is_control(char c) noexcept {
  return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7F;
}

}  // namespace

error toml_text::fail(error_code code, const char* detail) const noexcept {
  return {is_end() ? error_code::unexpected_end : code, at_, detail};
}

void toml_text::skip_blanks() noexcept {
  while (peek() == ' ' || peek() == '\t') ++at_;
}

std::size_t toml_text::line_end_bytes() const noexcept {
  if (peek() == '\n') return 1;
  return starts_with("\r\n") ? 2 : 0;
}

result<void> toml_text::skip_comment() {
  if (peek() != '#') return {};
  while (!is_end() && line_end_bytes() == 0) {
    if (is_control(text_[at_])) {
      return fail(error_code::control_character,
                  "a comment has a control character");
    }
    ++at_;
  }
  return {};
}

result<void> toml_text::end_line() {
  skip_blanks();
  if (const auto done = skip_comment(); !done) return done;
  if (is_end()) return {};
  const std::size_t bytes = line_end_bytes();
  if (bytes == 0) {
    return fail(error_code::trailing_characters,
                "expected the end of the line");
  }
  skip(bytes);
  return {};
}

result<void> toml_text::skip_lines() {
  for (;;) {
    skip_blanks();
    if (const auto done = skip_comment(); !done) return done;
    const std::size_t bytes = line_end_bytes();
    if (bytes == 0) return {};
    skip(bytes);
  }
}

result<void> toml_text::read_key(std::string& out) {
  out.clear();
  const char first = peek();
  if (first == '"' || first == '\'') {
    opening_ = at_++;
    return first == '"' ? read_basic(out, false) : read_literal(out, false);
  }
  const std::size_t begin = at_;
  while (is_key_character(peek())) ++at_;
  if (at_ == begin) {
    return fail(error_code::unexpected_character, "expected a key");
  }
  out = text_.substr(begin, at_ - begin);
  return {};
}

result<void> toml_text::read_string(std::string& out) {
  out.clear();
  opening_ = at_;
  const bool is_basic = peek() == '"';
  const bool is_long = starts_with(is_basic ? "\"\"\"" : "'''");
  skip(is_long ? 3 : 1);
  if (is_long) skip(line_end_bytes());
  return is_basic ? read_basic(out, is_long) : read_literal(out, is_long);
}

result<void> toml_text::read_basic(std::string& out, bool is_long) {
  for (;;) {
    if (peek() == '"') {
      if (!is_long) {
        ++at_;
        return {};
      }
      if (close_long(out, '"')) return {};
    } else if (peek() == '\\') {
      if (const auto done = read_escape(out, is_long); !done) return done;
    } else if (const auto done = take_character(out, is_long); !done) {
      return done;
    }
  }
}

result<void> toml_text::read_literal(std::string& out, bool is_long) {
  for (;;) {
    if (peek() == '\'') {
      if (!is_long) {
        ++at_;
        return {};
      }
      if (close_long(out, '\'')) return {};
    } else if (const auto done = take_character(out, is_long); !done) {
      return done;
    }
  }
}

/// Three quotes close a long string; before them there may be two more. True
/// when they do; else the one or two that are here belong to it.
bool toml_text::close_long(std::string& out, char quote) {
  std::size_t count = 0;
  while (count < 5 && at_ + count < text_.size() &&
         text_[at_ + count] == quote) {
    ++count;
  }
  skip(count);
  const bool closes = count >= 3;
  out.append(closes ? count - 3 : count, quote);
  return closes;
}

/// What means itself. All ends of lines become one character.
result<void> toml_text::take_character(std::string& out, bool is_long) {
  const error unterminated{error_code::unterminated_quote, opening_,
                           "the string has no closing quote"};
  if (is_end()) return unterminated;
  if (const std::size_t bytes = line_end_bytes(); bytes != 0) {
    if (!is_long) return unterminated;
    out += '\n';
    skip(bytes);
    return {};
  }
  if (is_control(text_[at_])) {
    return fail(error_code::control_character,
                "a control character must be escaped");
  }
  out += text_[at_++];
  return {};
}

result<void> toml_text::read_escape(std::string& out, bool is_long) {
  constexpr std::string_view letters = "btnfr\"\\";
  constexpr std::string_view meanings = "\b\t\n\f\r\"\\";
  if (is_long && skip_line_break_in_string()) return {};
  const char c = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
  if (c == 'u') return read_code_point(out, short_escape_digits);
  if (c == 'U') return read_code_point(out, long_escape_digits);
  const std::size_t which = letters.find(c);
  if (which == std::string_view::npos) {
    return error{error_code::invalid_escape, at_,
                 "this is not an escape of TOML"};
  }
  out += meanings[which];
  skip(2);
  return {};
}

/// A backslash at the end of a line takes all blanks and line ends after it.
bool toml_text::skip_line_break_in_string() {
  const std::size_t begin = at_++;
  skip_blanks();
  if (line_end_bytes() == 0) {
    at_ = begin;
    return false;
  }
  while (line_end_bytes() != 0) {
    skip(line_end_bytes());
    skip_blanks();
  }
  return true;
}

result<void> toml_text::read_code_point(std::string& out, std::size_t digits) {
  const std::string_view hex = text_.substr(at_ + 2, digits);
  std::uint32_t code = 0;
  bool is_right = hex.size() == digits;
  for (const char c : hex) {
    const char lower = static_cast<char>(c | 0x20);
    if (is_digit(c)) {
      code = code << 4 | static_cast<std::uint32_t>(c - '0');
    } else if (lower >= 'a' && lower <= 'f') {
      code = code << 4 | static_cast<std::uint32_t>(lower - 'a' + 10);
    } else {
      is_right = false;
    }
  }
  if (!is_right || code > 0x10FFFF) {
    return error{error_code::invalid_escape, at_,
                 "an escape must have four or eight digits of a code point"};
  }
  if (code >= 0xD800 && code <= 0xDFFF) {
    return error{error_code::invalid_surrogate, at_,
                 "half of a surrogate pair is not a character"};
  }
  text::append_utf8(out, code);
  skip(2 + digits);
  return {};
}

std::string_view toml_text::read_word() noexcept {
  const std::size_t begin = at_;
  while (is_word_character(peek())) ++at_;
  const std::string_view word = text_.substr(begin, at_ - begin);
  const bool has_time = peek() == ' ' && at_ + 1 < text_.size() &&
                        is_digit(text_[at_ + 1]) && is_toml_date(word);
  if (!has_time) return word;
  ++at_;
  while (is_word_character(peek())) ++at_;
  return text_.substr(begin, at_ - begin);
}

}  // namespace pith::interchange
