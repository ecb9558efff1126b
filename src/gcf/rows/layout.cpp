// SPDX-License-Identifier: MIT
#include "gcf/rows/layout.hpp"

#include "gcf/lex/key.hpp"

#include <utility>

namespace pith::inline v0::gcf::decoding {

namespace {

/// The declaration that begins at `p`, if its bytes can serve to recognise it:
/// names with escapes are decoded in place and look different afterwards.
std::string_view recognisable_text(char* p) noexcept {
  bool is_quoted = false;
  for (char* q = p + 1; *q != '\n' && *q != '\\'; ++q) {
    if (*q == '"') is_quoted = !is_quoted;
    if (*q == '}' && !is_quoted) return view(p, q + 1);
  }
  return {};
}

/// A name with `>` whose parts are not empty is a path (section 7.4.6.2).
bool is_path_name(std::string_view name) noexcept {
  return name.find('>') != std::string_view::npos && name.front() != '>' &&
         name.back() != '>' && name.find(">>") == std::string_view::npos;
}

}  // namespace

void layout_store::reset(detail::shape_tree& shapes, std::size_t max_fields) {
  shapes_ = &shapes;
  max_fields_ = max_fields;
  layouts_.clear();
  steps_.clear();
  memos_.clear();
  slots_.clear();
  cells_.clear();
  node_base_ = 0;
  children_.clear();
}

char* layout_store::find(source& text, char* p, layout_kind kind,
                         std::uint32_t& id, bool may_mark) {
  const std::string_view words = recognisable_text(p);
  const auto hash = static_cast<std::uint32_t>(
      detail::hash_bytes(words, seed_ + static_cast<std::uint64_t>(kind)));
  if (!words.empty()) {
    id = recall(text, words, hash, kind);
    // What is marked must be read again where nothing may be.
    if (id != no_index && (may_mark || layouts_[id].identity_at == nullptr)) {
      return p + words.size();
    }
  }
  layout made{};
  char* const end = read_names(text, p + 1, kind, may_mark, made);
  if (end == nullptr) return nullptr;
  made.kind = kind;
  made.hash = hash;
  made.first_step = steps_.size();
  made.text_offset = text.offset_of(p);
  made.text_length = words.size();
  made.first_memo = no_index;
  if (!build(text, kind, made)) return nullptr;
  made.has_memo = !made.is_scattered && made.cell_count <= max_memo_cells &&
                  made.group_depth <= max_memo_depth;
  if (made.has_memo) note_groups(made);
  id = remember(made);
  return end;
}

char* layout_store::read_names(source& text, char* p, layout_kind kind,
                               bool may_mark, layout& made) {
  names_.clear();
  for (;;) {
    field_name name{};
    name.at = p = skip_blanks(p);
    const bool is_marked = may_mark && *p == '@';
    if (is_marked && made.identity_at != nullptr) {
      return text.fail(error_code::invalid_identity, p,
                       "only one field may be marked with @");
    }
    if (is_marked) made.identity_at = p++;
    if (!begins_key(*p)) {
      return text.fail(error_code::invalid_field_declaration, p,
                       "a field name must be a bare or a quoted key");
    }
    if (names_.size() == max_fields_) {
      return text.fail(error_code::field_limit, p,
                       "a header declares more than limits::max_fields");
    }
    p = read_key(text, p, name.text);
    if (p == nullptr) return nullptr;
    if (is_marked) made.identity = name.text;
    const bool may_be_path = kind == layout_kind::table ||
                             (kind == layout_kind::keyed && !names_.empty());
    name.is_path = may_be_path && is_path_name(name.text);
    names_.push_back(name);
    p = skip_blanks(p);
    if (*p == '}') return p + 1;
    if (*p != ',') {
      return text.fail(error_code::invalid_field_declaration, p,
                       "field names must be separated by commas and end with "
                       "a brace");
    }
    ++p;
  }
}

bool layout_store::build(source& text, layout_kind kind, layout& made) {
  const field_name* names = names_.data();
  made.cell_count = static_cast<std::uint32_t>(names_.size());
  if (kind == layout_kind::keyed) {
    // The label is not a member of any object, but it is a field name.
    for (std::size_t i = 1; i < names_.size(); ++i) {
      if (names_[i].text == names_[0].text) {
        text.fail(error_code::duplicate_field_name, names_[i].at,
                  "a field name may be declared once");
        return false;
      }
    }
    ++names;
    --made.cell_count;
  }
  bool has_paths = false;
  for (std::uint32_t i = 0; i < made.cell_count; ++i) {
    has_paths = has_paths || names[i].is_path;
  }
  return has_paths ? build_paths(text, names, made)
                   : build_cells(text, names, made);
}

bool layout_store::build_cells(source& text, const field_name* names,
                               layout& made) {
  detail::shape_cursor cursor;
  steps_.ensure(made.cell_count);
  for (std::uint32_t i = 0; i < made.cell_count; ++i) {
    const std::uint32_t from = cursor.node;
    const auto place = [&] { return text.offset_of(names[i].text.data()); };
    if (!shapes_->advance(cursor, names[i].text, place)) {
      text.fail(error_code::duplicate_field_name, names[i].at,
                "a field name may be declared once");
      return false;
    }
    steps_.push_unchecked({shapes_->key_id_of(cursor.node), from, cursor.node,
                           i, step_kind::cell, true, 0, 0, 0});
  }
  made.step_count = made.cell_count;
  made.full_node = cursor.node;
  return true;
}

std::uint32_t layout_store::find_cell(std::uint32_t id, std::uint32_t key_id) {
  layout& l = layouts_[id];
  if (!l.is_indexed) {
    l.is_indexed = true;
    const step* const all = steps(l);
    for (std::uint32_t i = 0; i < l.step_count; ++i) {
      if (all[i].kind == step_kind::cell && all[i].is_top) {
        cells_.set(id, all[i].key_id, i);
      }
    }
  }
  return cells_.find(id, key_id);
}

std::uint32_t layout_store::work_out_node(std::uint32_t id, const step* close,
                                          std::uint64_t missing) {
  layout& l = layouts_[id];
  // Walk back from the end to find the members, since a group knows its cells
  // where it closes; then along them.
  members_.clear();
  const step* const first = steps(l);
  const step* s = close != nullptr ? close : first + l.step_count;
  for (std::uint32_t depth = 0; s-- != first;) {
    if (s->kind == step_kind::open_group) {
      if (depth-- == 0) break;
      continue;
    }
    const bool is_group = s->kind == step_kind::close_group;
    const std::uint64_t cells =
        is_group ? s->cells : std::uint64_t{1} << s->extent;
    if (depth == 0 && (missing & cells) != cells) {
      members_.push_back(s->key_id);
    }
    if (is_group) ++depth;
  }
  detail::shape_cursor cursor;
  for (std::size_t i = members_.size(); i-- != 0;) {
    // Succeeds: the fields of a declaration are unique.
    static_cast<void>(shapes_->advance_id(cursor, members_[i]));
  }
  if (l.first_memo == no_index) {
    l.first_memo = static_cast<std::uint32_t>(memos_.size());
    memos_.resize(memos_.size() + (std::size_t{1} << memo_bits), {0, 0, 0});
  }
  memos_[l.first_memo + memo_slot(close, missing)] = {
      missing, close_index(l, close), cursor.node};
  return cursor.node;
}

std::uint32_t layout_store::recall(const source& text, std::string_view words,
                                   std::uint32_t hash, layout_kind kind) const {
  if (slots_.empty()) return no_index;
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t slot = hash & mask; slots_[slot] != no_index;
       slot = (slot + 1) & mask) {
    const layout& l = layouts_[slots_[slot]];
    if (l.hash == hash && l.kind == kind &&
        std::string_view(text.first + l.text_offset, l.text_length) == words) {
      return slots_[slot];
    }
  }
  return no_index;
}

std::uint32_t layout_store::remember(const layout& made) {
  const auto id = static_cast<std::uint32_t>(layouts_.size());
  layouts_.push_back(made);
  if (made.text_length == 0) return id;
  // Layouts that cannot be recognised leave some slots free; never mind.
  if (layouts_.size() * 2 >= slots_.size()) {
    grow_slots();
  } else {
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = made.hash & mask;
    while (slots_[slot] != no_index) slot = (slot + 1) & mask;
    slots_[slot] = id;
  }
  return id;
}

void layout_store::grow_slots() {
  std::size_t size = slots_.empty() ? 16 : slots_.size();
  while (size <= layouts_.size() * 2) size *= 2;
  slots_.clear();
  slots_.resize(size, no_index);
  for (std::uint32_t id = 0; id < layouts_.size(); ++id) {
    if (layouts_[id].text_length == 0) continue;
    std::size_t slot = layouts_[id].hash & (size - 1);
    while (slots_[slot] != no_index) slot = (slot + 1) & (size - 1);
    slots_[slot] = id;
  }
}

}  // namespace pith::inline v0::gcf::decoding
