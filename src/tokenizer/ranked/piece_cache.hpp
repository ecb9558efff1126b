// SPDX-License-Identifier: MIT
/// @file
/// Token counts of short byte strings, by the strings themselves.
#ifndef PITH_TOKENIZER_RANKED_PIECE_CACHE_HPP
#define PITH_TOKENIZER_RANKED_PIECE_CACHE_HPP

#include "text/prefetch.hpp"
#include "tokenizer/ranked/string_key.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace pith::inline v0::tokens {

/// A table of fixed size that forgets: a new string takes the place of the
/// oldest that hashes alike.
template <std::size_t words, unsigned bucket_bits>
class piece_cache {
 public:
  using key_type = string_key<words>;

  piece_cache()
      : buckets_(std::make_unique<bucket[]>(std::size_t{1} << bucket_bits)) {}

  /// The count of a string, or 0 when it is not there. `hash` is that of the
  /// key.
  [[nodiscard]] std::uint32_t find(const key_type& key,
                                   std::uint64_t hash) const noexcept {
    for (const key_type& slot : buckets_[index(hash)].slots) {
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

  /// Has the cache line of find() on its way.
  void prefetch(std::uint64_t hash) const noexcept {
    text::prefetch(&buckets_[index(hash)]);
  }

  /// `count` is at least 1; a string has no more tokens than bytes.
  void insert(const key_type& key, std::uint64_t hash,
              std::uint32_t count) noexcept {
    auto& slots = buckets_[index(hash)].slots;
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

  static std::size_t index(std::uint64_t hash) noexcept {
    return static_cast<std::size_t>(hash >> (64 - bucket_bits));
  }

  std::unique_ptr<bucket[]> buckets_;
};

}  // namespace pith::inline v0::tokens

#endif  // PITH_TOKENIZER_RANKED_PIECE_CACHE_HPP
