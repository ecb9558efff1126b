// SPDX-License-Identifier: MIT
#include "graph/symbol_index.hpp"

#include <pith/graph.hpp>

#include "graph/kinds.hpp"
#include "text/block.hpp"

#include <cstring>
#include <utility>

namespace pith::inline v0::graph {

namespace {

constexpr std::size_t min_slots = 64;
/// An index with so few slots stays near the processor as it is.
constexpr std::size_t cached_slots = 4096;
constexpr std::uint64_t tag_mask = ~std::uint64_t{0} << 32;

std::uint32_t symbol_in(std::uint64_t slot) noexcept {
  return static_cast<std::uint32_t>(slot);
}

/// Whether two names of the same length, which most probably are the same,
/// really are; names are a few words long, so that a call would cost more.
inline bool is_same(const char* a, const char* b, std::size_t length) noexcept {
  using text::block;
  using text::block_bytes;
  if (length < block_bytes) return std::memcmp(a, b, length) == 0;
  const std::size_t last = length - block_bytes;
  std::uint32_t same = block::load(a + last).equals(block::load(b + last));
  for (std::size_t i = 0; i < last; i += block_bytes) {
    same &= block::load(a + i).equals(block::load(b + i));
  }
  return same == 0xFFFF;
}

}  // namespace

void symbol_index::reset(std::size_t expected) {
  entries_.clear();
  entries_.ensure(expected);
  twins_.clear();
  names_.clear();
  name_count_ = twin_count_ = 0;
  std::size_t slots = min_slots;
  while (slots / 2 <= expected) slots *= 2;
  names_.resize(slots, free_slot);
}

[[gnu::always_inline]] inline bool symbol_index::has_name(
    std::uint32_t symbol, std::string_view name) const noexcept {
  const entry& e = entries_[symbol];
  return e.name_length == name.size() &&
         is_same(e.name, name.data(), name.size());
}

/// Where `name` stands, or the free slot where it would stand.
[[gnu::always_inline]] inline std::size_t symbol_index::name_slot(
    std::string_view name, std::uint64_t hash) const noexcept {
  const std::size_t mask = names_.size() - 1;
  std::size_t slot = static_cast<std::size_t>(hash) & mask;
  while (names_[slot] != free_slot &&
         (((names_[slot] ^ hash) & tag_mask) != 0 ||
          !has_name(symbol_in(names_[slot]), name))) {
    slot = (slot + 1) & mask;
  }
  return slot;
}

std::size_t symbol_index::twin_slot(std::string_view kind,
                                    std::string_view name,
                                    std::uint64_t hash) const noexcept {
  const std::size_t mask = twins_.size() - 1;
  std::size_t slot = static_cast<std::size_t>(hash) & mask;
  while (twins_[slot] != free_slot &&
         (((twins_[slot] ^ hash) & tag_mask) != 0 ||
          kind_of(symbol_in(twins_[slot])) != kind ||
          !has_name(symbol_in(twins_[slot]), name))) {
    slot = (slot + 1) & mask;
  }
  return slot;
}

bool symbol_index::add(std::string_view kind, std::string_view name) {
  if (names_.empty()) reset(0);
  const std::uint64_t hash = hash_of(name);
  const std::size_t slot = name_slot(name, hash);
  if (names_[slot] != free_slot) {
    return add_twin(symbol_in(names_[slot]), kind, name, hash);
  }
  names_[slot] = (hash & tag_mask) | entries_.size();
  push(kind, name);
  if (++name_count_ * 2 >= names_.size()) grow_names();
  return true;
}

/// Adds a symbol whose name `first` has already.
bool symbol_index::add_twin(std::uint32_t first, std::string_view kind,
                            std::string_view name, std::uint64_t hash) {
  if (!entries_[first].is_shared) {
    if (kind_of(first) == kind) return false;
    if (twins_.empty()) twins_.resize(min_slots, free_slot);
    insert_twin(first, hash_of(kind_of(first), hash));
    entries_[first].is_shared = 1;
  } else {
    const std::size_t slot = twin_slot(kind, name, hash_of(kind, hash));
    if (twins_[slot] != free_slot) return false;
  }
  push(kind, name);
  entries_.back().is_shared = 1;
  insert_twin(static_cast<std::uint32_t>(size() - 1), hash_of(kind, hash));
  return true;
}

void symbol_index::push(std::string_view kind, std::string_view name) {
  entries_.push_back({name.data(), kind.data(),
                      static_cast<std::uint32_t>(name.size()),
                      static_cast<std::uint32_t>(kind.size()) & 0x7FFFFFFF, 0});
}

void symbol_index::insert_twin(std::uint32_t symbol, std::uint64_t hash) {
  if (++twin_count_ * 2 >= twins_.size()) grow_twins();
  const std::size_t slot = twin_slot(kind_of(symbol), name_of(symbol), hash);
  twins_[slot] = (hash & tag_mask) | symbol;
}

void symbol_index::grow_names() {
  const slot_buffer old = std::exchange(names_, slot_buffer{});
  names_.resize(old.size() * 2, free_slot);
  for (const std::uint64_t held : old) {
    if (held == free_slot) continue;
    const std::uint64_t hash = hash_of(name_of(symbol_in(held)));
    const std::size_t mask = names_.size() - 1;
    std::size_t slot = static_cast<std::size_t>(hash) & mask;
    while (names_[slot] != free_slot) slot = (slot + 1) & mask;
    names_[slot] = held;
  }
}

void symbol_index::grow_twins() {
  const slot_buffer old = std::exchange(twins_, slot_buffer{});
  twins_.resize(old.size() * 2, free_slot);
  for (const std::uint64_t held : old) {
    if (held == free_slot) continue;
    const std::uint32_t symbol = symbol_in(held);
    const std::uint64_t hash =
        hash_of(kind_of(symbol), hash_of(name_of(symbol)));
    twins_[twin_slot(kind_of(symbol), name_of(symbol), hash)] = held;
  }
}

std::uint32_t symbol_index::find(std::string_view name) const noexcept {
  if (names_.empty()) return none;
  const std::uint64_t held = names_[name_slot(name, hash_of(name))];
  if (held == free_slot) return none;
  return entries_[symbol_in(held)].is_shared ? ambiguous : symbol_in(held);
}

void symbol_index::find_batch(const std::string_view* names,
                              std::uint32_t* found,
                              std::size_t count) const noexcept {
  if (names_.size() <= cached_slots) {
    for (std::size_t i = 0; i < count; ++i) found[i] = find(names[i]);
    return;
  }
  const std::size_t mask = names_.size() - 1;
  std::uint64_t hashes[batch];
  for (std::size_t i = 0; i < count; ++i) {
    hashes[i] = hash_of(names[i]);
    __builtin_prefetch(&names_[static_cast<std::size_t>(hashes[i]) & mask]);
  }
  // The first slot is the right one nearly always; if not, name_slot() finds
  // out, only slower.
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t held =
        names_[static_cast<std::size_t>(hashes[i]) & mask];
    found[i] = symbol_in(held);
    if (held != free_slot) __builtin_prefetch(&entries_[found[i]]);
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (found[i] != symbol_in(free_slot)) {
      __builtin_prefetch(entries_[found[i]].name);
    }
  }
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t held = names_[name_slot(names[i], hashes[i])];
    found[i] = held == free_slot                     ? none
               : entries_[symbol_in(held)].is_shared ? ambiguous
                                                     : symbol_in(held);
  }
}

void symbol_index::find_ends(const edge* edges, std::uint32_t* found,
                             std::size_t count) const noexcept {
  std::string_view names[batch];
  for (std::size_t i = 0; i < count; ++i) {
    names[2 * i] = edges[i].source;
    names[2 * i + 1] = edges[i].target;
  }
  find_batch(names, found, 2 * count);
}

std::uint32_t symbol_index::find(std::string_view kind,
                                 std::string_view name) const noexcept {
  if (names_.empty()) return none;
  const std::uint64_t hash = hash_of(name);
  const std::uint64_t held = names_[name_slot(name, hash)];
  if (held == free_slot) return none;
  const std::uint32_t first = symbol_in(held);
  if (!entries_[first].is_shared) return kind_of(first) == kind ? first : none;
  const std::uint64_t twin = twins_[twin_slot(kind, name, hash_of(kind, hash))];
  return twin == free_slot ? none : symbol_in(twin);
}

bool is_spelt_twice(const symbol_index& symbols,
                    const kind_names& kinds) noexcept {
  const auto last = static_cast<std::uint32_t>(symbols.size() - 1);
  if (!symbols.is_shared_name(last)) return false;
  const std::string_view spelt = symbols.kind_of(last);
  const std::string_view name = symbols.name_of(last);
  const std::string_view kind = kinds.expand(spelt);
  const auto is_there = [&](std::string_view other) {
    return other != spelt && kinds.expand(other) == kind &&
           symbols.find(other, name) != symbol_index::none;
  };
  if (is_there(kind)) return true;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    if (is_there(kinds[i].abbreviation)) return true;
  }
  return false;
}

}  // namespace pith::inline v0::graph
