// SPDX-License-Identifier: MIT
#include "document/shape_tree.hpp"

#include <algorithm>

namespace pith::inline v0::detail {

namespace {

// Objects that use the table of wide keys are numbered from 1, so 0 is free.
constexpr std::uint64_t empty_wide = 0;

/// True when a table is missing, or too full for one more entry.
[[nodiscard]] bool is_full(std::size_t used, std::size_t slots) noexcept {
  return used * 2 >= slots;
}

}  // namespace

void shape_tree::reset(document_data& data) {
  data_ = &data;
  nodes_.clear();
  nodes_.push_back({none, none, none, none, 0, 0, 0});
  key_notes_.clear();
  // Documents of one kind have as many keys: room for the last one's saves
  // the next from growing, unless there are so many that clearing costs more.
  constexpr std::size_t max_kept = 1024;
  const std::size_t kept = std::min(slots_.size(), max_kept);
  slots_.clear();
  slots_.resize(kept, free_slot);
  transitions_.clear();
  transition_count_ = 0;
  wide_keys_.clear();
  wide_count_ = 0;
  next_serial_ = 1;
}

std::uint32_t shape_tree::find_key(std::string_view key) const noexcept {
  if (slots_.empty()) return none;
  const std::size_t slot = find_slot(key, hash_bytes(key, seed_));
  return slots_[slot] == free_slot ? none
                                   : static_cast<std::uint32_t>(slots_[slot]);
}

std::uint32_t shape_tree::add_key(std::string_view key, std::size_t offset,
                                  std::uint64_t hash, std::size_t slot) {
  const auto id = static_cast<std::uint32_t>(data_->keys.size());
  data_->keys.push_back(key_place::at(offset, key.size()));
  key_notes_.push_back({hash, 0});
  slots_[slot] = (hash >> 32 << 32) | id;
  return id;
}

void shape_tree::grow_slots() {
  const std::size_t size = slots_.empty() ? 64 : slots_.size() * 2;
  slots_.clear();
  slots_.resize(size, free_slot);
  const std::size_t mask = size - 1;
  for (std::uint32_t id = 0; id < data_->keys.size(); ++id) {
    const std::uint64_t hash = key_notes_[id].hash;
    std::size_t slot = static_cast<std::size_t>(hash) & mask;
    while (slots_[slot] != free_slot) slot = (slot + 1) & mask;
    slots_[slot] = (hash >> 32 << 32) | id;
  }
}

bool shape_tree::advance_id(shape_cursor& cursor, std::uint32_t key_id) {
  std::uint32_t next = find_child(cursor.node, key_id);
  if (next == none) {
    if (is_duplicate(cursor, key_id)) return false;
    next = add_child(cursor.node, key_id);
  }
  cursor.node = next;
  return true;
}

std::uint32_t shape_tree::find_child(std::uint32_t parent,
                                     std::uint32_t key_id) const noexcept {
  const trie_node& p = nodes_[parent];
  for (std::uint32_t c = p.first_child; c != none; c = nodes_[c].next_sibling) {
    if (nodes_[c].key_id == key_id) return c;
  }
  if (p.listed_children < max_listed || transitions_.empty()) return none;
  const std::size_t mask = transitions_.size() - 1;
  std::size_t slot =
      static_cast<std::size_t>(hash_pair(parent, key_id, seed_)) & mask;
  while (transitions_[slot] != none) {
    const trie_node& c = nodes_[transitions_[slot]];
    if (c.parent == parent && c.key_id == key_id) return transitions_[slot];
    slot = (slot + 1) & mask;
  }
  return none;
}

std::uint32_t shape_tree::add_child(std::uint32_t parent,
                                    std::uint32_t key_id) {
  const auto id = static_cast<std::uint32_t>(nodes_.size());
  const std::uint32_t depth = nodes_[parent].depth + 1;
  nodes_.push_back({parent, key_id, none, none, none, depth, 0});
  trie_node& p = nodes_[parent];
  if (p.listed_children < max_listed) {
    ++p.listed_children;
    if (p.first_child == none) {
      p.first_child = id;
    } else {
      // After the first: what followed first is the likely one to come again.
      nodes_[id].next_sibling = nodes_[p.first_child].next_sibling;
      nodes_[p.first_child].next_sibling = id;
    }
    return id;
  }
  if (is_full(transition_count_, transitions_.size())) grow_transitions();
  const std::size_t mask = transitions_.size() - 1;
  std::size_t slot =
      static_cast<std::size_t>(hash_pair(parent, key_id, seed_)) & mask;
  while (transitions_[slot] != none) slot = (slot + 1) & mask;
  transitions_[slot] = id;
  ++transition_count_;
  return id;
}

void shape_tree::grow_transitions() {
  pod_buffer<std::uint32_t> old = std::move(transitions_);
  const std::size_t size = old.empty() ? 64 : old.size() * 2;
  transitions_ = pod_buffer<std::uint32_t>{};
  transitions_.resize(size, none);
  const std::size_t mask = size - 1;
  for (const std::uint32_t id : old) {
    if (id == none) continue;
    std::size_t slot = static_cast<std::size_t>(hash_pair(
                           nodes_[id].parent, nodes_[id].key_id, seed_)) &
                       mask;
    while (transitions_[slot] != none) slot = (slot + 1) & mask;
    transitions_[slot] = id;
  }
}

void shape_tree::advance_fresh(shape_cursor& cursor, std::uint32_t key_id) {
  if (nodes_[cursor.node].depth > max_walk) {
    if (cursor.serial == 0) number_object(cursor);
    // Should the key come again, this tells that it was here: cheaper than an
    // entry in wide_keys_ for every key of a map with a hundred thousand.
    key_notes_[key_id].owner = cursor.serial;
  }
  cursor.node = add_child(cursor.node, key_id);
}

/// From here on the object adds nodes of its own: notes what it has so far.
void shape_tree::number_object(shape_cursor& cursor) {
  cursor.serial = next_serial_++;
  for (std::uint32_t n = cursor.node; n != 0; n = nodes_[n].parent) {
    insert_wide(cursor.serial, nodes_[n].key_id);
  }
}

bool shape_tree::is_duplicate(shape_cursor& cursor, std::uint32_t key_id) {
  if (nodes_[cursor.node].depth <= max_walk) {
    for (std::uint32_t n = cursor.node; n != 0; n = nodes_[n].parent) {
      if (nodes_[n].key_id == key_id) return true;
    }
    return false;
  }
  if (cursor.serial == 0) number_object(cursor);
  return key_notes_[key_id].owner == cursor.serial ||
         !insert_wide(cursor.serial, key_id);
}

bool shape_tree::insert_wide(std::uint32_t serial, std::uint32_t key_id) {
  if (is_full(wide_count_, wide_keys_.size())) grow_wide();
  const std::uint64_t entry =
      (static_cast<std::uint64_t>(serial) << 32) | key_id;
  const std::size_t slot = find_wide(entry);
  if (wide_keys_[slot] == entry) return false;
  wide_keys_[slot] = entry;
  ++wide_count_;
  return true;
}

/// Where an entry stands, or the free slot where it would stand.
std::size_t shape_tree::find_wide(std::uint64_t entry) const noexcept {
  const std::size_t mask = wide_keys_.size() - 1;
  std::size_t slot =
      slot_of(hash_pair(static_cast<std::uint32_t>(entry >> 32),
                        static_cast<std::uint32_t>(entry), seed_),
              mask + 1);
  while (wide_keys_[slot] != empty_wide && wide_keys_[slot] != entry) {
    slot = (slot + 1) & mask;
  }
  return slot;
}

void shape_tree::grow_wide() {
  const pod_buffer<std::uint64_t> old = std::move(wide_keys_);
  const std::size_t size = old.empty() ? 256 : old.size() * 2;
  wide_keys_ = pod_buffer<std::uint64_t>{};
  wide_keys_.resize(size, empty_wide);
  for (const std::uint64_t entry : old) {
    if (entry != empty_wide) wide_keys_[find_wide(entry)] = entry;
  }
}

std::uint32_t shape_tree::make_shape(std::uint32_t leaf) {
  const std::uint32_t count = nodes_[leaf].depth;
  const auto first = static_cast<std::uint32_t>(data_->shape_keys.size());
  data_->shape_keys.resize(data_->shape_keys.size() + count);
  std::uint32_t* slot = data_->shape_keys.end();
  for (std::uint32_t n = leaf; n != 0; n = nodes_[n].parent) {
    *--slot = nodes_[n].key_id;
  }
  const auto id = static_cast<std::uint32_t>(data_->shapes.size());
  data_->shapes.push_back({first, count});
  nodes_[leaf].shape_id = id;
  return id;
}

}  // namespace pith::inline v0::detail
