// SPDX-License-Identifier: MIT
#include "rows/json_row_sinks.hpp"

#include <pith/json.hpp>

namespace cli::rows {

pith::result<void> ndjson_row_sink::write(pith::value rows) {
  const auto array = rows.get_array();
  if (!array) return not_an_array();
  if (auto done = pith::json::write_lines_to(*out_, rows); !done) return done;
  count_rows(array->size());
  return {};
}

pith::result<void> json_row_sink::write(pith::value rows) {
  const auto array = rows.get_array();
  if (!array) return not_an_array();
  if (array->empty()) return {};
  // The brackets of the batch make room for what stands before its rows.
  text_.clear();
  if (auto done = pith::json::append(text_, rows); !done) return done;
  text_.front() = row_count() == 0 ? '[' : ',';
  text_.pop_back();
  if (!out_->write(text_)) return refused();
  count_rows(array->size());
  return {};
}

pith::result<void> json_row_sink::finish() {
  if (!out_->write(row_count() == 0 ? "[]\n" : "]\n")) return refused();
  return {};
}

}  // namespace cli::rows
