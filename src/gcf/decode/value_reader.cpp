// SPDX-License-Identifier: MIT
#include "gcf/decode/value_reader.hpp"

#include "gcf/lex/token.hpp"
#include "text/digits.hpp"

namespace pith::inline v0::gcf::decoding {

char* value_reader::open_object(char* p, std::size_t level,
                                std::uint32_t key_id, const line& ln) {
  p = expect_line_end(in_.text, p + 2, "nothing may follow {}");
  if (p == nullptr) return nullptr;
  return open_.push(body::object, level, key_id, ln.first) != nullptr ? p
                                                                      : nullptr;
}

char* value_reader::read_count(char* p, count_bracket& bracket) {
  bracket.at = p;
  bool is_good = true;
  if (*p == '?') {
    bracket.is_deferred = true;
    ++p;
  } else {
    const char* const digits = p;
    for (; text::is_digit(*p); ++p) {
      bracket.count = text::append_digit(bracket.count, *p);
    }
    is_good = p != digits && (*digits != '0' || p == digits + 1);
  }
  if (is_good && *p == ':') {
    bracket.is_keyed = true;
    ++p;
  }
  if (!is_good || *p != ']') {
    return in_.text.fail(error_code::invalid_count, bracket.at,
                         "a count must be ? or a number without leading zeros, "
                         "perhaps with a colon, in brackets");
  }
  if (bracket.count > in_.bounds.max_items) {
    return in_.text.fail(error_code::item_limit, bracket.at,
                         "the count is greater than limits::max_items");
  }
  return p + 1;
}

/// What section 7.2a.4 asks of a keyed map's header; `p` is after its count.
bool value_reader::check_keyed(const count_bracket& bracket, const char* p) {
  if (bracket.count == 0 && !bracket.is_deferred) {
    in_.text.fail(error_code::keyed_map, bracket.at,
                  "a keyed map must not have a zero count");
    return false;
  }
  if (*p != '{') {
    in_.text.fail(error_code::keyed_map, p,
                  "a keyed map must declare at least two fields");
    return false;
  }
  return true;
}

char* value_reader::open_array(char* p, const count_bracket& bracket,
                               std::size_t level, std::uint32_t key_id,
                               place where, const line& ln,
                               std::uint32_t* used) {
  if (bracket.is_keyed && !check_keyed(bracket, p)) return nullptr;
  if (*p == ':' && where != place::section) {
    p = read_inline_array(p, bracket, ln);
    if (p != nullptr && bracket.is_deferred && where == place::root) {
      static_cast<void>(trailer_.add(detail::array_count_of(in_.tape()[1])));
    }
    return p;
  }
  const bool may_mark =
      rules_.takes_part() && level == 0 && where <= place::section;
  if (may_mark && rules_.is_delta() && (*p != '{' || bracket.is_keyed)) {
    return in_.text.fail(error_code::malformed_delta, ln.first,
                         "a section of a delta must be a table");
  }
  constexpr const char* rubbish =
      "only a field declaration may follow the count of an array";
  if (*p != '{') {
    p = expect_line_end(in_.text, p, rubbish);
    if (p == nullptr) return nullptr;
    if (bracket.count == 0 && !bracket.is_deferred) {
      return read_empty_array(p, level, ln);
    }
    const frame* const f =
        push_array(body::expanded, bracket, level, key_id, where, ln);
    if (f == nullptr) return nullptr;
    if (f->delivers) delivery_.announce(*f);
    return p;
  }
  std::uint32_t layout = 0;
  char* const fields = p;
  p = in_.layouts.find(
      in_.text, p, bracket.is_keyed ? layout_kind::keyed : layout_kind::table,
      layout, may_mark);
  if (p == nullptr) return nullptr;
  if (may_mark &&
      !rules_.note_table(in_.layouts[layout], fields, bracket.is_keyed)) {
    return nullptr;
  }
  if (bracket.is_keyed && in_.layouts[layout].cell_count == 0) {
    return in_.text.fail(error_code::keyed_map, fields,
                         "a keyed map must declare at least two fields");
  }
  p = expect_line_end(in_.text, p, "nothing may follow a field declaration");
  if (p == nullptr) return nullptr;
  if (used != nullptr && !bracket.is_keyed) *used = layout;
  if (bracket.count == 0 && !bracket.is_deferred) {
    return read_empty_array(p, level, ln);
  }
  frame* const f = push_array(body::table, bracket, level, key_id, where, ln);
  if (f == nullptr) return nullptr;
  f->layout = layout;
  f->is_keyed = bracket.is_keyed;
  if (f->delivers) delivery_.announce(*f);
  return p;
}

frame* value_reader::push_array(body kind, const count_bracket& bracket,
                                std::size_t level, std::uint32_t key_id,
                                place where, const line& ln) {
  frame* const f = open_.push(kind, level, key_id, ln.first);
  if (f == nullptr) return nullptr;
  f->is_counted = !bracket.is_deferred;
  f->declared = bracket.is_deferred ? no_count : bracket.count;
  f->serial = next_serial_++;
  f->delivers = delivery_.is_wanted() && where <= place::section &&
                (open_.size() == 1 || open_.around().delivers);
  // Sections answer to the trailer; attachments and items do not (8.4).
  if (bracket.is_deferred &&
      (where == place::root || where == place::section)) {
    f->deferred = trailer_.add(0);
  }
  return f;
}

/// `[0]`, with or without fields. A body for it would be too much.
char* value_reader::read_empty_array(char* next, std::size_t level,
                                     const line& ln) {
  if (open_.child_depth() > in_.bounds.max_depth) {
    return in_.too_deep(ln.first);
  }
  detail::tape_writer out = in_.writer();
  out.close_array(out.open(), 0, 0);
  open_.finish_value(detail::has_array);
  completed_.note(level);
  return next;
}

char* value_reader::read_inline_array(char* p, const count_bracket& bracket,
                                      const line& ln) {
  if (open_.child_depth() > in_.bounds.max_depth) {
    return in_.too_deep(ln.first);
  }
  ++p;
  if (*p != ' ' && !is_blank_to_end(p)) {
    return in_.text.fail(error_code::invalid_line, p,
                         "one space must follow the colon of an inline array");
  }
  reading& in = in_;  // not to be loaded again after every call
  detail::pod_buffer<detail::word>& tape = in.tape();
  const std::size_t at = in.writer().open();
  std::size_t count = 0;
  p = skip_blanks(p);
  if (is_line_end(p)) {
    if (*p == '\r') ++p;
  } else {
    for (;; ++p) {
      const std::size_t most =
          bracket.is_deferred ? in.bounds.max_items : bracket.count;
      if (count == most) {
        return bracket.is_deferred
                   ? in.text.fail(error_code::item_limit, p,
                                  "an array has more elements than "
                                  "limits::max_items")
                   : in.text.fail(error_code::count_mismatch, p,
                                  "there are more values than the count says");
      }
      tape.ensure(token_words);
      detail::word* out = tape.end();
      p = read_value<','>(in.text, p, out);
      if (p == nullptr) return nullptr;
      in.end_tape(out);
      ++count;
      if (*p == '\n') break;
    }
  }
  if (!bracket.is_deferred && count != bracket.count) {
    return in.text.fail(error_code::count_mismatch, p,
                        "there are fewer values than the count says");
  }
  in.writer().close_array(at, count, count != 0 ? detail::has_scalar : 0);
  open_.finish_value(detail::has_array);
  return p + 1;
}

}  // namespace pith::inline v0::gcf::decoding
