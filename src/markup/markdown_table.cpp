// SPDX-License-Identifier: MIT
#include <pith/json.hpp>
#include <pith/markup.hpp>

#include "document/document_data.hpp"
#include "document/hash.hpp"
#include "markup/markdown_text.hpp"
#include "text/expansion.hpp"

#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace pith::inline v0::markup {

namespace {

struct key_hash {
  std::uint64_t seed = detail::hash_seed();
  std::size_t operator()(std::string_view key) const noexcept {
    return static_cast<std::size_t>(detail::hash_bytes(key, seed));
  }
};

/// Which keys there are, in the order in which they first occur.
class column_list {
 public:
  void add(std::string_view key) {
    if (numbers_.emplace(key, keys_.size()).second) keys_.push_back(key);
  }
  [[nodiscard]] std::size_t number_of(std::string_view key) const {
    return numbers_.find(key)->second;
  }
  [[nodiscard]] const std::vector<std::string_view>& keys() const noexcept {
    return keys_;
  }

 private:
  std::vector<std::string_view> keys_;
  std::unordered_map<std::string_view, std::size_t, key_hash> numbers_;
};

/// Nested values as JSON in a code span. A backtick and a bar can only stand
/// in a string, where JSON has another spelling for them.
result<void> append_nested(std::string& out, value v, const limits& bounds) {
  json::write_options options;
  options.bounds = bounds;
  const auto text = json::write(v, options);
  if (!text) return text.error();
  out += '`';
  for (const char c : *text) {
    if (c == '`') {
      out += "\\u0060";
    } else if (c == '|') {
      out += "\\u007c";
    } else if (c == 0x7F) {
      out += "\\u007f";
    } else {
      out += c;
    }
  }
  out += '`';
  return {};
}

result<void> append_cell(std::string& out, value v, const limits& bounds) {
  if (const auto text = v.get_string()) {
    append_plain(out, *text, line_break::br);
    return {};
  }
  const bool is_nested = v.type() == kind::array || v.type() == kind::object;
  return is_nested ? append_nested(out, v, bounds) : json::append(out, v);
}

void put_header(text::output& out, const column_list& columns) {
  std::string line = "|";
  std::string rule = "|";
  for (const std::string_view key : columns.keys()) {
    line += ' ';
    append_plain(line, key, line_break::br);
    line += " |";
    rule += " --- |";
  }
  out.put(line);
  out.put('\n');
  out.put(rule);
  out.put('\n');
}

result<void> put_rows(text::output& out, const std::vector<object_view>& rows,
                      const column_list& columns, const limits& bounds) {
  std::vector<std::optional<value>> cells;
  std::string cell;
  for (const object_view& row : rows) {
    cells.assign(columns.keys().size(), std::nullopt);
    for (const member m : row) cells[columns.number_of(m.key)] = m.value;
    out.put('|');
    for (const std::optional<value>& each : cells) {
      cell.assign(1, ' ');
      if (each) {
        if (const auto done = append_cell(cell, *each, bounds); !done) {
          return done;
        }
        cell += ' ';
      }
      cell += '|';
      out.put(cell);
    }
    out.put('\n');
    if (out.failed()) break;
  }
  return {};
}

}  // namespace

result<std::string> markdown_table(value rows, const table_options& options) {
  const auto list = rows.get_array();
  if (!list) {
    return error{error_code::invalid_payload, 0,
                 "a table must be an array of objects"};
  }
  column_list columns;
  std::vector<object_view> objects;
  objects.reserve(list->size());
  for (const value row : *list) {
    const auto members = row.get_object();
    if (!members) {
      return error{error_code::invalid_payload, 0,
                   "each row of a table must be an object"};
    }
    for (const member m : *members) columns.add(m.key);
    objects.push_back(*members);
  }
  std::string made;
  if (columns.keys().empty()) return made;
  const std::size_t most = text::max_output_bytes(
      detail::document_access::data(rows), options.bounds);
  // Each cell takes two bytes or more: no need to write what cannot end well.
  if (objects.size() > most / 2 / columns.keys().size()) {
    return error{error_code::expansion_limit, 0,
                 "the table would be larger than limits::max_expansion times "
                 "its source"};
  }
  string_sink sink(made);
  text::output out;
  out.open(sink, most);
  put_header(out, columns);
  if (const auto done = put_rows(out, objects, columns, options.bounds);
      !done) {
    return done.error();
  }
  if (const auto done = text::finish(out); !done) return done.error();
  return made;
}

}  // namespace pith::inline v0::markup
