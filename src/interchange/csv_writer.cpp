// SPDX-License-Identifier: MIT
#include "interchange/bare_scalar.hpp"
#include "interchange/csv.hpp"
#include "interchange/spelling.hpp"
#include "text/expansion.hpp"
#include "text/number.hpp"

namespace pith::interchange {

csv_writer::csv_writer(sink& out, const csv_options& options,
                       std::size_t max_bytes)
    : options_(options) {
  out_.open(out, max_bytes);
}

result<void> csv_writer::row(value object) {
  const auto members = object.get_object();
  if (!members) {
    return error{error_code::misplaced_value, 0,
                 "each row of a table must be an object"};
  }
  if (const auto done = collect(*members); !done) return done;
  line_.clear();
  for (std::size_t i = 0; i < values_.size(); ++i) {
    if (i != 0) line_ += options_.delimiter;
    if (const auto done = put_cell(values_[i]); !done) return done;
  }
  line_ += '\n';
  if (!has_header_) put_header();
  out_.put(line_);
  return out_.failed() ? text::finish(out_) : result<void>{};
}

void csv_writer::declare(std::span<const std::string> columns) {
  if (has_header_ || columns.empty()) return;
  header_.assign(columns.begin(), columns.end());
  line_.clear();
  put_header();
}

/// The values of a row by column. The first row says which columns there are.
result<void> csv_writer::collect(const object_view& members) {
  if (!has_header_) {
    header_.clear();
    for (const member m : members) header_.emplace_back(m.key);
    columns_.clear();
    if (header_.empty()) {
      return error{error_code::misplaced_value, 0,
                   "a row of a table must have at least one member"};
    }
  }
  constexpr error other_keys{error_code::misplaced_value, 0,
                             "all rows of a table must have the same members"};
  if (options_.fills) return collect_some(members, other_keys);
  if (members.size() != header_.size()) return other_keys;
  values_.clear();
  bool in_order = true;
  for (const member m : members) {
    in_order = in_order && m.key == header_[values_.size()];
    values_.push_back(m.value);
  }
  if (in_order) return {};
  // As many as there are columns, all different and known: all of them.
  std::size_t given = 0;
  const std::vector<value> as_given = values_;
  for (const member m : members) {
    const std::size_t column = column_of(m.key);
    if (column == header_.size()) return other_keys;
    values_[column] = as_given[given++];
  }
  return {};
}

/// Those that the row has not stay null.
result<void> csv_writer::collect_some(const object_view& members,
                                      const error& unknown) {
  values_.assign(header_.size(), value{});
  for (const member m : members) {
    const std::size_t column = column_of(m.key);
    if (column == header_.size()) return unknown;
    values_[column] = m.value;
  }
  return {};
}

/// The number of columns when there is no such one.
std::size_t csv_writer::column_of(std::string_view key) {
  if (columns_.empty()) {
    for (std::size_t i = 0; i < header_.size(); ++i) {
      columns_.emplace(header_[i], i);
    }
  }
  const auto found = columns_.find(key);
  return found == columns_.end() ? header_.size() : found->second;
}

void csv_writer::put_header() {
  const std::string first_row = std::move(line_);
  line_.clear();
  for (const std::string& name : header_) {
    if (&name != &header_.front()) line_ += options_.delimiter;
    put_string(name);
  }
  line_ += '\n';
  out_.put(line_);
  line_ = first_row;
  has_header_ = true;
}

result<void> csv_writer::put_cell(value v) {
  char number[text::max_real_bytes];
  if (const auto text = v.get_string()) {
    put_string(*text);
  } else if (const auto integer = v.get_integer()) {
    line_.append(number, text::write_integer(number, *integer));
  } else if (const auto real = v.get_double()) {
    line_.append(number, text::write_real(number, *real));
  } else if (const auto boolean = v.get_boolean()) {
    line_ += *boolean ? "true" : "false";
  } else if (!v.is_null()) {
    return error{error_code::not_supported, 0,
                 "a cell cannot hold an array or an object"};
  }
  return {};
}

void csv_writer::put_string(std::string_view text) {
  if (!needs_quotes(text)) {
    line_ += text;
    return;
  }
  line_ += '"';
  for (const char c : text) {
    if (c == '"') line_ += c;
    line_ += c;
  }
  line_ += '"';
}

bool csv_writer::needs_quotes(std::string_view text) const {
  const char special[] = {options_.delimiter, '"', '\r', '\n'};
  if (line_.empty() && begins_like_another_format(text)) return true;
  // At the beginning of the text a reader would skip the mark.
  return text.find_first_of({special, sizeof special}) !=
             std::string_view::npos ||
         text.starts_with("\xEF\xBB\xBF") || is_bare_non_string(text);
}

result<void> csv_writer::finish() { return text::finish(out_); }

}  // namespace pith::interchange
