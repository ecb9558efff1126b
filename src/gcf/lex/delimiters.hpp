// SPDX-License-Identifier: MIT
/// @file
/// Finds the ends of cells ahead of reading them.
#ifndef PITH_GCF_LEX_DELIMITERS_HPP
#define PITH_GCF_LEX_DELIMITERS_HPP

#include "text/block.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>

namespace pith::inline v0::gcf::decoding {

/// The places of `|` and line feeds, 64 bytes at a time. Where a cell begins
/// then does not depend on having read the one before, so that the processor
/// works on several cells at once.
class delimiter_cursor {
 public:
  explicit delimiter_cursor(char* p) noexcept : base_(p), mask_(find(p)) {}

  /// The first delimiter that has not been passed.
  [[nodiscard]] char* next() noexcept {
    while (mask_ == 0) [[unlikely]] {
      base_ += window;
      mask_ = find(base_);
    }
    return base_ + std::countr_zero(mask_);
  }
  /// Passes the one that next() returned.
  void pass() noexcept { mask_ &= mask_ - 1; }
  /// Passes everything before `p`, which is not before next(): delimiters
  /// inside quotes are none.
  void skip_to(char* p) noexcept {
    const auto distance = static_cast<std::size_t>(p - base_);
    if (distance < window) {
      mask_ &= ~std::uint64_t{0} << distance;
    } else {
      base_ = p;
      mask_ = find(p);
    }
  }

 private:
  static constexpr std::size_t window = 64;  // text_padding allows for it

  static std::uint64_t find(const char* p) noexcept {
    return find_16(p) | find_16(p + 16) << 16 | find_16(p + 32) << 32 |
           find_16(p + 48) << 48;
  }
  static std::uint64_t find_16(const char* p) noexcept {
#if defined(PITH_BLOCK_SSE2)
    const __m128i v = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
    const __m128i bars = _mm_cmpeq_epi8(v, _mm_set1_epi8('|'));
    const __m128i feeds = _mm_cmpeq_epi8(v, _mm_set1_epi8('\n'));
    return static_cast<std::uint32_t>(
        _mm_movemask_epi8(_mm_or_si128(bars, feeds)));
#else
    const text::block b = text::block::load(p);
    return b.equals('|') | b.equals('\n');
#endif
  }

  char* base_;
  std::uint64_t mask_;
};

}  // namespace pith::inline v0::gcf::decoding

#endif  // PITH_GCF_LEX_DELIMITERS_HPP
