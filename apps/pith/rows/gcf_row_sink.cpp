// SPDX-License-Identifier: MIT
#include "rows/gcf_row_sink.hpp"

#include <pith/gcf.hpp>
#include <pith/json.hpp>

namespace cli::rows {

gcf_row_sink::gcf_row_sink(pith::sink& out, const gcf_row_options& options)
    : out_(&out), options_(options) {
  held_.begin_array();
}

pith::result<void> gcf_row_sink::write(pith::value rows) {
  const auto array = rows.get_array();
  if (!array) return not_an_array();
  if (stream_) return put_all(rows);
  for (const pith::value row : *array) {
    if (auto done = stream_ ? put(row) : hold(row); !done) return done;
  }
  return {};
}

pith::result<void> gcf_row_sink::hold(pith::value row) {
  text_.clear();
  if (auto done = pith::json::append(text_, row); !done) return done;
  held_bytes_ += text_.size();
  held_.copy(row);
  seen_.add(row);
  count_rows(1);
  const bool is_full =
      row_count() > options_.held_rows || held_bytes_ > options_.held_bytes;
  const bool is_decided =
      options_.form == row_form::list ||
      (options_.form == row_form::table && options_.shape != nullptr);
  return is_full || is_decided ? open() : pith::result<void>{};
}

/// Chooses the form and writes what was held.
pith::result<void> gcf_row_sink::open() {
  const row_shape& shape = options_.shape != nullptr ? *options_.shape : seen_;
  is_table_ = options_.form == row_form::table ||
              (options_.form == row_form::automatic && shape.suits_table());
  pith::result<pith::document> held = held_.end_array().finish();
  if (!held) return held.error();
  set_row_count(0);
  stream_ = std::make_unique<pith::gcf::stream_writer>(*out_);
  if (auto done = is_table_ ? stream_->begin_root_table(shape.fields())
                            : stream_->begin_root_list();
      !done) {
    return done;
  }
  return put_all(held->root());
}

pith::result<void> gcf_row_sink::put_all(pith::value rows) {
  const auto array = rows.get_array();
  if (!array) return not_an_array();
  if (!is_table_ && stream_->items(rows)) {
    count_rows(array->size());
    return {};
  }
  // One by one, also to find out which item was refused.
  for (const pith::value row : *array) {
    if (auto done = put(row); !done) return done;
  }
  return {};
}

pith::result<void> gcf_row_sink::put(pith::value row) {
  pith::result<void> done = is_table_ ? stream_->row(row) : stream_->item(row);
  if (done) {
    count_rows(1);
  } else if (is_table_ &&
             done.error().code == pith::error_code::misplaced_value) {
    const bool was_guessed =
        options_.shape == nullptr && options_.form == row_form::automatic;
    return pith::error{
        pith::error_code::misplaced_value, 0,
        was_guessed ? "this row does not fit the table that the first rows "
                      "form; use a file, which pith reads twice, or --rows list"
                    : "this row does not fit the table; use --rows list"};
  }
  return done;
}

pith::result<void> gcf_row_sink::finish() {
  if (!stream_ && options_.form == row_form::automatic) {
    const pith::result<pith::document> held = held_.end_array().finish();
    if (!held) return held.error();
    return pith::gcf::encoder().encode_to(*out_, held->root());
  }
  if (!stream_) {
    if (auto done = open(); !done) return done;
  }
  return stream_->finish();
}

}  // namespace cli::rows
