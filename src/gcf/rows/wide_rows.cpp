// SPDX-License-Identifier: MIT
// Rows of tables with many columns or deep groups: what a row lacks does not
// fit a register, so its place in the shape tree is followed cell by cell.
#include "gcf/rows/row_reader.hpp"

namespace pith::inline v0::gcf::decoding {

using detail::shape_cursor;
using detail::tag;
using detail::word;

/// Moves an object along the key of a step.
shape_cursor row_reader::walk(step& s, shape_cursor cursor) {
  if (s.from == cursor.node) {
    cursor.node = s.to;
    return cursor;
  }
  s.from = cursor.node;
  // Succeeds: the fields of a declaration are unique.
  static_cast<void>(in_.shapes.advance_id(cursor, s.key_id));
  s.to = cursor.node;
  return cursor;
}

void row_reader::open_group(row_pass& row) {
  groups_.push_back({row.out, row.cursor, row.nulls, row.missing, row.flags});
  row.out += detail::header_words;
  row.cursor = {};
  row.flags = 0;
}

/// Closes a group. Without any value it is absent, and if every cell of a
/// whole nested object is null, it is null itself (7.4.6.2 rules 4 and 5).
void row_reader::close_group(step& s, row_pass& row) {
  const group_mark group = groups_.back();
  groups_.pop_back();
  const shape_cursor inner = row.cursor;
  const std::uint8_t inner_flags = row.flags;
  row.cursor = group.cursor;
  row.flags = group.flags;
  if (row.missing - group.missing == s.extent) {
    row.out = group.at;
    return;
  }
  if (s.is_top && row.nulls - group.nulls == s.extent) {
    row.out = group.at;
    *row.out++ = detail::make_word(tag::null);
    row.flags |= detail::has_scalar;
  } else {
    group.at[0] =
        detail::make_word(tag::object, static_cast<word>(row.out - group.at));
    group.at[1] = (static_cast<word>(inner_flags) << detail::flags_shift) |
                  in_.shapes.shape_at(inner.node);
    row.flags |= detail::has_object;
  }
  row.cursor = walk(s, row.cursor);
}

/// Opens or closes the group of a step; false if the step is a cell.
bool row_reader::pass_group(step& s, row_pass& row) {
  if (s.kind == step_kind::open_group) {
    open_group(row);
  } else if (s.kind == step_kind::close_group) {
    close_group(s, row);
  } else {
    return false;
  }
  return true;
}

/// Counts the cell of step `i`, which has been read from `p` on: a value, a
/// marker, or nothing.
bool row_reader::note_cell(frame& f, const layout& plan, std::size_t i, char* p,
                           token_kind kind, row_pass& row) {
  if (kind == token_kind::missing) {
    ++row.missing;
    return true;
  }
  if (kind > token_kind::missing) {
    if (!rows_.take_marker(f, i, p, kind, row)) return false;
  } else {
    row.flags |= detail::has_scalar;
    if (kind == token_kind::null) ++row.nulls;
  }
  // Looked up again: a marker's declaration may have moved the steps.
  row.cursor = walk(in_.layouts.steps(plan)[i], row.cursor);
  return true;
}

/// Reads the cells of one row from `p` on. Returns the next line.
char* row_reader::read_wide_row(frame& f, const layout& plan, char* p,
                                row_pass& row) {
  std::uint32_t left = plan.cell_count;
  for (std::size_t i = 0; i < plan.step_count; ++i) {
    step& s = in_.layouts.steps(plan)[i];
    if (pass_group(s, row)) continue;
    token_kind kind;
    char* const end = read_token<'|'>(in_.text, p, row.out, kind);
    if (end == nullptr) return nullptr;
    if (!note_cell(f, plan, i, p, kind, row)) return nullptr;
    p = end;
    if (--left != 0) {
      if (*end != '|') return wrong_width(end);
      ++p;
    }
  }
  return *p == '\n' ? p + 1 : wrong_width(p);
}

}  // namespace pith::inline v0::gcf::decoding
