// SPDX-License-Identifier: MIT
// Path columns: `"customer>name"` is the member `name` of the nested object
// `customer` (section 7.4.6.2). The columns of a header span a tree; its
// groups become nested objects at the place of their first column.
#include "gcf/rows/layout.hpp"

#include <bit>

namespace pith::inline v0::gcf::decoding {

namespace {

constexpr std::uint32_t root = 0;

}  // namespace

bool layout_store::build_paths(source& text, const field_name* names,
                               layout& made) {
  nodes_.clear();
  nodes_.push_back({no_index,
                    no_index,
                    no_index,
                    no_index,
                    no_index,
                    no_index,
                    0,
                    0,
                    0,
                    0,
                    {}});
  bool is_good = true;
  for (std::uint32_t i = 0; is_good && i < made.cell_count; ++i) {
    is_good = add_path(text, names[i], i);
  }
  if (is_good) list_path_steps(made);
  node_base_ += static_cast<std::uint32_t>(nodes_.size());
  return is_good;
}

bool layout_store::add_path(source& text, const field_name& name,
                            std::uint32_t column) {
  std::uint32_t node = root;
  std::string_view rest = name.text;
  if (name.is_path) {
    for (std::size_t cut; (cut = rest.find('>')) != std::string_view::npos;
         rest.remove_prefix(cut + 1)) {
      if (!add_segment(text, rest.substr(0, cut), node, false)) {
        text.fail(error_code::duplicate_field_name, name.at,
                  "a field cannot be both a value and an object of values");
        return false;
      }
    }
  }
  if (!add_segment(text, rest, node, true)) {
    text.fail(error_code::duplicate_field_name, name.at,
              "a field name may be declared once, as a value or as an object");
    return false;
  }
  nodes_[node].column = column;
  return true;
}

/// Goes from `node` to its child `key`, which is made unless it is a group
/// that is there. False when something else has the name.
bool layout_store::add_segment(source& text, std::string_view key,
                               std::uint32_t& node, bool is_leaf) {
  const std::uint32_t key_id =
      shapes_->intern(key, [&] { return text.offset_of(key.data()); });
  const std::uint32_t known = children_.find(node_base_ + node, key_id);
  if (known != no_index) {
    node = known - node_base_;
    return !is_leaf && nodes_[node].column == no_index;
  }
  const auto child = static_cast<std::uint32_t>(nodes_.size());
  children_.set(node_base_ + node, key_id, node_base_ + child);
  path_node& parent = nodes_[node];
  const std::uint32_t from = parent.cursor.node;
  // Succeeds: the names of the siblings are in children_.
  static_cast<void>(shapes_->advance_id(parent.cursor, key_id));
  const std::uint32_t to = parent.cursor.node;
  const std::uint32_t depth = parent.depth + 1;
  if (parent.last_child == no_index) {
    parent.first_child = child;
  } else {
    nodes_[parent.last_child].next_sibling = child;
  }
  parent.last_child = child;
  nodes_.push_back({key_id,
                    node,
                    no_index,
                    no_index,
                    no_index,
                    no_index,
                    0,
                    depth,
                    from,
                    to,
                    {}});
  node = child;
  return true;
}

/// Walks the tree in document order, without recursion: paths may be as long
/// as a line.
void layout_store::list_path_steps(layout& made) {
  std::uint32_t next_column = 0;
  std::uint32_t node = nodes_[root].first_child;
  while (node != root) {
    path_node& n = nodes_[node];
    const bool is_top = n.parent == root;
    if (n.column == no_index) {
      if (made.group_depth < n.depth) made.group_depth = n.depth;
      steps_.push_back(
          {n.key_id, 0, 0, 0, step_kind::open_group, is_top, 0, 0, 0});
      node = n.first_child;
      continue;
    }
    steps_.push_back(
        {n.key_id, n.from, n.to, n.column, step_kind::cell, is_top, 0, 0, 0});
    made.is_scattered = made.is_scattered || n.column != next_column;
    ++next_column;
    n.cells = 1;
    // On to the next sibling, or to that of the nearest group that has one.
    for (;;) {
      const path_node& done = nodes_[node];
      nodes_[done.parent].cells += done.cells;
      if (done.next_sibling != no_index) {
        node = done.next_sibling;
        break;
      }
      node = done.parent;
      if (node == root) break;
      const path_node& group = nodes_[node];
      steps_.push_back({group.key_id, group.from, group.to, group.cells,
                        step_kind::close_group, group.parent == root,
                        group.cursor.node, 0, 0});
    }
  }
  made.step_count = static_cast<std::uint32_t>(steps_.size() - made.first_step);
  made.full_node = nodes_[root].cursor.node;
}

/// Notes, one bit per cell, where groups open and close and what is in them.
void layout_store::note_groups(layout& made) {
  struct contents {
    std::uint64_t cells = 0;
    std::uint64_t direct_cells = 0;
  };
  contents open[max_memo_depth + 1];
  contents* inner = open;  // the row itself
  std::uint64_t next = 1;  // the cell that comes next
  for (std::uint32_t i = 0; i < made.step_count; ++i) {
    step& s = steps_[made.first_step + i];
    switch (s.kind) {
      case step_kind::cell:
        inner->cells |= next;
        inner->direct_cells |= next;
        next += next;
        break;
      case step_kind::open_group:
        made.opening |= next;
        *++inner = {};
        break;
      case step_kind::close_group:
        s.cells = inner->cells;
        s.direct_cells = inner->direct_cells;
        --inner;
        inner->cells |= s.cells;
        // The last cell before; there may be no next one.
        made.closing |= std::bit_floor(s.cells);
        break;
    }
  }
  made.direct_cells = inner->direct_cells;
}

}  // namespace pith::inline v0::gcf::decoding
