// SPDX-License-Identifier: MIT
#include "goon/header.hpp"

#include "goon/order.hpp"
#include "goon/words.hpp"

#include <algorithm>

namespace pith::inline v0::goon {

namespace {

constexpr const char* descriptor_rule =
    "a column must be name(kind) or name(kind:detail)";

/// The name at the cursor, which a separator among bare characters may end.
/// A quoted name ends with its quote.
bool read_part(cursor& at, char separator, std::string& into) {
  if (at.is_at("\"")) return at.read_quoted(into);
  const std::size_t begin = at.offset();
  std::string_view word = at.rest();
  std::size_t length = 0;
  while (length < word.size() && word[length] != separator &&
         is_bare_character(word[length])) {
    ++length;
  }
  word = word.substr(0, length);
  if (word.empty()) {
    return at.fail(error_code::invalid_line, begin, descriptor_rule);
  }
  into = word;
  return at.take(word);
}

/// `name(kind`, and `:` and a detail up to `.` where there is one.
bool read_descriptor(cursor& at, std::string& name, std::string& kind,
                     std::optional<std::string>& detail, char end_of_detail) {
  if (!at.read_name(name) || !at.expect("(", descriptor_rule) ||
      !read_part(at, ':', kind)) {
    return false;
  }
  return !at.take(":") || read_part(at, end_of_detail, detail.emplace());
}

/// Descriptors up to the end of the line, joined by commas.
template <class Read>
bool read_list(cursor& at, Read read) {
  do {
    if (!read() || !at.expect(")", descriptor_rule)) return false;
  } while (at.take(","));
  return at.expect_end(descriptor_rule);
}

bool read_groups(cursor& at, header_counts& counts, graph_response& into) {
  return read_list(at, [&] {
    group_column& by = into.group_columns.emplace_back();
    std::optional<std::string> detail;
    // No character ends a detail but what is not part of a bare word.
    if (!read_descriptor(at, by.name, by.kind, detail, '\0')) return false;
    if (by.kind == "node") counts.node_columns.push_back(by.name);
    (by.kind == "node" ? by.entity : by.property) = std::move(detail);
    return true;
  });
}

bool read_metrics(cursor& at, graph_response& into) {
  return read_list(at, [&] {
    column& metric = into.columns.emplace_back();
    return read_descriptor(at, metric.name, metric.function, metric.target,
                           '.') &&
           (!metric.target || !at.take(".") ||
            read_part(at, '\0', metric.property.emplace()));
  });
}

/// Goes to the next line, which must begin with `label`.
bool next_label(cursor& at, std::string_view label) {
  if (at.next_line()) {
    return at.expect(label, "the header must have its lines in order");
  }
  return !at.has_failed() && at.fail(error_code::unexpected_end, at.offset(),
                                     "the header must have its lines in order");
}

/// The same for a label that may be missing; then the line is read again.
bool has_label(cursor& at, std::string_view label) {
  if (!at.next_line()) return false;
  if (at.take(label)) return true;
  at.stay();
  return false;
}

bool read_count_line(cursor& at, std::uint64_t& into) {
  return at.read_count(into) && at.expect_end("a count must end its line");
}

bool read_version(cursor& at) {
  if (!next_label(at, "goon_version:")) return false;
  return at.rest() == version || at.fail(error_code::not_supported, at.offset(),
                                         "the version must be 1.0.0");
}

bool read_pagination(cursor& at, graph_response& into) {
  const bool has_more = has_label(at, "has_more:");
  if (has_more && (!at.expect("true", "has_more must be true") ||
                   !at.expect_end("has_more must be true"))) {
    return false;
  }
  if (!has_label(at, "total_rows:")) {
    return !at.has_failed() &&
           (!has_more || at.fail(error_code::invalid_line, at.offset(),
                                 "has_more must be followed by total_rows"));
  }
  into.pagination.emplace().has_more = has_more;
  return read_count_line(at, into.pagination->total_rows);
}

}  // namespace

bool read_header(cursor& at, header_counts& counts, graph_response& into) {
  if (!at.next_line() || at.line() != "@header") {
    return !at.has_failed() && at.fail(error_code::missing_header, 0,
                                       "a text must begin with @header");
  }
  if (!next_label(at, "query_type:") || !at.read_name(into.query_type) ||
      !at.expect_end("a query type must end its line") || !read_version(at) ||
      !next_label(at, "nodes:") || !read_count_line(at, counts.nodes) ||
      !next_label(at, "edges:") || !read_count_line(at, counts.edges) ||
      !read_pagination(at, into)) {
    return false;
  }
  if (!is_aggregation(into)) return true;
  counts.has_rows = has_label(at, "rows:");
  if (counts.has_rows && !read_count_line(at, counts.rows)) return false;
  if (has_label(at, "group_by:") && !read_groups(at, counts, into)) {
    return false;
  }
  if (has_label(at, "aggregations:") && !read_metrics(at, into)) return false;
  std::sort(counts.node_columns.begin(), counts.node_columns.end());
  return !at.has_failed();
}

}  // namespace pith::inline v0::goon
