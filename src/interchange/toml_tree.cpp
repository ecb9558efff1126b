// SPDX-License-Identifier: MIT
#include "interchange/toml_tree.hpp"

namespace pith::interchange {

toml_tree::toml_tree(const limits& bounds) : bounds_(bounds) {
  toml_node& root = nodes_.emplace_back();
  root.what = toml_node::type::table;
  root.from = toml_node::origin::header;
  root.depth = 1;
}

void toml_tree::set_text(toml_node_id id, std::string_view text) {
  toml_node& n = nodes_[id];
  n.what = toml_node::type::string;
  n.text_begin = text_.size();
  n.text_size = text.size();
  text_ += text;
}

std::string toml_tree::index_key(toml_node_id table, std::string_view key) {
  std::string out;
  out.reserve(sizeof table + key.size());
  for (unsigned shift = 0; shift < 32; shift += 8) {
    out += static_cast<char>(table >> shift & 0xFF);
  }
  out += key;
  return out;
}

toml_node_id toml_tree::find(toml_node_id table, std::string_view key) const {
  const auto found = index_.find(index_key(table, key));
  return found == index_.end() ? toml_node::none : found->second;
}

result<toml_node_id> toml_tree::add(toml_node_id parent, std::size_t offset) {
  // A text of 4 GiB has fewer nodes than there are numbers.
  if (nodes_[parent].size >= bounds_.max_items) {
    return error{error_code::item_limit, offset,
                 "a container has more items than limits::max_items"};
  }
  const auto id = static_cast<toml_node_id>(nodes_.size());
  nodes_.emplace_back();
  toml_node& above = nodes_[parent];
  if (above.size++ == 0) {
    above.first = id;
  } else {
    nodes_[above.last].next = id;
  }
  above.last = id;
  return id;
}

result<toml_node_id> toml_tree::add_member(toml_node_id table,
                                           std::string_view key,
                                           std::size_t offset) {
  const auto id = add(table, offset);
  if (!id) return id;
  const auto placed = index_.emplace(index_key(table, key), *id).first;
  nodes_[*id].key = std::string_view(placed->first).substr(sizeof table);
  return id;
}

result<toml_node_id> toml_tree::add_element(toml_node_id array,
                                            std::size_t offset) {
  return add(array, offset);
}

result<void> toml_tree::make(toml_node_id id, toml_node_id parent,
                             toml_node::type what, toml_node::origin from,
                             std::size_t offset) {
  const std::uint32_t depth = nodes_[parent].depth + 1;
  if (depth > bounds_.max_depth) {
    return error{error_code::depth_limit, offset,
                 "containers are nested deeper than limits::max_depth"};
  }
  nodes_[id].what = what;
  nodes_[id].from = from;
  nodes_[id].depth = depth;
  return {};
}

}  // namespace pith::interchange
