// SPDX-License-Identifier: MIT
// Values between delimiters: rows of tables and arrays on one line.
#include "toon/decode_key.hpp"
#include "toon/decode_lines.hpp"
#include "toon/decode_reader.hpp"

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

namespace {

/// What follows the quoted cell that ends before `p`.
char* end_quoted_cell(source& from, char* p, char delimiter) noexcept {
  char* const after = skip_spaces(p);
  if (*after == delimiter) return after;
  if (is_line_end(after)) return find_line_feed(after);
  return from.fail(error_code::trailing_characters, p,
                   "a quoted string must be the whole of its value");
}

}  // namespace

// A line may have a million such cells: none may look further than its end.
char* read_any_cell(source& from, char* p, cell_cursor& ends, word*& out) {
  const char delimiter = ends.delimiter();
  char* const first = skip_spaces(p);
  char* after = first;
  if (*first == '"') {
    std::size_t length = 0;
    after = read_quoted(from, first, length);
    if (after == nullptr) return nullptr;
    after = end_quoted_cell(from, after, delimiter);
    if (after == nullptr) return nullptr;
    detail::put_string(out, from.offset_of(first + 1), length);
  } else {
    // Every quote opens or closes, wherever it stands.
    bool is_quoted = false;
    while (*after != '\n' && (is_quoted || *after != delimiter)) {
      if (*after == '"') {
        is_quoted = !is_quoted;
      } else if (is_quoted && *after == '\\' && after[1] != '\n') {
        ++after;
      }
      ++after;
    }
    char* end = after;
    if (*after == '\n') {
      end = trim_line(first, after);
    } else {
      while (end != first && end[-1] == ' ') --end;
    }
    if (!put_token(from, first, end, out)) return nullptr;
  }
  ends.skip_to(after);
  ends.pass();
  return after;
}

bool reader::read_inline_array(char* p, const header& h) {
  note_value(detail::has_array);
  if (frames_.size() >= bounds_.max_depth) {
    return fail(error_code::depth_limit, p,
                "containers are nested deeper than limits::max_depth");
  }
  const std::size_t at = writer().open();
  const char* const begin = p;
  cell_cursor ends(p, h.delimiter);
  word* last = nullptr;
  word* out =
      detail::make_room(tape(), tape().end(), token_words, max_words_, last);
  std::size_t count = 0;
  for (;;) {
    if (count == bounds_.max_items) {
      return fail(error_code::item_limit, p,
                  "an array has more values than limits::max_items");
    }
    char* end = read_plain_cell(text_, p, ends, out);
    if (end == nullptr) end = read_any_cell(text_, p, ends, out);
    if (end == nullptr) return false;
    ++count;
    p = end + 1;
    if (*end == '\n') break;
    if (out > last) {
      out = detail::make_room(tape(), out, token_words, max_words_, last);
      if (!check_size(p)) return false;
    }
  }
  tape().resize(static_cast<std::size_t>(out - tape().data()));
  if (is_strict_ && count != h.count) {
    return fail(error_code::count_mismatch, begin,
                "the header declares another number of values");
  }
  writer().close_array(at, count, detail::has_scalar);
  next_ = p;
  return check_size(p);
}

bool reader::read_rows(frame& f, const line& ln) {
  f.flags = detail::has_object;  // not before: a table may have no rows
  char* next;
  if (layout_.repeats()) {
    next = read_repeating_row(f, ln);
  } else if (f.kind == body::keyed_table) {
    next = layout_.has_groups() ? read_row_run<true, true>(f, ln)
                                : read_row_run<true, false>(f, ln);
  } else {
    next = layout_.has_groups() ? read_row_run<false, true>(f, ln)
                                : read_row_run<false, false>(f, ln);
  }
  if (next == nullptr) return false;
  next_ = next;
  return true;
}

/// Reads the row of `ln` and those that follow it. Returns the next line.
template <bool keyed, bool grouped>
char* reader::read_row_run(frame& f, const line& ln) {
  const std::size_t room = layout_.row_words();
  const word tail = layout_.tail();
  char* p = ln.first;
  cell_cursor ends(p, f.delimiter);
  word* last = nullptr;
  word* at = detail::make_room(tape(), tape().end(), room, max_words_, last);
  for (;;) {
    if (!begin_item(f, p)) return nullptr;
    if constexpr (keyed) {
      tape().resize(static_cast<std::size_t>(at - tape().data()));
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
      at = detail::make_room(tape(), at, room, max_words_, last);
      if (!check_size(p)) return nullptr;
    }
    if (ln.has_tabs || !is_plain_line(p, ln.spaces)) break;
    p += ln.spaces;
    ends.skip_to(p);
  }
  tape().resize(static_cast<std::size_t>(at - tape().data()));
  return p;
}

/// Reads the cells of one row from `p` on. Returns the next line. In line, so
/// that what it works on stays in registers.
template <bool grouped>
[[gnu::always_inline]] inline char* reader::read_cells(char* p,
                                                       cell_cursor& ends,
                                                       word*& out) {
  std::size_t left = layout_.cell_count();
  [[maybe_unused]] const step* s = layout_.steps().begin();
  if constexpr (grouped) groups_.clear();
  for (;;) {
    if constexpr (grouped) {
      for (; s->kind == step_kind::open_group; ++s) {
        groups_.push_back(static_cast<std::size_t>(out - tape().data()));
        out += detail::header_words;
      }
      ++s;
    }
    char* end = read_plain_cell(text_, p, ends, out);
    if (end == nullptr) [[unlikely]] {
      // Through copies, so that the others stay in registers.
      cell_cursor odd_ends = ends;
      word* odd_out = out;
      end = read_any_cell(text_, p, odd_ends, odd_out);
      if (end == nullptr) return nullptr;
      ends = odd_ends;
      out = odd_out;
    }
    if constexpr (grouped) {
      const step* const after = layout_.steps().end();
      for (; s != after && s->kind == step_kind::close_group; ++s) {
        put_object(tape().data() + groups_.back(), out, s->tail);
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

/// `end` is the line feed of a row with too few cells, or the delimiter after
/// the last cell of one with too many.
char* reader::wrong_width(char* end) {
  const char* const at = *end == '\n' ? trim_line(text_.first, end) : end + 1;
  return text_.fail(error_code::row_width_mismatch, at,
                    "a row must have one cell per declared field");
}

/// A colon before the first delimiter makes a line no row.
bool reader::check_first_cell(char* p, char delimiter) {
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
  return fail(error_code::invalid_line, colon,
              "a line among the rows of a table must be one");
}

/// Reads the key before the cells of a row. Returns the first cell.
char* reader::read_entry_key(frame& f, char* p) {
  std::string_view key;
  char* colon = nullptr;
  if (*p == '"') {
    colon = read_quoted_key(p, key);
    if (colon == nullptr) return nullptr;
    if (*colon != ':') {
      return text_.fail(error_code::invalid_line, colon,
                        "a colon must follow a quoted key");
    }
  } else {
    char* last = skip_plain_key(p);
    colon = last;
    if (*colon != ':') {
      char* const end = content_end(p);
      colon = find_unquoted(p, end, ':');
      if (colon == end) {
        return text_.fail(error_code::invalid_line, p,
                          "a row of a keyed table must begin with a key and a "
                          "colon");
      }
      last = colon;
      while (last != p && last[-1] == ' ') --last;
    }
    key = view(p, last);
  }
  if (!add_key(f, key, p)) return nullptr;
  p = skip_spaces(colon + 1);
  // Nothing is not a cell, while a quoted nothing is one.
  if (is_line_end(p)) return wrong_width(find_line_feed(p));
  return p;
}

}  // namespace pith::inline v0::toon::decoding
