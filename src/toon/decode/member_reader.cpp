// SPDX-License-Identifier: MIT
#include "toon/decode/member_reader.hpp"

#include "toon/decode/cells.hpp"
#include "toon/decode/key.hpp"
#include "toon/decode/lines.hpp"
#include "toon/decode/token.hpp"
#include "toon/decode/values.hpp"

#include <algorithm>
#include <bit>

namespace pith::inline v0::toon::decoding {

void member_reader::reset() noexcept {
  guesses_.clear();
  const source& from = context_.text;
  may_guess_ = context_.is_strict &&
               from.offset_of(from.last) <= context_.bounds.max_items;
}

/// Reads lines `key: scalar` as long as the keys are those that are expected;
/// the first of them is at `p`. Returns the member that is none of them. The
/// lines may end before one comes: then `next` lies after what is returned. In
/// line, since most objects are short.
[[gnu::always_inline]] inline char* member_reader::read_expected_members(
    frame& f, char* p, std::size_t spaces, char*& next) {
  constexpr std::size_t room = 64;
  source& from = context_.text;
  detail::pod_buffer<detail::word>& tape = context_.tape();
  tape.ensure(room);
  detail::word* out = tape.end();
  const detail::word* const last =
      tape.data() + std::min(tape.capacity() - token_words, context_.max_words);
  std::uint32_t node = f.cursor.node;
  char* const first = p;
  while (out <= last) {
    const text::key_guesses::guess& expected = guesses_.at(node, f.key_id);
    if (!expected.is_right(from, p) || p[expected.length] != ':') break;
    char* const value = skip_spaces(p + expected.length + 1);
    char* end = nullptr;
    if (*value == '"') {
      // Short and without escapes, as most are; or anything.
      const std::uint32_t special = text::block::load(value + 1).needs_escape();
      const char* const close = value + 1 + std::countr_zero(special);
      if (special != 0 && close[0] == '"' && close[1] == '\n') {
        detail::put_string(out, from.offset_of(value + 1),
                           static_cast<std::size_t>(close - value) - 1);
        end = value + (close + 1 - value);
      } else {
        end = read_quoted_value(from, value, out);
        if (end == nullptr) return nullptr;
      }
    } else {
      end = find_line_feed(value);
      if (*value == '[' || *value == '\n' ||
          !put_plain_cell(from, value, end, out)) {
        break;
      }
    }
    node = expected.node;
    next = end + 1;
    if (next >= from.last || !is_plain_line(next, spaces)) break;
    p = next + spaces;
  }
  if (node == f.cursor.node) return first;
  f.cursor.node = node;
  f.flags |= detail::has_scalar;
  context_.end_tape(out);
  return p;
}

char* member_reader::read_members(const line& ln) {
  const std::size_t open = containers_.size();
  char* next = ln.first - ln.spaces;
  char* p = ln.first;
  for (;;) {
    if (may_guess_) {
      p = read_expected_members(containers_.innermost(), p, ln.spaces, next);
      if (p == nullptr) return nullptr;
      if (p < next) return next;
    }
    next = read_member(p, ln.depth);
    if (next == nullptr) return nullptr;
    if (containers_.size() != open || ln.has_tabs ||
        next >= context_.text.last || !is_plain_line(next, ln.spaces)) {
      return next;
    }
    if (!context_.check_size(next)) return nullptr;
    p = next + ln.spaces;
  }
}

char* member_reader::read_member(char* p, std::size_t depth) {
  frame& f = containers_.innermost();
  const text::key_guesses::guess& expected =
      guesses_.at(f.cursor.node, f.key_id);
  if (expected.is_right(context_.text, p) && may_guess_) {
    char* const after = p + expected.length;
    f.cursor.node = expected.node;
    if (*after == ':') return read_value(after + 1, depth);
    header h;
    char* const values = arrays_.read_header(after, h);
    return values != nullptr ? arrays_.open(values, h, depth) : nullptr;
  }
  char* const after = skip_plain_key(p);
  if (after == p) return read_odd_member(p, depth);
  if (*after == ':') {
    return add_plain_key(f, p, after) ? read_value(after + 1, depth) : nullptr;
  }
  if (*after != '[') return read_odd_member(p, depth);
  header h;
  char* const values = arrays_.read_header(after, h);
  if (values == nullptr || !add_plain_key(f, p, after)) return nullptr;
  return arrays_.open(values, h, depth);
}

/// A member whose key is quoted or has other bytes than plain ones.
char* member_reader::read_odd_member(char* p, std::size_t depth) {
  source& from = context_.text;
  std::string_view key;
  char* mark = nullptr;  // the colon, or the bracket of a header
  if (*p == '"') {
    mark = read_quoted_key(from, p, key);
    if (mark == nullptr) return nullptr;
  } else {
    char* const end = content_end(p);
    char* const colon = find_unquoted(p, end, ':');
    if (colon == end) {
      return from.fail(error_code::invalid_line, p,
                       "a line must be a key with a colon, and a value");
    }
    if (*p == '[') {
      return from.fail(
          error_code::invalid_line, p,
          "an array without a key may only be the root or an item");
    }
    mark = find_unquoted(p, colon, '[');
    char* last = mark;
    while (last != p && last[-1] == ' ') --last;
    if (*mark == '[' && (last != mark || mark[-1] == '\t')) {
      return from.fail(error_code::invalid_line, last,
                       "no space may stand between a key and its brackets");
    }
    key = view(p, last);
  }
  frame& f = containers_.innermost();
  if (*mark == ':') {
    return containers_.add_key(f, key, p) ? read_value(mark + 1, depth)
                                          : nullptr;
  }
  header h;
  char* const values = arrays_.read_header(mark, h);
  if (values == nullptr || !containers_.add_key(f, key, p)) return nullptr;
  return arrays_.open(values, h, depth);
}

/// What follows the colon of a member.
char* member_reader::read_value(char* p, std::size_t depth) {
  p = skip_spaces(p);
  if (!is_line_end(p)) return read_line_value(context_, containers_, p);
  return containers_.push(body::object, depth + 1, p) != nullptr
             ? after_line_end(p)
             : nullptr;
}

/// Adds a key that stands as it is, and may come again.
bool member_reader::add_plain_key(frame& f, const char* first,
                                  const char* last) {
  const std::uint32_t before = f.cursor.node;
  if (!containers_.add_key(f, view(first, last), first)) return false;
  if (before != 0 || f.key_id != no_key_id) {
    guesses_.correct(before, f.key_id, f.cursor.node,
                     context_.text.offset_of(first),
                     static_cast<std::size_t>(last - first));
  }
  return true;
}

}  // namespace pith::inline v0::toon::decoding
