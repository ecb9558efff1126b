// SPDX-License-Identifier: MIT
#include "toon/decode/layout.hpp"

#include "document/document_data.hpp"

#include <cstring>

namespace pith::inline v0::toon::decoding {

namespace {

char* fail_list(source& from, const char* at, const char* detail) noexcept {
  return from.fail(error_code::invalid_field_declaration, at, detail);
}

}  // namespace

char* layout::read(source& from, char* p, char* end, char delimiter,
                   bool may_repeat, const limits& bounds) {
  if (!text_.empty() && delimiter == delimiter_ &&
      view(p, end).starts_with(text_)) {
    return p + text_.size();
  }
  text_ = {};
  char* const after = read_list(from, p, end, delimiter, may_repeat, bounds);
  // Quoted names are decoded where they stand.
  if (after != nullptr && !has_quotes_) {
    text_ = view(p, after);
    delimiter_ = delimiter;
  }
  return after;
}

char* layout::read_list(source& from, char* p, char* end, char delimiter,
                        bool may_repeat, const limits& bounds) {
  steps_.clear();
  groups_.clear();
  cell_count_ = 0;
  depth_ = 1;
  repeats_ = false;
  has_quotes_ = false;
  groups_.push_back({});
  ++p;
  for (;;) {
    // A name, and a group if a brace follows.
    std::string_view name;
    char* const at = p = skip_spaces(p);
    p = read_name(from, p, end, delimiter, name);
    if (p == nullptr) return nullptr;
    std::uint32_t key_id = 0;
    if (!add_name(from, at, name, may_repeat, key_id)) return nullptr;
    if (steps_.size() >= bounds.max_fields) {
      return from.fail(error_code::field_limit, at,
                       "a table has more fields than limits::max_fields");
    }
    if (*p == '{') {
      if (groups_.size() >= bounds.max_depth) {
        return from.fail(error_code::depth_limit, p,
                         "fields are nested deeper than limits::max_depth");
      }
      steps_.push_back({step_kind::open_group, key_id, 0});
      groups_.back().flags |= detail::has_object;
      groups_.push_back({});
      if (groups_.size() > depth_) depth_ = groups_.size();
      ++p;
      continue;
    }
    steps_.push_back({step_kind::cell, key_id, 0});
    groups_.back().flags |= detail::has_scalar;
    ++cell_count_;
    // What follows a field: a delimiter, or the ends of groups.
    p = skip_spaces(p);
    while (*p == '}') {
      ++p;
      const detail::word tail = tail_of(groups_.back());
      groups_.pop_back();
      if (groups_.empty()) {
        tail_ = tail;
        return p;
      }
      steps_.push_back({step_kind::close_group, 0, tail});
      p = skip_spaces(p);
    }
    if (p >= end || *p != delimiter) {
      return fail_list(from, p,
                       "a field must be followed by the delimiter that the "
                       "brackets declare, or by a closing brace");
    }
    ++p;
  }
}

/// Reads the name at `p`, up to a delimiter or a brace that no quotes hide.
/// Returns what follows it: spaces only where a brace does not.
char* layout::read_name(source& from, char* p, char* end, char delimiter,
                        std::string_view& name) {
  if (*p == '"') {
    has_quotes_ = true;
    std::size_t length = 0;
    char* const after = read_quoted(from, p, length);
    name = {p + 1, length};
    return after;
  }
  char* const begin = p;
  bool is_quoted = false;
  for (; p < end; ++p) {
    if (*p == '"') {
      is_quoted = !is_quoted;
      has_quotes_ = true;
    } else if (is_quoted) {
      if (*p == '\\') ++p;
    } else if (*p == delimiter || *p == '{' || *p == '}') {
      break;
    } else if (*p == ',' || *p == '|' || *p == '\t') {
      return fail_list(from, p,
                       "the brackets declare another delimiter than this");
    }
  }
  if (p >= end) {
    return fail_list(from, begin, "a field list must end with a brace");
  }
  char* last = p;
  while (last != begin && last[-1] == ' ') --last;
  if (last == begin) return fail_list(from, begin, "a field must have a name");
  if (*p == '{' && last != p) {
    return fail_list(from, last, "no space may stand before a group");
  }
  name = view(begin, last);
  return p;
}

bool layout::add_name(source& from, const char* at, std::string_view name,
                      bool may_repeat, std::uint32_t& key_id) {
  if (name.size() > detail::key_place::max_length) {
    from.fail(error_code::size_limit, at, "a name is longer than 16 MiB");
    return false;
  }
  const auto place = [&] { return from.offset_of(name.data()); };
  detail::shape_cursor& cursor = groups_.back().cursor;
  if (shapes_->advance(cursor, name, place)) {
    key_id = shapes_->key_id_of(cursor.node);
    return true;
  }
  if (!may_repeat) {
    from.fail(error_code::duplicate_field_name, at,
              "a field name may occur once in its list");
    return false;
  }
  repeats_ = true;
  key_id = shapes_->find_key(name);
  return true;
}

detail::word layout::tail_of(const group& g) {
  return (static_cast<detail::word>(g.flags) << detail::flags_shift) |
         shapes_->shape_at(g.cursor.node);
}

}  // namespace pith::inline v0::toon::decoding
