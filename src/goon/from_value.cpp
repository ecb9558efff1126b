// SPDX-License-Identifier: MIT
#include <pith/goon.hpp>
#include <pith/json.hpp>

#include <algorithm>
#include <charconv>
#include <utility>

namespace pith::inline v0::goon {

namespace {

error wrong(const char* detail) {
  return {error_code::invalid_payload, 0, detail};
}

/// The member of an object; nothing for null.
std::optional<value> find(value v, std::string_view key) {
  const auto found = v.find(key);
  return found && !found->is_null() ? found : std::nullopt;
}

result<void> read_text(value v, std::string_view key, std::string& into,
                       const char* detail) {
  const auto found = find(v, key);
  const auto text = found ? found->get_string() : std::nullopt;
  if (!text) return wrong(detail);
  into = *text;
  return {};
}

result<void> read_text(value v, std::string_view key,
                       std::optional<std::string>& into) {
  const auto found = find(v, key);
  if (!found) return {};
  return read_text(v, key, into.emplace(),
                   "a target, property or entity must be a string");
}

/// An integer, or its decimal digits as a string.
std::optional<std::int64_t> as_id(value v) {
  if (const auto number = v.get_integer()) return number;
  const auto digits = v.get_string();
  if (!digits) return std::nullopt;
  std::int64_t id = 0;
  const char* const last = digits->data() + digits->size();
  const auto read = std::from_chars(digits->data(), last, id);
  if (read.ec != std::errc{} || read.ptr != last) return std::nullopt;
  return id;
}

result<void> read_id(value v, std::string_view key, std::int64_t& into) {
  const auto found = find(v, key);
  const auto id = found ? as_id(*found) : std::nullopt;
  if (!id)
    return wrong("an id must be an integer, or a string that contains one");
  into = *id;
  return {};
}

result<void> read_id(value v, std::string_view key,
                     std::optional<std::int64_t>& into) {
  if (!find(v, key)) return {};
  return read_id(v, key, into.emplace());
}

result<scalar> read_scalar(value v) {
  if (v.is_null()) return scalar{};
  if (const auto truth = v.get_boolean()) return scalar(*truth);
  if (const auto number = v.get_integer()) return scalar(*number);
  if (const auto number = v.get_double()) return scalar(*number);
  if (const auto text = v.get_string()) return scalar(std::string(*text));
  auto text = json::write(v);
  if (!text) return text.error();
  return scalar(json_text{std::move(*text)});
}

/// All members but those that are called `type` and `id`.
result<void> read_properties(const object_view& members,
                             std::vector<property>& into) {
  into.reserve(members.size());
  for (const member m : members) {
    if (m.key == "type" || m.key == "id") continue;
    auto read = read_scalar(m.value);
    if (!read) return read.error();
    into.push_back({std::string(m.key), std::move(*read)});
  }
  return {};
}

result<void> read_node(value v, node& into) {
  const auto members = v.get_object();
  if (!members) return wrong("a node must be an object");
  if (const auto good =
          read_text(v, "type", into.type, "a node must have a type");
      !good) {
    return good;
  }
  if (const auto good = read_id(v, "id", into.id); !good) return good;
  return read_properties(*members, into.properties);
}

result<void> read_edge(value v, edge& into) {
  if (v.type() != kind::object) return wrong("an edge must be an object");
  constexpr const char* rule = "an edge must have from, to and type";
  for (const auto& [key, place] :
       {std::pair("from", &into.from), std::pair("to", &into.to),
        std::pair("type", &into.type)}) {
    if (const auto good = read_text(v, key, *place, rule); !good) return good;
  }
  for (const auto& [key, place] :
       {std::pair("from_id", &into.from_id), std::pair("to_id", &into.to_id)}) {
    if (const auto good = read_id(v, key, *place); !good) return good;
  }
  for (const auto& [key, place] :
       {std::pair("depth", &into.depth), std::pair("path_id", &into.path_id),
        std::pair("step", &into.step)}) {
    if (const auto good = read_id(v, key, *place); !good) return good;
  }
  return {};
}

result<void> read_column(value v, column& into) {
  constexpr const char* rule = "a column must have a name and a function";
  if (v.type() != kind::object) return wrong(rule);
  if (const auto good = read_text(v, "name", into.name, rule); !good) {
    return good;
  }
  if (const auto good = read_text(v, "function", into.function, rule); !good) {
    return good;
  }
  if (const auto good = read_text(v, "target", into.target); !good) return good;
  return read_text(v, "property", into.property);
}

result<void> read_group(value v, group_column& into) {
  constexpr const char* rule = "a group column must have a name and a kind";
  if (v.type() != kind::object) return wrong(rule);
  if (const auto good = read_text(v, "name", into.name, rule); !good) {
    return good;
  }
  if (const auto good = read_text(v, "kind", into.kind, rule); !good) {
    return good;
  }
  if (find(v, "node")) {
    const auto good =
        read_text(v, "node", into.node, "a node must have a name");
    if (!good) return good;
  }
  if (const auto good = read_text(v, "property", into.property); !good) {
    return good;
  }
  return read_text(v, "entity", into.entity);
}

/// An object with a type and an id, before its properties are read.
std::optional<node> as_node(value v) {
  const auto type = v.find("type");
  const auto id = v.find("id");
  if (!type || !id) return std::nullopt;
  const auto name = type->get_string();
  const auto number = as_id(*id);
  if (!name || !number) return std::nullopt;
  return node{std::string(*name), *number};
}

result<void> read_cell(value v, bool may_be_node, cell& into) {
  const auto members = v.get_object();
  auto lifted = may_be_node ? as_node(v) : std::nullopt;
  if (!members || !lifted) {
    auto read = read_scalar(v);
    if (!read) return read.error();
    into.value = std::move(*read);
    return {};
  }
  const auto inner = v.find("properties");
  const auto properties = inner ? inner->get_object() : std::nullopt;
  const auto done =
      read_properties(properties ? *properties : *members, lifted->properties);
  into.value = std::move(*lifted);
  return done;
}

/// Gives each element of the array `key` to `read`; whether there is one.
template <class Read>
result<bool> read_list(value v, std::string_view key, const char* detail,
                       Read read) {
  const auto found = find(v, key);
  if (!found) return false;
  const auto list = found->get_array();
  if (!list) return wrong(detail);
  for (const value each : *list) {
    if (const result<void> good = read(each); !good) return good.error();
  }
  return true;
}

result<void> read_rows(value v, graph_response& into) {
  std::vector<std::string_view> nodes;
  for (const group_column& by : into.group_columns) {
    if (by.kind == "node") nodes.push_back(by.name);
  }
  std::sort(nodes.begin(), nodes.end());
  std::vector<row> rows;
  const auto found = read_list(
      v, "rows", "rows must be an array", [&](value each) -> result<void> {
        const auto members = each.get_object();
        if (!members) return wrong("a row must be an object");
        row& made = rows.emplace_back();
        for (const member m : *members) {
          cell& c = made.emplace_back();
          c.key = m.key;
          const bool may_be_node =
              std::binary_search(nodes.begin(), nodes.end(), m.key);
          if (const auto good = read_cell(m.value, may_be_node, c); !good) {
            return good;
          }
        }
        return {};
      });
  if (!found) return found.error();
  if (*found) into.rows = std::move(rows);
  return {};
}

result<void> read_pagination(value v, graph_response& into) {
  const auto found = find(v, "pagination");
  if (!found) return {};
  pagination& made = into.pagination.emplace();
  const auto more = find(*found, "has_more");
  const auto total = find(*found, "total_rows");
  const auto is_more = more ? more->get_boolean() : std::optional(false);
  const auto rows = total ? total->get_integer() : std::nullopt;
  if (!is_more || !rows || *rows < 0) {
    return wrong("pagination must have total_rows and perhaps has_more");
  }
  made = {*is_more, static_cast<std::uint64_t>(*rows)};
  return {};
}

}  // namespace

result<graph_response> from_value(value v) {
  graph_response made;
  if (const auto good = read_text(v, "query_type", made.query_type,
                                  "a response must have a query_type");
      !good) {
    return good.error();
  }
  const auto nodes = read_list(
      v, "nodes", "nodes must be an array",
      [&](value each) { return read_node(each, made.nodes.emplace_back()); });
  if (!nodes) return nodes.error();
  const auto edges = read_list(
      v, "edges", "edges must be an array",
      [&](value each) { return read_edge(each, made.edges.emplace_back()); });
  if (!edges) return edges.error();
  const auto columns =
      read_list(v, "columns", "columns must be an array", [&](value each) {
        return read_column(each, made.columns.emplace_back());
      });
  if (!columns) return columns.error();
  const auto groups = read_list(
      v, "group_columns", "group_columns must be an array", [&](value each) {
        return read_group(each, made.group_columns.emplace_back());
      });
  if (!groups) return groups.error();
  if (const auto good = read_rows(v, made); !good) return good.error();
  if (const auto good = read_pagination(v, made); !good) return good.error();
  return made;
}

}  // namespace pith::inline v0::goon
