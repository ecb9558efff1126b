// SPDX-License-Identifier: MIT
// The cells of rows. Most of a text is rows, and most rows are plain ones:
// read_row_run() reads as many of them as follow one another.
#include "gcf/lex/lines.hpp"
#include "gcf/rows/row_reader.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace pith::inline v0::gcf::decoding {

namespace {

using detail::has_object;
using detail::has_scalar;
using detail::make_word;
using detail::tag;
using detail::word;

/// Bytes with which a line may begin that is not a plain row: blanks and line
/// ends, comments and sections, ids, attachments; and the zero after the end.
constexpr std::array<bool, 256> special_beginnings = [] {
  std::array<bool, 256> table{};
  for (const char c : {' ', '\t', '\r', '\n', '#', '@', '.', '\0'}) {
    table[static_cast<unsigned char>(c)] = true;
  }
  return table;
}();

/// True when a plain row begins at `p` and is indented by `indent` spaces.
inline bool is_plain_row(const char* p, std::size_t indent) noexcept {
  return is_indented(p, indent) &&
         !special_beginnings[static_cast<unsigned char>(p[indent])];
}

void put_object(word* at, const word* end, std::uint32_t shape,
                std::uint8_t flags) noexcept {
  at[0] = make_word(tag::object, static_cast<word>(end - at));
  at[1] = (static_cast<word>(flags) << detail::flags_shift) | shape;
}

}  // namespace

/// `end` is the line feed of a row with too few cells, or the delimiter after
/// the last cell of one with too many.
char* row_reader::wrong_width(char* end) {
  const char* const at =
      *end == '\n' ? trim_back(in_.text.first, end) : end + 1;
  return in_.text.fail(error_code::row_width_mismatch, at,
                       "a row must have one cell per declared field");
}

/// Reads a cell that read_plain_cell() does not read, and passes it. `index`
/// is its step.
char* row_reader::read_odd_cell(frame& f, std::size_t index, char* p,
                                delimiter_cursor& ends, row_pass& row,
                                std::uint64_t bit) {
  char* const delimiter = ends.next();
  token_kind kind = token_kind::marker;
  char* end = delimiter;
  if (*p != '^' || delimiter != p + 1) {
    end = read_any_token<'|'>(in_.text, p, row.out, kind);
    if (end == nullptr) return nullptr;
    if (end != delimiter) ends.skip_to(end);
  }
  ends.pass();
  switch (kind) {
    case token_kind::value:
      break;
    case token_kind::null:
      row.null_cells |= bit;
      break;
    case token_kind::missing:
      row.missing_cells |= bit;
      break;
    case token_kind::marker:
    case token_kind::schema:
      row.marked_cells |= bit;
      if (!rows_.take_marker(f, index, p, kind, row)) return nullptr;
  }
  return end;
}

/// Closes the groups that end before step `s`. Returns the step after.
inline const step* row_reader::close_groups(reading& in, frame& f,
                                            const layout& plan, const step* s,
                                            group_start*& group,
                                            row_pass& row) {
  const step* const last = in.layouts.steps(plan) + plan.step_count;
  for (; s != last && s->kind == step_kind::close_group; ++s) {
    --group;
    const bool has_leaf = (s->direct_cells & ~row.missing_cells) != 0;
    const auto inner =
        static_cast<std::uint8_t>(row.flags | (has_leaf ? has_scalar : 0));
    row.flags = group->flags;
    const std::uint64_t missing = row.missing_cells & s->cells;
    if (missing == s->cells) {
      row.out = group->at;  // absent (7.4.6.2 rule 4)
    } else if (s->is_top && (row.null_cells & s->cells) == s->cells) {
      row.out = group->at;  // null (rule 5)
      *row.out++ = make_word(tag::null);
      row.flags |= has_scalar;
    } else {
      const std::uint32_t node =
          missing == 0 ? s->node_inside
                       : in.layouts.node_without(f.layout, s, missing);
      put_object(group->at, row.out, in.shapes.shape_at(node), inner);
      row.flags |= has_object;
    }
  }
  return s;
}

/// Reads the cells of one row, at most max_memo_cells, from `p` on. Returns
/// the next line. In line, so that what it works on stays in registers.
template <bool grouped>
[[gnu::always_inline]] inline char* row_reader::read_cells(
    reading& in, frame& f, const layout& plan, delimiter_cursor& ends, char* p,
    row_pass& row) {
  [[maybe_unused]] const step* s = in.layouts.steps(plan);
  [[maybe_unused]] group_start groups[max_memo_depth];
  [[maybe_unused]] group_start* group = groups;
  row.missing_cells = row.null_cells = row.marked_cells = 0;
  row.flags = 0;
  const std::uint64_t last = std::uint64_t{1} << (plan.cell_count - 1);
  for (std::uint64_t cell = 1;; cell += cell) {
    if constexpr (grouped) {
      if ((plan.opening & cell) != 0) {
        for (; s->kind == step_kind::open_group; ++s) {
          *group++ = {row.out, row.flags};
          row.out += detail::header_words;
          row.flags = 0;
        }
      }
    }
    char* end = ends.next();
    if (!read_plain_cell(in.text, p, end, ends, cell, row)) {
      const std::size_t index =
          grouped ? static_cast<std::size_t>(s - in.layouts.steps(plan))
                  : static_cast<std::size_t>(std::countr_zero(cell));
      // Through copies, so that the others stay in registers.
      delimiter_cursor odd_ends = ends;
      row_pass odd_row = row;
      end = read_odd_cell(f, index, p, odd_ends, odd_row, cell);
      if (end == nullptr) return nullptr;
      ends = odd_ends;
      row = odd_row;
      // A declaration may have moved the steps.
      if constexpr (grouped) s = in.layouts.steps(plan) + index;
    }
    if constexpr (grouped) {
      ++s;
      if ((plan.closing & cell) != 0) {
        s = close_groups(in, f, plan, s, group, row);
      }
    }
    const bool is_last = cell == last;
    if (*end != (is_last ? '\n' : '|')) [[unlikely]]
      return wrong_width(end);
    p = end + 1;
    if (is_last) break;
  }
  const std::uint64_t absent = row.missing_cells | row.marked_cells;
  if ((plan.direct_cells & ~absent) != 0) row.flags |= has_scalar;
  row.cursor.node =
      row.missing_cells == 0
          ? plan.full_node
          : in.layouts.node_without(f.layout, nullptr, row.missing_cells);
  return p;
}

/// Reads the plain row at `p` and those that follow it.
template <bool keyed, bool grouped>
char* row_reader::read_row_run(frame& f, char* p) {
  reading& in = in_;  // not to be loaded again after every call
  const layout plan = in.layouts[f.layout];
  const std::uint32_t full_shape = in.shapes.shape_at(plan.full_node);
  const std::size_t indent = 2 * f.level;
  const std::size_t stop =
      f.delivers ? f.count + 1 : std::min(f.declared, in.bounds.max_items);
  const std::size_t room = plan.row_words();
  std::size_t count = f.count;
  delimiter_cursor ends(p);
  word* last = nullptr;
  word* at =
      detail::make_room(in.tape(), in.tape().end(), room, in.max_words, last);
  row_pass row;
  for (;;) {
    row.first = p;
    if constexpr (keyed) {
      p = read_member_key(f, p);
      if (p == nullptr) return nullptr;
      ends.skip_to(p);
    }
    row.out = at + detail::header_words;
    p = read_cells<grouped>(in, f, plan, ends, p, row);
    if (p == nullptr) return nullptr;
    put_object(at, row.out,
               row.cursor.node == plan.full_node
                   ? full_shape
                   : in.shapes.shape_at(row.cursor.node),
               row.flags);
    at = row.out;
    ++count;
    if (at > last) [[unlikely]] {
      in.end_tape(at);
      if (in.is_over_limit(p)) return in.too_large(p);
      at = detail::make_room(in.tape(), at, room, in.max_words, last);
    }
    if (count == stop || !is_plain_row(p, indent)) break;
    p += indent;
  }
  in.end_tape(at);
  f.count = count;
  f.flags |= has_object;
  f.had_id = false;
  return p;
}

char* row_reader::read_plain_rows(frame& f, char* p) {
  const layout& plan = in_.layouts[f.layout];
  if (!plan.has_memo) return read_plain_row(f, p);
  if (f.is_keyed) {
    return plan.has_groups() ? read_row_run<true, true>(f, p)
                             : read_row_run<true, false>(f, p);
  }
  return plan.has_groups() ? read_row_run<false, true>(f, p)
                           : read_row_run<false, false>(f, p);
}

/// One plain row of a table that is too wide or too tangled for runs.
char* row_reader::read_plain_row(frame& f, char* p) {
  const layout plan = in_.layouts[f.layout];
  row_pass row;
  row.first = p;
  if (f.is_keyed) {
    p = read_member_key(f, p);
    if (p == nullptr) return nullptr;
  }
  in_.tape().ensure(plan.row_words());
  const std::size_t at = in_.tape().size();
  row.out = in_.tape().end() + detail::header_words;
  p = plan.is_scattered ? read_scattered_row(f, plan, p, row)
                        : read_wide_row(f, plan, p, row);
  if (p == nullptr) return nullptr;
  in_.end_tape(row.out);
  in_.writer().close_object(at, in_.shapes.shape_at(row.cursor.node),
                            row.flags);
  ++f.count;
  f.flags |= has_object;
  f.had_id = false;
  return p;
}

template <bool grouped>
char* row_reader::read_id_cells(frame& f, const layout& plan, char* p,
                                row_pass& row) {
  delimiter_cursor ends(p);
  return read_cells<grouped>(in_, f, plan, ends, p, row);
}

char* row_reader::read_id_row(frame& f, char* p, char* first) {
  const layout plan = in_.layouts[f.layout];
  row_pass row;
  row.first = first;
  row.has_id = true;
  if (f.is_keyed) {
    p = read_member_key(f, p);
    if (p == nullptr) return nullptr;
  }
  in_.tape().ensure(plan.row_words());
  rows_.begin_row();
  row.out = in_.tape().end() + detail::header_words;
  if (plan.has_memo) {
    p = plan.has_groups() ? read_id_cells<true>(f, plan, p, row)
                          : read_id_cells<false>(f, plan, p, row);
  } else {
    p = plan.is_scattered ? read_scattered_row(f, plan, p, row)
                          : read_wide_row(f, plan, p, row);
  }
  if (p == nullptr) return nullptr;
  rows_.open(row);
  ++f.count;
  f.flags |= has_object;
  f.had_id = true;
  return p;
}

}  // namespace pith::inline v0::gcf::decoding
