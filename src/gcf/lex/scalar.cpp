// SPDX-License-Identifier: MIT
#include "gcf/lex/scalar.hpp"

#include "text/block.hpp"

#include <array>
#include <bit>
#include <cstddef>

namespace pith::inline v0::gcf {

namespace {

// ASCII only, whatever the locale: section 2.3 excludes other digits.
[[nodiscard]] bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

/// Letters, digits and the underscore.
constexpr std::array<bool, 256> key_bytes = [] {
  std::array<bool, 256> table{};
  for (unsigned c = 0; c < 26; ++c) table['a' + c] = table['A' + c] = true;
  for (unsigned c = 0; c < 10; ++c) table['0' + c] = true;
  table['_'] = true;
  return table;
}();

/// `[` ... `]` blanks `:`. One walk: a bracket is open since the last `]`.
[[nodiscard]] bool has_array_pattern(std::string_view text) noexcept {
  bool open = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '[') open = true;
    if (text[i] != ']' || !open) continue;
    std::size_t next = i + 1;
    while (next < text.size() && text[next] == ' ') ++next;
    if (next < text.size() && text[next] == ':') return true;
    open = false;
    i = next - 1;
  }
  return false;
}

/// C1 controls, U+00A0, U+1680, U+2000-200A, U+2028, U+2029, U+202F, U+205F,
/// U+3000 or U+FEFF at the start of `text`, which is UTF-8.
[[nodiscard]] bool begins_forbidden(std::string_view text) noexcept {
  const auto byte = [text](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
  };
  switch (byte(0)) {
    case 0xC2:
      return byte(1) <= 0xA0;
    case 0xE1:
      return byte(1) == 0x9A && byte(2) == 0x80;
    case 0xE2:
      if (byte(1) == 0x81) return byte(2) == 0x9F;
      return byte(1) == 0x80 && (byte(2) <= 0x8A || byte(2) == 0xA8 ||
                                 byte(2) == 0xA9 || byte(2) == 0xAF);
    case 0xE3:
      return byte(1) == 0x80 && byte(2) == 0x80;
    case 0xEF:
      return byte(1) == 0xBB && byte(2) == 0xBF;
    default:
      return false;
  }
}

[[nodiscard]] bool has_forbidden_code_point(std::string_view text) noexcept {
  using text::block;
  using text::block_bytes;
  std::size_t i = 0;
  // Only five lead bytes can begin one; whole blocks without them are skipped.
  for (; i + block_bytes <= text.size(); i += block_bytes) {
    const block b = block::load(text.data() + i);
    if (b.non_ascii() == 0) continue;
    for (std::uint32_t leads = suspect_leads(b); leads != 0;
         leads &= leads - 1) {
      const auto at = i + static_cast<std::size_t>(std::countr_zero(leads));
      if (begins_forbidden(text.substr(at))) return true;
    }
  }
  for (; i < text.size(); ++i) {
    if (begins_forbidden(text.substr(i))) return true;
  }
  return false;
}

}  // namespace

bool is_bare_inside(std::string_view text) noexcept {
  return !has_array_pattern(text) && !has_forbidden_code_point(text);
}

bool is_number(std::string_view text) noexcept {
  std::size_t i = 0;
  const auto digits = [&] {
    const std::size_t begin = i;
    while (i < text.size() && is_digit(text[i])) ++i;
    return i - begin;
  };
  if (i < text.size() && text[i] == '-') ++i;
  if (i < text.size() && text[i] == '0') {
    ++i;
  } else if (digits() == 0) {
    return false;
  }
  if (i < text.size() && text[i] == '.') {
    ++i;
    if (digits() == 0) return false;
  }
  if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
    ++i;
    if (i < text.size() && (text[i] == '+' || text[i] == '-')) ++i;
    if (digits() == 0) return false;
  }
  return i == text.size();
}

bool is_bare_word(std::string_view text) noexcept {
  switch (text.front()) {
    case '~':
      return text.size() > 1;
    case '^':
      // The decoder takes every `^{...}` for a declaration, so quote them all.
      return text.size() > 1 && !(text[1] == '{' && text.back() == '}');
    case 't':
      return text != "true";
    case 'f':
      return text != "false";
    case '+':
    case '-': {
      if (text == "-") return false;
      // Numeric-like: a sign, perhaps a point, a digit.
      const std::size_t next = text.size() > 1 && text[1] == '.' ? 2 : 1;
      return !(next < text.size() && is_digit(text[next]));
    }
    default:
      if (text[0] == '0' && text.size() > 1 && is_digit(text[1])) return false;
      return !is_number(text);
  }
}

bare_text classify(std::string_view text) noexcept {
  using text::block;
  using text::block_bytes;
  if (text.empty()) return bare_text::delimited;
  bool has_delimiter = false;
  bool has_suspect = false;
  std::size_t i = 0;
  for (; i + block_bytes <= text.size(); i += block_bytes) {
    const block b = block::load(text.data() + i);
    if (b.needs_escape() != 0) return bare_text::escaped;
    has_delimiter |= (b.equals('|') | b.equals(',')) != 0;
    has_suspect |= (b.equals('[') | b.non_ascii()) != 0;
  }
  for (; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"' || c == '\\' || static_cast<unsigned char>(c) < 0x20) {
      return bare_text::escaped;
    }
    has_delimiter |= c == '|' || c == ',';
    has_suspect |= c == '[' || static_cast<unsigned char>(c) >= 0x80;
  }
  if (has_delimiter || text.back() == ' ') return bare_text::delimited;
  const first_byte first = classify_first(text.front());
  if (first == first_byte::quoted) return bare_text::delimited;
  if (first != first_byte::plain && !is_bare_word(text)) {
    return bare_text::delimited;
  }
  if (has_suspect && !is_bare_inside(text)) return bare_text::delimited;
  return bare_text::plain;
}

bool is_bare_key(std::string_view key) noexcept {
  if (key.empty() || is_digit(key[0])) return false;
  bool is_bare = true;
  for (const char c : key) is_bare &= key_bytes[static_cast<unsigned char>(c)];
  return is_bare;
}

}  // namespace pith::inline v0::gcf
