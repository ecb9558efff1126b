// SPDX-License-Identifier: MIT
#include "gcf/decode/table_reader.hpp"

#include "gcf/lex/item_id.hpp"
#include "text/digits.hpp"

#include <cstring>

namespace pith::inline v0::gcf::decoding {

outcome table_reader::read_line(frame& f, const line& ln) {
  if (rows_.current().is_open) {
    const outcome done = read_after_row(f, ln);
    if (done != outcome::not_mine) return done;
    if (!open_.finish_row()) return outcome::failed;
  }
  if (ln.level < f.level) return outcome::not_mine;
  if (f.is_counted && f.count == f.declared) {
    if (ln.level == f.level) completed_.note_before(f.level, f.had_id);
    return outcome::not_mine;
  }
  if (ln.level > f.level) {
    return completed_.misfit(ln, ln.first, error_code::invalid_indent,
                             "nothing before this line opens a deeper level");
  }
  if (is_section_mark(ln.first)) return outcome::not_mine;
  if (f.is_undecided) {
    f.is_undecided = false;
    if (looks_expanded(ln)) {
      f.kind = body::expanded;
      rows_.drop_table();
      return expanded_.read_line(f, ln);
    }
  }
  return read_row(f, ln);
}

/// A line after a row whose attachments may follow (section 7.4.5.2).
outcome table_reader::read_after_row(frame& f, const line& ln) {
  if (ln.level < f.level) return outcome::not_mine;
  if (ln.level > f.level + 1) {
    return completed_.misfit(ln, ln.first, error_code::invalid_indent,
                             "nothing before this line opens a deeper level");
  }
  if (*ln.first == '.') return attachments_.read_line(f, ln);
  const bool is_deeper = ln.level != f.level;
  if (!is_deeper && is_section_mark(ln.first)) return outcome::not_mine;
  std::size_t target = 0;
  if (rows_.find_inline_target(target)) {
    return attachments_.read_positional(ln, target);
  }
  if (!is_deeper) return outcome::not_mine;
  return completed_.misfit(ln, ln.first, error_code::orphan_inline_attachment,
                           "no cell of the row asks for a body without a name");
}

outcome table_reader::read_row(frame& f, const line& ln) {
  if (*ln.first == '.') {
    return in_.failed(error_code::orphan_attachment, ln.first,
                      "an attachment must follow a row that has an @id");
  }
  if (f.count >= in_.bounds.max_items) {
    return in_.failed(error_code::item_limit, ln.first,
                      "a table has more rows than limits::max_items");
  }
  if (f.count == 0 &&
      f.depth + 1 + in_.layouts[f.layout].group_depth > in_.bounds.max_depth) {
    return in_.taken(in_.too_deep(ln.first));
  }
  if (*ln.first != '@') {
    char* const next = cells_.read_plain_rows(f, ln.first);
    if (next != nullptr && f.delivers) delivery_.deliver(f);
    return in_.taken(next);
  }
  char* p = ln.first;
  if (!read_item_id(in_.text, p, f.count)) return outcome::failed;
  return in_.taken(cells_.read_id_row(f, p, ln.first));
}

/// Decides a `.field [N]` for whose field a shared schema is known (7.4.5.3).
/// A later array that is not a table has no other spelling than this header
/// with an expanded body; `ln` is the first line of the body.
///
/// Such a body begins with `@0 ` and what an element may be. A row may begin
/// so as well, if its first cell is such a text; but then it has attachments,
/// and their lines follow, which no element would have.
bool table_reader::looks_expanded(const line& ln) const {
  if (std::memcmp(ln.first, "@0 ", 3) != 0) return false;
  char* p = ln.first + 3;
  bool is_one_line = *p == '=';
  if (*p == '[') {
    ++p;
    if (*p == '?') {
      ++p;
    } else {
      if (!text::is_digit(*p)) return false;
      while (text::is_digit(*p)) ++p;
    }
    if (*p == ':') ++p;
    if (*p != ']') return false;
    ++p;
    is_one_line = *p == ':';
    if (!is_one_line && *p != '{' && !is_blank_to_end(p)) return false;
  } else if (*p == '{') {
    if (p[1] != '}' || !is_blank_to_end(p + 2)) return false;
  } else if (!is_one_line) {
    return false;
  }
  line next;
  if (!peek_line(in_.text, after_line(p), next)) return true;
  if (next.level != ln.level && next.level != ln.level + 1) return true;
  if (*next.first == '.') return false;
  return !is_one_line || *next.first == '@';
}

}  // namespace pith::inline v0::gcf::decoding
