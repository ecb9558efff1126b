// SPDX-License-Identifier: MIT
#include "mcp/changes/keyed_rows.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace pith::mcp {

namespace {

/// Names of fields that usually tell rows apart; tried first, in this order.
constexpr std::array<std::string_view, 12> usual_keys{
    "id",   "_id",    "uuid", "guid", "key",  "sha",
    "path", "number", "uri",  "url",  "slug", "name"};
/// Of the first row; a table with more is rarely one of things with names.
constexpr std::size_t max_fields_tried = 8;

/// Whether every row has this field, as a text or an integer, and no two the
/// same. n log n.
bool tells_apart(value rows, std::string_view field) {
  std::vector<std::string_view> texts;
  std::vector<std::int64_t> numbers;
  for (const value row : rows.elements()) {
    const maybe_value cell = row.find(field);
    if (!cell) return false;
    if (const auto text = cell.get_string()) {
      texts.push_back(*text);
    } else if (const auto number = cell.get_integer();
               number && cell->type() == kind::integer) {
      numbers.push_back(*number);
    } else {
      return false;
    }
  }
  std::ranges::sort(texts);
  std::ranges::sort(numbers);
  return std::ranges::adjacent_find(texts) == texts.end() &&
         std::ranges::adjacent_find(numbers) == numbers.end();
}

bool are_objects(value rows) {
  const auto all = rows.elements();
  return std::all_of(all.begin(), all.end(),
                     [](value row) { return row.type() == kind::object; });
}

/// The field that tells these rows apart; empty when none does.
std::string_view infer_key(value rows) {
  if (rows.elements().empty()) return {};
  const value first = *rows.elements().begin();
  for (const std::string_view name : usual_keys) {
    if (first.find(name) && tells_apart(rows, name)) return name;
  }
  std::size_t tried = 0;
  for (const auto member : first.members()) {
    if (tried++ == max_fields_tried) break;
    if (tells_apart(rows, member.key)) return member.key;
  }
  return {};
}

}  // namespace

std::optional<keyed_rows> find_keyed_rows(value result, std::string_view key) {
  keyed_rows found{result, {}};
  if (result.type() == kind::object && result.members().size() == 1) {
    const auto only = *result.members().begin();
    found.rows = only.value;
    found.set.name = only.key;
  }
  if (found.rows.type() != kind::array || !are_objects(found.rows)) {
    return std::nullopt;
  }
  if (key.empty()) {
    key = infer_key(found.rows);
    if (key.empty()) return std::nullopt;
  }
  found.set.key = key;
  return found;
}

}  // namespace pith::mcp
