// SPDX-License-Identifier: MIT
// Attachments: `^` cells and the values that follow their row (sections 7.4.4
// and 7.4.5).
#include "gcf/decode/reader.hpp"
#include "gcf/lex/key.hpp"

namespace pith::inline v0::gcf::decoding {

/// Notes the marker in the cell of the row's step `index`.
bool reader::take_marker(frame& f, std::size_t index, char* cell,
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

/// `.name {}`, `.name [N]...` or, for a name that cannot be a column,
/// `.name =scalar`.
outcome reader::attachment_line(const line& ln) {
  frame& f = frames_.back();
  char* const at = ln.first + 1;
  // Bodies mostly come in the order of their cells.
  std::size_t target = current_row().expected;
  char* p = nullptr;
  if (target < current_row().marker_count && !marker_at(target).is_filled) {
    p = skip_expected_key(at, marker_at(target).key_id);
  }
  if (p == nullptr || *p != ' ') {
    if (!begins_key(*at)) {
      return in_.failed(error_code::invalid_line, at,
                        "an attachment must be . and the name of a field");
    }
    std::string_view name;
    p = read_key(in_.text, at, name);
    if (p == nullptr) return outcome::failed;
    if (*p != ' ') {
      return in_.failed(error_code::invalid_line, p,
                        "a space must follow the name of an attachment");
    }
    if (!find_target(f, name, ln.first, target)) return outcome::failed;
  }
  const bool is_appended = marker_at(target).cell == nullptr;
  const std::uint32_t key_id = marker_at(target).key_id;
  begin_fill(target);
  return in_.taken(read_attached(ln, p + 1, key_id, is_appended));
}

/// Finds the marker that an attachment is for.
bool reader::find_target(frame& f, std::string_view name, const char* at,
                         std::size_t& target) {
  const open_row& row = current_row();
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
bool reader::add_appended(std::string_view name, const char* at,
                          std::size_t& target) {
  open_row& row = current_row();
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

/// Reads what stands after the name of an attachment.
char* reader::read_attached(const line& ln, char* p, std::uint32_t key_id,
                            bool is_appended) {
  const frame& f = frames_.back();
  const std::uint32_t table = f.serial;
  const bool is_first_row = f.count == 1;
  // Two levels below the row, wherever the header stands (7.4.4).
  const std::size_t level = f.level + 2;
  if (p[0] == '{' && p[1] == '}') {
    p = expect_line_end(in_.text, p + 2, "nothing may follow {}");
    if (p == nullptr) return nullptr;
    return push(body::object, level, key_id, ln.first) != nullptr ? p : nullptr;
  }
  if (p[0] == '=' && is_appended) return read_scalar_line(p + 1);
  if (p[0] != '[') {
    return in_.text.fail(error_code::invalid_line, p,
                         is_appended
                             ? "an attachment must be {}, =value or a count"
                             : "an attachment must be {} or a count");
  }
  count_bracket bracket;
  p = read_count(p + 1, bracket);
  if (p == nullptr) return nullptr;
  const std::uint32_t shared = shared_schemas_.find(table, key_id);
  if (shared != no_index && !bracket.is_keyed && is_blank_to_end(p) &&
      (bracket.count != 0 || bracket.is_deferred)) {
    frame* const array =
        push_array(body::table, bracket, level, key_id, place::attachment, ln);
    if (array == nullptr) return nullptr;
    array->layout = shared;
    array->is_undecided = true;
    return after_line(p);
  }
  std::uint32_t used = no_index;
  p = open_array(p, bracket, level, key_id, place::attachment, ln, &used);
  if (p != nullptr && is_first_row && used != no_index) {
    shared_schemas_.set(table, key_id, used);
  }
  return p;
}

/// Finds the next marker that a body without a name can fill.
bool reader::find_inline_target(std::size_t& target) {
  open_row& row = current_row();
  for (; row.expected_inline < row.marker_count; ++row.expected_inline) {
    const marker& m = marker_at(row.expected_inline);
    if (!m.is_filled && m.schema != no_index) {
      target = row.expected_inline;
      return true;
    }
  }
  return false;
}

/// A positional body: one scalar per field of its schema (7.4.5.1).
outcome reader::positional_line(const line& ln, std::size_t target) {
  const layout plan = in_.layouts[marker_at(target).schema];
  if (child_depth() > in_.bounds.max_depth) {
    return in_.taken(in_.too_deep(ln.first));
  }
  begin_fill(target);
  in_.tape().ensure(plan.row_words());
  const std::size_t at = in_.writer().open();
  detail::word* out = in_.tape().end();
  char* p = ln.first;
  for (std::uint32_t left = plan.cell_count;;) {
    p = read_value<'|'>(in_.text, p, out);
    if (p == nullptr) return outcome::failed;
    if (--left == 0 || *p != '|') {
      if (left == 0 && *p == '\n') break;
      return in_.failed(
          error_code::inline_width_mismatch,
          *p == '\n' ? trim_back(ln.first, p) : p + 1,
          "a positional body must have one value per field of its "
          "schema");
    }
    ++p;
  }
  in_.end_tape(out);
  in_.writer().close_object(at, in_.shapes.shape_at(plan.full_node),
                            detail::has_scalar);
  finish_value(detail::has_object);
  return in_.taken(p + 1);
}

/// The value of marker `target` is written next.
void reader::begin_fill(std::size_t target) {
  open_row& row = current_row();
  if (!row.is_disordered && target != row.ordered) {
    row.is_disordered = true;
    row.stray = in_.tape().size();
  }
  marker_at(target).body = in_.tape().size();
  row.filling = target;
}

void reader::end_fill() {
  open_row& row = current_row();
  marker& m = marker_at(row.filling);
  m.is_filled = true;
  row.expected = row.filling + 1;
  if (row.is_disordered) return;
  ++row.ordered;
  in_.tape().append(deferred_cells_.data() + m.cells,
                    cells_end_of(row.filling) - m.cells);
}

/// Notes how the values of a row, all filled, are to be put in order.
void reader::list_disorder() {
  const open_row& row = current_row();
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

}  // namespace pith::inline v0::gcf::decoding
