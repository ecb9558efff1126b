// SPDX-License-Identifier: MIT
#include "gcf/rows/open_rows.hpp"

#include <algorithm>

namespace pith::inline v0::gcf::decoding {

namespace {

/// Adds `by` to the places in the text that values have. Containers that are
/// still open are two words of null, which have none.
void shift_words(detail::pod_buffer<detail::word>& words, std::size_t by) {
  using detail::tag;
  for (std::size_t i = 0; i < words.size();) {
    const detail::word w = words[i];
    const tag t = detail::tag_of(w);
    const bool has_place = t == tag::string || t == tag::spelt_integer ||
                           (t == tag::real && detail::payload_of(w) != 0);
    if (has_place) {
      words[i] =
          detail::make_word(t, detail::pack_text(detail::text_offset_of(w) + by,
                                                 detail::text_length_of(w)));
    } else if (t == tag::long_string) {
      words[i + 1] += by;
    }
    i += detail::is_container(t) ? detail::header_words : detail::span_of(w);
  }
}

}  // namespace

void open_rows::clear() noexcept {
  rows_.clear();
  markers_.clear();
  deferred_cells_.clear();
  columns_.clear();
  disorder_.clear();
}

bool open_rows::take_marker(frame& f, std::size_t index, char* cell,
                            token_kind kind, row_pass& row) {
  constexpr auto bad_marker = error_code::invalid_attachment_marker;
  const layout& plan = in_.layouts[f.layout];
  const std::uint32_t cell_count = plan.cell_count;
  const std::size_t room = plan.row_words();
  const step s = in_.layouts.steps(plan)[index];
  cell = skip_blanks(cell);
  if (!s.is_top) {
    in_.text.fail(bad_marker, cell, "a path column holds scalars only");
    return false;
  }
  if (!row.has_id) {
    in_.text.fail(error_code::invalid_item_id, row.first,
                  "a row with a ^ cell must begin with @ and its index");
    return false;
  }
  if (f.columns == no_columns) {
    f.columns = columns_.size();
    columns_.resize(columns_.size() + cell_count, {no_index, 0});
  }
  column_state& column = columns_[f.columns + s.extent];
  if (kind == token_kind::schema) {
    char* const end = in_.layouts.find(
        in_.text, cell + 1, layout_kind::inline_object, column.schema);
    if (end == nullptr) {
      // Section 16.5 has its own name for a malformed one.
      if (in_.text.problem.code == error_code::invalid_field_declaration) {
        in_.text.problem.code = bad_marker;
      }
      return false;
    }
  }
  if (!row.is_deferring) {
    row.is_deferring = true;
    in_.end_tape(row.out);
    deferred_cells_.ensure(room);
    row.out = deferred_cells_.end();
  }
  const auto cells = static_cast<std::size_t>(row.out - deferred_cells_.data());
  column.marker = markers_.size();
  markers_.push_back({cell, s.key_id, column.schema, cells, 0, false});
  return true;
}

bool open_rows::finish_row() {
  open_row& row = current();
  for (std::size_t i = row.ordered; i < row.marker_count; ++i) {
    if (marker_at(i).is_filled) continue;
    in_.text.fail(error_code::missing_attachment, marker_at(i).cell,
                  "a ^ cell must have a body after its row");
    return false;
  }
  if (row.is_disordered) list_disorder();
  in_.writer().close_object(row.at, in_.shapes.shape_at(row.cursor.node),
                            row.flags);
  if (row.marker_count != 0) {
    deferred_cells_.resize(marker_at(0).cells);
    markers_.resize(row.first_marker);
  }
  row.is_open = false;
  return true;
}

bool open_rows::find_target(const frame& f, std::string_view name,
                            const char* at, std::size_t& target) {
  const open_row& row = current();
  const std::uint32_t key_id = in_.shapes.find_key(name);
  target = row.expected;
  bool is_column =
      target < row.marker_count && marker_at(target).key_id == key_id;
  if (!is_column && key_id != no_index) {
    const std::uint32_t index = in_.layouts.find_cell(f.layout, key_id);
    if (index != no_index && f.columns != no_columns) {
      const std::uint32_t column =
          in_.layouts.steps(in_.layouts[f.layout])[index].extent;
      // Left from an earlier row, unless this row's marker has its key.
      target = columns_[f.columns + column].marker - row.first_marker;
      is_column = target < row.marker_count &&
                  marker_at(target).key_id == key_id &&
                  marker_at(target).cell != nullptr;
    }
    if (!is_column && index == no_index &&
        name.find('>') != std::string_view::npos) {
      return add_appended(name, at, target);
    }
  } else if (!is_column && name.find('>') != std::string_view::npos) {
    return add_appended(name, at, target);
  }
  if (!is_column) {
    in_.text.fail(error_code::orphan_attachment, at,
                  "the row has no ^ cell in a column of this name");
    return false;
  }
  if (marker_at(target).is_filled) {
    in_.text.fail(error_code::duplicate_attachment, at,
                  "a cell may have one attachment");
    return false;
  }
  return true;
}

/// A field whose name contains `>` has no column; it comes after those that
/// have one (7.4.6.1 rule 4).
bool open_rows::add_appended(std::string_view name, const char* at,
                             std::size_t& target) {
  open_row& row = current();
  const auto offset = [&] { return in_.text.offset_of(name.data()); };
  if (!in_.shapes.advance(row.cursor, name, offset)) {
    in_.text.fail(error_code::duplicate_attachment, at,
                  "a field may have one attachment");
    return false;
  }
  target = row.marker_count++;
  markers_.push_back({nullptr, in_.shapes.key_id_of(row.cursor.node), no_index,
                      row.cells_end, 0, false});
  return true;
}

bool open_rows::find_inline_target(std::size_t& target) {
  open_row& row = current();
  for (; row.expected_inline < row.marker_count; ++row.expected_inline) {
    const marker& m = marker_at(row.expected_inline);
    if (!m.is_filled && m.schema != no_index) {
      target = row.expected_inline;
      return true;
    }
  }
  return false;
}

void open_rows::end_fill(std::uint8_t flags) {
  open_row& row = current();
  row.flags |= flags;
  marker& m = marker_at(row.filling);
  m.is_filled = true;
  row.expected = row.filling + 1;
  if (row.is_disordered) return;
  ++row.ordered;
  in_.tape().append(deferred_cells_.data() + m.cells,
                    cells_end_of(row.filling) - m.cells);
}

/// Notes how the values of a row, all filled, are to be put in order.
void open_rows::list_disorder() {
  const open_row& row = current();
  disorder_.begin(row.stray);
  for (std::size_t i = row.ordered; i < row.marker_count; ++i) {
    const marker& m = marker_at(i);
    disorder_.add_part(m.body, m.body + detail::span_of(in_.tape()[m.body]));
    const std::size_t cells = in_.tape().size();
    in_.tape().append(deferred_cells_.data() + m.cells,
                      cells_end_of(i) - m.cells);
    disorder_.add_part(cells, in_.tape().size());
  }
  disorder_.end(in_.tape().size());
}

void open_rows::move_cells(const char* before, char* now,
                           std::size_t by) noexcept {
  for (marker& m : markers_) {
    if (m.cell == nullptr) continue;
    m.cell = now + (static_cast<std::size_t>(m.cell - before) + by);
  }
}

void open_rows::shift_texts(std::size_t by) {
  // Rows get their headers in the end; until then anything may stand there.
  for (const open_row& row : rows_) {
    if (!row.is_open) continue;
    std::fill_n(in_.tape().data() + row.at, detail::header_words, 0);
  }
  shift_words(in_.tape(), by);
  shift_words(deferred_cells_, by);
}

}  // namespace pith::inline v0::gcf::decoding
