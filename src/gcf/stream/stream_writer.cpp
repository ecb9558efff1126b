// SPDX-License-Identifier: MIT
#include <pith/gcf_stream.hpp>

#include "gcf/stream/stream_state.hpp"

#include <utility>

namespace pith::inline v0::gcf {

using streaming::check;
using streaming::check_name;

namespace {

error writer_moved_from() noexcept {
  return {error_code::misplaced_value, 0, "the writer was moved from"};
}

}  // namespace

stream_writer::stream_writer(sink& out, const stream_options& options)
    : state_(std::make_unique<state>(out, options)) {
  // A sink that refuses it shows itself at the next call.
  static_cast<void>(state_->write("GCF profile=generic\n"));
}
stream_writer::stream_writer(stream_writer&&) noexcept = default;
stream_writer& stream_writer::operator=(stream_writer&&) noexcept = default;
stream_writer::~stream_writer() = default;

result<void> stream_writer::member(std::string_view key, const cell& scalar) {
  if (state_ == nullptr) return writer_moved_from();
  state& s = *state_;
  if (result<void> is_ready = s.ready(); !is_ready) return is_ready;
  if (s.at > state::place::members) {
    return state::misplaced("members must come before the first section");
  }
  if (result<void> good = check_name(key); !good) return good;
  if (result<void> good = check(scalar); !good) return good;
  if (scalar.kind() == cell::type::absent) {
    return state::misplaced("only a row can lack a member");
  }
  if (!s.members.add(key)) {
    return error{error_code::duplicate_key, 0,
                 "a key may occur once in an object"};
  }
  s.at = state::place::members;
  s.line.clear();
  s.line.name(key);
  s.line.put('=');
  s.line.scalar(scalar);
  s.line.put('\n');
  return s.write(s.line.text());
}

result<void> stream_writer::members(value object) {
  if (state_ == nullptr) return writer_moved_from();
  state& s = *state_;
  if (result<void> is_ready = s.ready(); !is_ready) return is_ready;
  if (s.at > state::place::members) {
    return state::misplaced("members must come before the first section");
  }
  const auto view = object.get_object();
  if (!view) return state::misplaced("only an object has members");
  const std::size_t before = s.members.size();
  for (const pith::member& m : *view) {
    if (s.members.add(m.key)) continue;
    s.members.shrink(before);
    return error{error_code::duplicate_key, 0,
                 "a key may occur once in an object"};
  }
  const result<void> done =
      s.encode(object, 0, [](encode_walk& walk, sink& out, std::size_t index) {
        return walk.run_members(out, index);
      });
  if (!done) {
    s.members.shrink(before);
    return done;
  }
  if (s.text.empty()) return {};
  s.at = state::place::members;
  return s.write(s.text);
}

result<void> stream_writer::state::begin(std::string_view name, names declared,
                                         section_kind what, bool is_root) {
  if (result<void> is_ready = ready(); !is_ready) return is_ready;
  if (at == place::root || (is_root && at != place::beginning)) {
    return state::misplaced(
        "a section without a name must be the whole document");
  }
  if (!is_root) {
    if (result<void> good = check_name(name); !good) return good;
    if (members.find(name) != streaming::name_set::none) {
      return error{error_code::duplicate_key, 0,
                   "a key may occur once in an object"};
    }
  }
  if (what != section_kind::list) {
    if (result<void> good = declare(declared, what); !good) return good;
  }
  if (!is_root) members.add(name);
  keys.clear();
  counts.push_back(0);
  at = is_root ? place::root : place::section;
  kind = what;
  line.clear();
  line.put("## ");
  if (!is_root) {
    line.name(name);
    line.put(' ');
  }
  put_declaration();
  return write(line.text());
}

/// Takes over the fields, or leaves those of the open table as they are.
result<void> stream_writer::state::declare(names declared, section_kind what) {
  constexpr auto bad = error_code::invalid_field_declaration;
  if (declared.empty()) {
    return error{bad, 0, "a table must have at least one field"};
  }
  const std::size_t most =
      options.bounds.max_fields - (what == section_kind::keyed_map ? 1 : 0);
  if (declared.size() > most) {
    return error{error_code::field_limit, 0,
                 "a header declares more than limits::max_fields"};
  }
  streaming::name_set made;
  for (std::size_t i = 0; i < declared.size(); ++i) {
    const std::string_view field = declared[i];
    if (const result<void> good = check_name(field); !good) {
      error refused = good.error();
      refused.offset = i;
      return refused;
    }
    if (field.find('>') != std::string_view::npos) {
      return error{bad, i, "a streamed field must not have > in its name"};
    }
    if (!made.add(field)) {
      return error{error_code::duplicate_field_name, i,
                   "a field name may be declared once"};
    }
  }
  fields = std::move(made);
  return {};
}

/// `[?]`, `[?]{a,b}` or `[?:]{key,a,b}`, and the end of the line.
void stream_writer::state::put_declaration() {
  if (kind == section_kind::list) {
    line.put("[?]\n");
    return;
  }
  const bool is_map = kind == section_kind::keyed_map;
  line.put(is_map ? std::string_view("[?:]{") : std::string_view("[?]{"));
  if (is_map) {
    std::string label = "key";  // 7.2a.2
    while (fields.find(label) != streaming::name_set::none) {
      label.insert(label.begin(), '_');
    }
    line.put(label);
    line.put(',');
  }
  for (std::size_t i = 0; i < fields.size(); ++i) {
    line.name(fields[i]);
    line.put(',');
  }
  line.replace_last('}');
  line.put('\n');
}

result<void> stream_writer::begin_table(std::string_view name, names fields) {
  if (state_ == nullptr) return writer_moved_from();
  return state_->begin(name, fields, section_kind::table, false);
}
result<void> stream_writer::begin_keyed(std::string_view name, names fields) {
  if (state_ == nullptr) return writer_moved_from();
  return state_->begin(name, fields, section_kind::keyed_map, false);
}
result<void> stream_writer::begin_list(std::string_view name) {
  if (state_ == nullptr) return writer_moved_from();
  return state_->begin(name, names({}), section_kind::list, false);
}
result<void> stream_writer::begin_root_table(names fields) {
  if (state_ == nullptr) return writer_moved_from();
  return state_->begin({}, fields, section_kind::table, true);
}
result<void> stream_writer::begin_root_keyed(names fields) {
  if (state_ == nullptr) return writer_moved_from();
  return state_->begin({}, fields, section_kind::keyed_map, true);
}
result<void> stream_writer::begin_root_list() {
  if (state_ == nullptr) return writer_moved_from();
  return state_->begin({}, names({}), section_kind::list, true);
}

result<void> stream_writer::row(cells values) {
  if (state_ == nullptr) return writer_moved_from();
  return state_->put_row(nullptr, values);
}
result<void> stream_writer::row(std::string_view key, cells values) {
  if (state_ == nullptr) return writer_moved_from();
  return state_->put_row(&key, values);
}
result<void> stream_writer::row(value object) {
  if (state_ == nullptr) return writer_moved_from();
  return state_->put_row(nullptr, object);
}
result<void> stream_writer::row(std::string_view key, value object) {
  if (state_ == nullptr) return writer_moved_from();
  return state_->put_row(&key, object);
}

result<void> stream_writer::item(value v) {
  if (state_ == nullptr) return writer_moved_from();
  const detail::document_data& data = detail::document_access::data(v);
  const std::size_t at = detail::document_access::index(v);
  return state_->put_items(v, {at, at + detail::span_of(data.tape[at]), 1});
}
result<void> stream_writer::items(value array) {
  if (state_ == nullptr) return writer_moved_from();
  const detail::document_data& data = detail::document_access::data(array);
  const std::size_t at = detail::document_access::index(array);
  const detail::word w = data.tape[at];
  if (detail::tag_of(w) != detail::tag::array) {
    return state::misplaced("only an array has items");
  }
  return state_->put_items(array,
                           {at + detail::header_words, at + detail::span_of(w),
                            detail::array_count_of(data.tape[at + 1])});
}

std::uint64_t stream_writer::row_count() const noexcept {
  return state_ == nullptr || state_->counts.empty() ? 0
                                                     : state_->counts.back();
}

result<void> stream_writer::finish() {
  if (state_ == nullptr) return writer_moved_from();
  state& s = *state_;
  if (result<void> is_ready = s.ready(); !is_ready) return is_ready;
  s.line.clear();
  s.line.put("##! summary");
  char before = ' ';
  for (const std::uint64_t count : s.counts) {
    if (before == ' ') s.line.put(" counts=");
    if (before == ',') s.line.put(',');
    before = ',';
    s.line.count(count);
  }
  s.line.put('\n');
  s.at = state::place::end;
  return s.write(s.line.text());
}

}  // namespace pith::inline v0::gcf
