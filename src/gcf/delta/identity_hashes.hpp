// SPDX-License-Identifier: MIT
/// @file
/// Which identities a set may have.
#ifndef PITH_GCF_DELTA_IDENTITY_HASHES_HPP
#define PITH_GCF_DELTA_IDENTITY_HASHES_HPP

#include "document/pod_buffer.hpp"
#include "gcf/identity/identity_index.hpp"

#include <cstddef>
#include <cstdint>

namespace pith::inline v0::gcf::keyed {

/// The hashes of the identities of a set, as a multiset that follows the set
/// from turn to turn. It keeps no identity and needs no text: "no" is certain,
/// and upon "perhaps" the caller looks for itself, which happens once in 2^64
/// for nothing.
class identity_hashes {
 public:
  void clear() noexcept {
    slots_.clear();
    used_ = 0;
  }
  void reserve(std::size_t count);
  void insert(const identity& id);
  /// Takes out one that was inserted.
  void erase(const identity& id) noexcept;
  [[nodiscard]] bool may_have(const identity& id) const noexcept;

 private:
  static constexpr std::uint64_t free_slot = 0;
  [[nodiscard]] std::uint64_t hash(const identity& id) const noexcept {
    const std::uint64_t h = hash_identity(id, seed_);
    return h == free_slot ? 1 : h;
  }
  void place(std::uint64_t h) noexcept;
  void grow(std::size_t size);

  std::uint64_t seed_ = detail::hash_seed();
  detail::pod_buffer<std::uint64_t> slots_;  // open addressing
  std::size_t used_ = 0;
};

}  // namespace pith::inline v0::gcf::keyed

#endif  // PITH_GCF_DELTA_IDENTITY_HASHES_HPP
