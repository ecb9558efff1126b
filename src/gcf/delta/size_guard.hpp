// SPDX-License-Identifier: MIT
/// @file
/// When a producer sends everything again (sections 10a.7 and 10a.8).
#ifndef PITH_GCF_DELTA_SIZE_GUARD_HPP
#define PITH_GCF_DELTA_SIZE_GUARD_HPP

#include <pith/gcf_delta.hpp>

#include <cstddef>

namespace pith::inline v0::gcf::keyed {

/// Counts the deltas since the last full payload, and their bytes.
class size_guard {
 public:
  void restart() noexcept { *this = {}; }
  void note_delta(std::size_t bytes) noexcept {
    ++turns_;
    bytes_ += bytes;
  }
  /// True when the next answer is to be full whatever its size.
  [[nodiscard]] bool is_anchor_due(const producer_options& o) const noexcept {
    return o.policy == reanchor::every_n && o.every != 0 &&
           turns_ + 1 >= o.every;
  }
  /// True when a delta of so many bytes is too large beside the full payload.
  [[nodiscard]] bool refuses(const producer_options& o, std::size_t delta_bytes,
                             std::size_t full_bytes) const noexcept {
    // In two parts, so that no product overflows.
    const std::size_t most = full_bytes / 100 * o.max_percent +
                             full_bytes % 100 * o.max_percent / 100;
    const bool is_bulky = o.max_percent != 0 && delta_bytes >= most;
    const bool is_anchor =
        o.policy == reanchor::by_size && bytes_ + delta_bytes >= full_bytes;
    return is_bulky || is_anchor;
  }

 private:
  std::size_t turns_ = 0;
  std::size_t bytes_ = 0;
};

}  // namespace pith::inline v0::gcf::keyed

#endif  // PITH_GCF_DELTA_SIZE_GUARD_HPP
