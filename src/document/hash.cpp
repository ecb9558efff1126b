// SPDX-License-Identifier: MIT
#include "document/hash.hpp"

#include <chrono>

namespace pith::inline v0::detail {

std::uint64_t hash_seed() noexcept {
  // The address of a static (moved by the loader) and the time of first use:
  // unknown to whoever wrote the input, and no entropy device can fail.
  static const std::uint64_t seed = [] {
    static const char anchor = 0;
    const auto now =
        std::chrono::high_resolution_clock::now().time_since_epoch().count();
    return fold_multiply(
        reinterpret_cast<std::uintptr_t>(&anchor) ^ 0x2D358DCCAA6C78A5ull,
        static_cast<std::uint64_t>(now) | 1);
  }();
  return seed;
}

}  // namespace pith::inline v0::detail
