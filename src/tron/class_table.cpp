// SPDX-License-Identifier: MIT
#include "tron/class_table.hpp"

#include <algorithm>

namespace pith::inline v0::tron {

void class_table::clear() {
  classes_.clear();
  properties_.clear();
  slots_.clear();
  letters_.fill(none);
  members_.clear();
}

std::uint32_t class_table::add(std::string_view name, std::uint32_t parent) {
  if (classes_.size() * 2 >= slots_.size()) grow();
  const auto number = static_cast<std::uint32_t>(classes_.size());
  definition made{name, parent, none, none, 0, 0, 0, 0, false};
  made.first = static_cast<std::uint32_t>(properties_.size());
  if (parent != none) {
    made.width = classes_[parent].width;
    made.next_sibling = classes_[parent].first_child;
    classes_[parent].first_child = number;
  }
  classes_.push_back(made);
  slots_[slot_of(name)] = number;
  if (name.size() == 1) letters_[static_cast<unsigned char>(name[0])] = number;
  return number;
}

void class_table::add_property(std::uint32_t key_id, std::size_t offset) {
  properties_.push_back({key_id, static_cast<std::uint32_t>(offset)});
  ++classes_.back().count;
  ++classes_.back().width;
}

std::uint32_t class_table::find(std::string_view name) const noexcept {
  return slots_.empty() ? none : slots_[slot_of(name)];
}

/// Where the class of a name stands, or where it would.
std::size_t class_table::slot_of(std::string_view name) const noexcept {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot =
      static_cast<std::size_t>(detail::hash_bytes(name, seed_)) & mask;
  while (slots_[slot] != none && classes_[slots_[slot]].name != name) {
    slot = (slot + 1) & mask;
  }
  return slot;
}

void class_table::grow() {
  const std::size_t size = std::max<std::size_t>(64, slots_.size() * 2);
  slots_.clear();
  slots_.resize(size, none);
  for (std::uint32_t c = 0; c < classes_.size(); ++c) {
    slots_[slot_of(classes_[c].name)] = c;
  }
}

/// Walks the classes that extend `root`, itself first: visit(class, true) on
/// the way down and visit(class, false) on the way up, so that what is between
/// the two is the path of ancestors.
template <class Visit>
void class_table::for_each_on_path(std::uint32_t root, Visit visit) const {
  std::uint32_t c = root;
  for (;;) {
    visit(classes_[c], true);
    if (classes_[c].first_child != none) {
      c = classes_[c].first_child;
      continue;
    }
    while (c != root && classes_[c].next_sibling == none) {
      visit(classes_[c], false);
      c = classes_[c].parent;
    }
    visit(classes_[c], false);
    if (c == root) return;
    c = classes_[c].next_sibling;
  }
}

std::size_t class_table::find_duplicate(std::size_t keys) {
  uses_.clear();
  uses_.resize(keys, 0);
  std::size_t first = no_duplicate;
  const auto visit = [&](const definition& of, bool is_down) {
    for (std::uint32_t i = of.first; i != of.first + of.count; ++i) {
      const property& each = properties_[i];
      if (!is_down) {
        --uses_[each.key_id];
      } else if (uses_[each.key_id]++ != 0) {
        first = std::min<std::size_t>(first, each.offset);
      }
    }
  };
  for (std::uint32_t c = 0; c < classes_.size(); ++c) {
    if (classes_[c].parent == none) for_each_on_path(c, visit);
  }
  return first;
}

void class_table::lay_out(detail::shape_tree& shapes) {
  // Parents stand before their children.
  for (definition& each : classes_) {
    std::uint32_t node = each.parent == none ? 0 : classes_[each.parent].node;
    for (std::uint32_t i = each.first; i != each.first + each.count; ++i) {
      node = shapes.extend(node, properties_[i].key_id);
    }
    each.node = node;
  }
}

bool class_table::has_property(std::uint32_t c, std::uint32_t key_id) {
  definition& of = classes_[c];
  if (!of.is_listed) {
    of.is_listed = true;
    for (std::uint32_t from = c; from != none; from = classes_[from].parent) {
      const definition& each = classes_[from];
      for (std::uint32_t i = each.first; i != each.first + each.count; ++i) {
        members_.set(c, properties_[i].key_id, 0);
      }
    }
  }
  return members_.find(c, key_id) == 0;
}

}  // namespace pith::inline v0::tron
