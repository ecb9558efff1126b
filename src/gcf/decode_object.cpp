// SPDX-License-Identifier: MIT
// The members of an object (section 7.2): `key=scalar`, `key[N]: a,b` and
// sections, `## key ...`.
#include "gcf/decode_key.hpp"
#include "gcf/decode_reader.hpp"
#include "gcf/scalar.hpp"
#include "text/block.hpp"

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
  const bool is_marked = is_section_mark(ln.first);
  if (header_.is_delta() && f.level == 0 &&
      (!is_marked || ln.first[2] == '!')) {
    return misfit(ln, ln.first, error_code::malformed_delta,
                  "a delta has nothing but its sections");
  }
  if (!is_marked) return member_line(ln);
  return ln.first[2] == '!' ? trailer_line(ln) : section_line(ln);
}

/// `key=value` or `key[N]: values`, and the members that follow, as far as no
/// container opens.
reader::outcome reader::member_line(const line& ln) {
  constexpr const char* expected =
      "a member must be key=value, key[N]: values or a ## section";
  frame& f = frames_.back();
  const std::size_t indent = 2 * f.level;
  line here = ln;
  for (;;) {
    if (!begins_key(*here.first)) {
      return misfit(here, here.first, error_code::invalid_line, expected);
    }
    member_name name;
    char* p = read_name(f, here.first, name);
    if (p == nullptr) return outcome::failed;
    if (*p == '=') {
      if (!add_member(f, name)) return outcome::failed;
      tape().ensure(token_words);
      detail::word* out = tape().end();
      p = read_value<'\n'>(text_, p + 1, out);
      if (p == nullptr) return outcome::failed;
      tape().resize(static_cast<std::size_t>(out - tape().data()));
      f.flags |= detail::has_scalar;
      ++p;
    } else if (*p == '[') {
      count_bracket bracket;
      p = read_count(p + 1, bracket);
      if (p == nullptr) return outcome::failed;
      if (*p != ':' || bracket.is_keyed) {
        return misfit(here, p, error_code::invalid_line,
                      "a colon must follow the count of an inline array");
      }
      if (!add_member(f, name)) return outcome::failed;
      p = read_inline_array(p, bracket, here);
    } else {
      return misfit(here, p, error_code::invalid_line, expected);
    }
    if (p == nullptr) return outcome::failed;
    if (!is_indented(p, indent) || is_over_limit()) return taken(p);
    here.first = p + indent;
    const bool is_section = is_section_mark(here.first);
    if (!is_section && !begins_key(*here.first)) return taken(p);
    previous_ = {};
    if (is_section) {
      return here.first[2] == '!' ? trailer_line(here) : section_line(here);
    }
  }
}

/// `## key`, `## key [N]`, `## key [N]{...}` or `## key [N:]{...}`.
reader::outcome reader::section_line(const line& ln) {
  frame& f = frames_.back();
  if (!begins_key(ln.first[3])) {
    return misfit(ln, ln.first + 3, error_code::invalid_line,
                  "a section inside an object must have a name");
  }
  member_name name;
  char* p = read_name(f, ln.first + 3, name);
  if (p == nullptr) return outcome::failed;
  if (header_.is_delta() && f.level == 0 && !check_delta_section(name, p)) {
    return outcome::failed;
  }
  if (is_blank_to_end(p)) {
    if (!add_member(f, name)) return outcome::failed;
    const std::uint32_t key_id = shapes_.key_id_of(f.cursor.node);
    if (push(body::object, f.level + 1, key_id, ln.first) == nullptr) {
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
  if (p == nullptr || !add_member(f, name)) return outcome::failed;
  const std::uint32_t key_id = shapes_.key_id_of(f.cursor.node);
  return taken(open_array(p, bracket, f.level, key_id, place::section, ln));
}

/// Where the next key of the object leads if all is as it was last time, or
/// none: objects of one kind have the same keys in the same order, and those
/// below one key are of one kind.
inline std::uint32_t reader::expected_node(const frame& f) const noexcept {
  if (f.cursor.node == 0 && f.key_id < openings_.size()) {
    return openings_[f.key_id];
  }
  return shapes_.likely_child(f.cursor.node);
}

/// Reads the key at `p`, trying first the one that is expected.
char* reader::read_name(const frame& f, char* p, member_name& name) {
  name.at = p;
  name.node = expected_node(f);
  if (name.node != detail::shape_tree::none) {
    char* const end = skip_expected_key(p, shapes_.key_id_of(name.node));
    if (end != nullptr &&
        key_bytes[static_cast<unsigned char>(*end)] == no_key) {
      return end;
    }
    name.node = detail::shape_tree::none;
  }
  return read_key(text_, p, name.key);
}

/// Moves the object along the key that read_name() read.
inline bool reader::add_member(frame& f, const member_name& name) {
  if (name.node == detail::shape_tree::none || may_have_many_) {
    return add_unexpected(f, name);
  }
  f.cursor.node = name.node;
  return true;
}

bool reader::add_unexpected(frame& f, const member_name& name) {
  if (shapes_.depth_of(f.cursor.node) >= bounds_.max_items) {
    text_.fail(error_code::item_limit, name.at,
               "an object has more members than limits::max_items");
    return false;
  }
  if (name.node != detail::shape_tree::none) {
    f.cursor.node = name.node;
    return true;
  }
  const bool is_first = f.cursor.node == 0;
  const auto offset = [&] { return text_.offset_of(name.key.data()); };
  if (!shapes_.advance(f.cursor, name.key, offset)) {
    text_.fail(error_code::duplicate_key, name.at,
               "a key may occur once in an object");
    return false;
  }
  if (is_first && f.key_id != no_key_id) {
    if (f.key_id >= openings_.size()) {
      openings_.resize(data_->keys.size(), detail::shape_tree::none);
    }
    openings_[f.key_id] = f.cursor.node;
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

/// Behind the key at `p` if it is this one, written bare, or begins with it.
/// Otherwise null.
char* reader::skip_expected_key(char* p, std::uint32_t key_id) {
  const std::string_view key = data_->key_text(key_id);
  if (key.size() <= text::block_bytes) {
    const std::uint32_t same =
        text::block::load(p).equals(text::block::load(key.data()));
    const std::uint32_t all = (std::uint32_t{1} << key.size()) - 1;
    if ((same & all) != all) return nullptr;
  } else if (!view(p, text_.last).starts_with(key)) {
    return nullptr;
  }
  return is_bare(key_id) ? p + key.size() : nullptr;
}

/// True when the key is one that may stand without quotes (2a.1).
bool reader::is_bare(std::uint32_t key_id) {
  if (key_id >= spellings_.size()) {
    spellings_.resize(data_->keys.size(), spelling::unknown);
  }
  spelling& known = spellings_[key_id];
  if (known == spelling::unknown) {
    known = is_bare_key(data_->key_text(key_id)) ? spelling::bare
                                                 : spelling::quoted;
  }
  return known == spelling::bare;
}

}  // namespace pith::inline v0::gcf::decoding
