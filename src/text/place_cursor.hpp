// SPDX-License-Identifier: MIT
/// @file
/// Finds the ends of cells ahead of reading them.
#ifndef PITH_TEXT_PLACE_CURSOR_HPP
#define PITH_TEXT_PLACE_CURSOR_HPP

#include "text/block.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>

namespace pith::inline v0::text {

/// Places in a text, 64 bytes at a time: those in the mask that `Find` returns
/// of a block. Where a cell begins then does not depend on having read the one
/// before, so that the processor works on several cells at once. The text must
/// have such a place, and detail::text_padding after it. Linear.
template <class Find>
class place_cursor {
 public:
  explicit place_cursor(char* p, Find find = {}) noexcept
      : base_(p), find_(find), mask_(find_window(p)) {}

  /// The first place that has not been passed.
  [[nodiscard]] char* next() noexcept {
    while (mask_ == 0) [[unlikely]] {
      base_ += window;
      mask_ = find_window(base_);
    }
    return base_ + std::countr_zero(mask_);
  }
  /// Passes the one that next() returned.
  void pass() noexcept { mask_ &= mask_ - 1; }
  /// Passes everything before `p`, which is not before what has been passed:
  /// delimiters between quotes do not count.
  void skip_to(char* p) noexcept {
    const auto distance = static_cast<std::size_t>(p - base_);
    if (distance < window) {
      mask_ &= ~std::uint64_t{0} << distance;
    } else {
      base_ = p;
      mask_ = find_window(p);
    }
  }

 protected:
  [[nodiscard]] const Find& find() const noexcept { return find_; }

 private:
  static constexpr std::size_t window = 64;  // text_padding allows for it

  [[nodiscard]] std::uint64_t find_window(const char* p) const noexcept {
    return find_16(p) | find_16(p + 16) << 16 | find_16(p + 32) << 32 |
           find_16(p + 48) << 48;
  }
  [[nodiscard]] std::uint64_t find_16(const char* p) const noexcept {
    return find_(block::load(p));
  }

  char* base_;
  [[no_unique_address]] Find find_;
  std::uint64_t mask_;
};

}  // namespace pith::inline v0::text

#endif  // PITH_TEXT_PLACE_CURSOR_HPP
