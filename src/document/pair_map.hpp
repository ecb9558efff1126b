// SPDX-License-Identifier: MIT
/// @file
/// A map from pairs of numbers to numbers.
#ifndef PITH_DOCUMENT_PAIR_MAP_HPP
#define PITH_DOCUMENT_PAIR_MAP_HPP

#include "document/hash.hpp"
#include "document/pod_buffer.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>

namespace pith::inline v0::detail {

/// Grows only. Decoders ask it what a name means in a place: (table, key),
/// (layout, key), (class, key). Expected constant time per operation, also for
/// keys that an adversary chose.
class pair_map {
 public:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  pair_map() : seed_(hash_seed()) {}

  void clear() noexcept {
    slots_.clear();
    count_ = 0;
  }

  [[nodiscard]] std::size_t size() const noexcept { return count_; }
  [[nodiscard]] std::size_t content_bytes() const noexcept {
    return slots_.size() * sizeof(entry);
  }

  /// Forgets all pairs but those of one place.
  void keep_only(std::uint32_t place) {
    const pod_buffer<entry> old = std::move(slots_);
    slots_ = pod_buffer<entry>{};
    count_ = 0;
    for (const entry& e : old) {
      if (e.value != none && e.place == place) set(e.place, e.key, e.value);
    }
  }

  [[nodiscard]] std::uint32_t find(std::uint32_t place,
                                   std::uint32_t key) const noexcept {
    if (slots_.empty()) return none;
    return slots_[slot_of(place, key)].value;
  }

  /// Sets the value of a pair; `value` is not none.
  void set(std::uint32_t place, std::uint32_t key, std::uint32_t value) {
    if (count_ * 2 >= slots_.size()) grow();
    entry& e = slots_[slot_of(place, key)];
    if (e.value == none) ++count_;
    e = {place, key, value};
  }

 private:
  struct entry {
    std::uint32_t place;
    std::uint32_t key;
    std::uint32_t value;
  };

  /// Where the pair stands, or where it would.
  [[nodiscard]] std::size_t slot_of(std::uint32_t place,
                                    std::uint32_t key) const noexcept {
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot =
        static_cast<std::size_t>(hash_pair(place, key, seed_)) & mask;
    while (slots_[slot].value != none &&
           (slots_[slot].place != place || slots_[slot].key != key)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  void grow() {
    pod_buffer<entry> old = std::move(slots_);
    slots_ = pod_buffer<entry>{};
    slots_.resize(old.empty() ? 64 : old.size() * 2, {0, 0, none});
    for (const entry& e : old) {
      if (e.value != none) slots_[slot_of(e.place, e.key)] = e;
    }
  }

  std::uint64_t seed_;
  pod_buffer<entry> slots_;  // open addressing; a power of two
  std::size_t count_ = 0;
};

}  // namespace pith::inline v0::detail

#endif  // PITH_DOCUMENT_PAIR_MAP_HPP
