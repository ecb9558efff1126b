// SPDX-License-Identifier: MIT
/// @file
/// Token counts of short byte strings, by the strings themselves.
#ifndef PITH_TOKENIZER_PIECE_CACHE_HPP
#define PITH_TOKENIZER_PIECE_CACHE_HPP

#include "document/hash.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>

namespace pith::inline v0::tokens {

/// Up to fifteen bytes, zero-padded, with the length in the last byte: exact,
/// because the key is the string itself.
struct short_key {
  std::uint64_t low;
  std::uint64_t high;  ///< the length in its low four bits of the top byte

  static constexpr std::size_t max_bytes = 15;

  /// `size` is 1 to 15; sixteen bytes must be readable at `p`.
  static short_key load(const char* p, std::size_t size) noexcept {
    short_key key;
    std::memcpy(&key.low, p, 8);
    std::memcpy(&key.high, p + 8, 8);
    // Shifts by 64 are undefined, hence two steps.
    const unsigned low_bits = size >= 8 ? 64 : 8 * static_cast<unsigned>(size);
    const unsigned high_bits =
        size > 8 ? 8 * (static_cast<unsigned>(size) - 8) : 0;
    key.low &= ~std::uint64_t{0} >> (64 - low_bits);
    key.high &= (std::uint64_t{1} << high_bits) - 1;
    key.high |= std::uint64_t{size} << 56;
    return key;
  }
};

/// A table of fixed size that forgets: a new string takes the place of one
/// that hashes alike. Memory is taken when the first string is looked up.
class piece_cache {
 public:
  static constexpr unsigned slot_bits = 16;

  piece_cache()
      : buckets_(
            std::make_unique<bucket[]>(std::size_t{1} << (slot_bits - 2))) {}

  /// The count of a string, or 0 when it is not there.
  [[nodiscard]] std::uint32_t find(const short_key& key) const noexcept {
    const bucket& b = buckets_[index(key)];
    for (const slot& s : b.slots) {
      if (s.low == key.low && (s.high & key_mask) == key.high) {
        return static_cast<std::uint32_t>(s.high >> 60);
      }
    }
    return 0;
  }

  /// `count` is 1 to 15: a string has no more tokens than bytes.
  void insert(const short_key& key, std::uint32_t count) noexcept {
    bucket& b = buckets_[index(key)];
    // The newest goes first, the oldest of the bucket goes.
    for (std::size_t i = 3; i > 0; --i) b.slots[i] = b.slots[i - 1];
    b.slots[0] = {key.low, key.high | std::uint64_t{count} << 60};
  }

 private:
  static constexpr std::uint64_t key_mask = ~(std::uint64_t{15} << 60);

  struct slot {
    std::uint64_t low = 0;
    std::uint64_t high = 0;
  };
  /// A cache line.
  struct alignas(64) bucket {
    slot slots[4];
  };

  static std::size_t index(const short_key& key) noexcept {
    return pith::detail::fold_multiply(key.low ^ 0xA0761D6478BD642Full,
                                       key.high ^ 0xE7037ED1A0B428DBull) >>
           (64 - (slot_bits - 2));
  }

  std::unique_ptr<bucket[]> buckets_;
};

}  // namespace pith::inline v0::tokens

#endif  // PITH_TOKENIZER_PIECE_CACHE_HPP
