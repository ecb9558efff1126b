// SPDX-License-Identifier: MIT
/// @file
/// Names in the order in which they came, each once.
#ifndef PITH_GCF_STREAM_NAME_SET_HPP
#define PITH_GCF_STREAM_NAME_SET_HPP

#include "document/hash.hpp"
#include "document/pod_buffer.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pith::inline v0::gcf::streaming {

/// Keeps copies. Expected constant time per operation, also for names that an
/// adversary chose; memory is that of the names and about 40 bytes for each.
class name_set {
 public:
  static constexpr std::size_t none = ~std::size_t{0};

  name_set() : seed_(detail::hash_seed()) {}

  void clear() noexcept {
    text_.clear();
    names_.clear();
    slots_.clear();
  }
  [[nodiscard]] std::size_t size() const noexcept { return names_.size(); }
  [[nodiscard]] std::string_view operator[](std::size_t index) const noexcept {
    return {text_.data() + names_[index].offset, names_[index].length};
  }

  /// The number of a name, or none.
  [[nodiscard]] std::size_t find(std::string_view name) const noexcept {
    if (slots_.empty()) return none;
    return slots_[slot_of(name, detail::hash_bytes(name, seed_))];
  }

  /// False, and nothing changes, when the name is there.
  bool add(std::string_view name) {
    if (names_.size() * 2 >= slots_.size()) grow();
    const std::uint64_t hash = detail::hash_bytes(name, seed_);
    const std::size_t slot = slot_of(name, hash);
    if (slots_[slot] != none) return false;
    slots_[slot] = names_.size();
    names_.push_back({text_.size(), name.size(), hash});
    text_.append(name.data(), name.size());
    return true;
  }

  /// Forgets all but the first `count` names.
  void shrink(std::size_t count) {
    if (count == names_.size()) return;
    text_.resize(names_[count].offset);
    names_.resize(count);
    rehash(slots_.size());
  }

 private:
  struct entry {
    std::size_t offset;
    std::size_t length;
    std::uint64_t hash;
  };

  [[nodiscard]] std::size_t slot_of(std::string_view name,
                                    std::uint64_t hash) const noexcept {
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = static_cast<std::size_t>(hash) & mask;
    while (slots_[slot] != none && (names_[slots_[slot]].hash != hash ||
                                    (*this)[slots_[slot]] != name)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }
  void grow() { rehash(slots_.empty() ? 32 : slots_.size() * 2); }
  void rehash(std::size_t size) {
    slots_.clear();
    slots_.resize(size, none);
    const std::size_t mask = size - 1;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      std::size_t slot = static_cast<std::size_t>(names_[i].hash) & mask;
      while (slots_[slot] != none) slot = (slot + 1) & mask;
      slots_[slot] = i;
    }
  }

  std::uint64_t seed_;
  detail::pod_buffer<char> text_;
  detail::pod_buffer<entry> names_;
  detail::pod_buffer<std::size_t> slots_;  // open addressing; a power of two
};

}  // namespace pith::inline v0::gcf::streaming

#endif  // PITH_GCF_STREAM_NAME_SET_HPP
