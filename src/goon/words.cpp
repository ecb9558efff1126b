// SPDX-License-Identifier: MIT
#include "goon/words.hpp"

#include "text/digits.hpp"
#include "text/parse_real.hpp"

#include <array>
#include <charconv>
#include <cmath>

namespace pith::inline v0::goon {

namespace {

using text::is_digit;

constexpr std::string_view ellipsis = "...";

/// The longest is that of the least double: 326 characters.
constexpr std::size_t max_positional_bytes = 512;

constexpr std::array<bool, 256> bare_characters = [] {
  std::array<bool, 256> table{};
  for (const char c : std::string_view("ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                       "abcdefghijklmnopqrstuvwxyz"
                                       "0123456789_-:./@+")) {
    table[static_cast<unsigned char>(c)] = true;
  }
  return table;
}();

constexpr bool is_tail_byte(char c) noexcept {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80;
}

/// The first `count` code points of a UTF-8 text that has more of them.
std::string_view first_code_points(std::string_view text,
                                   std::size_t count) noexcept {
  std::size_t i = 0;
  for (; i < text.size(); ++i) {
    if (is_tail_byte(text[i])) continue;
    if (count == 0) break;
    --count;
  }
  return text.substr(0, i);
}

/// Two digits at `at`, between `least` and `most`; -1 when there are none.
int two_digits(std::string_view text, std::size_t at, int least,
               int most) noexcept {
  if (!is_digit(text[at]) || !is_digit(text[at + 1])) return -1;
  const int v = (text[at] - '0') * 10 + (text[at + 1] - '0');
  return v < least || v > most ? -1 : v;
}

/// `YYYY-MM-DD`, a day that exists.
bool is_date(std::string_view text) noexcept {
  const int century = two_digits(text, 0, 0, 99);
  const int rest = two_digits(text, 2, 0, 99);
  const int month = two_digits(text, 5, 1, 12);
  const int day = two_digits(text, 8, 1, 31);
  if (century < 0 || rest < 0 || month < 0 || day < 0 || text[4] != '-' ||
      text[7] != '-') {
    return false;
  }
  constexpr int days[] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool is_leap = rest % 4 == 0 && (rest != 0 || century % 4 == 0);
  return day <= days[month - 1] - (month == 2 && !is_leap ? 1 : 0);
}

/// What may follow the seconds: a fraction, then nothing, Z or an offset.
bool is_time_end(std::string_view text) noexcept {
  if (text.starts_with('.')) {
    std::size_t digits = 1;
    while (digits < text.size() && is_digit(text[digits])) ++digits;
    if (digits == 1) return false;
    text.remove_prefix(digits);
  }
  if (text.empty() || text == "Z" || text == "z") return true;
  return text.size() == 6 && (text[0] == '+' || text[0] == '-') &&
         text[3] == ':' && two_digits(text, 1, 0, 23) >= 0 &&
         two_digits(text, 4, 0, 59) >= 0;
}

template <class T>
void append_number(std::string& out, T v) {
  char digits[24];
  out.append(digits, std::to_chars(digits, digits + sizeof digits, v).ptr);
}

/// The shortest digits that read back as the same double, without exponent.
std::string_view positional(double v, char* into) noexcept {
  const auto end = std::to_chars(into, into + max_positional_bytes, v,
                                 std::chars_format::fixed);
  return {into, static_cast<std::size_t>(end.ptr - into)};
}

written_value append_text(std::string& out, std::string_view key,
                          std::string_view text,
                          const encode_options& options) {
  const std::size_t limit = length_limit(key);
  // A text of so few bytes cannot have more code points.
  const std::size_t length = text.size() <= limit ? 0 : count_code_points(text);
  std::string cut;
  if (length > limit) {
    cut.append(first_code_points(text, limit - ellipsis.size()));
    cut += ellipsis;
    text = cut;
  }
  const written_value done{false, length > limit ? length : 0};
  if (is_spaced_time(text)) {
    out.append(text.substr(0, 10)).append("T").append(text.substr(11));
    return done;
  }
  const bool is_bare =
      is_bare_word(text) && text != "true" && text != "false" &&
      text != "null" &&
      !(options.quote_numeric_strings && reads_as_number(text));
  if (is_bare) {
    out += text;
  } else {
    append_quoted(out, text);
  }
  return done;
}

}  // namespace

bool is_bare_character(char c) noexcept {
  return bare_characters[static_cast<unsigned char>(c)];
}

bool is_bare_word(std::string_view text) noexcept {
  for (const char c : text) {
    if (!is_bare_character(c)) return false;
  }
  return !text.empty();
}

std::size_t count_code_points(std::string_view text) noexcept {
  std::size_t count = 0;
  for (const char c : text) count += is_tail_byte(c) ? 0 : 1;
  return count;
}

std::size_t length_limit(std::string_view key) noexcept {
  for (const std::string_view shorter :
       {"body", "description", "name", "note", "title"}) {
    if (key == shorter) return 200;
  }
  return 1000;
}

unsigned priority_of(std::string_view key) noexcept {
  struct rank {
    std::string_view key;
    unsigned priority;
  };
  constexpr rank ranks[] = {
      {"iid", 0},        {"username", 0},   {"name", 0},
      {"full_path", 0},  {"path", 0},       {"uuid", 0},
      {"state", 1},      {"status", 1},     {"visibility_level", 1},
      {"created_at", 3}, {"updated_at", 3}, {"merged_at", 3},
      {"closed_at", 3},  {"title", 4},      {"description", 4},
      {"body", 4},       {"note", 4},
  };
  for (const rank& each : ranks) {
    if (each.key == key) return each.priority;
  }
  return 2;
}

bool is_spaced_time(std::string_view text) noexcept {
  constexpr std::size_t least = std::string_view("2026-01-31 23:59:59").size();
  return text.size() >= least && text[10] == ' ' && is_date(text) &&
         text[13] == ':' && text[16] == ':' &&
         two_digits(text, 11, 0, 23) >= 0 && two_digits(text, 14, 0, 59) >= 0 &&
         two_digits(text, 17, 0, 60) >= 0 &&  // 60 is a leap second
         is_time_end(text.substr(least));
}

scalar read_bare(std::string_view word) {
  if (word == "true") return true;
  if (word == "false") return false;
  if (word == "null") return std::monostate{};
  const char* const first = word.data();
  const char* const last = first + word.size();
  const auto is_whole = [&](const std::from_chars_result& read) {
    return read.ec == std::errc{} && read.ptr == last;
  };
  // Only what would be written like it: 007 and 1.50 are texts.
  char digits[max_positional_bytes];
  std::int64_t integer = 0;
  if (is_whole(std::from_chars(first, last, integer)) &&
      std::string_view(digits,
                       static_cast<std::size_t>(
                           std::to_chars(digits, digits + 24, integer).ptr -
                           digits)) == word) {
    return integer;
  }
  std::uint64_t natural = 0;
  if (word[0] != '0' && is_whole(std::from_chars(first, last, natural))) {
    return natural;
  }
  double real = 0;
  if (is_whole(text::parse_real(first, last, real)) && std::isfinite(real) &&
      positional(real, digits) == word) {
    return real;
  }
  return std::string(word);
}

bool reads_as_number(std::string_view word) noexcept {
  // Spares texts the attempt, and read_bare() what it cannot be.
  if (!is_digit(word[0]) && word[0] != '-') return false;
  const scalar read = read_bare(word);
  return !std::holds_alternative<std::string>(read);
}

void append_name(std::string& out, std::string_view name) {
  if (is_bare_word(name)) {
    out += name;
  } else {
    append_quoted(out, name);
  }
}

void append_quoted(std::string& out, std::string_view text) {
  out += '"';
  for (const char c : text) {
    switch (c) {
      case '\\':
      case '"':
        out += '\\';
        out += c;
        break;
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\t':
        out += "\\t";
        break;
      default:
        // Other control characters are dropped.
        if (static_cast<unsigned char>(c) >= 0x20 && c != 0x7F) out += c;
    }
  }
  out += '"';
}

void append_integer(std::string& out, std::int64_t v) { append_number(out, v); }
void append_integer(std::string& out, std::uint64_t v) {
  append_number(out, v);
}

void append_reference(std::string& out, std::string_view type,
                      std::int64_t id) {
  append_name(out, type);
  out += ':';
  append_integer(out, id);
}

written_value append_value(std::string& out, std::string_view key,
                           const scalar& value, const encode_options& options) {
  switch (value.index()) {
    case 0:
      out += "null";
      return {};
    case 1:
      out += *std::get_if<bool>(&value) ? "true" : "false";
      return {};
    case 2:
      append_integer(out, *std::get_if<std::int64_t>(&value));
      return {};
    case 3:
      append_integer(out, *std::get_if<std::uint64_t>(&value));
      return {};
    case 4: {
      const double v = *std::get_if<double>(&value);
      if (!std::isfinite(v)) return {true, 0};
      char digits[max_positional_bytes];
      out += positional(v, digits);
      return {};
    }
    case 5: {
      const std::string& text = *std::get_if<std::string>(&value);
      if (text.empty()) return {true, 0};
      return append_text(out, key, text, options);
    }
    default: {
      // Its first character is a bracket, so that it is quoted.
      append_text(out, key, std::get_if<json_text>(&value)->text, options);
      return {};
    }
  }
}

}  // namespace pith::inline v0::goon
