// SPDX-License-Identifier: MIT
/// @file
/// What kinds of ASCII character sixty-four bytes are, as bits.
#ifndef PITH_TEXT_ASCII_MASKS_HPP
#define PITH_TEXT_ASCII_MASKS_HPP

#include <cstddef>
#include <cstdint>

#if defined(__SSE2__) && !defined(PITH_NO_SIMD)
#include <emmintrin.h>
#define PITH_ASCII_MASKS_SSE2 1
#elif defined(__wasm_simd128__) && !defined(PITH_NO_SIMD)
#include "text/x86_on_wasm.hpp"
#define PITH_ASCII_MASKS_SSE2 1
#endif

namespace pith::inline v0::text {

/// Bit i belongs to byte i. A byte is in at most one of the first four masks;
/// in none of them it is punctuation or a control character.
struct ascii_masks {
  std::uint64_t letters = 0;
  std::uint64_t digits = 0;
  std::uint64_t spaces = 0;  ///< space, tab, line feed to carriage return
  std::uint64_t non_ascii = 0;
  std::uint64_t apostrophes = 0;

  static constexpr std::size_t block_bytes = 64;

  friend bool operator==(const ascii_masks&, const ascii_masks&) = default;
};

/// The plain form: the reference for tests, and the code of other machines.
inline ascii_masks ascii_masks_reference(const char* p) noexcept {
  ascii_masks m;
  for (std::size_t i = 0; i < ascii_masks::block_bytes; ++i) {
    const auto c = static_cast<unsigned char>(p[i]);
    const std::uint64_t bit = std::uint64_t{1} << i;
    const unsigned folded = c | 0x20u;
    if (folded >= 'a' && folded <= 'z') m.letters |= bit;
    if (c >= '0' && c <= '9') m.digits |= bit;
    if (c == ' ' || (c >= '\t' && c <= '\r')) m.spaces |= bit;
    if (c >= 0x80) m.non_ascii |= bit;
    if (c == '\'') m.apostrophes |= bit;
  }
  return m;
}

/// Sixty-four bytes must be readable at `p`.
inline ascii_masks find_ascii_masks(const char* p) noexcept {
#ifdef PITH_ASCII_MASKS_SSE2
  ascii_masks m;
  // Comparisons are signed, so bytes of 0x80 and above are below all others.
  const auto between = [](__m128i v, char first, char last) {
    return _mm_and_si128(
        _mm_cmpgt_epi8(v, _mm_set1_epi8(static_cast<char>(first - 1))),
        _mm_cmplt_epi8(v, _mm_set1_epi8(static_cast<char>(last + 1))));
  };
  const auto bits = [](__m128i v, unsigned at) {
    return static_cast<std::uint64_t>(
               static_cast<std::uint32_t>(_mm_movemask_epi8(v)))
           << at;
  };
  for (unsigned at = 0; at < ascii_masks::block_bytes; at += 16) {
    const __m128i v = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p + at));
    const __m128i folded = _mm_or_si128(v, _mm_set1_epi8(0x20));
    m.letters |= bits(between(folded, 'a', 'z'), at);
    m.digits |= bits(between(v, '0', '9'), at);
    m.spaces |= bits(_mm_or_si128(between(v, '\t', '\r'),
                                  _mm_cmpeq_epi8(v, _mm_set1_epi8(' '))),
                     at);
    m.non_ascii |= bits(v, at);
    m.apostrophes |= bits(_mm_cmpeq_epi8(v, _mm_set1_epi8('\'')), at);
  }
  return m;
#else
  return ascii_masks_reference(p);
#endif
}

}  // namespace pith::inline v0::text

#endif  // PITH_TEXT_ASCII_MASKS_HPP
