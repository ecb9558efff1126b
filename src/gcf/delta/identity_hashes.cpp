// SPDX-License-Identifier: MIT
#include "gcf/delta/identity_hashes.hpp"

#include <utility>

namespace pith::inline v0::gcf::keyed {

void identity_hashes::reserve(std::size_t count) {
  std::size_t size = slots_.empty() ? 16 : slots_.size();
  while (size < count * 2) size *= 2;
  if (size != slots_.size()) grow(size);
}

void identity_hashes::insert(const identity& id) {
  if ((used_ + 1) * 2 > slots_.size()) {
    grow(slots_.empty() ? 16 : slots_.size() * 2);
  }
  place(hash(id));
  ++used_;
}

void identity_hashes::place(std::uint64_t h) noexcept {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = static_cast<std::size_t>(h) & mask;
  while (slots_[at] != free_slot) at = (at + 1) & mask;
  slots_[at] = h;
}

void identity_hashes::erase(const identity& id) noexcept {
  if (slots_.empty()) return;
  const std::size_t mask = slots_.size() - 1;
  const std::uint64_t h = hash(id);
  std::size_t at = static_cast<std::size_t>(h) & mask;
  while (slots_[at] != h) {
    if (slots_[at] == free_slot) return;
    at = (at + 1) & mask;
  }
  slots_[at] = free_slot;
  --used_;
  // Close the gap: what was pushed past it moves back.
  for (std::size_t next = (at + 1) & mask; slots_[next] != free_slot;
       next = (next + 1) & mask) {
    const std::size_t home = static_cast<std::size_t>(slots_[next]) & mask;
    if (((next - home) & mask) < ((next - at) & mask)) continue;
    slots_[at] = std::exchange(slots_[next], free_slot);
    at = next;
  }
}

bool identity_hashes::may_have(const identity& id) const noexcept {
  if (slots_.empty()) return false;
  const std::size_t mask = slots_.size() - 1;
  const std::uint64_t h = hash(id);
  for (std::size_t at = static_cast<std::size_t>(h) & mask;
       slots_[at] != free_slot; at = (at + 1) & mask) {
    if (slots_[at] == h) return true;
  }
  return false;
}

void identity_hashes::grow(std::size_t size) {
  detail::pod_buffer<std::uint64_t> old = std::move(slots_);
  slots_.clear();
  slots_.resize(size, free_slot);
  for (const std::uint64_t h : old) {
    if (h != free_slot) place(h);
  }
}

}  // namespace pith::inline v0::gcf::keyed
