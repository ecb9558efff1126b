// SPDX-License-Identifier: MIT
/// @file
/// Hashing of keys that an adversary may have chosen.
#ifndef PITH_DOCUMENT_HASH_HPP
#define PITH_DOCUMENT_HASH_HPP

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace pith::inline v0::detail {

/// Multiplies to 128 bits and folds: every input bit reaches every output bit.
[[nodiscard]] inline std::uint64_t fold_multiply(std::uint64_t a,
                                                 std::uint64_t b) noexcept {
  __extension__ using wide = unsigned __int128;
  const wide product = static_cast<wide>(a) * b;
  return static_cast<std::uint64_t>(product) ^
         static_cast<std::uint64_t>(product >> 64);
}

/// A secret of this process, so that colliding keys cannot be prepared.
/// Output never depends on it: hash order reaches no result.
[[nodiscard]] std::uint64_t hash_seed() noexcept;

[[nodiscard]] inline std::uint64_t hash_bytes(std::string_view bytes,
                                              std::uint64_t seed) noexcept {
  const char* p = bytes.data();
  std::size_t left = bytes.size();
  std::uint64_t h = seed ^ (left * 0x9E3779B97F4A7C15ull);
  while (left > 8) {
    std::uint64_t chunk;
    std::memcpy(&chunk, p, 8);
    h = fold_multiply(h ^ chunk, 0xA0761D6478BD642Full);
    p += 8;
    left -= 8;
  }
  std::uint64_t tail = 0;
  if (left != 0) std::memcpy(&tail, p, left);
  return fold_multiply(h ^ tail, 0xE7037ED1A0B428DBull ^ seed);
}

[[nodiscard]] inline std::uint64_t hash_pair(std::uint32_t a, std::uint32_t b,
                                             std::uint64_t seed) noexcept {
  const std::uint64_t both = (static_cast<std::uint64_t>(a) << 32) | b;
  return fold_multiply(both ^ seed, 0xA0761D6478BD642Full);
}

}  // namespace pith::inline v0::detail

#endif  // PITH_DOCUMENT_HASH_HPP
