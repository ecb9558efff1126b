// SPDX-License-Identifier: MIT
// Rows of tables and keyed maps, and items of lists.
#include "gcf/encode/line_writer.hpp"
#include "gcf/stream/stream_state.hpp"

#include <limits>

namespace pith::inline v0::gcf {

namespace {

using streaming::check;
using streaming::check_name;

/// Of a field that a row lacks, in place of an index on the tape.
constexpr std::size_t absent = ~std::size_t{0};

}  // namespace

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
    return error{error_code::row_width_mismatch, cell_number(0),
                 "a row must have one cell per declared field"};
  }
  line.clear();
  if (key != nullptr) {
    if (result<void> good = check_name(*key); !good) {
      return at_cell(good.error(), 0);
    }
    line.string(*key);
    line.put('|');
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (result<void> good = check(values[i]); !good) {
      return at_cell(good.error(), i);
    }
    line.scalar(values[i]);
    line.put('|');
  }
  line.replace_last('\n');
  return write_row(key, line.text());
}

/// Writes a row, unless its key is a second one, and counts it then: what the
/// sink did not take is not a row.
result<void> stream_writer::state::write_row(const std::string_view* key,
                                             std::string_view bytes) {
  if (key != nullptr && options.remember_keys && !keys.add(*key)) {
    return error{error_code::duplicate_key, cell_number(0),
                 "duplicate member key in a keyed map"};
  }
  result<void> done = write(bytes);
  if (done) ++counts.back();
  return done;
}

/// What a document holds is UTF-8 and finite, and the encoder's writer takes
/// it from the tape: several times as fast as by way of cells.
result<void> stream_writer::state::put_row(const std::string_view* key,
                                           value object) {
  const auto what =
      key != nullptr ? section_kind::keyed_map : section_kind::table;
  if (result<void> good = check_turn(what); !good) return good;
  if (result<void> good = find_scalars(object); !good) return good;
  line.clear();
  if (key != nullptr) {
    if (result<void> good = check_name(*key); !good) {
      return at_cell(good.error(), 0);
    }
    line.string(*key);
    line.put('|');
  }
  text.clear();
  string_sink target(text);
  memory.out.open(target, std::numeric_limits<std::size_t>::max());
  line_writer row(memory.out, detail::document_access::data(object));
  row.acquire();
  row.put(line.text());
  for (const std::size_t index : scalars) {
    if (index == absent) {
      row.cells('~', 1);
    } else {
      row.scalar(index, '|');
    }
  }
  row.end_row();
  row.release();
  static_cast<void>(memory.out.close());  // a string takes everything
  return write_row(key, text);
}

/// Finds the scalar of each field among the members of an object.
result<void> stream_writer::state::find_scalars(value object) {
  const detail::document_data& data = detail::document_access::data(object);
  std::size_t index = detail::document_access::index(object);
  if (detail::tag_of(data.tape[index]) != detail::tag::object) {
    return at_cell(misplaced("a row must be an object"), 0);
  }
  const detail::shape s = data.shapes[detail::shape_of(data.tape[index + 1])];
  const std::uint32_t* const row_keys = data.keys_of(s);
  index += detail::header_words;
  scalars.clear();
  scalars.resize(fields.size(), absent);
  std::size_t expected = 0;  // rows mostly have the order of the fields
  for (std::size_t i = 0; i < s.count; ++i) {
    const std::string_view name = data.key_text(row_keys[i]);
    if (expected >= fields.size() || fields[expected] != name) {
      expected = fields.find(name);
      if (expected == streaming::name_set::none) {
        return at_cell(misplaced("a member of the row is not a declared field"),
                       0);
      }
    }
    const detail::word w = data.tape[index];
    if (detail::is_container(detail::tag_of(w))) {
      return at_cell(
          misplaced("a streamed row holds scalars only (section 8.3)"),
          expected);
    }
    scalars[expected++] = index;
    index += detail::span_of(w);
  }
  return {};
}

/// Writes values that follow one another on the tape of `in`.
result<void> stream_writer::state::put_items(value in, const row_span& items) {
  if (result<void> good = check_turn(section_kind::list); !good) return good;
  const std::size_t depth = at == place::root ? 0 : 1;
  const std::uint64_t number = counts.back();
  result<void> done =
      encode(in, depth, [&](encode_walk& walk, sink& target, std::size_t) {
        return walk.run_items(target, items.begin, items.end,
                              static_cast<std::size_t>(number));
      });
  if (!done || items.count == 0) return done;
  done = write(text);
  if (done) counts.back() += items.count;
  return done;
}

}  // namespace pith::inline v0::gcf
