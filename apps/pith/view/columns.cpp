// SPDX-License-Identifier: MIT
#include "view/columns.hpp"

#include <algorithm>
#include <unordered_map>

namespace cli {

namespace {

constexpr unsigned bit(pith::kind k) { return 1U << static_cast<unsigned>(k); }

// A column of text is not cut below this, and a number never below the other,
// because half a number misleads.
constexpr std::size_t min_text = 12;
constexpr std::size_t min_number = 24;
// A bar and a blank on each side of a cell; one more bar at the end.
constexpr std::size_t cell_frame = 3;

std::size_t floor_of(const table_column& c) {
  return std::min(c.width, c.is_number() ? min_number : min_text);
}

/// The columns that are shown, as indices.
std::vector<std::size_t> indices(const shown_columns& shown,
                                 std::size_t count) {
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < shown.left; ++i) all.push_back(i);
  for (std::size_t i = count - shown.right; i < count; ++i) all.push_back(i);
  return all;
}

/// Gives each column at most `cap`, but never less than its floor, for the
/// largest cap that fits `room`; what is then left goes to those that were
/// cut, from the left.
void level(std::vector<table_column>& columns,
           const std::vector<std::size_t>& shown, std::size_t room) {
  const auto width_at = [&](std::size_t i, std::size_t cap) {
    return std::max(floor_of(columns[i]), std::min(columns[i].width, cap));
  };
  const auto total_at = [&](std::size_t cap) {
    std::size_t sum = 0;
    for (const std::size_t i : shown) sum += width_at(i, cap);
    return sum;
  };
  std::size_t widest = min_text;
  for (const std::size_t i : shown) {
    widest = std::max(widest, columns[i].width);
  }
  std::size_t cap = min_text;
  while (cap < widest && total_at(cap + 1) <= room) ++cap;
  std::size_t rest = room - std::min(room, total_at(cap));
  for (const std::size_t i : shown) {
    const std::size_t given = width_at(i, cap);
    const std::size_t extra = given < columns[i].width && rest > 0 ? 1 : 0;
    columns[i].width = given + extra;
    rest -= extra;
  }
}

}  // namespace

bool table_column::is_number() const noexcept {
  const unsigned numbers = bit(pith::kind::integer) | bit(pith::kind::real);
  const unsigned without_null = kinds & ~bit(pith::kind::null);
  return without_null != 0 && (without_null & ~numbers) == 0;
}

std::string table_column::type() const {
  const bool has_null = (kinds & bit(pith::kind::null)) != 0;
  const std::string mark = has_null || is_missing_somewhere ? "?" : "";
  const unsigned without_null = kinds & ~bit(pith::kind::null);
  if (without_null == bit(pith::kind::integer)) return "integer" + mark;
  if (is_number()) return "real" + mark;
  switch (without_null) {
    case 0:
      return "null";
    case bit(pith::kind::boolean):
      return "boolean" + mark;
    case bit(pith::kind::string):
      return "string" + mark;
    case bit(pith::kind::array):
      return "array" + mark;
    case bit(pith::kind::object):
      return "object" + mark;
    default:
      return "mixed" + mark;
  }
}

std::vector<table_column> columns_of_rows(pith::array_view rows) {
  std::vector<table_column> columns;
  std::unordered_map<std::string_view, std::size_t> places;
  for (const pith::value row : rows) {
    std::size_t guess = 0;  // rows mostly have the same keys in the same order
    const auto members = row.get_object();
    if (!members) continue;
    for (const auto& [key, v] : *members) {
      std::size_t at = guess;
      if (at >= columns.size() || columns[at].name != key) {
        at = places.try_emplace(key, columns.size()).first->second;
        if (at == columns.size()) columns.push_back({.name = key});
      }
      columns[at].kinds |= bit(v.type());
      ++columns[at].count;
      guess = at + 1;
    }
  }
  for (table_column& c : columns)
    c.is_missing_somewhere = c.count < rows.size();
  return columns;
}

shown_columns fit_columns(std::vector<table_column>& columns, std::size_t width,
                          std::size_t gap) {
  const std::size_t count = columns.size();
  const auto frame = [&](const shown_columns& s) {
    const std::size_t shown = s.left + s.right;
    return shown * cell_frame + 1 + (shown < count ? gap + cell_frame : 0);
  };
  const auto least = [&](const shown_columns& s) {
    std::size_t sum = frame(s);
    for (const std::size_t i : indices(s, count)) sum += floor_of(columns[i]);
    return sum;
  };
  // More than this never fit; it keeps a million columns from costing much.
  const std::size_t most = width / cell_frame + 1;
  const std::size_t first = std::min(count, most);
  shown_columns shown{first - first / 2, first / 2};
  while (shown.left + shown.right > 1 && least(shown) > width) {
    --(shown.left > shown.right ? shown.left : shown.right);
  }
  const std::size_t taken = frame(shown);
  const std::size_t room = width > taken ? width - taken : 1;
  const std::vector<std::size_t> kept = indices(shown, count);
  level(columns, kept, room);
  if (kept.size() == 1) {
    std::size_t& only = columns[kept[0]].width;
    only = std::min(only, room);
  }
  return shown;
}

}  // namespace cli
