// SPDX-License-Identifier: MIT
#include "select/fields.hpp"

#include <pith/format_error.hpp>

#include <algorithm>
#include <set>

namespace cli::select {

namespace {

/// Where the field that begins here ends: at a comma outside of quotes.
std::size_t end_of_field(std::string_view list) {
  bool is_quoted = false;
  // Only a dotted path has quotes; in other fields they are characters.
  const std::size_t first = list.find_first_not_of(' ');
  const bool has_quotes = first != std::string_view::npos && list[first] == '.';
  for (std::size_t at = 0; at < list.size(); ++at) {
    if (list[at] == ',' && !is_quoted) return at;
    if (!has_quotes) continue;
    if (list[at] == '\\' && is_quoted) {
      ++at;
    } else if (list[at] == '"') {
      is_quoted = !is_quoted;
    }
  }
  return list.size();
}

std::string_view without_blanks(std::string_view text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') + 1 - first);
}

/// A path of one key is called as the key, others as they are written.
std::string name_of(const path& where) {
  if (where.size() == 1 && where[0].may_be_key) return where[0].key;
  return dotted(where).substr(1);
}

}  // namespace

fields_reading read_fields(std::span<const std::string_view> lists) {
  fields_reading got;
  std::set<std::string> names;
  const auto fail = [&](std::string sentence) {
    return fields_reading{{}, std::move(sentence)};
  };
  for (std::string_view list : lists) {
    for (bool has_more = true; has_more;) {
      const std::size_t end = end_of_field(list);
      const std::string_view word = without_blanks(list.substr(0, end));
      has_more = end < list.size();
      list.remove_prefix(std::min(end + 1, list.size()));
      if (word.empty()) return fail("a field is empty; write them as id,name");
      field one;
      if (word[0] == '.' || word[0] == '/') {
        path_reading read = read_path(word);
        if (!read.mistake.empty()) {
          return fail("'" + pith::printable(word) + "': " + read.mistake);
        }
        if (read.steps.empty()) {
          return fail("'.' is the whole row; omit --fields to keep all of it");
        }
        one.where = std::move(read.steps);
        one.name = name_of(one.where);
      } else {
        one.name = std::string(word);
        one.where.push_back({one.name});
      }
      if (!names.insert(one.name).second) {
        return fail("'" + pith::printable(one.name) + "' stands there twice");
      }
      got.fields.push_back(std::move(one));
    }
  }
  return got;
}

}  // namespace cli::select
