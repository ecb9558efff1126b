// SPDX-License-Identifier: MIT
#include "gcf/decode/expanded_reader.hpp"

#include "gcf/lex/item_id.hpp"

namespace pith::inline v0::gcf::decoding {

outcome expanded_reader::read_line(frame& f, const line& ln) {
  if (ln.level < f.level) return outcome::not_mine;
  if (f.is_counted && f.count == f.declared) {
    if (ln.level == f.level) completed_.note_before(f.level, false);
    return outcome::not_mine;
  }
  if (ln.level > f.level) {
    return completed_.misfit(ln, ln.first, error_code::invalid_indent,
                             "nothing before this line opens a deeper level");
  }
  if (*ln.first == '@') return read_item(f, ln);
  if (is_section_mark(ln.first)) return outcome::not_mine;
  if (f.is_counted && *ln.first != '.') {
    return in_.failed(error_code::count_mismatch, ln.first,
                      "there are fewer items than the header declares");
  }
  return completed_.misfit(ln, ln.first, error_code::invalid_line,
                           "an element must begin with @ and its index");
}

outcome expanded_reader::read_item(frame& f, const line& ln) {
  if (f.count >= in_.bounds.max_items) {
    return in_.failed(error_code::item_limit, ln.first,
                      "an array has more elements than limits::max_items");
  }
  char* p = ln.first;
  if (!read_item_id(in_.text, p, f.count)) return outcome::failed;
  ++f.count;
  const std::size_t level = f.level + 1;
  if (*p == '=') return in_.taken(values_.read_scalar(p + 1));
  if (*p == '[') {
    count_bracket bracket;
    p = values_.read_count(p + 1, bracket);
    if (p == nullptr) return outcome::failed;
    return in_.taken(
        values_.open_array(p, bracket, level, f.key_id, place::item, ln));
  }
  if (p[0] == '{' && p[1] == '}') {
    return in_.taken(values_.open_object(p, level, f.key_id, ln));
  }
  return in_.failed(error_code::invalid_line, p,
                    "an element must be =value, {} or a count in brackets");
}

}  // namespace pith::inline v0::gcf::decoding
