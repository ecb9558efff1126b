// SPDX-License-Identifier: MIT
#include "gcf/decode/object_reader.hpp"

#include "gcf/lex/key.hpp"
#include "gcf/lex/token.hpp"

#include <algorithm>

namespace pith::inline v0::gcf::decoding {

outcome object_reader::read_line(const frame& f, const line& ln) {
  if (ln.level < f.level) return outcome::not_mine;
  if (ln.level > f.level) {
    return completed_.misfit(ln, ln.first, error_code::invalid_indent,
                             "nothing before this line opens a deeper level");
  }
  if (trailer_.is_read()) return trailer_.reject(ln);
  const bool is_marked = is_section_mark(ln.first);
  if (rules_.is_delta() && f.level == 0 && (!is_marked || ln.first[2] == '!')) {
    return completed_.misfit(ln, ln.first, error_code::malformed_delta,
                             "a delta has nothing but its sections");
  }
  if (!is_marked) return read_members(ln);
  return ln.first[2] == '!' ? trailer_.read_line(ln) : read_section(ln);
}

/// `key=value` or `key[N]: values`, and the members that follow, up to one that
/// is neither a scalar nor an object.
outcome object_reader::read_members(const line& ln) {
  container_stack& open = open_;  // not to be loaded again after every call
  line here = ln;
  for (;;) {
    frame& f = open.innermost();
    char* p = here.first;
    if (is_section_mark(p)) {
      if (p[2] == '!') return trailer_.read_line(here);
      const std::size_t depth = open.size();
      const outcome done = read_section(here);
      if (done != outcome::taken || open.size() == depth ||
          open.innermost().kind != body::object) {
        return done;
      }
      p = in_.next;
    } else {
      p = read_expected_members(f, here.first);
      if (p == here.first) p = read_member(f, here);
    }
    if (p == nullptr) return outcome::failed;
    if (!find_member(p, here)) return in_.taken(p);
  }
}

/// Finds the member that begins the line at `p`: one of the innermost object,
/// or of one around it, if those inside end here. False when it may be
/// something else, which read_lines() then finds out.
bool object_reader::find_member(char* p, line& found) {
  if (in_.is_over_limit(p)) return false;
  found.first = skip_spaces(p);
  const auto spaces = static_cast<std::size_t>(found.first - p);
  found.level = spaces / 2;
  if (spaces % 2 != 0 ||
      (!begins_key(*found.first) && !is_section_mark(found.first)) ||
      (rules_.is_delta() && spaces == 0)) {
    return false;
  }
  while (open_.innermost().level > found.level && open_.size() > 1 &&
         open_.around().kind == body::object) {
    if (!open_.close(found.first)) return false;
  }
  completed_.forget_before();
  return open_.innermost().level == found.level;
}

/// Reads lines `key=value` as long as the keys are those that are expected, the
/// first of which is at `p`. Returns the line after; `p` if there is none, and
/// null on failure.
char* object_reader::read_expected_members(frame& f, char* p) {
  constexpr std::size_t room = 64;
  if (may_have_many_) return p;
  reading& in = in_;
  detail::pod_buffer<detail::word>& tape = in.tape();
  const std::size_t indent = 2 * f.level;
  tape.ensure(room);
  detail::word* out = tape.end();
  const detail::word* const last =
      tape.data() + std::min(tape.capacity() - token_words, in.max_words);
  std::uint32_t node = f.cursor.node;
  char* next = p;
  for (; out <= last; p = next + indent) {
    const text::key_guesses::guess& expected = guesses_.at(node, f.key_id);
    if (!expected.is_right(in.text, p) || p[expected.length] != '=') break;
    token_kind kind;
    char* const scalar = p + expected.length + 1;
    char* const end = read_token<'\n'>(in.text, scalar, out, kind);
    if (end == nullptr) return nullptr;
    if (kind > token_kind::null) return reject_mark(in.text, scalar, kind);
    node = expected.node;
    next = end + 1;
    if (!is_indented(next, indent)) break;
  }
  if (node == f.cursor.node) return next;
  f.cursor.node = node;
  f.flags |= detail::has_scalar;
  in.end_tape(out);
  return next;
}

/// Reads the key at `p`, trying first the one that is expected.
[[gnu::always_inline]] inline char* object_reader::read_name(
    const frame& f, char* p, member_name& name) {
  name.at = p;
  const text::key_guesses::guess& expected =
      guesses_.at(f.cursor.node, f.key_id);
  if (expected.is_right(in_.text, p)) {
    name.node = expected.node;
    return p + expected.length;
  }
  name.node = detail::shape_tree::none;
  return read_key(in_.text, p, name.key);
}

/// Reads one member that is not a section. Returns the next line.
char* object_reader::read_member(frame& f, const line& ln) {
  constexpr const char* expected =
      "a member must be key=value, key[N]: values or a ## section";
  if (!begins_key(*ln.first)) {
    static_cast<void>(
        completed_.misfit(ln, ln.first, error_code::invalid_line, expected));
    return nullptr;
  }
  member_name name;
  char* p = read_name(f, ln.first, name);
  if (p == nullptr) return nullptr;
  if (*p == '=') {
    if (!add_member(f, name)) return nullptr;
    return values_.read_scalar(p + 1);
  }
  if (*p != '[') {
    static_cast<void>(
        completed_.misfit(ln, p, error_code::invalid_line, expected));
    return nullptr;
  }
  count_bracket bracket;
  p = values_.read_count(p + 1, bracket);
  if (p == nullptr) return nullptr;
  if (*p != ':' || bracket.is_keyed) {
    static_cast<void>(
        completed_.misfit(ln, p, error_code::invalid_line,
                          "a colon must follow the count of an inline array"));
    return nullptr;
  }
  return add_member(f, name) ? values_.read_inline_array(p, bracket, ln)
                             : nullptr;
}

/// `## key`, `## key [N]`, `## key [N]{...}` or `## key [N:]{...}`.
outcome object_reader::read_section(const line& ln) {
  frame& f = open_.innermost();
  if (!begins_key(ln.first[3])) {
    return completed_.misfit(ln, ln.first + 3, error_code::invalid_line,
                             "a section inside an object must have a name");
  }
  member_name name;
  char* p = read_name(f, ln.first + 3, name);
  if (p == nullptr) return outcome::failed;
  if (rules_.is_delta() && f.level == 0 &&
      !rules_.check_section(name.node != detail::shape_tree::none
                                ? in_.shapes.key_of(name.node)
                                : name.key,
                            name.at, p)) {
    return outcome::failed;
  }
  if (is_blank_to_end(p)) {
    if (!add_member(f, name)) return outcome::failed;
    const std::uint32_t key_id = in_.shapes.key_id_of(f.cursor.node);
    if (open_.push(body::object, f.level + 1, key_id, ln.first) == nullptr) {
      return outcome::failed;
    }
    return in_.taken(after_line(p));
  }
  if (p[0] != ' ' || p[1] != '[') {
    return in_.failed(error_code::invalid_line, p,
                      "only a count in brackets may follow a section's name");
  }
  count_bracket bracket;
  p = values_.read_count(p + 2, bracket);
  if (p == nullptr || !add_member(f, name)) return outcome::failed;
  const std::uint32_t key_id = in_.shapes.key_id_of(f.cursor.node);
  return in_.taken(
      values_.open_array(p, bracket, f.level, key_id, place::section, ln));
}

/// Moves the object along the key that read_name() read.
inline bool object_reader::add_member(frame& f, const member_name& name) {
  if (name.node == detail::shape_tree::none || may_have_many_) {
    return add_unexpected(f, name);
  }
  f.cursor.node = name.node;
  return true;
}

bool object_reader::add_unexpected(frame& f, const member_name& name) {
  if (in_.shapes.depth_of(f.cursor.node) >= in_.bounds.max_items) {
    in_.text.fail(error_code::item_limit, name.at,
                  "an object has more members than limits::max_items");
    return false;
  }
  if (name.node != detail::shape_tree::none) {
    f.cursor.node = name.node;
    return true;
  }
  const std::uint32_t before = f.cursor.node;
  const std::size_t offset = in_.text.offset_of(name.key.data());
  if (!in_.shapes.advance(f.cursor, name.key, [=] { return offset; })) {
    in_.text.fail(error_code::duplicate_key, name.at,
                  "a key may occur once in an object");
    return false;
  }
  // What comes in chunks is gone when it would be compared.
  const bool may_guess = may_guess_ && *name.at != '"';
  if (may_guess && (before != 0 || f.key_id != no_key_id)) {
    guesses_.correct(before, f.key_id, f.cursor.node, offset, name.key.size());
  }
  return true;
}

}  // namespace pith::inline v0::gcf::decoding
