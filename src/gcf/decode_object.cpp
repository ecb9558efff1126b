// SPDX-License-Identifier: MIT
// The members of an object (section 7.2): `key=scalar`, `key[N]: a,b` and
// sections, `## key ...`.
#include "gcf/decode_key.hpp"
#include "gcf/decode_reader.hpp"

namespace pith::inline v0::gcf::decoding {

reader::outcome reader::object_line(const line& ln) {
  const frame& f = frames_.back();
  if (ln.level < f.level) return outcome::not_mine;
  if (ln.level > f.level) {
    return misfit(ln, ln.first, error_code::invalid_indent,
                  "nothing before this line opens a deeper level");
  }
  if (has_trailer_) {
    return failed(error_code::invalid_line, ln.first,
                  "nothing may follow the summary");
  }
  if (is_section_mark(ln.first)) {
    return ln.first[2] == '!' ? trailer_line(ln) : section_line(ln);
  }
  constexpr const char* expected =
      "a member must be key=value, key[N]: values or a ## section";
  if (!begins_key(*ln.first)) {
    return misfit(ln, ln.first, error_code::invalid_line, expected);
  }
  std::string_view key;
  char* p = read_key(text_, ln.first, key);
  if (p == nullptr) return outcome::failed;
  if (*p == '=') {
    if (!add_member(key, ln.first)) return outcome::failed;
    return taken(read_scalar_line(p + 1));
  }
  if (*p != '[') return misfit(ln, p, error_code::invalid_line, expected);
  count_bracket bracket;
  p = read_count(p + 1, bracket);
  if (p == nullptr) return outcome::failed;
  if (*p != ':' || bracket.is_keyed) {
    return misfit(ln, p, error_code::invalid_line,
                  "a colon must follow the count of an inline array");
  }
  if (!add_member(key, ln.first)) return outcome::failed;
  return taken(read_inline_array(p, bracket, ln));
}

/// `## key`, `## key [N]`, `## key [N]{...}` or `## key [N:]{...}`.
reader::outcome reader::section_line(const line& ln) {
  char* const name = ln.first + 3;
  if (!begins_key(*name)) {
    return misfit(ln, name, error_code::invalid_line,
                  "a section inside an object must have a name");
  }
  std::string_view key;
  char* p = read_key(text_, name, key);
  if (p == nullptr) return outcome::failed;
  const std::size_t level = frames_.back().level;
  if (is_blank_to_end(p)) {
    if (!add_member(key, name) ||
        push(body::object, level + 1, ln.first) == nullptr) {
      return outcome::failed;
    }
    return taken(behind_line(p));
  }
  if (p[0] != ' ' || p[1] != '[') {
    return failed(error_code::invalid_line, p,
                  "only a count in brackets may follow a section's name");
  }
  count_bracket bracket;
  p = read_count(p + 2, bracket);
  if (p == nullptr || !add_member(key, name)) return outcome::failed;
  return taken(open_array(p, bracket, level, place::section, ln));
}

/// Moves the innermost object along `key`, whose token begins at `at`.
bool reader::add_member(std::string_view key, const char* at) {
  frame& f = frames_.back();
  if (shapes_.depth_of(f.cursor.node) >= bounds_.max_items) {
    text_.fail(error_code::item_limit, at,
               "an object has more members than limits::max_items");
    return false;
  }
  const auto offset = [&] { return text_.offset_of(key.data()); };
  if (!shapes_.advance(f.cursor, key, offset)) {
    text_.fail(error_code::duplicate_key, at,
               "a key may occur once in an object");
    return false;
  }
  return true;
}

/// The scalar from `p` to the end of the line is the next value.
char* reader::read_scalar_line(char* p) {
  tape().ensure(token_words);
  detail::word* out = tape().end();
  char* const end = read_value<'\n'>(text_, p, out);
  if (end == nullptr) return nullptr;
  tape().resize(static_cast<std::size_t>(out - tape().data()));
  finish_value(detail::has_scalar);
  return end + 1;
}

}  // namespace pith::inline v0::gcf::decoding
