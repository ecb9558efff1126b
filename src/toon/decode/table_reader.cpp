// SPDX-License-Identifier: MIT
#include "toon/decode/table_reader.hpp"

#include "toon/decode/key.hpp"
#include "toon/decode/lines.hpp"
#include "toon/decode/token.hpp"

#include <string_view>

namespace pith::inline v0::toon::decoding {

namespace {

using detail::make_word;
using detail::tag;
using detail::word;

void put_object(word* at, const word* end, word second) noexcept {
  at[0] = make_word(tag::object, static_cast<word>(end - at));
  at[1] = second;
}

}  // namespace

char* table_reader::read_rows(frame& f, const line& ln) {
  f.flags = detail::has_object;  // not before: a table may have no rows
  if (layout_.repeats()) return read_repeating_row(f, ln);
  if (f.kind == body::keyed_table) {
    return layout_.has_groups() ? read_row_run<true, true>(f, ln)
                                : read_row_run<true, false>(f, ln);
  }
  return layout_.has_groups() ? read_row_run<false, true>(f, ln)
                              : read_row_run<false, false>(f, ln);
}

/// Reads the row of `ln` and those that follow it. Returns the next line.
template <bool keyed, bool grouped>
char* table_reader::read_row_run(frame& f, const line& ln) {
  const std::size_t room = layout_.row_words();
  const word tail = layout_.tail();
  detail::pod_buffer<word>& tape = context_.tape();
  char* p = ln.first;
  cell_cursor ends(p, f.delimiter);
  word* last = nullptr;
  word* at =
      detail::make_room(tape, tape.end(), room, context_.max_words, last);
  for (;;) {
    if (!containers_.begin_item(f, p)) return nullptr;
    if constexpr (keyed) {
      context_.end_tape(at);
      p = read_entry_key(f, p);
      if (p == nullptr) return nullptr;
      ends.skip_to(p);
    } else {
      if (!check_first_cell(p, f.delimiter)) return nullptr;
    }
    word* out = at + detail::header_words;
    p = read_cells<grouped>(p, ends, out);
    if (p == nullptr) return nullptr;
    put_object(at, out, tail);
    at = out;
    if (at > last) [[unlikely]] {
      at = detail::make_room(tape, at, room, context_.max_words, last);
      if (!context_.check_size(p)) return nullptr;
    }
    if (ln.has_tabs || !is_plain_line(p, ln.spaces)) break;
    p += ln.spaces;
    ends.skip_to(p);
  }
  context_.end_tape(at);
  return p;
}

/// Reads the cells of one row from `p` on. Returns the next line. In line, so
/// that what it works on stays in registers.
template <bool grouped>
[[gnu::always_inline]] inline char* table_reader::read_cells(char* p,
                                                             cell_cursor& ends,
                                                             word*& out) {
  std::size_t left = layout_.cell_count();
  [[maybe_unused]] const step* s = layout_.steps().begin();
  [[maybe_unused]] detail::pod_buffer<word>& tape = context_.tape();
  if constexpr (grouped) groups_.clear();
  for (;;) {
    if constexpr (grouped) {
      for (; s->kind == step_kind::open_group; ++s) {
        groups_.push_back(static_cast<std::size_t>(out - tape.data()));
        out += detail::header_words;
      }
      ++s;
    }
    char* end = read_plain_cell(context_.text, p, ends, out);
    if (end == nullptr) [[unlikely]] {
      // Through copies, so that the others stay in registers.
      cell_cursor odd_ends = ends;
      word* odd_out = out;
      end = read_any_cell(context_.text, p, odd_ends, odd_out);
      if (end == nullptr) return nullptr;
      ends = odd_ends;
      out = odd_out;
    }
    if constexpr (grouped) {
      const step* const after = layout_.steps().end();
      for (; s != after && s->kind == step_kind::close_group; ++s) {
        put_object(tape.data() + groups_.back(), out, s->tail);
        groups_.pop_back();
      }
    }
    --left;
    if (*end != (left == 0 ? '\n' : ends.delimiter())) [[unlikely]] {
      return wrong_width(end);
    }
    p = end + 1;
    if (left == 0) return p;
  }
}

/// One row of a table that has a field name twice in one group, when not
/// strict. Objects are opened and closed as those on lines of their own are.
char* table_reader::read_repeating_row(frame& f, const line& ln) {
  char* p = ln.first;
  const char delimiter = f.delimiter;
  if (!containers_.begin_item(f, p)) return nullptr;
  if (f.kind == body::keyed_table) {
    p = read_entry_key(f, p);
    if (p == nullptr) return nullptr;
  } else if (!check_first_cell(p, delimiter)) {
    return nullptr;
  }
  cell_cursor ends(p, delimiter);
  const std::size_t open = containers_.size();
  if (containers_.push(body::object, 0, p) == nullptr) return nullptr;
  std::size_t left = layout_.cell_count();
  for (const step& s : layout_.steps()) {
    if (s.kind == step_kind::close_group) {
      if (!containers_.close(p)) return nullptr;
      continue;
    }
    containers_.add_known_key(containers_.innermost(), s.key_id);
    if (s.kind == step_kind::open_group) {
      if (containers_.push(body::object, 0, p) == nullptr) return nullptr;
      continue;
    }
    context_.tape().ensure(token_words);
    word* out = context_.tape().end();
    char* const end = read_any_cell(context_.text, p, ends, out);
    if (end == nullptr) return nullptr;
    context_.end_tape(out);
    containers_.note_value(detail::has_scalar);
    --left;
    if (*end != (left == 0 ? '\n' : delimiter)) return wrong_width(end);
    p = end + 1;
  }
  while (containers_.size() > open) {
    if (!containers_.close(p)) return nullptr;
  }
  return context_.check_size(p) ? p : nullptr;
}

/// `end` is the line feed of a row with too few cells, or the delimiter after
/// the last cell of one with too many.
char* table_reader::wrong_width(char* end) {
  const char* const at =
      *end == '\n' ? trim_line(context_.text.first, end) : end + 1;
  return context_.text.fail(error_code::row_width_mismatch, at,
                            "a row must have one cell per declared field");
}

/// A colon before the first delimiter makes a line no row.
bool table_reader::check_first_cell(char* p, char delimiter) {
  if (*p == '"') return true;  // whatever follows the quotes must be an end
  for (char* q = p;; q += text::block_bytes) {
    const text::block b = text::block::load(q);
    const std::uint32_t ends = b.equals(delimiter) | b.equals('\n');
    const std::uint32_t before = ends ^ (ends - 1);  // all, if it ends later
    if (((b.equals(':') | b.equals('"')) & before) != 0) break;
    if (ends != 0) return true;
  }
  char* const last = content_end(p);
  char* const colon = find_unquoted(p, last, ':');
  if (colon == last || find_unquoted(p, last, delimiter) < colon) return true;
  return context_.fail(error_code::invalid_line, colon,
                       "a line among the rows of a table must be one");
}

/// Reads the key before the cells of a row. Returns the first cell.
char* table_reader::read_entry_key(frame& f, char* p) {
  std::string_view key;
  char* colon = nullptr;
  if (*p == '"') {
    colon = read_quoted_key(context_.text, p, key);
    if (colon == nullptr) return nullptr;
    if (*colon != ':') {
      return context_.text.fail(error_code::invalid_line, colon,
                                "a colon must follow a quoted key");
    }
  } else {
    char* last = skip_plain_key(p);
    colon = last;
    if (*colon != ':') {
      char* const end = content_end(p);
      colon = find_unquoted(p, end, ':');
      if (colon == end) {
        return context_.text.fail(
            error_code::invalid_line, p,
            "a row of a keyed table must begin with a key and a "
            "colon");
      }
      last = colon;
      while (last != p && last[-1] == ' ') --last;
    }
    key = view(p, last);
  }
  if (!containers_.add_key(f, key, p)) return nullptr;
  p = skip_spaces(colon + 1);
  // Nothing is not a cell, while a quoted nothing is one.
  if (is_line_end(p)) return wrong_width(find_line_feed(p));
  return p;
}

}  // namespace pith::inline v0::toon::decoding
