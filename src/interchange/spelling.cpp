// SPDX-License-Identifier: MIT
#include "interchange/spelling.hpp"

#include <pith/numbers.hpp>

#include <algorithm>
#include <iterator>

namespace pith::interchange {

void append_integer(std::string& out, std::int64_t v) {
  char digits[text::max_integer_bytes];
  out.append(digits, text::write_integer(digits, v));
}

void append_real(std::string& out, double v) {
  char digits[text::max_real_bytes];
  const std::string_view spelling(
      digits, static_cast<std::size_t>(text::write_real(digits, v) - digits));
  const std::size_t exponent = std::min(spelling.find('e'), spelling.size());
  const std::string_view mantissa = spelling.substr(0, exponent);
  out += mantissa;
  if (mantissa.find('.') == std::string_view::npos) out += ".0";
  out += spelling.substr(exponent);
}

bool append_plain(std::string& out, value v) {
  if (const auto integer = v.get_integer()) {
    append_integer(out, *integer);
  } else if (const auto real = v.get_double()) {
    append_real(out, *real);
  } else if (const auto boolean = v.get_boolean()) {
    out += *boolean ? "true" : "false";
  } else {
    return false;
  }
  return true;
}

real_number read_real(std::string_view spelling) {
  constexpr std::size_t padding = 16;  // what parse_number() may look at
  std::string json;
  json.reserve(spelling.size() + padding + 2);
  if (spelling[0] == '-') json += '-';
  if (spelling[0] == '-' || spelling[0] == '+') spelling.remove_prefix(1);
  while (spelling.size() > 1 && spelling[0] == '0' && spelling[1] >= '0' &&
         spelling[1] <= '9') {
    spelling.remove_prefix(1);
  }
  if (spelling[0] == '.') json += '0';
  const std::size_t point = spelling.find('.');
  if (point == std::string_view::npos) {
    // A fraction makes a real of `12`; before an exponent it does no harm.
    const std::size_t end =
        std::min(spelling.find_first_of("eE"), spelling.size());
    json += spelling.substr(0, end);
    json += ".0";
    json += spelling.substr(end);
  } else {
    json += spelling.substr(0, point + 1);
    const std::string_view after = spelling.substr(point + 1);
    if (after.empty() || after[0] == 'e' || after[0] == 'E') json += '0';
    json += after;
  }
  const bool is_rounded = is_rounded_number(json);
  const std::size_t size = json.size();
  json.append(padding, '\0');
  return {text::parse_number(json.data(), json.data() + size), is_rounded};
}

void append_escape(std::string& out, std::uint32_t code) {
  constexpr std::string_view hex = "0123456789ABCDEF";
  out += '\\';
  switch (code) {
    case '"':
    case '\\':
      out += static_cast<char>(code);
      return;
    case '\b':
      out += 'b';
      return;
    case '\t':
      out += 't';
      return;
    case '\n':
      out += 'n';
      return;
    case '\f':
      out += 'f';
      return;
    case '\r':
      out += 'r';
      return;
    default:
      break;
  }
  const bool is_long = code > 0xFFFF;
  out += is_long ? 'U' : 'u';
  for (int shift = is_long ? 28 : 12; shift >= 0; shift -= 4) {
    out += hex[code >> shift & 0xF];
  }
}

bool begins_like_another_format(std::string_view text) noexcept {
  constexpr std::string_view marks[] = {"GCF ",      "class ",      "---",
                                        "%YAML ",    "@header",     "| ",
                                        "<context ", "# Context (", "GCB1"};
  const bool has_mark = std::any_of(
      std::begin(marks), std::end(marks),
      [&](std::string_view mark) { return text.starts_with(mark); });
  // The header of an array in TOON, or JSON of one line.
  return has_mark || text.find("]:") != text.npos ||
         text.find("]{") != text.npos || text.starts_with('[') ||
         text.starts_with('{');
}

std::uint32_t take_code_point(std::string_view text, std::size_t& at) noexcept {
  const auto lead = static_cast<unsigned char>(text[at++]);
  if (lead < 0x80) return lead;
  unsigned more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1;
  std::uint32_t code = lead & (0x3FU >> more);
  for (; more != 0; --more) {
    code = code << 6 | (static_cast<unsigned char>(text[at++]) & 0x3FU);
  }
  return code;
}

}  // namespace pith::interchange
