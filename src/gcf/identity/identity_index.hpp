// SPDX-License-Identifier: MIT
/// @file
/// Identities of rows, and a table that finds rows by them.
#ifndef PITH_GCF_IDENTITY_IDENTITY_INDEX_HPP
#define PITH_GCF_IDENTITY_IDENTITY_INDEX_HPP

#include "document/document_data.hpp"
#include "document/hash.hpp"
#include "document/pod_buffer.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pith::inline v0::gcf::keyed {

/// The scalar by which a row is known. Two are equal exactly when their
/// canonical records are: the string "1" is not the number 1, but the real 1.0
/// is, since both are written 1.
struct identity {
  enum class sort : std::uint8_t { null, boolean, integer, real, string };

  sort what = sort::null;
  std::uint64_t bits = 0;  ///< of a boolean or a number
  std::string_view text;   ///< of a string; points into its document

  friend bool operator==(const identity& a, const identity& b) noexcept {
    return a.what == b.what && a.bits == b.bits && a.text == b.text;
  }
};

[[nodiscard]] inline identity identity_of(std::string_view text) noexcept {
  return {identity::sort::string, 0, text};
}
/// The identity that the scalar at `index` is.
[[nodiscard]] identity identity_of(const detail::document_data& data,
                                   std::size_t index) noexcept;

[[nodiscard]] inline std::uint64_t hash_identity(const identity& id,
                                                 std::uint64_t seed) noexcept {
  const std::uint64_t salt = seed + static_cast<std::uint64_t>(id.what);
  if (id.what == identity::sort::string) {
    return detail::hash_bytes(id.text, salt);
  }
  return detail::fold_multiply(id.bits ^ salt, 0xA0761D6478BD642Full ^ seed);
}

/// Numbers by identity: open addressing, seeded, never iterated. The texts of
/// identities must outlive their stay.
class identity_index {
 public:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  void clear() noexcept {
    slots_.clear();
    entries_.clear();
  }
  /// Makes room, so that so many insertions move nothing.
  void reserve(std::size_t count);
  /// Adds `number` under `id`. Returns the number that stood there already, or
  /// none.
  std::uint32_t insert(const identity& id, std::uint32_t number);
  [[nodiscard]] std::uint32_t find(const identity& id) const noexcept;

 private:
  struct slot {
    std::uint32_t tag;    // the upper half of the hash
    std::uint32_t entry;  // or none
  };
  struct entry {
    identity id;
    std::uint32_t number;
  };
  [[nodiscard]] std::size_t find_slot(const identity& id,
                                      std::uint64_t hash) const noexcept;
  void grow(std::size_t size);

  std::uint64_t seed_ = detail::hash_seed();
  detail::pod_buffer<slot> slots_;
  detail::pod_buffer<entry> entries_;
};

}  // namespace pith::inline v0::gcf::keyed

#endif  // PITH_GCF_IDENTITY_IDENTITY_INDEX_HPP
