// SPDX-License-Identifier: MIT
/// @file
/// Sixteen bytes at a time.
///
/// Strings in tool answers are short: most end within one block, so wider
/// registers gain nothing that would pay for a second code path. SSE2 is part
/// of every x86-64, hence no dispatch; WebAssembly with SIMD has the same
/// instructions. Elsewhere the loops in this file do the same byte by byte and
/// compilers vectorise them where they can. The unit tests compare both forms
/// (`block_reference`).
#ifndef PITH_TEXT_BLOCK_HPP
#define PITH_TEXT_BLOCK_HPP

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#if defined(__SSE2__) && !defined(PITH_NO_SIMD)
#include <emmintrin.h>
#define PITH_BLOCK_SSE2 1
#elif defined(__wasm_simd128__) && !defined(PITH_NO_SIMD)
#include "text/x86_on_wasm.hpp"
#define PITH_BLOCK_SSE2 1
#endif

namespace pith::inline v0::text {

inline constexpr std::size_t block_bytes = 16;

/// The plain form: the reference for tests, and the code of other machines.
/// A mask has bit i set when byte i has the property.
class block_reference {
 public:
  static block_reference load(const char* p) noexcept {
    block_reference b;
    std::memcpy(b.bytes_, p, block_bytes);
    return b;
  }
  void store(char* p) const noexcept { std::memcpy(p, bytes_, block_bytes); }
  [[nodiscard]] std::uint32_t equals(char c) const noexcept {
    return mask(
        [c](unsigned char b) { return b == static_cast<unsigned char>(c); });
  }
  /// Bytes that are `a` or `b`.
  [[nodiscard]] std::uint32_t equals_either(char a, char b) const noexcept {
    return equals(a) | equals(b);
  }
  /// Places where both blocks have the same byte.
  [[nodiscard]] std::uint32_t equals(
      const block_reference& other) const noexcept {
    std::uint32_t m = 0;
    for (std::size_t i = 0; i < block_bytes; ++i) {
      m |= static_cast<std::uint32_t>(bytes_[i] == other.bytes_[i]) << i;
    }
    return m;
  }
  /// Bytes below `c` as unsigned numbers.
  [[nodiscard]] std::uint32_t below(unsigned char c) const noexcept {
    return mask([c](unsigned char b) { return b < c; });
  }
  /// Bytes of 0x80 and above.
  [[nodiscard]] std::uint32_t non_ascii() const noexcept {
    return mask([](unsigned char b) { return b >= 0x80; });
  }
  /// Bytes that may keep a GCF scalar from standing bare: quotes, backslashes,
  /// bars, commas, opening brackets, control characters, and beyond ASCII.
  [[nodiscard]] std::uint32_t may_forbid_bare() const noexcept {
    return mask([](unsigned char b) {
      return b < 0x20 || b >= 0x80 || b == '"' || b == '\\' || b == '|' ||
             b == ',' || b == '[';
    });
  }
  /// Bytes that may keep a TOON string from standing bare: control characters,
  /// quotes, colons, brackets, braces, backslashes, bars and the delimiter.
  [[nodiscard]] std::uint32_t may_need_quotes(char delimiter) const noexcept {
    return mask([delimiter](unsigned char b) {
      const unsigned folded = b | 0x20u;
      return b < 0x20 || b == '"' || b == ':' ||
             (folded >= '{' && folded <= '}') ||
             b == static_cast<unsigned char>(delimiter);
    });
  }
  /// Delimiters, line feeds, quotes and backslashes.
  [[nodiscard]] std::uint32_t ends_cell(char delimiter) const noexcept {
    return equals(delimiter) | equals('\n') | equals('"') | equals('\\');
  }
  /// Decimal digits.
  [[nodiscard]] std::uint32_t digits() const noexcept {
    return mask([](unsigned char b) { return b >= '0' && b <= '9'; });
  }
  /// Quotes, backslashes and control characters.
  [[nodiscard]] std::uint32_t needs_escape() const noexcept {
    return mask(
        [](unsigned char b) { return b == '"' || b == '\\' || b < 0x20; });
  }

 private:
  template <class Test>
  [[nodiscard]] std::uint32_t mask(Test test) const noexcept {
    std::uint32_t m = 0;
    for (std::size_t i = 0; i < block_bytes; ++i) {
      m |= static_cast<std::uint32_t>(test(bytes_[i])) << i;
    }
    return m;
  }
  unsigned char bytes_[block_bytes];
};

#if defined(PITH_BLOCK_SSE2)

class block {
 public:
  static block load(const char* p) noexcept {
    return block(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p)));
  }
  void store(char* p) const noexcept {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(p), v_);
  }
  [[nodiscard]] std::uint32_t equals(char c) const noexcept {
    return mask(_mm_cmpeq_epi8(v_, _mm_set1_epi8(c)));
  }
  [[nodiscard]] std::uint32_t equals_either(char a, char b) const noexcept {
    return mask(_mm_or_si128(_mm_cmpeq_epi8(v_, _mm_set1_epi8(a)),
                             _mm_cmpeq_epi8(v_, _mm_set1_epi8(b))));
  }
  [[nodiscard]] std::uint32_t equals(const block& other) const noexcept {
    return mask(_mm_cmpeq_epi8(v_, other.v_));
  }
  [[nodiscard]] std::uint32_t below(unsigned char c) const noexcept {
    // unsigned: b < c exactly when min(b, c - 1) == b, for c > 0
    const __m128i top = _mm_set1_epi8(static_cast<char>(c - 1));
    return mask(_mm_cmpeq_epi8(_mm_min_epu8(v_, top), v_));
  }
  [[nodiscard]] std::uint32_t non_ascii() const noexcept { return mask(v_); }
  [[nodiscard]] std::uint32_t may_forbid_bare() const noexcept {
    // A mask takes the top bit of each byte, which non-ASCII bytes have set.
    const __m128i found = _mm_or_si128(v_, low_or_quote());
    // `\` and `|` differ in one bit only.
    const __m128i either = _mm_cmpeq_epi8(_mm_or_si128(v_, _mm_set1_epi8(0x20)),
                                          _mm_set1_epi8('|'));
    const __m128i commas = _mm_cmpeq_epi8(v_, _mm_set1_epi8(','));
    const __m128i brackets = _mm_cmpeq_epi8(v_, _mm_set1_epi8('['));
    return mask(_mm_or_si128(_mm_or_si128(found, either),
                             _mm_or_si128(commas, brackets)));
  }
  [[nodiscard]] std::uint32_t may_need_quotes(char delimiter) const noexcept {
    // `[ \ ]` and `{ | }` are neighbours, and differ in one bit only.
    const __m128i value =
        _mm_sub_epi8(_mm_or_si128(v_, _mm_set1_epi8(0x20)), _mm_set1_epi8('{'));
    const __m128i brackets =
        _mm_cmpeq_epi8(_mm_min_epu8(value, _mm_set1_epi8(2)), value);
    const __m128i colons = _mm_cmpeq_epi8(v_, _mm_set1_epi8(':'));
    const __m128i delimiters = _mm_cmpeq_epi8(v_, _mm_set1_epi8(delimiter));
    return mask(_mm_or_si128(_mm_or_si128(low_or_quote(), brackets),
                             _mm_or_si128(colons, delimiters)));
  }
  [[nodiscard]] std::uint32_t ends_cell(char delimiter) const noexcept {
    const __m128i delimiters = _mm_cmpeq_epi8(v_, _mm_set1_epi8(delimiter));
    const __m128i feeds = _mm_cmpeq_epi8(v_, _mm_set1_epi8('\n'));
    const __m128i quotes = _mm_cmpeq_epi8(v_, _mm_set1_epi8('"'));
    const __m128i slashes = _mm_cmpeq_epi8(v_, _mm_set1_epi8('\\'));
    return mask(_mm_or_si128(_mm_or_si128(delimiters, feeds),
                             _mm_or_si128(quotes, slashes)));
  }
  [[nodiscard]] std::uint32_t digits() const noexcept {
    const __m128i value = _mm_sub_epi8(v_, _mm_set1_epi8('0'));
    return mask(_mm_cmpeq_epi8(_mm_min_epu8(value, _mm_set1_epi8(9)), value));
  }
  [[nodiscard]] std::uint32_t needs_escape() const noexcept {
    const __m128i slashes = _mm_cmpeq_epi8(v_, _mm_set1_epi8('\\'));
    return mask(_mm_or_si128(low_or_quote(), slashes));
  }

 private:
  explicit block(__m128i v) noexcept : v_(v) {}
  static std::uint32_t mask(__m128i m) noexcept {
    return static_cast<std::uint32_t>(_mm_movemask_epi8(m));
  }
  /// Quotes and control characters.
  [[nodiscard]] __m128i low_or_quote() const noexcept {
    // Flipping bit 1 exchanges the quote, 0x22, with 0x20 and leaves what is
    // below 0x20 below it: one comparison finds both.
    const __m128i flipped = _mm_xor_si128(v_, _mm_set1_epi8(2));
    return _mm_cmpeq_epi8(_mm_min_epu8(flipped, _mm_set1_epi8(0x20)), flipped);
  }
  __m128i v_;
};

#else

using block = block_reference;

#endif

[[gnu::always_inline]] inline void copy_block(char* to,
                                              const char* from) noexcept {
  block::load(from).store(to);
}
[[gnu::always_inline]] inline void copy_two_blocks(char* to,
                                                   const char* from) noexcept {
  copy_block(to, from);
  copy_block(to + block_bytes, from + block_bytes);
}
/// Copies whole blocks, at least one: reads and writes up to a block too much.
inline void copy_blocks(char* to, std::string_view from) noexcept {
  std::size_t i = 0;
  do {
    copy_block(to + i, from.data() + i);
    i += block_bytes;
  } while (i < from.size());
}

}  // namespace pith::inline v0::text

#endif  // PITH_TEXT_BLOCK_HPP
