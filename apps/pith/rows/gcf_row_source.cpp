// SPDX-License-Identifier: MIT
#include "rows/gcf_row_source.hpp"

#include <optional>

namespace cli::rows {

namespace {

pith::gcf::incremental_options decoding(const read_options& options,
                                        pith::rounded_numbers& rounded) {
  pith::gcf::incremental_options made;
  made.bounds.max_depth = options.max_depth;
  made.bounds.max_line_bytes = options.max_row_bytes;
  made.max_held_bytes = options.max_row_bytes;
  made.numbers = {.exact = options.exact_numbers, .rounded = &rounded};
  return made;
}

}  // namespace

void gcf_row_source::collector::begin_section(const pith::gcf::section& s) {
  is_array = !s.name && s.kind != pith::gcf::section_kind::keyed_map;
  is_refused = is_refused || !is_array;
}

void gcf_row_source::collector::item(pith::value v) {
  if (is_refused) return;
  rows.copy(v);
  ++count;
}

void gcf_row_source::collector::member(std::string_view, pith::value) {
  is_refused = true;
}

void gcf_row_source::collector::root(pith::value v) {
  const auto array = v.get_array();
  is_array = array.has_value();
  if (!array) return;
  for (const pith::value element : *array) item(element);
}

gcf_row_source::gcf_row_source(byte_source& from, const read_options& options)
    : from_(&from),
      options_(options),
      decoder_(collected_, decoding(options, text_rounded_)) {}

pith::result<std::size_t> gcf_row_source::read(pith::document& rows) {
  collected_.rows.begin_array();
  collected_.count = 0;
  while (collected_.count == 0 && !is_input_read_) {
    const pith::result<void> done = feed();
    if (collected_.is_refused ||
        (done && is_input_read_ && !collected_.is_array)) {
      return pith::error{pith::error_code::not_supported, 0,
                         "rows are read from a text that is one array"};
    }
    if (done) continue;
    if (collected_.count == 0) return done.error();
    fail_later(done.error());
    break;
  }
  if (const auto done = collected_.rows.end_array().finish_into(rows); !done) {
    return done.error();
  }
  return collected_.count;
}

pith::result<void> gcf_row_source::feed() {
  const auto chunk = read_chunk(*from_, options_.chunk_bytes);
  if (!chunk) return chunk.error();
  is_input_read_ = chunk->empty();
  const pith::result<void> done =
      is_input_read_ ? decoder_.finish() : decoder_.feed(*chunk);
  const auto before = static_cast<std::size_t>(rounded().count);
  add_rounded(text_rounded_.count - before, text_rounded_.first_offset);
  return done;
}

}  // namespace cli::rows
