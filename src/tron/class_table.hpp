// SPDX-License-Identifier: MIT
/// @file
/// The classes that a text defines.
#ifndef PITH_TRON_CLASS_TABLE_HPP
#define PITH_TRON_CLASS_TABLE_HPP

#include "document/hash.hpp"
#include "document/pair_map.hpp"
#include "document/pod_buffer.hpp"
#include "document/shape_tree.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pith::inline v0::tron {

/// Holds only what each definition adds to its parent: a chain of a million
/// classes takes a million properties and not their sum. In the tree of
/// shapes a class is the node that its properties lead to.
class class_table {
 public:
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  static constexpr std::size_t no_duplicate = ~std::size_t{0};

  class_table() : seed_(detail::hash_seed()) {}

  void clear();

  /// Begins a class. The name must stay where it is and be new; `parent` is
  /// the number of another class, or none.
  std::uint32_t add(std::string_view name, std::uint32_t parent);
  /// Adds a property of its own to the last class. `offset` is where it
  /// stands in the text.
  void add_property(std::uint32_t key_id, std::size_t offset);

  [[nodiscard]] std::size_t size() const noexcept { return classes_.size(); }
  /// The number of a class, or none.
  [[nodiscard]] std::uint32_t find(std::string_view name) const noexcept;
  /// The same for a name that is one ASCII character.
  [[nodiscard]] std::uint32_t find_letter(char name) const noexcept {
    return letters_[static_cast<unsigned char>(name)];
  }
  /// How many properties a class has, with those that it inherits.
  [[nodiscard]] std::uint32_t width_of(std::uint32_t c) const noexcept {
    return classes_[c].width;
  }
  /// The same of the class that was added last.
  [[nodiscard]] std::uint32_t last_width() const noexcept {
    return classes_.back().width;
  }
  [[nodiscard]] std::uint32_t node_of(std::uint32_t c) const noexcept {
    return classes_[c].node;
  }

  /// Where the first property stands that its class has or inherits already;
  /// `keys` is the number of keys of the document. Linear in what was added.
  [[nodiscard]] std::size_t find_duplicate(std::size_t keys);

  /// Gives each class its node, once there are no duplicates. Linear.
  void lay_out(detail::shape_tree& shapes);

  /// True when a class has or inherits a property. Expected constant time,
  /// but linear in its width the first time that a class is asked for.
  [[nodiscard]] bool has_property(std::uint32_t c, std::uint32_t key_id);

 private:
  struct definition {
    std::string_view name;
    std::uint32_t parent;
    std::uint32_t first_child;   // of the classes that extend this one
    std::uint32_t next_sibling;  // among those
    std::uint32_t first;         // of its own properties
    std::uint32_t count;         // of its own properties
    std::uint32_t width;
    std::uint32_t node;
    bool is_listed;  // in members_
  };
  struct property {
    std::uint32_t key_id;
    std::uint32_t offset;
  };

  [[nodiscard]] std::size_t slot_of(std::string_view name) const noexcept;
  void grow();
  template <class Visit>
  void for_each_on_path(std::uint32_t root, Visit visit) const;

  std::uint64_t seed_;
  detail::pod_buffer<definition> classes_;
  detail::pod_buffer<property> properties_;  // class by class
  detail::pod_buffer<std::uint32_t> slots_;  // open addressing: class or none
  std::array<std::uint32_t, 256> letters_{};
  detail::pod_buffer<std::uint32_t> uses_;  // by key: on the path at hand
  detail::pair_map members_;                // (class, key), where asked for
};

}  // namespace pith::inline v0::tron

#endif  // PITH_TRON_CLASS_TABLE_HPP
