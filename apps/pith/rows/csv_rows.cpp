// SPDX-License-Identifier: MIT
#include "rows/csv_rows.hpp"

namespace cli::rows {

namespace {

/// Rows of one column are short; this bounds what a chunk of them becomes.
constexpr std::size_t max_batch_rows = 4096;

pith::interchange::csv_options within(pith::interchange::csv_options format,
                                      const read_options& options) {
  format.bounds = {};
  format.bounds.max_line_bytes = options.max_row_bytes;
  return format;
}

}  // namespace

csv_row_source::csv_row_source(byte_source& from,
                               const pith::interchange::csv_options& format,
                               const read_options& options)
    : from_(&from), options_(options), reader_(within(format, options)) {}

pith::result<std::size_t> csv_row_source::read(pith::document& rows) {
  builder_.begin_array();
  std::size_t count = 0;
  while (count < max_batch_rows) {
    const pith::result<bool> row = reader_.next(builder_);
    if (!row) {
      if (count == 0) return row.error();
      fail_later(row.error());
      break;
    }
    if (*row) {
      ++count;
      continue;
    }
    // What is complete goes out before we wait for more.
    if (count != 0) break;
    const pith::result<bool> more = feed();
    if (!more) return more.error();
    if (!*more) break;
  }
  if (const auto done = builder_.end_array().finish_into(rows); !done) {
    return done.error();
  }
  return count;
}

/// Hands a chunk to the reader; false when it knows that there is no more.
pith::result<bool> csv_row_source::feed() {
  if (is_input_read_) return false;
  const auto chunk = read_chunk(*from_, options_.chunk_bytes);
  if (!chunk) return chunk.error();
  is_input_read_ = chunk->empty();
  if (is_input_read_) {
    reader_.finish();
  } else {
    reader_.feed(*chunk);
  }
  return true;
}

pith::result<void> csv_row_sink::write(pith::value rows) {
  const auto array = rows.get_array();
  if (!array) return not_an_array();
  for (const pith::value row : *array) {
    if (auto done = writer_.row(row); !done) return done;
    count_rows(1);
  }
  return {};
}

}  // namespace cli::rows
