// SPDX-License-Identifier: MIT
#include "mcp/raw_json/number_spelling.hpp"

#include "mcp/raw_json/json_skip.hpp"
#include "mcp/raw_json/json_span.hpp"
#include "text/block.hpp"
#include "text/digits.hpp"
#include "text/rounding.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>

namespace pith::mcp {

namespace {

using text::is_digit;

bool is_number_part(char c) noexcept {
  return is_digit(c) || c == '.' || c == 'e' || c == 'E' || c == '+' ||
         c == '-';
}

/// Whether a number may stand around the point or exponent at `at` that needs
/// a closer look. Says so of some that stand in strings.
bool may_be_doubtful(std::string_view json, std::size_t at) noexcept {
  constexpr std::size_t most = 32;  // a number so long is doubtful by itself
  std::size_t begin = at;
  while (begin > 0 && is_number_part(json[begin - 1])) {
    if (at - --begin > most) return true;
  }
  std::size_t end = at;
  while (end < json.size() && is_number_part(json[end])) {
    if (++end - at > most) return true;
  }
  const char before = begin == 0 ? '[' : json[begin - 1];
  const char after = end == json.size() ? ']' : json[end];
  const bool stands_alone =
      (is_blank(before) || before == ',' || before == ':' || before == '[') &&
      (is_blank(after) || after == ',' || after == '}' || after == ']');
  return stands_alone &&
         text::is_doubtful_number(json.substr(begin, end - begin));
}

/// Whether there may be a number that needs a closer look: quick, and right
/// when it says no.
bool may_have_doubtful(std::string_view json) noexcept {
  std::uint32_t carry = 0;  // the byte before the block is a digit
  std::size_t at = 0;
  for (; at + text::block_bytes <= json.size(); at += text::block_bytes) {
    const text::block b = text::block::load(json.data() + at);
    const std::uint32_t digits = b.digits();
    const std::uint32_t after_digit = digits << 1U | carry;
    carry = digits >> (text::block_bytes - 1);
    std::uint32_t found =
        after_digit & (b.equals('.') | b.equals('e') | b.equals('E'));
    for (; found != 0; found &= found - 1) {
      if (may_be_doubtful(
              json, at + static_cast<std::size_t>(std::countr_zero(found)))) {
        return true;
      }
    }
  }
  for (; at < json.size(); ++at) {
    const bool is_part = json[at] == '.' || (json[at] | 0x20) == 'e';
    if (is_part && may_be_doubtful(json, at)) return true;
  }
  return false;
}

}  // namespace

bool keeps_all_digits(std::string_view json) noexcept {
  if (!may_have_doubtful(json)) return true;
  for (std::size_t at = 0; at < json.size();) {
    const char c = json[at];
    if (c == '"') {
      const std::size_t length = skip_string(json.substr(at));
      if (length == 0) return true;
      at += length;
      continue;
    }
    if (!is_digit(c) && c != '-') {
      ++at;
      continue;
    }
    const std::size_t begin = at;
    while (at < json.size() && is_number_part(json[at])) ++at;
    const std::string_view number = json.substr(begin, at - begin);
    if (text::loses_digits(number)) return false;
  }
  return true;
}

}  // namespace pith::mcp
