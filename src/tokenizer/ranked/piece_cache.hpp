// SPDX-License-Identifier: MIT
/// @file
/// Token counts of short byte strings, by the strings themselves.
#ifndef PITH_TOKENIZER_RANKED_PIECE_CACHE_HPP
#define PITH_TOKENIZER_RANKED_PIECE_CACHE_HPP

#include "document/hash.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>

namespace pith::inline v0::tokens {

/// The bytes of a string, zero-padded, with its length above them: exact,
/// because the key is the string itself. The topmost byte is zero and leaves
/// room for a count.
template <std::size_t words>
struct string_key {
  std::array<std::uint64_t, words> bits;

  static constexpr std::size_t max_bytes = 8 * words - 2;
  /// Bytes that must be readable, however short the string is.
  static constexpr std::size_t readable_bytes = 8 * words;
  static constexpr std::uint64_t length_unit = std::uint64_t{1} << 48;

  /// `size` is 1 to max_bytes.
  static string_key load(const char* p, std::size_t size) noexcept {
    string_key key;
    std::memcpy(key.bits.data(), p, readable_bytes);
    for (std::size_t i = 0; i < words; ++i) {
      const std::size_t before = 8 * i;
      const std::size_t inside = size <= before ? 0 : size - before;
      // A shift by 64 is undefined, so the full word is a case of its own.
      if (inside < 8) key.bits[i] &= (std::uint64_t{1} << 8 * inside) - 1;
    }
    key.bits[words - 1] |= size * length_unit;
    return key;
  }

  [[nodiscard]] std::uint64_t hash() const noexcept {
    std::uint64_t h = 0xA0761D6478BD642Full;
    for (std::size_t i = 0; i + 1 < words; i += 2) {
      h = pith::detail::fold_multiply(bits[i] ^ h,
                                      bits[i + 1] ^ 0xE7037ED1A0B428DBull);
    }
    return h;
  }
};

/// A table of fixed size that forgets: a new string takes the place of the
/// oldest that hashes alike.
template <std::size_t words, unsigned bucket_bits>
class piece_cache {
 public:
  using key_type = string_key<words>;

  piece_cache()
      : buckets_(std::make_unique<bucket[]>(std::size_t{1} << bucket_bits)) {}

  /// The count of a string, or 0 when it is not there.
  [[nodiscard]] std::uint32_t find(const key_type& key) const noexcept {
    for (const key_type& slot : buckets_[index(key)].slots) {
      // All words at once: which one differs is a matter of chance.
      std::uint64_t difference =
          (slot.bits[words - 1] ^ key.bits[words - 1]) & ~count_mask;
      for (std::size_t i = 0; i + 1 < words; ++i) {
        difference |= slot.bits[i] ^ key.bits[i];
      }
      if (difference == 0) {
        return static_cast<std::uint32_t>(slot.bits[words - 1] >> count_shift);
      }
    }
    return 0;
  }

  /// `count` is at least 1; a string has no more tokens than bytes.
  void insert(const key_type& key, std::uint32_t count) noexcept {
    auto& slots = buckets_[index(key)].slots;
    for (std::size_t i = slots_per_bucket - 1; i > 0; --i) {
      slots[i] = slots[i - 1];
    }
    slots[0] = key;
    slots[0].bits[words - 1] |= std::uint64_t{count} << count_shift;
  }

 private:
  static constexpr unsigned count_shift = 56;
  static constexpr std::uint64_t count_mask = std::uint64_t{255} << count_shift;
  static constexpr std::size_t slots_per_bucket = words == 2 ? 4 : 2;

  /// A cache line.
  struct alignas(64) bucket {
    std::array<key_type, slots_per_bucket> slots{};
  };

  static std::size_t index(const key_type& key) noexcept {
    return static_cast<std::size_t>(key.hash() >> (64 - bucket_bits));
  }

  std::unique_ptr<bucket[]> buckets_;
};

}  // namespace pith::inline v0::tokens

#endif  // PITH_TOKENIZER_RANKED_PIECE_CACHE_HPP
