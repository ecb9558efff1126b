// SPDX-License-Identifier: MIT
#include "rows/ndjson_row_source.hpp"

#include <algorithm>

namespace cli::rows {

namespace {

constexpr std::string_view blanks = " \t\r";

pith::json::parse_options parsing(const read_options& options,
                                  pith::rounded_numbers& rounded) {
  pith::json::parse_options made;
  made.bounds.max_depth = options.max_depth;
  made.numbers = {.exact = options.exact_numbers, .rounded = &rounded};
  return made;
}

}  // namespace

ndjson_row_source::ndjson_row_source(byte_source& from,
                                     const read_options& options)
    : from_(&from),
      options_(options),
      parser_(parsing(options, batch_rounded_)) {}

pith::result<std::size_t> ndjson_row_source::read(pith::document& rows) {
  for (;;) {
    window_.drop(batch_bytes_);
    batch_bytes_ = 0;
    searched_ = 0;
    const pith::result<std::size_t> found = find_lines();
    if (!found || *found == 0) return found;
    batch_bytes_ = *found;
    const pith::result<std::size_t> count =
        parse(rows, window_.text().substr(0, *found));
    if (!count || *count != 0) return count;
  }
}

/// Reads until the window begins with whole lines and returns their length; 0
/// at the end.
pith::result<std::size_t> ndjson_row_source::find_lines() {
  for (;;) {
    const std::string_view text = window_.text();
    if (is_input_read_) return text.size();
    const std::size_t last = text.substr(searched_).rfind('\n');
    if (last != std::string_view::npos) return searched_ + last + 1;
    if (text.size() > options_.max_row_bytes) return too_long(0);
    searched_ = text.size();
    // A line that is longer than a chunk is not looked through again and again.
    const std::size_t most = std::max(options_.chunk_bytes, text.size());
    const pith::result<std::size_t> count = window_.read(*from_, most);
    if (!count) return count;
    is_input_read_ = *count == 0;
  }
}

pith::result<std::size_t> ndjson_row_source::parse(pith::document& rows,
                                                   std::string_view lines) {
  std::optional<pith::error> after;  // what is wrong after the good lines
  if (const std::size_t begin = find_long_line(lines); begin != lines.size()) {
    after = too_long(begin);
    lines = lines.substr(0, begin);
  }
  pith::result<void> done = parser_.parse_lines_into(rows, lines);
  if (!done) {
    after = done.error();
    const std::string_view before = lines.substr(0, after->offset);
    lines = lines.substr(0, before.rfind('\n') + 1);
    after->offset += static_cast<std::size_t>(window_.offset());
    done = parser_.parse_lines_into(rows, lines);
  }
  const auto array = rows.root().get_array();
  const std::size_t count = done && array ? array->size() : 0;
  if (count != 0) {
    add_rounded(batch_rounded_.count,
                window_.offset() + batch_rounded_.first_offset);
  }
  if (after && count == 0) return *after;
  if (after) fail_later(*after);
  return count;
}

/// Where the first line begins that is too long; lines.size() if none is.
std::size_t ndjson_row_source::find_long_line(std::string_view lines) const {
  if (lines.size() <= options_.max_row_bytes) return lines.size();
  for (std::size_t begin = 0; begin < lines.size();) {
    const std::size_t end = std::min(lines.find('\n', begin), lines.size());
    if (end - begin > options_.max_row_bytes) return begin;
    begin = end + 1;
  }
  return lines.size();
}

pith::error ndjson_row_source::too_long(std::size_t line_begin) const {
  return {pith::error_code::line_limit,
          static_cast<std::size_t>(window_.offset()) + line_begin +
              options_.max_row_bytes,
          "a line is too long"};
}

std::optional<place> ndjson_row_source::locate_row(std::size_t index) const {
  const std::string_view lines = window_.text().substr(0, batch_bytes_);
  for (std::size_t begin = 0; begin < lines.size();) {
    const std::size_t end = std::min(lines.find('\n', begin), lines.size());
    const std::string_view line = lines.substr(begin, end - begin);
    const std::size_t first = line.find_first_not_of(blanks);
    if (first != std::string_view::npos && index-- == 0) {
      return window_.locate(window_.offset() + begin + first);
    }
    begin = end + 1;
  }
  return std::nullopt;
}

}  // namespace cli::rows
