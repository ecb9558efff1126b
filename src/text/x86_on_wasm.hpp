// SPDX-License-Identifier: MIT
/// @file
/// The few instructions of SSE2 and SSSE3 that the kernels use, by those of
/// WebAssembly's SIMD, which has a counterpart for each: the kernels stay as
/// they are, and the tests that hold them against their plain forms hold here.
/// The names are those of Intel's headers, which this target lacks.
#ifndef PITH_TEXT_X86_ON_WASM_HPP
#define PITH_TEXT_X86_ON_WASM_HPP

#if defined(__wasm_simd128__)

#include <wasm_simd128.h>

// NOLINTBEGIN(bugprone-reserved-identifier)
namespace pith::inline v0::text {

using __m128i = v128_t;

inline v128_t _mm_loadu_si128(const v128_t* p) noexcept {
  return wasm_v128_load(p);
}
inline void _mm_storeu_si128(v128_t* p, v128_t a) noexcept {
  wasm_v128_store(p, a);
}
inline v128_t _mm_setzero_si128() noexcept { return wasm_i8x16_splat(0); }
inline v128_t _mm_set1_epi8(char c) noexcept {
  return wasm_i8x16_splat(static_cast<signed char>(c));
}
template <class... Bytes>
inline v128_t _mm_setr_epi8(Bytes... bytes) noexcept {
  static_assert(sizeof...(Bytes) == 16);
  return wasm_i8x16_make(static_cast<signed char>(bytes)...);
}
inline v128_t _mm_cmpeq_epi8(v128_t a, v128_t b) noexcept {
  return wasm_i8x16_eq(a, b);
}
inline v128_t _mm_cmpgt_epi8(v128_t a, v128_t b) noexcept {
  return wasm_i8x16_gt(a, b);
}
inline v128_t _mm_cmplt_epi8(v128_t a, v128_t b) noexcept {
  return wasm_i8x16_lt(a, b);
}
inline v128_t _mm_min_epu8(v128_t a, v128_t b) noexcept {
  return wasm_u8x16_min(a, b);
}
inline v128_t _mm_sub_epi8(v128_t a, v128_t b) noexcept {
  return wasm_i8x16_sub(a, b);
}
inline v128_t _mm_subs_epu8(v128_t a, v128_t b) noexcept {
  return wasm_u8x16_sub_sat(a, b);
}
inline v128_t _mm_and_si128(v128_t a, v128_t b) noexcept {
  return wasm_v128_and(a, b);
}
inline v128_t _mm_or_si128(v128_t a, v128_t b) noexcept {
  return wasm_v128_or(a, b);
}
inline v128_t _mm_xor_si128(v128_t a, v128_t b) noexcept {
  return wasm_v128_xor(a, b);
}
inline v128_t _mm_srli_epi16(v128_t a, int bits) noexcept {
  return wasm_u16x8_shr(a, static_cast<unsigned>(bits));
}
inline int _mm_movemask_epi8(v128_t a) noexcept {
  return static_cast<int>(wasm_i8x16_bitmask(a));
}
/// Indices are below 16 wherever it is used; there both machines agree.
inline v128_t _mm_shuffle_epi8(v128_t table, v128_t indices) noexcept {
  return wasm_i8x16_swizzle(table, indices);
}
/// The sixteen bytes that end `Before` bytes before the end of `input`, which
/// follows `previous`: _mm_alignr_epi8(input, previous, 16 - Before).
template <int Before>
inline v128_t bytes_before(v128_t input, v128_t previous) noexcept {
  constexpr int at = 16 - Before;
  return wasm_i8x16_shuffle(previous, input, at, at + 1, at + 2, at + 3, at + 4,
                            at + 5, at + 6, at + 7, at + 8, at + 9, at + 10,
                            at + 11, at + 12, at + 13, at + 14, at + 15);
}

}  // namespace pith::inline v0::text
// NOLINTEND(bugprone-reserved-identifier)

#endif  // __wasm_simd128__

#endif  // PITH_TEXT_X86_ON_WASM_HPP
