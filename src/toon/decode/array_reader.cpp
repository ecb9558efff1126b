// SPDX-License-Identifier: MIT
#include "toon/decode/array_reader.hpp"

#include "text/digits.hpp"
#include "toon/decode/cells.hpp"
#include "toon/decode/token.hpp"

namespace pith::inline v0::toon::decoding {

namespace {

/// Reads a count without leading zeros; `p` itself when there is none. Texts
/// are far too short for a count that does not fit.
char* read_count(char* p, std::size_t& count) noexcept {
  count = 0;
  if (*p == '0') return p + 1;
  for (; text::is_digit(*p); ++p) count = text::append_digit(count, *p);
  return p;
}

}  // namespace

char* array_reader::read_header(char* p, header& h) {
  source& from = context_.text;
  char* const open = p++;
  char* const after_count = read_count(p, h.count);
  if (after_count == p) {
    return from.fail(error_code::invalid_count, p,
                     "brackets after a key must hold a count");
  }
  p = after_count;
  if (*p == ':') {
    h.is_keyed = true;
    ++p;
  }
  if (*p == '|' || *p == '\t') h.delimiter = *p++;
  if (*p != ']') {
    return from.fail(error_code::invalid_count, p,
                     "brackets hold a count without leading zeros, perhaps a "
                     "colon, perhaps a delimiter");
  }
  ++p;
  if (*p == '{') {
    h.has_fields = true;
    p = layout_.read(from, p, content_end(p), h.delimiter, !context_.is_strict,
                     context_.bounds);
    if (p == nullptr) return nullptr;
  } else if (h.is_keyed) {
    return from.fail(error_code::keyed_map, open,
                     "a keyed table must declare its fields");
  }
  if (*p != ':') {
    return from.fail(error_code::invalid_line, p,
                     "a colon must follow the header of an array");
  }
  return p + 1;
}

char* array_reader::open(char* p, const header& h, std::size_t depth) {
  char* const rest = skip_spaces(p);
  const bool is_end = is_line_end(rest);
  if (h.has_fields) {
    if (!is_end) {
      return context_.text.fail(error_code::invalid_line, rest,
                                "rows stand on the lines below their header");
    }
    return open_table(h, depth, p) ? after_line_end(rest) : nullptr;
  }
  if (!is_end) return read_inline(rest, h);
  frame* const f = containers_.push(body::list, depth + 1, p);
  if (f == nullptr) return nullptr;
  f->declared = h.count;
  return after_line_end(rest);
}

bool array_reader::open_table(const header& h, std::size_t depth,
                              const char* at) {
  frame* const f = containers_.push(
      h.is_keyed ? body::keyed_table : body::table, depth + 1, at);
  if (f == nullptr || !containers_.check_depth(layout_.depth(), at)) {
    return false;
  }
  f->declared = h.count;
  f->delimiter = h.delimiter;
  return true;
}

/// Reads the scalars of an array that stand after its header.
char* array_reader::read_inline(char* p, const header& h) {
  containers_.note_value(detail::has_array);
  if (!containers_.check_depth(1, p)) return nullptr;
  source& from = context_.text;
  detail::pod_buffer<detail::word>& tape = context_.tape();
  const std::size_t at = context_.writer().open();
  const char* const begin = p;
  cell_cursor ends(p, h.delimiter);
  detail::word* last = nullptr;
  detail::word* out = detail::make_room(tape, tape.end(), token_words,
                                        context_.max_words, last);
  std::size_t count = 0;
  for (;;) {
    if (count == context_.bounds.max_items) {
      return from.fail(error_code::item_limit, p,
                       "an array has more values than limits::max_items");
    }
    char* end = read_plain_cell(from, p, ends, out);
    if (end == nullptr) end = read_any_cell(from, p, ends, out);
    if (end == nullptr) return nullptr;
    ++count;
    p = end + 1;
    if (*end == '\n') break;
    if (out > last) {
      out = detail::make_room(tape, out, token_words, context_.max_words, last);
      if (!context_.check_size(p)) return nullptr;
    }
  }
  context_.end_tape(out);
  if (context_.is_strict && count != h.count) {
    return from.fail(error_code::count_mismatch, begin,
                     "the header declares another number of values");
  }
  context_.writer().close_array(at, count, detail::has_scalar);
  return context_.check_size(p) ? p : nullptr;
}

}  // namespace pith::inline v0::toon::decoding
