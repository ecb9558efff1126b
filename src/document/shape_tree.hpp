// SPDX-License-Identifier: MIT
/// @file
/// Finds the shape of an object while its keys are read.
#ifndef PITH_DOCUMENT_SHAPE_TREE_HPP
#define PITH_DOCUMENT_SHAPE_TREE_HPP

#include "document/document_data.hpp"
#include "document/hash.hpp"
#include "document/pod_buffer.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace pith::inline v0::detail {

/// The place of an object under construction in the tree.
struct shape_cursor {
  std::uint32_t node = 0;
  /// Names this object in the table of wide objects' keys; 0 until needed.
  std::uint32_t serial = 0;
};

/// A trie over key sequences ("hidden classes"). An object walks from the root
/// along its keys; where it ends is its shape. An object that repeats the keys
/// of an earlier one costs one comparison per key, with the key that followed
/// last time, and needs no check for duplicates, since the path has had it.
///
/// Used while a document is built; the document keeps only the shapes.
class shape_tree {
 public:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  shape_tree() : seed_(hash_seed()) {}

  /// Starts a new document. `data` must outlive the use of the tree.
  void reset(document_data& data);

  /// About how many bytes it holds beside the document.
  [[nodiscard]] std::size_t content_bytes() const noexcept {
    return nodes_.size() * sizeof(trie_node) +
           key_notes_.size() * sizeof(key_note) +
           (slots_.size() + wide_keys_.size()) * sizeof(std::uint64_t) +
           transitions_.size() * sizeof(std::uint32_t);
  }
  [[nodiscard]] std::size_t node_count() const noexcept {
    return nodes_.size();
  }

  /// The child that a key after `node` most probably leads to, or none.
  [[nodiscard]] std::uint32_t likely_child(std::uint32_t node) const noexcept {
    return nodes_[node].first_child;
  }
  /// The key that leads to `node`, which is not the root.
  [[nodiscard]] std::string_view key_of(std::uint32_t node) const noexcept {
    return data_->key_text(nodes_[node].key_id);
  }
  [[nodiscard]] std::uint32_t key_id_of(std::uint32_t node) const noexcept {
    return nodes_[node].key_id;
  }
  [[nodiscard]] std::uint32_t depth_of(std::uint32_t node) const noexcept {
    return nodes_[node].depth;
  }

  /// Moves along `key`. `place` is called when the document has not seen the
  /// key yet and returns the offset of its text, which by then must stand in
  /// data.text. Returns false, and does not move, on a duplicate key.
  template <class Place>
  [[nodiscard]] bool advance(shape_cursor& cursor, std::string_view key,
                             Place&& place) {
    const std::uint32_t likely = nodes_[cursor.node].first_child;
    if (likely != none && key_of(likely) == key) {
      cursor.node = likely;
      return true;
    }
    if (is_crowded()) grow_slots();
    const std::uint64_t hash = hash_bytes(key, seed_);
    const std::size_t slot = find_slot(key, hash);
    if (slots_[slot] != free_slot) {
      return advance_id(cursor, static_cast<std::uint32_t>(slots_[slot]));
    }
    const std::uint32_t id = add_key(key, place(), hash, slot);
    advance_fresh(cursor, id);
    return true;
  }
  /// Moves along a key that the document has. False on a duplicate key.
  [[nodiscard]] bool advance_id(shape_cursor& cursor, std::uint32_t key_id);

  /// The node after `node` along a key that the path to it does not have.
  [[nodiscard]] std::uint32_t extend(std::uint32_t node, std::uint32_t key_id) {
    const std::uint32_t next = find_child(node, key_id);
    return next != none ? next : add_child(node, key_id);
  }
  /// The node from which `steps` keys lead to `node`. Linear in `steps`.
  [[nodiscard]] std::uint32_t ancestor(std::uint32_t node,
                                       std::uint32_t steps) const noexcept {
    for (; steps != 0; --steps) node = nodes_[node].parent;
    return node;
  }

  [[nodiscard]] std::size_t key_count() const noexcept {
    return data_->keys.size();
  }
  /// The id of a key, or none.
  [[nodiscard]] std::uint32_t find_key(std::string_view key) const noexcept;
  /// The id of a key; `place` as for advance().
  template <class Place>
  [[nodiscard]] std::uint32_t intern(std::string_view key, Place&& place) {
    if (is_crowded()) grow_slots();
    const std::uint64_t hash = hash_bytes(key, seed_);
    const std::size_t slot = find_slot(key, hash);
    if (slots_[slot] != free_slot) {
      return static_cast<std::uint32_t>(slots_[slot]);
    }
    return add_key(key, place(), hash, slot);
  }

  /// The shape of an object that ends at `node`.
  [[nodiscard]] std::uint32_t shape_at(std::uint32_t node) {
    const std::uint32_t known = nodes_[node].shape_id;
    return known != none ? known : make_shape(node);
  }

 private:
  struct trie_node {
    std::uint32_t parent;
    std::uint32_t key_id;
    std::uint32_t first_child;
    std::uint32_t next_sibling;
    std::uint32_t shape_id;
    std::uint32_t depth;
    std::uint16_t listed_children;
  };

  /// Children beyond this many are found by hash, not by walking the list: a
  /// table with a private key in every row has one node with all of them.
  static constexpr std::uint16_t max_listed = 8;
  /// Objects with at most this many keys look for a duplicate key by walking
  /// up; wider ones keep their keys in wide_keys_.
  static constexpr std::uint32_t max_walk = 16;

  [[nodiscard]] std::uint32_t find_child(std::uint32_t parent,
                                         std::uint32_t key_id) const noexcept;
  std::uint32_t add_child(std::uint32_t parent, std::uint32_t key_id);
  [[nodiscard]] bool is_duplicate(shape_cursor& cursor, std::uint32_t key_id);
  std::uint32_t make_shape(std::uint32_t node);
  /// Moves along a key that no object had before: no duplicate is possible.
  void advance_fresh(shape_cursor& cursor, std::uint32_t key_id);
  void number_object(shape_cursor& cursor);
  [[nodiscard]] bool is_crowded() const noexcept {
    return data_->keys.size() * 2 >= slots_.size();
  }
  void grow_slots();
  /// Where `key` stands in slots_, or the free slot where it would stand.
  [[nodiscard]] std::size_t find_slot(std::string_view key,
                                      std::uint64_t hash) const noexcept {
    const std::size_t mask = slots_.size() - 1;
    const std::uint64_t tag = hash >> 32;
    std::size_t slot = static_cast<std::size_t>(hash) & mask;
    while (slots_[slot] != free_slot &&
           (slots_[slot] >> 32 != tag ||
            data_->key_text(static_cast<std::uint32_t>(slots_[slot])) != key)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }
  std::uint32_t add_key(std::string_view key, std::size_t offset,
                        std::uint64_t hash, std::size_t slot);
  void grow_transitions();
  /// False when the pair was there already.
  bool insert_wide(std::uint32_t serial, std::uint32_t key_id);
  [[nodiscard]] std::size_t find_wide(std::uint64_t entry) const noexcept;
  void grow_wide();

  document_data* data_ = nullptr;
  std::uint64_t seed_;
  pod_buffer<trie_node> nodes_;
  struct key_note {
    std::uint64_t hash;
    std::uint32_t owner;  // the numbered object that had the key first, or 0
  };
  static constexpr std::uint64_t free_slot = ~std::uint64_t{0};

  pod_buffer<key_note> key_notes_;  // by key id
  /// Open addressing: the upper half of the hash, then the key id.
  pod_buffer<std::uint64_t> slots_;
  pod_buffer<std::uint32_t> transitions_;  // open addressing: node or none
  std::size_t transition_count_ = 0;
  pod_buffer<std::uint64_t> wide_keys_;  // open addressing: serial, key id
  std::size_t wide_count_ = 0;
  std::uint32_t next_serial_ = 1;
};

}  // namespace pith::inline v0::detail

#endif  // PITH_DOCUMENT_SHAPE_TREE_HPP
