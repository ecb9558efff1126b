// SPDX-License-Identifier: MIT
// Lines of objects and lists: `key: value`, `key[N]: ...`, `- item`.
#include "toon/decode_reader.hpp"

#include <array>

namespace pith::inline v0::toon::decoding {

namespace {

/// Bytes of keys that end at the first byte of another kind: nothing that
/// could open quotes or brackets, and no space that might have to be dropped.
constexpr std::array<bool, 256> plain_key_bytes = [] {
  std::array<bool, 256> table{};
  for (unsigned c = '0'; c <= '9'; ++c) table[c] = true;
  for (unsigned c = 'a'; c <= 'z'; ++c) table[c] = true;
  for (unsigned c = 'A'; c <= 'Z'; ++c) table[c] = true;
  for (unsigned c = 0x80; c <= 0xFF; ++c) table[c] = true;
  table['_'] = table['.'] = table['-'] = table['/'] = true;
  return table;
}();

[[nodiscard]] char* skip_plain_key(char* p) noexcept {
  while (plain_key_bytes[static_cast<unsigned char>(*p)]) ++p;
  return p;
}

}  // namespace

/// A line of the innermost object, or of the item that is one.
bool reader::read_member(char* p, std::size_t depth) {
  char* const behind = skip_plain_key(p);
  if (behind == p) return read_odd_member(p, depth);
  if (*behind == ':') {
    return add_key(frames_.back(), view(p, behind), p) &&
           read_member_value(behind + 1, depth);
  }
  if (*behind != '[') return read_odd_member(p, depth);
  header h;
  char* const values = read_header(behind, h);
  return values != nullptr && add_key(frames_.back(), view(p, behind), p) &&
         open_array(values, h, depth);
}

bool reader::read_odd_member(char* p, std::size_t depth) {
  char* const end = content_end(p);
  std::string_view key;
  char* mark = nullptr;  // the colon, or the bracket of a header
  if (*p == '"') {
    mark = read_quoted_key(p, end, key);
    if (mark == nullptr) return false;
  } else {
    char* const colon = find_unquoted(p, end, ':');
    if (colon == end) {
      return fail(error_code::invalid_line, p,
                  "a line must be a key with a colon, and a value");
    }
    mark = find_unquoted(p, colon, '[');
    if (*p == '[') {
      return fail(error_code::invalid_line, p,
                  "an array without a key may only be the root or an item");
    }
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
/// bracket behind it.
char* reader::read_quoted_key(char* open, char* end, std::string_view& key) {
  char* const close = find_closing_quote(open, end);
  if (close == nullptr) {
    return text_.fail(error_code::unterminated_quote, open,
                      "a quoted key must be closed on its line");
  }
  char* mark = close + 1;
  if (*mark != '[') mark = skip_spaces(mark);
  if (mark >= end || (*mark != ':' && (*mark != '[' || mark != close + 1))) {
    return text_.fail(error_code::invalid_line, mark,
                      "a colon must follow a quoted key");
  }
  std::size_t length = 0;
  if (!unescape(text_, open, close, length)) return nullptr;
  key = {open + 1, length};
  return mark;
}

/// What follows the colon of a member.
bool reader::read_member_value(char* p, std::size_t depth) {
  p = skip_spaces(p);
  if (is_line_end(p)) {
    next_ = p + (*p == '\r' ? 2 : 1);
    return push(body::object, depth + 1, p) != nullptr;
  }
  char* const feed = find_line_feed(p);
  char* const end = trim_line(p, feed);
  next_ = feed + 1;
  if (view(p, end) == "[]") {
    put_empty_array();
    return true;
  }
  return put_scalar(p, end);
}

/// A line of the innermost list.
bool reader::read_item(const line& ln) {
  char* p = ln.first;
  if (*p != '-' || (p[1] != ' ' && !is_line_end(p + 1))) {
    return fail(error_code::invalid_line, p, "an item must begin with `- `");
  }
  if (!begin_item(frames_.back(), p)) return false;
  p = skip_spaces(p + 1);
  char* const feed = find_line_feed(p);
  char* const end = trim_line(p, feed);
  next_ = feed + 1;
  if (p >= end) {
    return push(body::object, ln.depth + 1, ln.first) != nullptr &&
           close_frame(ln.first);
  }
  switch (classify(p, end)) {
    case content_kind::empty_array:
      put_empty_array();
      return true;
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
    case content_kind::scalar:
      break;
  }
  return put_scalar(p, end);
}

reader::content_kind reader::classify(char* p, char* end) const noexcept {
  const char* const behind = skip_plain_key(p);
  if (behind != p && *behind == ':') return content_kind::member;
  if (view(p, end) == "[]") return content_kind::empty_array;
  if (find_unquoted(p, end, ':') == end) return content_kind::scalar;
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

bool reader::put_scalar(char* p, char* end) {
  tape().ensure(token_words);
  detail::word* out = tape().end();
  if (!put_token(text_, p, end, out)) return false;
  tape().resize(static_cast<std::size_t>(out - tape().data()));
  note_value(detail::has_scalar);
  return true;
}

void reader::put_empty_array() {
  note_value(detail::has_array);
  writer().close_array(writer().open(), 0, 0);
}

}  // namespace pith::inline v0::toon::decoding
