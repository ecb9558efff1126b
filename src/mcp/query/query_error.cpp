// SPDX-License-Identifier: MIT
#include "mcp/query/query_error.hpp"

#include "mcp/query/query_functions.hpp"
#include "mcp/query/table_plan.hpp"
#include "mcp/words/nearest_word.hpp"

#include <algorithm>
#include <cstddef>
#include <span>

namespace pith::mcp {

namespace {

/// Names that a message lists at most.
constexpr std::size_t max_listed = 40;

std::string lower(std::string_view word) {
  std::string out(word);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

/// The last part of a name with dots.
std::string_view last_part(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  return dot == name.npos ? name : name.substr(dot + 1);
}

/// The one that was probably meant: one that ends or begins with the word
/// after a `_` (`name` for `customer_name`), or one that is spelled nearly so.
/// Empty when there is none.
std::string_view meant_by(std::string_view word,
                          std::span<const std::string_view> names) {
  std::vector<std::string> low;
  std::vector<std::string_view> views;
  low.reserve(names.size());
  views.reserve(names.size());
  for (const std::string_view name : names) low.push_back(lower(name));
  for (const std::string& name : low) views.emplace_back(name);
  const std::string wanted = lower(word);
  const auto shown = [&](std::size_t i) { return names[i]; };
  if (const std::string_view near = nearest_word(wanted, views);
      !near.empty()) {
    return shown(static_cast<std::size_t>(
        std::find(views.begin(), views.end(), near) - views.begin()));
  }
  for (std::size_t i = 0; i < low.size(); ++i) {
    if (low[i].ends_with("_" + wanted) || low[i].starts_with(wanted + "_")) {
      return shown(i);
    }
  }
  // `customerName` for `customer_name`, `a.b` for `a_b`.
  const auto bare = [](std::string_view text) {
    std::string out;
    for (const char c : text) {
      if (c != '_' && c != '.' && c != ' ' && c != '-') out.push_back(c);
    }
    return out;
  };
  const std::string squeezed = bare(wanted);
  for (std::size_t i = 0; i < low.size(); ++i) {
    if (bare(low[i]) == squeezed) return shown(i);
  }
  return {};
}

std::string columns_of(const known_table& table) {
  std::string out = sql_name(table.name);
  out.append(" has ");
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    if (i == max_listed) return out.append(", ...");
    if (i != 0) out.append(", ");
    out.append(sql_name(table.columns[i]));
  }
  return out;
}

void add_column_hint(std::string& out, std::string_view wanted,
                     const std::vector<known_table>& known) {
  // Whole first: `customer.name` may be meant as `customer_name`.
  for (const std::string_view word : {wanted, last_part(wanted)}) {
    for (const known_table& table : known) {
      const std::vector<std::string_view> names(table.columns.begin(),
                                                table.columns.end());
      const std::string_view meant = meant_by(word, names);
      if (meant.empty()) continue;
      out.append("; did you mean ").append(sql_name(meant));
      out.append(" of ").append(sql_name(table.name)).append("?");
      return;
    }
  }
  for (const known_table& table : known) {
    out.append("; ").append(columns_of(table));
  }
}

void add_table_hint(std::string& out, const std::vector<known_table>& known) {
  out.append(known.size() == 1 ? "; the table is " : "; the tables are ");
  out.append(table_names(known));
}

void add_function_hint(std::string& out, std::string_view wanted) {
  const std::string_view meant = meant_by(wanted, allowed_functions());
  if (meant.empty()) return;
  out.append("; did you mean ").append(meant).append("?");
}

}  // namespace

std::string table_names(const std::vector<known_table>& known) {
  std::string out;
  for (const known_table& table : known) {
    if (!out.empty()) out.append(", ");
    out.append(sql_name(table.name));
  }
  return out;
}

std::string explain_error(std::string_view message,
                          const std::vector<known_table>& known) {
  std::string out(message);
  const auto after = [&](std::string_view head) {
    return message.starts_with(head) ? message.substr(head.size())
                                     : std::string_view{};
  };
  if (const auto column = after("no such column: "); !column.empty()) {
    add_column_hint(out, column, known);
  } else if (const auto table = after("no such table: "); !table.empty()) {
    add_table_hint(out, known);
  } else if (auto function = after("no such function: "); !function.empty()) {
    add_function_hint(out, function);
  }
  return out;
}

}  // namespace pith::mcp
