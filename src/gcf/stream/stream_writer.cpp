// SPDX-License-Identifier: MIT
#include <pith/gcf.hpp>
#include <pith/gcf_incremental.hpp>
#include <pith/gcf_stream.hpp>

#include "document/document_data.hpp"
#include "gcf/encode_walk.hpp"
#include "gcf/stream/line_text.hpp"
#include "gcf/stream/name_set.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace pith::inline v0::gcf {

namespace {

using streaming::check;
using streaming::check_name;

error misplaced(const char* detail) noexcept {
  return {error_code::misplaced_value, 0, detail};
}

/// The cell that a scalar is.
result<cell> to_cell(value v) {
  if (v.is_null()) return cell(nullptr);
  if (const auto text = v.get_string()) return cell(*text);
  if (const auto integer = v.get_integer()) return cell(*integer);
  if (const auto real = v.get_double()) return cell(*real);
  if (const auto boolean = v.get_boolean()) return cell(*boolean);
  return misplaced("a streamed row holds scalars only (section 8.3)");
}

}  // namespace

struct stream_writer::state {
  enum class place : std::uint8_t {
    beginning,  // nothing but the header
    members,    // members were written, no section yet
    section,    // rows or items of a member of the document
    root,       // rows or items of the document itself
    end,        // behind the summary
  };

  state(sink& target, const stream_options& with)
      : out(&target), options(with) {}

  /// Hands the line over. What is refused once is refused for good.
  result<void> write(std::string_view bytes) {
    if (!is_broken && !out->write(bytes)) is_broken = true;
    if (is_broken) {
      return error{error_code::write_failed, 0, "the sink refused bytes"};
    }
    return {};
  }
  /// Any call begins with it.
  [[nodiscard]] result<void> ready() {
    if (is_broken) return write({});
    if (at == place::end) return misplaced("the stream is finished");
    return {};
  }

  result<void> begin(std::string_view name, names declared, section_kind what,
                     bool is_root);
  result<void> declare(names declared, section_kind what);
  void put_declaration();
  result<void> put_row(const std::string_view* key, cells values);
  result<void> gather(value object);
  result<void> check_turn(section_kind what);
  template <class Run>
  result<void> encode(value v, std::size_t depth, Run&& run);

  sink* out;
  stream_options options;
  place at = place::beginning;
  section_kind kind = section_kind::table;  // of the open section
  bool is_broken = false;
  streaming::name_set members;  // of the document
  streaming::name_set fields;   // of the open table
  streaming::name_set keys;     // of the open keyed map
  std::vector<std::uint64_t> counts;
  std::vector<cell> gathered;  // cells of an object that is a row
  streaming::line_text line;
  encode_memory memory;  // of members() and item(), as is `text`
  std::string text;
};

stream_writer::stream_writer(sink& out, const stream_options& options)
    : state_(std::make_unique<state>(out, options)) {
  // A sink that refuses it shows itself at the next call.
  static_cast<void>(state_->write("GCF profile=generic\n"));
}
stream_writer::stream_writer(stream_writer&&) noexcept = default;
stream_writer& stream_writer::operator=(stream_writer&&) noexcept = default;
stream_writer::~stream_writer() = default;

result<void> stream_writer::member(std::string_view key, const cell& scalar) {
  state& s = *state_;
  if (result<void> is_ready = s.ready(); !is_ready) return is_ready;
  if (s.at > state::place::members) {
    return misplaced("members must come before the first section");
  }
  if (result<void> good = check_name(key); !good) return good;
  if (result<void> good = check(scalar); !good) return good;
  if (scalar.kind() == cell::type::absent) {
    return misplaced("only a row can lack a member");
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
  state& s = *state_;
  if (result<void> is_ready = s.ready(); !is_ready) return is_ready;
  if (s.at > state::place::members) {
    return misplaced("members must come before the first section");
  }
  const auto view = object.get_object();
  if (!view) return misplaced("only an object has members");
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

/// Runs the encoder into a text of its own: half of it must not reach the
/// sink. `depth` containers are around what it writes.
template <class Run>
result<void> stream_writer::state::encode(value v, std::size_t depth,
                                          Run&& run) {
  encode_options encoding;
  encoding.bounds = options.bounds;
  encoding.bounds.max_depth -= std::min(depth, encoding.bounds.max_depth);
  text.clear();
  string_sink target(text);
  encode_walk walk(memory, encoding, detail::document_access::data(v));
  return run(walk, target, detail::document_access::index(v));
}

result<void> stream_writer::state::begin(std::string_view name, names declared,
                                         section_kind what, bool is_root) {
  if (result<void> is_ready = ready(); !is_ready) return is_ready;
  if (at == place::root || (is_root && at != place::beginning)) {
    return misplaced("a section without a name must be the whole document");
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
  for (const std::string_view field : declared) {
    if (result<void> good = check_name(field); !good) return good;
    if (field.find('>') != std::string_view::npos) {
      return error{bad, 0, "a streamed field must not have > in its name"};
    }
    if (!made.add(field)) {
      return error{error_code::duplicate_field_name, 0,
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
  return state_->begin(name, fields, section_kind::table, false);
}
result<void> stream_writer::begin_keyed(std::string_view name, names fields) {
  return state_->begin(name, fields, section_kind::keyed_map, false);
}
result<void> stream_writer::begin_list(std::string_view name) {
  return state_->begin(name, {}, section_kind::list, false);
}
result<void> stream_writer::begin_root_table(names fields) {
  return state_->begin({}, fields, section_kind::table, true);
}
result<void> stream_writer::begin_root_keyed(names fields) {
  return state_->begin({}, fields, section_kind::keyed_map, true);
}
result<void> stream_writer::begin_root_list() {
  return state_->begin({}, {}, section_kind::list, true);
}

/// `what` is the kind of section that the call is for.
result<void> stream_writer::state::check_turn(section_kind what) {
  if (result<void> is_ready = ready(); !is_ready) return is_ready;
  if (at != place::section && at != place::root) {
    return misplaced(what == section_kind::list ? "no list is open"
                                                : "no table is open");
  }
  if (kind == what) return {};
  if (kind == section_kind::list) {
    return misplaced("a list has items, not rows");
  }
  if (what == section_kind::list) {
    return misplaced("a table has rows, not items");
  }
  return misplaced(kind == section_kind::keyed_map
                       ? "a row of a keyed map must have a key"
                       : "a row of a table has no key");
}

result<void> stream_writer::state::put_row(const std::string_view* key,
                                           cells values) {
  const auto what =
      key != nullptr ? section_kind::keyed_map : section_kind::table;
  if (result<void> good = check_turn(what); !good) return good;
  if (values.size() != fields.size()) {
    return error{error_code::row_width_mismatch, 0,
                 "a row must have one cell per declared field"};
  }
  line.clear();
  if (key != nullptr) {
    if (result<void> good = check_name(*key); !good) return good;
    line.string(*key);
    line.put('|');
  }
  for (const cell& c : values) {
    if (result<void> good = check(c); !good) return good;
    line.scalar(c);
    line.put('|');
  }
  line.replace_last('\n');
  if (key != nullptr && options.remember_keys && !keys.add(*key)) {
    return error{error_code::duplicate_key, 0,
                 "duplicate member key in a keyed map"};
  }
  ++counts.back();
  return write(line.text());
}

/// Puts the members of an object where their fields are.
result<void> stream_writer::state::gather(value object) {
  const auto view = object.get_object();
  if (!view) return misplaced("a row must be an object");
  gathered.assign(fields.size(), cell());
  std::size_t expected = 0;  // rows mostly have the order of the fields
  for (const pith::member& m : *view) {
    if (expected >= fields.size() || fields[expected] != m.key) {
      expected = fields.find(m.key);
      if (expected == streaming::name_set::none) {
        return misplaced("a member of the row is no declared field");
      }
    }
    const result<cell> made = to_cell(m.value);
    if (!made) return made.error();
    gathered[expected++] = *made;
  }
  return {};
}

result<void> stream_writer::row(cells values) {
  return state_->put_row(nullptr, values);
}
result<void> stream_writer::row(std::string_view key, cells values) {
  return state_->put_row(&key, values);
}
result<void> stream_writer::row(value object) {
  if (result<void> good = state_->check_turn(section_kind::table); !good) {
    return good;
  }
  if (result<void> good = state_->gather(object); !good) return good;
  return state_->put_row(nullptr, state_->gathered);
}
result<void> stream_writer::row(std::string_view key, value object) {
  if (result<void> good = state_->check_turn(section_kind::keyed_map); !good) {
    return good;
  }
  if (result<void> good = state_->gather(object); !good) return good;
  return state_->put_row(&key, state_->gathered);
}

result<void> stream_writer::item(value v) {
  state& s = *state_;
  if (result<void> good = s.check_turn(section_kind::list); !good) return good;
  const std::size_t depth = s.at == state::place::root ? 0 : 1;
  const std::uint64_t number = s.counts.back();
  const result<void> done = s.encode(
      v, depth, [number](encode_walk& walk, sink& out, std::size_t index) {
        return walk.run_item(out, index, number);
      });
  if (!done) return done;
  ++s.counts.back();
  return s.write(s.text);
}

std::uint64_t stream_writer::row_count() const noexcept {
  return state_->counts.empty() ? 0 : state_->counts.back();
}

result<void> stream_writer::finish() {
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
