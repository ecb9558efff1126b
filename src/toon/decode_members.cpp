// SPDX-License-Identifier: MIT
// Lines of objects and lists: `key: value`, `key[N]: ...`, `- item`.
#include "toon/decode_key.hpp"
#include "toon/decode_lines.hpp"
#include "toon/decode_reader.hpp"

#include <algorithm>
#include <bit>

namespace pith::inline v0::toon::decoding {

/// Reads the members of the innermost object from `ln` on, as long as they
/// stand on plain lines and open no container.
bool reader::read_members(const line& ln) {
  const std::size_t open = frames_.size();
  next_ = ln.first - ln.spaces;
  char* p = ln.first;
  for (;;) {
    if (may_guess_) {
      p = read_expected_members(frames_.back(), p, ln.spaces);
      if (p == nullptr) return false;
      if (p < next_) return true;
    }
    if (!read_member(p, ln.depth)) return false;
    if (frames_.size() != open || ln.has_tabs || next_ >= text_.last ||
        !is_plain_line(next_, ln.spaces)) {
      return true;
    }
    if (!check_size(next_)) return false;
    p = next_ + ln.spaces;
  }
}

/// Reads lines `key: scalar` as long as the keys are those that are expected;
/// the first of them is at `p`. Returns the member that is none of them. The
/// lines may end before one comes: then next_ lies after what is returned.
char* reader::read_expected_members(frame& f, char* p, std::size_t spaces) {
  constexpr std::size_t room = 64;
  tape().ensure(room);
  detail::word* out = tape().end();
  const detail::word* const last =
      tape().data() + std::min(tape().capacity() - token_words, max_words_);
  std::uint32_t node = f.cursor.node;
  char* const first = p;
  while (out <= last) {
    const text::key_guesses::guess& expected = guesses_.at(node, f.key_id);
    if (!expected.is_right(text_, p) || p[expected.length] != ':') break;
    char* const value = skip_spaces(p + expected.length + 1);
    char* end = nullptr;
    if (*value == '"') {
      // Short and without escapes, as most are; or anything.
      const std::uint32_t special = text::block::load(value + 1).needs_escape();
      const char* const close = value + 1 + std::countr_zero(special);
      if (special != 0 && close[0] == '"' && close[1] == '\n') {
        detail::put_string(out, text_.offset_of(value + 1),
                           static_cast<std::size_t>(close - value) - 1);
        end = value + (close + 1 - value);
      } else {
        end = read_quoted_value(value, out);
        if (end == nullptr) return nullptr;
      }
    } else {
      end = find_line_feed(value);
      if (*value == '[' || *value == '\n' ||
          !put_plain_cell(text_, value, end, out)) {
        break;
      }
    }
    node = expected.node;
    next_ = end + 1;
    if (next_ >= text_.last || !is_plain_line(next_, spaces)) break;
    p = next_ + spaces;
  }
  if (node == f.cursor.node) return first;
  f.cursor.node = node;
  f.flags |= detail::has_scalar;
  tape().resize(static_cast<std::size_t>(out - tape().data()));
  return p;
}

/// A line of the innermost object, or of the item that is one.
bool reader::read_member(char* p, std::size_t depth) {
  frame& f = frames_.back();
  const text::key_guesses::guess& expected =
      guesses_.at(f.cursor.node, f.key_id);
  if (expected.is_right(text_, p) && may_guess_) {
    char* const after = p + expected.length;
    f.cursor.node = expected.node;
    if (*after == ':') return read_member_value(after + 1, depth);
    header h;
    char* const values = read_header(after, h);
    return values != nullptr && open_array(values, h, depth);
  }
  char* const after = skip_plain_key(p);
  if (after == p) return read_odd_member(p, depth);
  if (*after == ':') {
    return add_plain_key(f, p, after) && read_member_value(after + 1, depth);
  }
  if (*after != '[') return read_odd_member(p, depth);
  header h;
  char* const values = read_header(after, h);
  return values != nullptr && add_plain_key(f, p, after) &&
         open_array(values, h, depth);
}

bool reader::read_odd_member(char* p, std::size_t depth) {
  std::string_view key;
  char* mark = nullptr;  // the colon, or the bracket of a header
  if (*p == '"') {
    mark = read_quoted_key(p, key);
    if (mark == nullptr) return false;
  } else {
    char* const end = content_end(p);
    char* const colon = find_unquoted(p, end, ':');
    if (colon == end) {
      return fail(error_code::invalid_line, p,
                  "a line must be a key with a colon, and a value");
    }
    if (*p == '[') {
      return fail(error_code::invalid_line, p,
                  "an array without a key may only be the root or an item");
    }
    mark = find_unquoted(p, colon, '[');
    char* last = mark;
    while (last != p && last[-1] == ' ') --last;
    if (*mark == '[' && (last != mark || mark[-1] == '\t')) {
      return fail(error_code::invalid_line, last,
                  "no space may stand between a key and its brackets");
    }
    key = view(p, last);
  }
  if (*mark == ':') {
    return add_key(frames_.back(), key, p) &&
           read_member_value(mark + 1, depth);
  }
  header h;
  char* const values = read_header(mark, h);
  return values != nullptr && add_key(frames_.back(), key, p) &&
         open_array(values, h, depth);
}

/// Decodes the key whose quote stands at `open`. Returns the colon or the
/// bracket after it.
char* reader::read_quoted_key(char* open, std::string_view& key) {
  std::size_t length = 0;
  char* const after = read_quoted(text_, open, length);
  if (after == nullptr) return nullptr;
  key = {open + 1, length};
  if (*after == '[') return after;
  char* const colon = skip_spaces(after);
  if (*colon == ':') return colon;
  return text_.fail(error_code::invalid_line, colon,
                    "a colon must follow a quoted key");
}

/// What follows the colon of a member.
bool reader::read_member_value(char* p, std::size_t depth) {
  p = skip_spaces(p);
  if (!is_line_end(p)) return read_line_value(p);
  next_ = p + (*p == '\r' ? 2 : 1);
  return push(body::object, depth + 1, p) != nullptr;
}

/// Puts the quoted string at `p`, which must be the rest of its line. Returns
/// the line feed.
char* reader::read_quoted_value(char* p, detail::word*& out) {
  std::size_t length = 0;
  char* const after = read_quoted(text_, p, length);
  if (after == nullptr) return nullptr;
  detail::put_string(out, text_.offset_of(p + 1), length);
  char* const end = skip_spaces(after);
  if (is_line_end(end)) return end + (*end == '\r' ? 1 : 0);
  return text_.fail(error_code::trailing_characters, after,
                    "a quoted string must be the whole of its value");
}

/// The scalar or the empty array from `p` to the end of its line.
bool reader::read_line_value(char* p) {
  tape().ensure(token_words);
  detail::word* out = tape().end();
  char* end = nullptr;
  if (*p == '"') {
    end = read_quoted_value(p, out);
    if (end == nullptr) return false;
  } else {
    end = find_line_feed(p);
    if (*p == '[' || !put_plain_cell(text_, p, end, out)) {
      char* const last = trim_line(p, end);
      if (view(p, last) == "[]") {
        put_empty_array();
        next_ = end + 1;
        return true;
      }
      if (!put_token(text_, p, last, out)) return false;
    }
  }
  tape().resize(static_cast<std::size_t>(out - tape().data()));
  note_value(detail::has_scalar);
  next_ = end + 1;
  return true;
}

/// A line of the innermost list.
bool reader::read_item(const line& ln) {
  char* p = ln.first;
  if (*p != '-' || (p[1] != ' ' && !is_line_end(p + 1))) {
    return fail(error_code::invalid_line, p, "an item must begin with `- `");
  }
  frame& list = frames_.back();
  if (!begin_item(list, p)) return false;
  p = skip_spaces(p + 1);
  if (is_line_end(p)) {
    next_ = find_line_feed(p) + 1;
    return push(body::object, ln.depth + 1, ln.first) != nullptr &&
           close_frame(ln.first);
  }
  const text::key_guesses::guess& expected = guesses_.at(0, list.key_id);
  const bool is_member =
      expected.is_right(text_, p) && p[expected.length] == ':';
  switch (is_member ? content_kind::member : classify(p)) {
    case content_kind::keyless_header: {
      header h;
      char* const values = read_header(p, h);
      if (values == nullptr) return false;
      if (h.has_fields) {
        return fail(error_code::invalid_line, p,
                    "a table without a key may only be the root");
      }
      return open_array(values, h, ln.depth);
    }
    case content_kind::member: {
      frame* const f = push(body::object, ln.depth + 1, p);
      if (f == nullptr) return false;
      f->has_depth = true;
      f->depth = ln.depth + 1;
      return read_member(p, ln.depth + 1);
    }
    case content_kind::value:
      break;
  }
  return read_line_value(p);
}

reader::content_kind reader::classify(char* p) noexcept {
  const char* const after = skip_plain_key(p);
  if (after != p && *after == ':') return content_kind::member;
  char* const end = content_end(p);
  if (find_unquoted(p, end, ':') == end) return content_kind::value;
  return *p == '[' ? content_kind::keyless_header : content_kind::member;
}

/// Adds a key to an object. Its value comes next.
bool reader::add_key(frame& f, std::string_view key, const char* at) {
  if (key.size() > detail::key_place::max_length) {
    return fail(error_code::size_limit, at, "a key is longer than 16 MiB");
  }
  if (shapes_.depth_of(f.cursor.node) >= bounds_.max_items) {
    return fail(error_code::item_limit, at,
                "an object has more members than limits::max_items");
  }
  const bool is_new = shapes_.advance(
      f.cursor, key, [&] { return text_.offset_of(key.data()); });
  if (is_strict_) {
    return is_new || fail(error_code::duplicate_key, at,
                          "a key may occur once in an object");
  }
  const std::uint32_t key_id =
      is_new ? shapes_.key_id_of(f.cursor.node) : shapes_.find_key(key);
  members_.push_back({key_id, tape().size()});
  if (!is_new) f.has_duplicates = true;
  return true;
}

/// The same for a key that stands as it is, and may come again.
bool reader::add_plain_key(frame& f, const char* first, const char* last) {
  const std::uint32_t before = f.cursor.node;
  if (!add_key(f, view(first, last), first)) return false;
  if (before != 0 || f.key_id != no_key_id) {
    guesses_.correct(before, f.key_id, f.cursor.node, text_.offset_of(first),
                     static_cast<std::size_t>(last - first));
  }
  return true;
}

void reader::put_empty_array() {
  note_value(detail::has_array);
  writer().close_array(writer().open(), 0, 0);
}

}  // namespace pith::inline v0::toon::decoding
