// SPDX-License-Identifier: MIT
#include "document_to_arrow.hpp"

#include <bit>
#include <cerrno>
#include <map>
#include <string_view>
#include <utility>

namespace pith::python {

namespace {

/// Which kinds of value a column has, as bits by pith::kind.
using kinds = unsigned;

constexpr kinds bit_of(kind k) { return 1u << static_cast<unsigned>(k); }
constexpr std::int64_t max_exact = std::int64_t{1} << 53;

const char* format_of(kinds seen) {
  switch (seen & ~bit_of(kind::null)) {
    case 0:
      return "n";
    case bit_of(kind::boolean):
      return "b";
    case bit_of(kind::integer):
      return "l";
    case bit_of(kind::real):
    case bit_of(kind::real) | bit_of(kind::integer):
      return "g";
    case bit_of(kind::string):
      return "U";
    default:
      return nullptr;
  }
}

/// Sets bit `at`, which is beyond all others.
void push_bit(std::vector<std::uint8_t>& bits, std::size_t at, bool value) {
  if (at % 8 == 0) bits.push_back(0);
  if (value) bits.back() |= static_cast<std::uint8_t>(1u << (at % 8));
}

/// Appends row `at`; false when an integer would lose by becoming a real.
bool append(arrow_column& column, std::size_t at, value v) {
  push_bit(column.validity, at, !v.is_null());
  if (v.is_null()) ++column.nulls;
  switch (column.format[0]) {
    case 'b':
      push_bit(column.bits, at, v.get_boolean().value_or(false));
      break;
    case 'l':
      column.words.push_back(
          static_cast<std::uint64_t>(v.get_integer().value_or(0)));
      break;
    case 'g': {
      const auto whole = v.get_integer();
      if (whole && (*whole > max_exact || *whole < -max_exact)) return false;
      column.words.push_back(
          std::bit_cast<std::uint64_t>(v.get_double().value_or(0)));
      break;
    }
    case 'U':
      column.text += v.get_string().value_or(std::string_view());
      column.offsets.push_back(static_cast<std::int64_t>(column.text.size()));
      break;
    default:
      break;
  }
  return true;
}

/// What an exported structure refers to.
struct held_schema {
  std::shared_ptr<const arrow_table> table;
  std::vector<ArrowSchema> children;
  std::vector<ArrowSchema*> pointers;
};
struct held_array {
  std::shared_ptr<const arrow_table> table;
  std::vector<ArrowArray> children;
  std::vector<ArrowArray*> pointers;
  std::vector<const void*> buffers;
};
struct held_stream {
  std::shared_ptr<const arrow_table> table;
  bool is_done = false;
};

// A child belongs to its parent, and has nothing of its own to give back.
void release_child_schema(ArrowSchema* s) { s->release = nullptr; }
void release_child_array(ArrowArray* a) { a->release = nullptr; }
void release_schema(ArrowSchema* s) {
  delete static_cast<held_schema*>(s->private_data);
  s->release = nullptr;
}
void release_array(ArrowArray* a) {
  delete static_cast<held_array*>(a->private_data);
  a->release = nullptr;
}

void export_array(const std::shared_ptr<const arrow_table>& table,
                  ArrowArray& out) {
  auto held = std::make_unique<held_array>();
  const auto length = static_cast<std::int64_t>(table->rows);
  held->table = table;
  held->children.resize(table->columns.size());
  held->buffers.reserve(1 + table->columns.size() * 3);
  held->buffers.push_back(nullptr);
  for (std::size_t i = 0; i < table->columns.size(); ++i) {
    const arrow_column& column = table->columns[i];
    const void** const first = held->buffers.data() + held->buffers.size();
    std::int64_t count = 2;
    // An empty vector may have no address, which a reader may want.
    static constexpr std::uint64_t nothing = 0;
    const auto address = [](const auto& list) -> const void* {
      return list.empty() ? static_cast<const void*>(&nothing)
                          : static_cast<const void*>(list.data());
    };
    if (column.format[0] != 'n') {
      held->buffers.push_back(column.nulls == 0 ? nullptr
                                                : address(column.validity));
    }
    switch (column.format[0]) {
      case 'n':
        count = 0;
        break;
      case 'b':
        held->buffers.push_back(address(column.bits));
        break;
      case 'U':
        held->buffers.push_back(address(column.offsets));
        held->buffers.push_back(address(column.text));
        count = 3;
        break;
      default:
        held->buffers.push_back(address(column.words));
        break;
    }
    held->children[i] = {length,
                         static_cast<std::int64_t>(column.nulls),
                         0,
                         count,
                         0,
                         first,
                         nullptr,
                         nullptr,
                         &release_child_array,
                         nullptr};
  }
  for (ArrowArray& child : held->children) held->pointers.push_back(&child);
  out = {length,
         0,
         0,
         1,
         static_cast<std::int64_t>(held->children.size()),
         held->buffers.data(),
         held->pointers.data(),
         nullptr,
         &release_array,
         nullptr};
  out.private_data = held.release();
}

held_stream& stream_of(ArrowArrayStream* s) {
  return *static_cast<held_stream*>(s->private_data);
}

int stream_schema(ArrowArrayStream* s, ArrowSchema* out) {
  try {
    export_schema(stream_of(s).table, *out);
    return 0;
  } catch (...) {
    return ENOMEM;
  }
}

int stream_next(ArrowArrayStream* s, ArrowArray* out) {
  try {
    *out = ArrowArray{};
    if (!std::exchange(stream_of(s).is_done, true)) {
      export_array(stream_of(s).table, *out);
    }
    return 0;
  } catch (...) {
    return ENOMEM;
  }
}

const char* stream_error(ArrowArrayStream*) { return nullptr; }

void release_stream(ArrowArrayStream* s) {
  delete static_cast<held_stream*>(s->private_data);
  s->release = nullptr;
}

}  // namespace

result<arrow_table> make_table(value rows) {
  if (rows.type() != kind::array) {
    return error{error_code::misplaced_value, 0,
                 "a table is an array of objects"};
  }
  arrow_table table;
  std::map<std::string_view, std::size_t> places;
  std::vector<std::string_view> names;
  std::vector<kinds> seen;
  for (const value row : rows.elements()) {
    if (row.type() != kind::object) {
      return error{error_code::misplaced_value, 0, "a row must be an object"};
    }
    ++table.rows;
    for (const auto& [key, v] : row.members()) {
      const auto [place, is_new] = places.try_emplace(key, names.size());
      if (is_new) {
        names.push_back(key);
        seen.push_back(0);
      }
      seen[place->second] |= bit_of(v.type());
    }
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    arrow_column column;
    column.name = names[i];
    column.format = format_of(seen[i]);
    if (column.format == nullptr) {
      const kinds nested = bit_of(kind::array) | bit_of(kind::object);
      return error{(seen[i] & nested) != 0 ? error_code::misplaced_value
                                           : error_code::not_supported,
                   0,
                   (seen[i] & nested) != 0
                       ? "a cell of a table must be a scalar"
                       : "a column has values of several kinds"};
    }
    if (column.format[0] == 'U') column.offsets.push_back(0);
    table.columns.push_back(std::move(column));
  }
  std::vector<value> cells(names.size());
  std::size_t at = 0;
  for (const value row : rows.elements()) {
    cells.assign(names.size(), value());
    for (const auto& [key, v] : row.members()) cells[places[key]] = v;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (!append(table.columns[i], at, cells[i])) {
        return error{error_code::out_of_range, 0,
                     "a column of reals has an integer beyond 2^53"};
      }
    }
    ++at;
  }
  return table;
}

void export_schema(const std::shared_ptr<const arrow_table>& table,
                   ArrowSchema& out) {
  auto held = std::make_unique<held_schema>();
  held->table = table;
  for (const arrow_column& column : table->columns) {
    held->children.push_back({column.format, column.name.c_str(), nullptr,
                              arrow_nullable, 0, nullptr, nullptr,
                              &release_child_schema, nullptr});
  }
  for (ArrowSchema& child : held->children) held->pointers.push_back(&child);
  out = {"+s",
         "",
         nullptr,
         0,
         static_cast<std::int64_t>(held->children.size()),
         held->pointers.data(),
         nullptr,
         &release_schema,
         nullptr};
  out.private_data = held.release();
}

void export_stream(const std::shared_ptr<const arrow_table>& table,
                   ArrowArrayStream& out) {
  auto held = std::make_unique<held_stream>();
  held->table = table;
  out = {&stream_schema, &stream_next, &stream_error, &release_stream,
         held.release()};
}

}  // namespace pith::python
