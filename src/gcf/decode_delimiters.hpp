// SPDX-License-Identifier: MIT
/// @file
/// Finds the ends of cells ahead of reading them.
#ifndef PITH_GCF_DECODE_DELIMITERS_HPP
#define PITH_GCF_DECODE_DELIMITERS_HPP

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
    const auto part = [p](std::size_t at) {
      const text::block b = text::block::load(p + at);
      return static_cast<std::uint64_t>(b.equals('|') | b.equals('\n')) << at;
    };
    return part(0) | part(16) | part(32) | part(48);
  }

  char* base_;
  std::uint64_t mask_;
};

}  // namespace pith::inline v0::gcf::decoding

#endif  // PITH_GCF_DECODE_DELIMITERS_HPP
