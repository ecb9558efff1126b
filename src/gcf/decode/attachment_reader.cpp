// SPDX-License-Identifier: MIT
#include "gcf/decode/attachment_reader.hpp"

#include "gcf/lex/key.hpp"
#include "gcf/lex/token.hpp"

namespace pith::inline v0::gcf::decoding {

outcome attachment_reader::read_line(const frame& f, const line& ln) {
  open_rows& rows = rows_;  // not to be loaded again after every call
  char* const at = ln.first + 1;
  const char first = *at;
  // Bodies mostly come in the order of their cells.
  std::size_t target = rows.current().expected;
  char* p = nullptr;
  if (target < rows.current().marker_count &&
      !rows.marker_at(target).is_filled) {
    p = spellings_.skip(at, rows.marker_at(target).key_id);
  }
  if (p == nullptr || *p != ' ') {
    if (!begins_key(first)) {
      return in_.failed(error_code::invalid_line, at,
                        "an attachment must be . and the name of a field");
    }
    std::string_view name;
    p = read_key(in_.text, at, name);
    if (p == nullptr) return outcome::failed;
    if (*p != ' ') {
      return in_.failed(error_code::invalid_line, p,
                        "a space must follow the name of an attachment");
    }
    if (!rows.find_target(f, name, ln.first, target)) return outcome::failed;
  }
  const bool is_appended = rows.marker_at(target).cell == nullptr;
  const std::uint32_t key_id = rows.marker_at(target).key_id;
  rows.begin_fill(target);
  return in_.taken(read_body(f, ln, p + 1, key_id, is_appended));
}

/// Reads what stands after the name of an attachment.
char* attachment_reader::read_body(const frame& f, const line& ln, char* p,
                                   std::uint32_t key_id, bool is_appended) {
  const std::uint32_t table = f.serial;
  const bool is_first_row = f.count == 1;
  // Two levels below the row, wherever the header stands (7.4.4).
  const std::size_t level = f.level + 2;
  if (p[0] == '{' && p[1] == '}') {
    return values_.open_object(p, level, key_id, ln);
  }
  if (p[0] == '=' && is_appended) return values_.read_scalar(p + 1);
  if (p[0] != '[') {
    return in_.text.fail(error_code::invalid_line, p,
                         is_appended
                             ? "an attachment must be {}, =value or a count"
                             : "an attachment must be {} or a count");
  }
  count_bracket bracket;
  p = values_.read_count(p + 1, bracket);
  if (p == nullptr) return nullptr;
  const std::uint32_t shared = schemas_.find(table, key_id);
  if (shared != no_index && !bracket.is_keyed && is_blank_to_end(p) &&
      (bracket.count != 0 || bracket.is_deferred)) {
    frame* const array = values_.push_array(body::table, bracket, level, key_id,
                                            place::attachment, ln);
    if (array == nullptr) return nullptr;
    array->layout = shared;
    array->is_undecided = true;
    return after_line(p);
  }
  std::uint32_t used = no_index;
  p = values_.open_array(p, bracket, level, key_id, place::attachment, ln,
                         &used);
  if (p != nullptr && is_first_row && used != no_index) {
    schemas_.set(table, key_id, used);
  }
  return p;
}

outcome attachment_reader::read_positional(const line& ln, std::size_t target) {
  const layout plan = in_.layouts[rows_.marker_at(target).schema];
  if (open_.child_depth() > in_.bounds.max_depth) {
    return in_.taken(in_.too_deep(ln.first));
  }
  rows_.begin_fill(target);
  in_.tape().ensure(plan.row_words());
  const std::size_t at = in_.writer().open();
  detail::word* out = in_.tape().end();
  char* p = ln.first;
  for (std::uint32_t left = plan.cell_count;;) {
    p = read_value<'|'>(in_.text, p, out);
    if (p == nullptr) return outcome::failed;
    if (--left == 0 || *p != '|') {
      if (left == 0 && *p == '\n') break;
      return in_.failed(
          error_code::inline_width_mismatch,
          *p == '\n' ? trim_back(ln.first, p) : p + 1,
          "a positional body must have one value per field of its "
          "schema");
    }
    ++p;
  }
  in_.end_tape(out);
  in_.writer().close_object(at, in_.shapes.shape_at(plan.full_node),
                            detail::has_scalar);
  open_.finish_value(detail::has_object);
  return in_.taken(p + 1);
}

}  // namespace pith::inline v0::gcf::decoding
