// SPDX-License-Identifier: MIT
/// @file
/// The tables of a TOML text while it is read. A header may reach into any
/// table that came before it, so they are all kept until the end.
#ifndef PITH_INTERCHANGE_TOML_TREE_HPP
#define PITH_INTERCHANGE_TOML_TREE_HPP

#include <pith/limits.hpp>
#include <pith/result.hpp>

#include "interchange/key_hash.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace pith::interchange {

using toml_node_id = std::uint32_t;

struct toml_node {
  static constexpr toml_node_id none = ~toml_node_id{0};

  enum class type : std::uint8_t {
    boolean,
    integer,
    real,
    string,
    array,   ///< `[1, 2]`: complete where it stands
    tables,  ///< `[[x]]`: an array that later headers add to
    table,
  };
  /// How a table came to be, which decides who may add to it.
  enum class origin : std::uint8_t {
    passed,  ///< a header named something inside it
    header,  ///< `[x]`, or one of `[[x]]`
    dotted,  ///< `x.y = 1`
    closed,  ///< `x = {}`
  };

  type what = type::boolean;
  origin from = origin::closed;
  bool boolean = false;
  std::uint32_t depth = 0;    ///< of a container: how many, with this one
  std::uint32_t section = 0;  ///< of a dotted table: where it may still grow
  std::uint32_t size = 0;     ///< children
  toml_node_id first = none;
  toml_node_id last = none;
  toml_node_id next = none;  ///< sibling
  union {
    std::int64_t integer = 0;
    double real;
  };
  std::string_view key{};      ///< points into the index
  std::size_t text_begin = 0;  ///< of a string, in the tree's text
  std::size_t text_size = 0;

  [[nodiscard]] bool is_container() const noexcept {
    return what >= type::array;
  }
};

/// Nodes by number; 0 is the root table.
class toml_tree {
 public:
  explicit toml_tree(const limits& bounds);

  [[nodiscard]] toml_node& at(toml_node_id id) { return nodes_[id]; }
  [[nodiscard]] const toml_node& at(toml_node_id id) const {
    return nodes_[id];
  }
  [[nodiscard]] std::string_view text_of(const toml_node& n) const {
    return std::string_view(text_).substr(n.text_begin, n.text_size);
  }
  void set_text(toml_node_id id, std::string_view text);

  /// The member of a table; none when it has none of this key.
  [[nodiscard]] toml_node_id find(toml_node_id table,
                                  std::string_view key) const;
  /// A new last child; item_limit at `offset`. The key must be new.
  [[nodiscard]] result<toml_node_id> add_member(toml_node_id table,
                                                std::string_view key,
                                                std::size_t offset);
  [[nodiscard]] result<toml_node_id> add_element(toml_node_id array,
                                                 std::size_t offset);
  /// Makes a container of a new node; depth_limit at `offset`.
  [[nodiscard]] result<void> make(toml_node_id id, toml_node_id parent,
                                  toml_node::type what, toml_node::origin from,
                                  std::size_t offset);

 private:
  [[nodiscard]] result<toml_node_id> add(toml_node_id parent,
                                         std::size_t offset);
  [[nodiscard]] static std::string index_key(toml_node_id table,
                                             std::string_view key);

  limits bounds_;
  std::vector<toml_node> nodes_;
  std::string text_;
  // Keys after the number of their table. Its own keys never move.
  std::unordered_map<std::string, toml_node_id, key_hash> index_;
};

}  // namespace pith::interchange

#endif  // PITH_INTERCHANGE_TOML_TREE_HPP
