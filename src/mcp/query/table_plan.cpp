// SPDX-License-Identifier: MIT
#include "mcp/query/table_plan.hpp"

#include <pith/builder.hpp>

#include <sqlite3.h>

#include <algorithm>
#include <set>

namespace pith::mcp {

namespace {

constexpr std::uint32_t max_depth = 4;     // objects in objects of one row
constexpr std::uint32_t max_level = 3;     // tables of tables
constexpr std::size_t max_fields = 1'000;  // of rows
constexpr std::size_t max_inside = 50;     // of objects in rows
constexpr std::size_t max_nodes = 256;
constexpr std::size_t few_fields = 12;  // are faster looked at than looked up
constexpr std::size_t max_words = 8;
constexpr std::size_t max_word_bytes = 40;
constexpr std::size_t max_name_bytes = 64;
/// Members of an object that are all objects: so many are rows.
constexpr std::size_t min_keyed_rows = 8;

std::string lower(std::string_view name) {
  std::string out(name);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

/// A key as (a part of) a name: short, in one line.
std::string name_part(std::string_view key) {
  if (key.size() > max_name_bytes) {
    std::size_t end = max_name_bytes;
    while (end > 0 && (static_cast<unsigned char>(key[end]) & 0xC0U) == 0x80U) {
      --end;
    }
    key = key.substr(0, end);
  }
  std::string out(key);
  for (char& c : out) {
    if (static_cast<unsigned char>(c) < 0x20U || c == 0x7F) c = '_';
  }
  return out.empty() ? std::string("_") : out;
}

/// Names that are taken; the same in another case is the same to SQL.
class name_list {
 public:
  std::string take(std::string name) {
    if (taken_.insert(lower(name)).second) return name;
    for (std::size_t i = 2;; ++i) {
      std::string other = name;
      other.append("_").append(std::to_string(i));
      if (taken_.insert(lower(other)).second) return other;
    }
  }

 private:
  std::set<std::string> taken_{};
};

bool is_object(value v) noexcept { return v.type() == kind::object; }

}  // namespace

void column_facts::add_text(std::string_view text) {
  ++texts;
  long_texts += text.size() > max_cell_bytes ? 1U : 0U;
  if (texts == 1 || text < least_text) least_text = text;
  if (texts == 1 || text > most_text) most_text = text;
  if (has_many_words) return;
  for (auto& [word, count] : words) {
    if (word != text) continue;
    ++count;
    return;
  }
  if (words.size() == max_words || text.size() > max_word_bytes) {
    has_many_words = true;
    words.clear();
  } else {
    words.emplace_back(text, 1);
  }
}

void column_facts::add(value v) {
  switch (v.type()) {
    case kind::null:
      ++nulls;
      break;
    case kind::boolean:
      ++booleans;
      break;
    case kind::integer: {
      const std::int64_t n = v.get_integer().value_or(0);
      if (integers == 0 || n < least_integer) least_integer = n;
      if (integers == 0 || n > most_integer) most_integer = n;
      ++integers;
      break;
    }
    case kind::real: {
      const double x = v.get_double().value_or(0);
      if (reals == 0 || x < least_real) least_real = x;
      if (reals == 0 || x > most_real) most_real = x;
      ++reals;
      break;
    }
    case kind::string:
      add_text(v.get_string().value_or(std::string_view{}));
      break;
    case kind::array:
      ++arrays;
      break;
    case kind::object:
      ++objects;
      break;
  }
}

std::uint32_t plan_node::find(std::string_view key, std::uint32_t hint) const {
  if (hint < fields.size() && fields[hint].key == key) return hint;
  if (fields.size() > few_fields) {
    const auto found = by_key.find(key);
    return found == by_key.end() ? no_index : found->second;
  }
  for (std::uint32_t i = 0; i < fields.size(); ++i) {
    if (fields[i].key == key) return i;
  }
  return no_index;
}

std::optional<table_plan> table_plan::of(
    value root, std::span<const std::string_view> path) {
  table_plan out;
  if (!out.find_rows(root, path)) return std::nullopt;
  out.find_beside(root, path);
  const std::uint32_t top = out.add_node(0, 0);
  for (const value row : out.rows_) out.scan(row, top);
  std::uint32_t aside = no_index;
  if (const auto beside = out.beside()) {
    aside = out.add_node(0, max_level);
    out.scan(*beside, aside);
  }
  out.plan_tables(top, "t", no_index);
  out.tables_.front().has_key = !out.keys_.empty();
  if (aside != no_index) out.plan_tables(aside, "t_beside", no_index);
  for (std::uint32_t i = 0; i < out.tables_.size(); ++i) out.plan_columns(i);
  return out;
}

bool table_plan::find_rows(value root, std::span<const std::string_view> path) {
  value place = root;
  for (const std::string_view key : path) {
    const auto inside = place.find(key);
    if (!inside) return false;
    place = *inside;
  }
  if (const auto elements = place.get_array()) {
    rows_.reserve(elements->size());
    for (const value each : *elements) rows_.push_back(each);
    return !rows_.empty();
  }
  const auto members = place.get_object();
  if (!members || members->empty()) return false;
  bool is_keyed = members->size() >= min_keyed_rows;
  for (const member m : *members) is_keyed = is_keyed && is_object(m.value);
  if (!is_keyed) {
    rows_.push_back(place);
    return true;
  }
  for (const member m : *members) {
    rows_.push_back(m.value);
    keys_.push_back(m.key);
  }
  return true;
}

/// The value without what is at `path`.
void table_plan::find_beside(value root,
                             std::span<const std::string_view> path) {
  builder out;
  std::vector<std::pair<value, std::string_view>> open;
  value at = root;
  std::size_t others = 0;
  for (const std::string_view key : path) {
    open.emplace_back(at, key);
    others += at.members().size() - 1;
    at = *at.find(key);
  }
  if (others == 0) return;
  // What is nearest the rows says most of them, so it comes first.
  out.begin_object();
  std::set<std::string_view> seen;
  for (std::size_t i = open.size(); i-- > 0;) {
    for (const member m : open[i].first.members()) {
      if (m.key == open[i].second || !seen.insert(m.key).second) continue;
      out.key(m.key).copy(m.value);
    }
  }
  out.end_object();
  auto made = out.finish();
  if (made) beside_ = std::move(*made);
}

std::optional<value> table_plan::beside() const noexcept {
  const value root = beside_.root();
  if (!is_object(root)) return std::nullopt;
  return root;
}

std::uint64_t table_plan::row_count() const noexcept {
  std::uint64_t sum = 0;
  for (const plan_table& each : tables_) sum += each.rows;
  return sum;
}

std::uint32_t table_plan::add_node(std::uint32_t depth, std::uint32_t level) {
  plan_node& made = nodes_.emplace_back();
  made.depth = depth;
  made.level = level;
  made.is_row = depth == 0;
  bare_.emplace_back();
  return static_cast<std::uint32_t>(nodes_.size() - 1);
}

void table_plan::scan(value row, std::uint32_t node) {
  open_.clear();
  open_.push_back({row, node});
  // What is found on the way is added at the end.
  std::size_t done = 0;
  while (done < open_.size()) {
    const part next = open_[done++];
    ++nodes_[next.node].count;
    if (is_object(next.what)) {
      scan_members(next);
    } else {
      bare_[next.node].facts.add(next.what);
    }
  }
}

void table_plan::scan_members(const part& object) {
  std::uint32_t hint = 0;
  for (const member m : object.what.members()) {
    plan_node& node = nodes_[object.node];
    std::uint32_t found = node.find(m.key, hint);
    if (found == no_index) {
      if (node.fields.size() >= (node.is_row ? max_fields : max_inside)) {
        node.is_wide = true;
        continue;
      }
      found = static_cast<std::uint32_t>(node.fields.size());
      node.by_key.emplace(m.key, found);
      node.fields.emplace_back().key = m.key;
    }
    hint = found + 1;
    plan_field& field = node.fields[found];
    field.facts.add(m.value);
    if (is_object(m.value)) {
      if (node.depth + 1 >= max_depth) continue;
      if (field.inside == no_index && nodes_.size() < max_nodes) {
        const std::uint32_t made = add_node(node.depth + 1, node.level);
        nodes_[object.node].fields[found].inside = made;
      }
      const std::uint32_t inside = nodes_[object.node].fields[found].inside;
      if (inside != no_index) open_.push_back({m.value, inside});
    } else if (m.value.type() == kind::array) {
      scan_array(m.value, object.node, found);
    }
  }
}

void table_plan::scan_array(value array, std::uint32_t node,
                            std::uint32_t field) {
  const array_view elements = array.elements();
  if (elements.empty()) return;
  for (const value each : elements) {
    if (is_object(each)) continue;
    nodes_[node].fields[field].has_other_arrays = true;
    return;
  }
  if (nodes_[node].level >= max_level) return;
  if (nodes_[node].fields[field].rows == no_index) {
    if (nodes_.size() >= max_nodes) return;
    const std::uint32_t made = add_node(0, nodes_[node].level + 1);
    nodes_[node].fields[field].rows = made;
  }
  const std::uint32_t rows = nodes_[node].fields[field].rows;
  for (const value each : elements) open_.push_back({each, rows});
}

field_use table_plan::use_of(const plan_field& field) const {
  const column_facts& facts = field.facts;
  if (facts.scalars() != 0) return field_use::column;
  if (facts.objects != 0 && facts.arrays == 0 && field.inside != no_index &&
      !nodes_[field.inside].is_wide && !nodes_[field.inside].fields.empty()) {
    return field_use::inside;
  }
  if (facts.arrays != 0 && facts.objects == 0 && !field.has_other_arrays &&
      field.rows != no_index) {
    return field_use::table;
  }
  return field_use::column;
}

/// A table, and those of its arrays. The names of columns come later.
void table_plan::plan_tables(std::uint32_t node, std::string name,
                             std::uint32_t parent) {
  struct open_table {
    std::uint32_t node;
    std::string name;
    std::uint32_t parent;
  };
  struct open_node {
    std::uint32_t node;
    std::string prefix;
  };
  std::vector<open_table> tables{{node, std::move(name), parent}};
  name_list names;
  for (const plan_table& each : tables_) names.take(each.name);
  for (std::size_t i = 0; i < tables.size(); ++i) {
    const open_table next = tables[i];
    const auto made = static_cast<std::uint32_t>(tables_.size());
    plan_table& table = tables_.emplace_back();
    table.name = names.take(next.name);
    table.node = next.node;
    table.parent = next.parent;
    table.rows = nodes_[next.node].count;
    std::vector<open_node> inside{{next.node, table.name}};
    for (std::size_t k = 0; k < inside.size(); ++k) {
      const open_node at = inside[k];
      for (plan_field& field : nodes_[at.node].fields) {
        field.use = use_of(field);
        std::string own = at.prefix;
        own.append("_").append(name_part(field.key));
        if (field.use == field_use::inside) {
          inside.push_back({field.inside, std::move(own)});
        } else if (field.use == field_use::table) {
          if (tables.size() >= max_tables) {
            field.use = field_use::column;
            continue;
          }
          field.index = static_cast<std::uint32_t>(tables_.size() - 1 - i +
                                                   tables.size());
          tables_[made].has_children = true;
          tables.push_back({field.rows, std::move(own), made});
        }
      }
    }
  }
}

void table_plan::place_field(std::uint32_t table, plan_field& field,
                             std::string name) {
  plan_table& into = tables_[table];
  if (into.columns.size() >= max_columns) {
    into.has_rest = true;
    field.use = field_use::rest;
    field.rest_key = std::move(name);
    return;
  }
  field.index = static_cast<std::uint32_t>(into.columns.size());
  into.columns.push_back({std::move(name), &field});
}

void table_plan::plan_columns(std::uint32_t table) {
  struct open_field {
    plan_field* field;
    std::string name;
  };
  name_list names;
  for (const char* const own : {"_row", "_parent", "_key", "_rest"}) {
    names.take(own);
  }
  const std::uint32_t top = tables_[table].node;
  std::vector<open_field> open;
  const auto push = [&](std::uint32_t node, std::string_view prefix) {
    // The last is taken first.
    std::vector<plan_field>& fields = nodes_[node].fields;
    for (std::size_t i = fields.size(); i-- > 0;) {
      std::string name(prefix);
      name.append(name_part(fields[i].key));
      open.push_back({&fields[i], std::move(name)});
    }
  };
  push(top, {});
  while (!open.empty()) {
    open_field next = std::move(open.back());
    open.pop_back();
    if (next.field->use == field_use::inside) {
      push(next.field->inside, next.name + "_");
    } else if (next.field->use == field_use::column) {
      place_field(table, *next.field, names.take(std::move(next.name)));
    }
  }
  const column_facts& bare = bare_[top].facts;
  if (bare.scalars() + bare.nulls + bare.arrays != 0) {
    place_field(table, bare_[top], names.take("value"));
    tables_[table].value_column =
        bare_[top].use == field_use::rest ? no_index : bare_[top].index;
  }
  if (nodes_[top].is_wide) tables_[table].has_rest = true;
}

std::string sql_name(std::string_view name) {
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  const bool is_plain = !name.empty() && is_letter(name.front()) &&
                        std::all_of(name.begin(), name.end(), [&](char c) {
                          return is_letter(c) || (c >= '0' && c <= '9');
                        });
  if (is_plain &&
      sqlite3_keyword_check(name.data(), static_cast<int>(name.size())) == 0) {
    return std::string(name);
  }
  std::string out = "\"";
  for (const char c : name) {
    if (c == '"') out.push_back('"');
    out.push_back(c);
  }
  return out.append("\"");
}

}  // namespace pith::mcp
