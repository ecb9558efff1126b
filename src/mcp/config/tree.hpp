// SPDX-License-Identifier: MIT
/// @file
/// A TOML text as a tree that knows where everything stands. Keeps the TOML
/// library, which compiles slowly, in one source file.
#ifndef PITH_MCP_CONFIG_TREE_HPP
#define PITH_MCP_CONFIG_TREE_HPP

#include "mcp/config/configuration.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace pith::mcp {

/// A value. At most `max_configuration_depth` of them stand in one another.
struct configuration_node {
  enum class type : std::uint8_t {
    text,
    integer,
    boolean,
    real,
    list,
    table,
    other,  ///< dates and times: no key takes one
  };
  type what = type::other;
  std::string key{};  ///< in the table around it; empty in a list
  std::size_t key_line = 0;
  std::size_t key_column = 0;
  std::size_t line = 0;  ///< of the value, from 1
  std::size_t column = 0;
  std::string text{};
  std::int64_t integer = 0;
  bool boolean = false;
  double real = 0;
  /// Of a list or a table, in the order of the text.
  std::vector<configuration_node> items{};

  /// The member of a table; null when there is none.
  [[nodiscard]] const configuration_node* find(
      std::string_view name) const noexcept;
};

inline constexpr std::size_t max_configuration_bytes = 1U << 20U;
inline constexpr std::size_t max_configuration_depth = 32;

/// The table of a TOML text, or what is wrong with it: its grammar, its size
/// or its depth.
[[nodiscard]] std::variant<configuration_node, configuration_error>
read_configuration_tree(std::string_view toml);

}  // namespace pith::mcp

#endif  // PITH_MCP_CONFIG_TREE_HPP
