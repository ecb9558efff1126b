// SPDX-License-Identifier: MIT
#include "text/quoted.hpp"

#include "text/block.hpp"
#include "text/escape.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

namespace pith::inline v0::text {

namespace {

/// The first quote, backslash or control character at or after `p`. Reads
/// whole blocks; the result may lie after `last`.
const char* find_special(const char* p, const char* last) noexcept {
  while (p < last) {
    const std::uint32_t mask = special_mask(block::load(p));
    if (mask != 0) return p + std::countr_zero(mask);
    p += block_bytes;
  }
  return p;
}

/// What `\x` stands for, or 0.
constexpr std::array<char, 256> make_short_escapes() {
  std::array<char, 256> table{};
  table['"'] = '"';
  table['\\'] = '\\';
  table['/'] = '/';
  table['b'] = '\b';
  table['f'] = '\f';
  table['n'] = '\n';
  table['r'] = '\r';
  table['t'] = '\t';
  return table;
}
constexpr std::array<char, 256> short_escapes = make_short_escapes();

/// The hexadecimal digits at `p`, at most four.
struct hex_digits {
  std::uint32_t value = 0;
  unsigned missing = 4;
  /// The text ends before the fourth; otherwise something else stands there.
  bool is_cut_off = false;

  /// True when digits that the text lacks could make the value lie within.
  [[nodiscard]] bool may_be(std::uint32_t low,
                            std::uint32_t high) const noexcept {
    if (missing != 0 && !is_cut_off) return false;
    const std::uint32_t lowest = value << (4 * missing);
    const std::uint32_t highest = ((value + 1) << (4 * missing)) - 1;
    return lowest <= high && highest >= low;
  }
};

hex_digits read_hex(const char* p, const char* last) noexcept {
  hex_digits hex;
  for (; hex.missing != 0; --hex.missing, ++p) {
    if (p >= last) {
      hex.is_cut_off = true;
      return hex;
    }
    const auto c = static_cast<unsigned char>(*p);
    const unsigned digit = c - unsigned{'0'};
    const unsigned letter = (c | 0x20u) - unsigned{'a'};
    if (digit > 9 && letter > 5) return hex;
    hex.value = hex.value << 4 | (digit <= 9 ? digit : letter + 10);
  }
  return hex;
}

char* put_code_point(char* out, std::uint32_t c) noexcept {
  const auto tail = [](std::uint32_t bits) {
    return static_cast<char>(0x80 | (bits & 0x3F));
  };
  if (c < 0x80) {
    *out++ = static_cast<char>(c);
  } else if (c < 0x800) {
    *out++ = static_cast<char>(0xC0 | c >> 6);
    *out++ = tail(c);
  } else if (c < 0x10000) {
    *out++ = static_cast<char>(0xE0 | c >> 12);
    *out++ = tail(c >> 6);
    *out++ = tail(c);
  } else {
    *out++ = static_cast<char>(0xF0 | c >> 18);
    *out++ = tail(c >> 12);
    *out++ = tail(c >> 6);
    *out++ = tail(c);
  }
  return out;
}

enum class escape_fault : std::uint8_t {
  none,
  malformed,
  surrogate,
  cut_off,  ///< right so far, but the text ends
};

/// Decodes `\uxxxx` at `p`, with its other half if it is a surrogate.
escape_fault decode_unicode_escape(const char*& p, char*& out,
                                   const char* last) noexcept {
  const hex_digits first = read_hex(p + 2, last);
  if (first.missing != 0) {
    return first.is_cut_off ? escape_fault::cut_off : escape_fault::malformed;
  }
  std::uint32_t c = first.value;
  const char* end = p + 6;
  if (c >= 0xD800 && c < 0xE000) {
    if (c >= 0xDC00) return escape_fault::surrogate;
    for (const char expected : {'\\', 'u'}) {
      if (end >= last) return escape_fault::cut_off;
      if (*end != expected) return escape_fault::surrogate;
      ++end;
    }
    const hex_digits second = read_hex(end, last);
    if (!second.may_be(0xDC00, 0xDFFF)) return escape_fault::surrogate;
    if (second.missing != 0) return escape_fault::cut_off;
    c = 0x10000 + ((c - 0xD800) << 10) + (second.value - 0xDC00);
    end += 4;
  }
  out = put_code_point(out, c);
  p = end;
  return escape_fault::none;
}

/// Decodes the escape at `p` (a backslash) to `out`, moving both after it.
/// What is decoded is never longer than the escape.
escape_fault decode_escape(const char*& p, char*& out,
                           const char* last) noexcept {
  if (last - p < 2) return escape_fault::cut_off;
  if (p[1] == 'u') return decode_unicode_escape(p, out, last);
  const char c = short_escapes[static_cast<unsigned char>(p[1])];
  if (c == 0) return escape_fault::malformed;
  *out++ = c;
  p += 2;
  return escape_fault::none;
}

char* append(char* out, const char* first, const char* last) noexcept {
  const auto n = static_cast<std::size_t>(last - first);
  std::memcpy(out, first, n);
  return out + n;
}

read_quoted_result failure(error_code code, const char* at) noexcept {
  return {.ok = false, .code = code, .end = at, .length = 0};
}

}  // namespace

read_quoted_result read_quoted(char* open, const char* last) noexcept {
  return read_quoted_from(open, find_special(open + 1, last), last);
}

read_quoted_result read_quoted_from(char* open, const char* special,
                                    const char* last) noexcept {
  char* const text = open + 1;
  const char* p = special;
  char* out = text + (p - text);
  if (p < last && *p == '"') {
    return {.ok = true,
            .code = {},
            .end = p + 1,
            .length = static_cast<std::size_t>(out - text)};
  }
  // What follows the first escape moves to the front. It goes through a small
  // buffer: blocks stored just before what is to be read next would spoil it,
  // and make the processor wait for the store where they overlap.
  constexpr std::size_t buffer_bytes = 512;
  char buffer[buffer_bytes + 2 * step_bytes];
  char* to = buffer;
  for (;;) {
    if (p >= last) return failure(error_code::unterminated_quote, open);
    if (*p == '"') break;
    if (*p != '\\') return failure(error_code::control_character, p);
    switch (decode_escape(p, to, last)) {
      case escape_fault::none:
        break;
      case escape_fault::malformed:
        return failure(error_code::invalid_escape, p);
      case escape_fault::surrogate:
        return failure(error_code::invalid_surrogate, p);
      case escape_fault::cut_off:
        return failure(error_code::unterminated_quote, open);
    }
    while (p < last) {
      const std::uint32_t mask = copy_step(to, p);
      const auto n = static_cast<std::size_t>(std::countr_zero(mask));
      p += n;
      to += n;
      if (to >= buffer + buffer_bytes) {
        out = append(out, buffer, to);
        to = buffer;
      }
      if (mask != 0) break;
    }
  }
  out = append(out, buffer, to);
  return {.ok = true,
          .code = {},
          .end = p + 1,
          .length = static_cast<std::size_t>(out - text)};
}

namespace {

/// Writes text with escapes; needs six bytes per byte, and a block. The text
/// may end where its memory ends.
char* put_escaped_text(char* to, std::string_view text) noexcept {
  const char* p = text.data();
  const char* const last = p + text.size();
  while (p != last) {
    const auto left = static_cast<std::size_t>(last - p);
    char copy[block_bytes];
    const char* from = p;
    std::size_t n = block_bytes;
    if (left < block_bytes) {
      std::memset(copy, 0, block_bytes);
      std::memcpy(copy, p, left);
      from = copy;
      n = left;
    }
    const block b = block::load(from);
    b.store(to);
    const std::uint32_t mask = special_mask(b) & ((1u << n) - 1);
    if (mask != 0) n = static_cast<std::size_t>(std::countr_zero(mask));
    p += n;
    to += n;
    if (mask != 0) to = put_escaped(to, *p++);
  }
  return to;
}

}  // namespace

char* write_quoted(char* out, std::string_view text) noexcept {
  *out++ = '"';
  out = put_escaped_text(out, text);
  *out++ = '"';
  return out;
}

char* write_quoted_padded(char* out, std::string_view text) noexcept {
  return put_quoted(out, text.data(), text.size());
}

void write_quoted(output& out, std::string_view text) {
  out.put('"');
  while (!text.empty() && !out.failed()) {
    // In pieces that fit the buffer even if every byte needs six.
    constexpr std::size_t piece_bytes = output::chunk_bytes / 8;
    const std::string_view piece = text.substr(0, piece_bytes);
    text.remove_prefix(piece.size());
    out.commit(put_escaped_text(out.reserve(piece.size() * 6), piece));
  }
  out.put('"');
}

}  // namespace pith::inline v0::text
