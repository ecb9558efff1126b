// SPDX-License-Identifier: MIT
// Expanded arrays (section 7.6): one `@N` line per element, and the element's
// own lines one level deeper.
#include "gcf/decode/reader.hpp"
#include "text/digits.hpp"

namespace pith::inline v0::gcf::decoding {

outcome reader::expanded_line(const line& ln) {
  const frame& f = frames_.back();
  if (ln.level < f.level) return outcome::not_mine;
  if (f.is_counted && f.count == f.declared) {
    if (ln.level == f.level) completed_.note_before(f.level, false);
    return outcome::not_mine;
  }
  if (ln.level > f.level) {
    return completed_.misfit(ln, ln.first, error_code::invalid_indent,
                             "nothing before this line opens a deeper level");
  }
  if (*ln.first == '@') return item_line(ln);
  if (is_section_mark(ln.first)) return outcome::not_mine;
  if (f.is_counted && *ln.first != '.') {
    return in_.failed(error_code::count_mismatch, ln.first,
                      "there are fewer items than the header declares");
  }
  return completed_.misfit(ln, ln.first, error_code::invalid_line,
                           "an element must begin with @ and its index");
}

/// Reads `@N ` at `p` and moves after it; N must be `expected`.
bool reader::read_id(char*& p, std::size_t expected) {
  char* const at = p++;
  std::size_t id = 0;
  const char* const digits = p;
  for (; text::is_digit(*p); ++p) {
    if (id <= expected) id = id * 10 + static_cast<std::size_t>(*p - '0');
  }
  if (p == digits || id != expected || !(*p == ' ' || is_blank_to_end(p))) {
    in_.text.fail(error_code::invalid_item_id, at,
                  "the id must be @ and the index of the row or element, "
                  "counted from 0");
    return false;
  }
  if (*p == ' ') ++p;
  return true;
}

outcome reader::item_line(const line& ln) {
  frame& f = frames_.back();
  if (f.count >= in_.bounds.max_items) {
    return in_.failed(error_code::item_limit, ln.first,
                      "an array has more elements than limits::max_items");
  }
  char* p = ln.first;
  if (!read_id(p, f.count)) return outcome::failed;
  ++f.count;
  const std::size_t level = f.level + 1;
  if (*p == '=') return in_.taken(read_scalar_line(p + 1));
  if (*p == '[') {
    count_bracket bracket;
    p = read_count(p + 1, bracket);
    if (p == nullptr) return outcome::failed;
    return in_.taken(open_array(p, bracket, level, f.key_id, place::item, ln));
  }
  if (p[0] == '{' && p[1] == '}') {
    p = expect_line_end(in_.text, p + 2, "nothing may follow {}");
    if (p == nullptr ||
        push(body::object, level, f.key_id, ln.first) == nullptr) {
      return outcome::failed;
    }
    return in_.taken(p);
  }
  return in_.failed(error_code::invalid_line, p,
                    "an element must be =value, {} or a count in brackets");
}

}  // namespace pith::inline v0::gcf::decoding
