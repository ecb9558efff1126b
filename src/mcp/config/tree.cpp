// SPDX-License-Identifier: MIT
#include "mcp/config/tree.hpp"

// NOLINTBEGIN(readability-identifier-naming): names of the library
#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
// NOLINTEND(readability-identifier-naming)
#include <toml++/toml.h>

#include <algorithm>
#include <utility>

namespace pith::mcp {

namespace {

using type = configuration_node::type;

// The library descends into dotted keys by recursion.
constexpr std::size_t max_dots = 256;

/// Whether something in the text may be a dotted key of very many parts. What
/// ends a key ends the count, in strings too: that only errs to the safe side.
bool has_endless_key(std::string_view toml) {
  std::size_t dots = 0;
  for (const char c : toml) {
    if (c == '.') {
      if (++dots > max_dots) return true;
    } else if (c == '\n' || c == '=' || c == ',' || c == '[' || c == '{') {
      dots = 0;
    }
  }
  return false;
}

struct member {
  const toml::key* key;  // null in a list
  const toml::node* node;
};

/// What stands in a node, in the order of the text; the library sorts keys.
std::vector<member> members_of(const toml::node& node) {
  std::vector<member> members;
  if (const toml::array* const list = node.as_array()) {
    for (const toml::node& item : *list) members.push_back({nullptr, &item});
  } else if (const toml::table* const table = node.as_table()) {
    for (const auto& [key, value] : *table) members.push_back({&key, &value});
    const auto place = [](const member& m) {
      const toml::source_position at = m.key->source().begin;
      return std::pair(at.line, at.column);
    };
    std::stable_sort(members.begin(), members.end(),
                     [place](const member& a, const member& b) {
                       return place(a) < place(b);
                     });
  }
  return members;
}

void copy_scalar(configuration_node& to, const toml::node& from) {
  if (const auto* const text = from.as_string()) {
    to.what = type::text;
    to.text = text->get();
  } else if (const auto* const integer = from.as_integer()) {
    to.what = type::integer;
    to.integer = integer->get();
  } else if (const auto* const boolean = from.as_boolean()) {
    to.what = type::boolean;
    to.boolean = boolean->get();
  } else if (const auto* const real = from.as_floating_point()) {
    to.what = type::real;
    to.real = real->get();
  } else if (from.is_array()) {
    to.what = type::list;
  } else if (from.is_table()) {
    to.what = type::table;
  }
}

void copy_place(configuration_node& to, const member& from) {
  const toml::source_position value = from.node->source().begin;
  to.line = to.key_line = value.line;
  to.column = to.key_column = value.column;
  if (from.key == nullptr) return;
  to.key = from.key->str();
  to.key_line = from.key->source().begin.line;
  to.key_column = from.key->source().begin.column;
}

configuration_error failure(std::size_t line, std::size_t column,
                            std::string what) {
  return {.line = line, .column = column, .what = std::move(what)};
}

/// Copies level by level, without recursion.
std::variant<configuration_node, configuration_error> copy(
    const toml::table& root) {
  struct task {
    configuration_node* to;
    const toml::node* from;
    std::size_t depth;
  };
  configuration_node out;
  out.what = type::table;
  std::vector<task> open{{&out, &root, 0}};
  while (!open.empty()) {
    const task now = open.back();
    open.pop_back();
    if (now.depth > max_configuration_depth) {
      return failure(now.to->line, now.to->column,
                     "values are nested more than 32 levels deep");
    }
    const std::vector<member> members = members_of(*now.from);
    // Never grows again: the tasks point to the items.
    now.to->items.resize(members.size());
    for (std::size_t i = 0; i < members.size(); ++i) {
      configuration_node& item = now.to->items[i];
      copy_place(item, members[i]);
      copy_scalar(item, *members[i].node);
      if (item.what == type::list || item.what == type::table) {
        open.push_back({&item, members[i].node, now.depth + 1});
      }
    }
  }
  return out;
}

}  // namespace

const configuration_node* configuration_node::find(
    std::string_view name) const noexcept {
  const auto found = std::find_if(
      items.begin(), items.end(),
      [name](const configuration_node& n) { return n.key == name; });
  return found == items.end() ? nullptr : &*found;
}

std::variant<configuration_node, configuration_error> read_configuration_tree(
    std::string_view toml) {
  if (toml.size() > max_configuration_bytes) {
    return failure(0, 0, "the configuration is larger than 1 MiB");
  }
  if (has_endless_key(toml)) {
    return failure(0, 0, "a dotted key has more than 256 dots; shorten it");
  }
  const toml::parse_result parsed = toml::parse(toml);
  if (!parsed) {
    const toml::source_position at = parsed.error().source().begin;
    return failure(at.line, at.column,
                   std::string(parsed.error().description()));
  }
  return copy(parsed.table());
}

}  // namespace pith::mcp
