// SPDX-License-Identifier: MIT
/// @file
/// Hashing of keys that an adversary may have chosen.
#ifndef PITH_DOCUMENT_HASH_HPP
#define PITH_DOCUMENT_HASH_HPP

#include "document/wide.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace pith::inline v0::detail {

/// Multiplies to 128 bits and folds: every input bit reaches every output bit.
[[nodiscard]] inline std::uint64_t fold_multiply(std::uint64_t a,
                                                 std::uint64_t b) noexcept {
  const wide product = static_cast<wide>(a) * b;
  return static_cast<std::uint64_t>(product) ^
         static_cast<std::uint64_t>(product >> 64);
}

/// A secret of this process, so that colliding keys cannot be prepared.
/// Output never depends on it: hash order reaches no result.
[[nodiscard]] std::uint64_t hash_seed() noexcept;

[[nodiscard]] inline std::uint64_t load_hash_8(const char* p) noexcept {
  std::uint64_t v;
  std::memcpy(&v, p, sizeof v);
  return v;
}
[[nodiscard]] inline std::uint64_t load_hash_4(const char* p) noexcept {
  std::uint32_t v;
  std::memcpy(&v, p, sizeof v);
  return v;
}

/// Sixteen bytes per multiplication, after Wang Yi's wyhash. The last bytes are
/// read with those before them, so that no length takes a loop over bytes; the
/// length itself tells texts apart that this would take for one another.
[[nodiscard]] inline std::uint64_t hash_bytes(std::string_view bytes,
                                              std::uint64_t seed) noexcept {
  const char* p = bytes.data();
  const std::size_t size = bytes.size();
  std::uint64_t h = seed ^ (size * 0x9E3779B97F4A7C15ull);
  std::uint64_t a = 0;
  std::uint64_t b = 0;
  if (size > 16) {
    const char* const last = p + size - 16;
    for (; p < last; p += 16) {
      h = fold_multiply(load_hash_8(p) ^ 0xA0761D6478BD642Full,
                        load_hash_8(p + 8) ^ h);
    }
    a = load_hash_8(last);
    b = load_hash_8(last + 8);
  } else if (size >= 8) {
    a = load_hash_8(p);
    b = load_hash_8(p + size - 8);
  } else if (size >= 4) {
    a = load_hash_4(p);
    b = load_hash_4(p + size - 4);
  } else if (size != 0) {
    a = static_cast<unsigned char>(p[0]);
    b = static_cast<std::uint64_t>(static_cast<unsigned char>(p[size / 2]))
            << 8 |
        static_cast<unsigned char>(p[size - 1]);
  }
  return fold_multiply(a ^ 0xE7037ED1A0B428DBull ^ seed,
                       b ^ 0x8EBC6AF09C88C6E3ull ^ h);
}

[[nodiscard]] inline std::uint64_t hash_pair(std::uint32_t a, std::uint32_t b,
                                             std::uint64_t seed) noexcept {
  const std::uint64_t both = (static_cast<std::uint64_t>(a) << 32) | b;
  return fold_multiply(both ^ seed, 0xA0761D6478BD642Full);
}

/// The slot where a search begins; `slots` is a power of two.
[[nodiscard]] constexpr std::size_t slot_of(std::uint64_t hash,
                                            std::size_t slots) noexcept {
  return static_cast<std::size_t>(hash) & (slots - 1);
}

}  // namespace pith::inline v0::detail

#endif  // PITH_DOCUMENT_HASH_HPP
