// SPDX-License-Identifier: MIT
/// @file
/// What a stream_writer knows.
#ifndef PITH_GCF_STREAM_STREAM_STATE_HPP
#define PITH_GCF_STREAM_STREAM_STATE_HPP

#include <pith/gcf_incremental.hpp>
#include <pith/gcf_stream.hpp>

#include "document/document_data.hpp"
#include "document/pod_buffer.hpp"
#include "gcf/encode/walk.hpp"
#include "gcf/stream/line_text.hpp"
#include "gcf/stream/name_set.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pith::inline v0::gcf {

struct stream_writer::state {
  enum class place : std::uint8_t {
    beginning,  // nothing but the header
    members,    // members were written, no section yet
    section,    // rows or items of a member of the document
    root,       // rows or items of the document itself
    end,        // after the summary
  };

  state(sink& target, const stream_options& with)
      : out(&target), options(with) {}

  /// Hands the line over. What is refused once is refused for good; so it is
  /// when the sink throws, because nobody knows how much of it was taken.
  result<void> write(std::string_view bytes) {
    if (!is_broken) {
      is_broken = true;
      is_broken = !out->write(bytes);
    }
    if (is_broken) {
      return error{error_code::write_failed, 0, "the sink refused bytes"};
    }
    return {};
  }
  /// Any call begins with it.
  [[nodiscard]] result<void> ready() {
    if (is_broken) return write({});
    if (at == place::end) return misplaced("the stream is finished");
    return {};
  }

  static error misplaced(const char* detail) noexcept {
    return {error_code::misplaced_value, 0, detail};
  }

  /// Cells are counted through all rows of the section; see cell_place().
  [[nodiscard]] std::size_t cell_number(std::size_t index) const noexcept {
    return static_cast<std::size_t>(counts.back()) * fields.size() + index;
  }
  /// An error of cell `index` of the row that is due.
  [[nodiscard]] error at_cell(error what, std::size_t index) const noexcept {
    what.offset = cell_number(index);
    return what;
  }

  // stream_writer.cpp: members and headers
  result<void> begin(std::string_view name, names declared, section_kind what,
                     bool is_root);
  result<void> declare(names declared, section_kind what);
  void put_declaration();
  // stream_rows.cpp: rows and items
  result<void> put_row(const std::string_view* key, cells values);
  result<void> put_row(const std::string_view* key, value object);
  result<void> find_scalars(value object);
  result<void> write_row(const std::string_view* key, std::string_view bytes);
  result<void> put_items(value in, const row_span& items);
  result<void> check_turn(section_kind what);
  /// Runs the encoder into `text`: half of what it writes must not reach the
  /// sink. `depth` containers are around it.
  template <class Run>
  result<void> encode(value v, std::size_t depth, Run&& run) {
    encode_options encoding;
    encoding.bounds = options.bounds;
    encoding.bounds.max_depth -= std::min(depth, encoding.bounds.max_depth);
    text.clear();
    string_sink target(text);
    encode_walk walk(memory, encoding, detail::document_access::data(v));
    return run(walk, target, detail::document_access::index(v));
  }

  sink* out;
  stream_options options;
  place at = place::beginning;
  section_kind kind = section_kind::table;  // of the open section
  bool is_broken = false;
  streaming::name_set members;  // of the document
  streaming::name_set fields;   // of the open table
  streaming::name_set keys;     // of the open keyed map
  std::vector<std::uint64_t> counts;
  detail::pod_buffer<std::size_t> scalars;  // of a row on its tape, by field
  streaming::line_text line;
  encode_memory memory;  // for values of documents, as is `text`
  std::string text;
};

}  // namespace pith::inline v0::gcf

#endif  // PITH_GCF_STREAM_STREAM_STATE_HPP
