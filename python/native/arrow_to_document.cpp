// SPDX-License-Identifier: MIT
#include "arrow_to_document.hpp"

#include <cstring>

namespace pith::python {

namespace {

constexpr int max_depth = 32;

struct known_format {
  std::string_view format;
  column_kind kind;
};

constexpr known_format formats[] = {
    {"n", column_kind::null},        {"b", column_kind::boolean},
    {"c", column_kind::int8},        {"C", column_kind::uint8},
    {"s", column_kind::int16},       {"S", column_kind::uint16},
    {"i", column_kind::int32},       {"I", column_kind::uint32},
    {"l", column_kind::int64},       {"L", column_kind::uint64},
    {"f", column_kind::float32},     {"g", column_kind::float64},
    {"u", column_kind::text},        {"U", column_kind::large_text},
    {"vu", column_kind::text_view},  {"tdD", column_kind::date32},
    {"tdm", column_kind::date64},    {"+l", column_kind::list},
    {"+L", column_kind::large_list}, {"+s", column_kind::structure},
};

/// `tsu:Europe/Berlin` and its kin.
bool read_timestamp(std::string_view format, column_type& type) {
  if (!format.starts_with("ts") || format.size() < 4 || format[3] != ':') {
    return false;
  }
  type.kind = column_kind::timestamp;
  type.is_instant = format.size() > 4;
  switch (format[2]) {
    case 's':
      type.per_second = 1;
      return true;
    case 'm':
      type.per_second = 1'000;
      return true;
    case 'u':
      type.per_second = 1'000'000;
      return true;
    case 'n':
      type.per_second = 1'000'000'000;
      return true;
    default:
      return false;
  }
}

// NOLINTNEXTLINE(misc-no-recursion): at most max_depth deep
result<column_type> read_type_at(const ArrowSchema& schema, int depth) {
  if (depth == max_depth) {
    return error{error_code::depth_limit, 0, "columns are nested too deeply"};
  }
  column_type type;
  type.name = schema.name == nullptr ? "" : schema.name;
  const std::string_view format = schema.format;
  bool is_known = read_timestamp(format, type);
  for (const known_format& one : formats) {
    if (one.format != format) continue;
    type.kind = one.kind;
    is_known = true;
  }
  if (!is_known) {
    return error{error_code::not_supported, 0,
                 "a column has an Arrow type without a counterpart: cast it "
                 "to text or a number first"};
  }
  if (schema.dictionary != nullptr) {
    type.is_dictionary = true;
    auto values = read_type_at(*schema.dictionary, depth + 1);
    if (!values) return values.error();
    type.inner.push_back(std::move(*values));
    return type;
  }
  for (std::int64_t i = 0; i < schema.n_children; ++i) {
    auto inner = read_type_at(*schema.children[i], depth + 1);
    if (!inner) return inner.error();
    type.inner.push_back(std::move(*inner));
  }
  return type;
}

bool bit_at(const void* bits, std::int64_t at) {
  const auto* const bytes = static_cast<const std::uint8_t*>(bits);
  return (bytes[at / 8] >> (at % 8) & 1) != 0;
}

template <class T>
T cell(const ArrowArray& array, std::int64_t at, int buffer = 1) {
  T value;
  std::memcpy(&value,
              static_cast<const char*>(array.buffers[buffer]) +
                  static_cast<std::size_t>(at) * sizeof(T),
              sizeof(T));
  return value;
}

void append_padded(std::string& out, std::int64_t number, std::size_t width) {
  const std::string digits = std::to_string(number);
  if (digits.size() < width) out.append(width - digits.size(), '0');
  out += digits;
}

/// Floor, for times before 1970.
std::int64_t floor_div(std::int64_t a, std::int64_t b) {
  return a / b - (a % b < 0 ? 1 : 0);
}

/// The civil date of days since 1970-01-01 in the proleptic Gregorian calendar
/// (after Howard Hinnant's chrono algorithms).
void append_date(std::string& out, std::int64_t days) {
  days += 719'468;
  const std::int64_t era = floor_div(days, 146'097);
  const std::int64_t day_of_era = days - era * 146'097;
  const std::int64_t year_of_era =
      (day_of_era - day_of_era / 1'460 + day_of_era / 36'524 -
       day_of_era / 146'096) /
      365;
  const std::int64_t day_of_year =
      day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const std::int64_t shifted_month = (5 * day_of_year + 2) / 153;
  const std::int64_t day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
  const std::int64_t month =
      shifted_month < 10 ? shifted_month + 3 : shifted_month - 9;
  append_padded(out, year_of_era + era * 400 + (month <= 2 ? 1 : 0), 4);
  out += '-';
  append_padded(out, month, 2);
  out += '-';
  append_padded(out, day, 2);
}

std::string timestamp_text(const column_type& type, std::int64_t ticks) {
  const std::int64_t seconds = floor_div(ticks, type.per_second);
  const std::int64_t part = ticks - seconds * type.per_second;
  const std::int64_t days = floor_div(seconds, 86'400);
  const std::int64_t of_day = seconds - days * 86'400;
  std::string out;
  append_date(out, days);
  out += 'T';
  append_padded(out, of_day / 3'600, 2);
  out += ':';
  append_padded(out, of_day / 60 % 60, 2);
  out += ':';
  append_padded(out, of_day % 60, 2);
  if (part != 0) {
    out += '.';
    const std::size_t width = type.per_second == 1'000       ? 3
                              : type.per_second == 1'000'000 ? 6
                                                             : 9;
    append_padded(out, part, width);
  }
  if (type.is_instant) out += 'Z';
  return out;
}

template <class Offset>
std::string_view text_at(const ArrowArray& array, std::int64_t at) {
  const auto begin = cell<Offset>(array, at);
  const auto end = cell<Offset>(array, at + 1);
  return {static_cast<const char*>(array.buffers[2]) + begin,
          static_cast<std::size_t>(end - begin)};
}

std::string_view view_at(const ArrowArray& array, std::int64_t at) {
  const char* const place =
      static_cast<const char*>(array.buffers[1]) + at * 16;
  std::int32_t words[4];
  std::memcpy(words, place, sizeof(words));
  const auto length = static_cast<std::size_t>(words[0]);
  if (length <= 12) return {place + 4, length};
  return {static_cast<const char*>(array.buffers[2 + words[2]]) + words[3],
          length};
}

bool is_valid(const ArrowArray& array, std::int64_t at) {
  return array.null_count == 0 || array.n_buffers == 0 ||
         array.buffers[0] == nullptr || bit_at(array.buffers[0], at);
}

void append_cell(builder& out, const column_type& type, const ArrowArray& array,
                 std::int64_t row);

// NOLINTBEGIN(misc-no-recursion): as deep as the schema, at most max_depth
template <class Offset>
void append_list(builder& out, const column_type& type, const ArrowArray& array,
                 std::int64_t at) {
  out.begin_array();
  const auto end = cell<Offset>(array, at + 1);
  for (auto i = cell<Offset>(array, at); i < end; ++i) {
    append_cell(out, type.inner[0], *array.children[0], i);
  }
  out.end_array();
}

void append_structure(builder& out, const column_type& type,
                      const ArrowArray& array, std::int64_t at) {
  out.begin_object();
  for (std::size_t i = 0; i < type.inner.size(); ++i) {
    out.key(type.inner[i].name);
    append_cell(out, type.inner[i], *array.children[i], at);
  }
  out.end_object();
}

std::int64_t index_at(const column_type& type, const ArrowArray& array,
                      std::int64_t at) {
  switch (type.kind) {
    case column_kind::int8:
      return cell<std::int8_t>(array, at);
    case column_kind::uint8:
      return cell<std::uint8_t>(array, at);
    case column_kind::int16:
      return cell<std::int16_t>(array, at);
    case column_kind::uint16:
      return cell<std::uint16_t>(array, at);
    case column_kind::int32:
      return cell<std::int32_t>(array, at);
    case column_kind::uint32:
      return cell<std::uint32_t>(array, at);
    default:
      return cell<std::int64_t>(array, at);
  }
}

void append_cell(builder& out, const column_type& type, const ArrowArray& array,
                 std::int64_t row) {
  const std::int64_t at = row + array.offset;
  if (type.kind == column_kind::null || !is_valid(array, at)) {
    out.null();
    return;
  }
  if (type.is_dictionary) {
    append_cell(out, type.inner[0], *array.dictionary,
                index_at(type, array, at));
    return;
  }
  switch (type.kind) {
    case column_kind::null:
      break;
    case column_kind::boolean:
      out.boolean(bit_at(array.buffers[1], at));
      break;
    case column_kind::int8:
    case column_kind::int16:
    case column_kind::int32:
    case column_kind::int64:
    case column_kind::uint8:
    case column_kind::uint16:
    case column_kind::uint32:
      out.integer(index_at(type, array, at));
      break;
    case column_kind::uint64:
      out.integer(cell<std::uint64_t>(array, at));
      break;
    case column_kind::float32:
      out.real(static_cast<double>(cell<float>(array, at)));
      break;
    case column_kind::float64:
      out.real(cell<double>(array, at));
      break;
    case column_kind::text:
      out.string(text_at<std::int32_t>(array, at));
      break;
    case column_kind::large_text:
      out.string(text_at<std::int64_t>(array, at));
      break;
    case column_kind::text_view:
      out.string(view_at(array, at));
      break;
    case column_kind::date32: {
      std::string text;
      append_date(text, cell<std::int32_t>(array, at));
      out.string(text);
      break;
    }
    case column_kind::date64: {
      std::string text;
      append_date(text, floor_div(cell<std::int64_t>(array, at), 86'400'000));
      out.string(text);
      break;
    }
    case column_kind::timestamp:
      out.string(timestamp_text(type, cell<std::int64_t>(array, at)));
      break;
    case column_kind::list:
      append_list<std::int32_t>(out, type, array, at);
      break;
    case column_kind::large_list:
      append_list<std::int64_t>(out, type, array, at);
      break;
    case column_kind::structure:
      append_structure(out, type, array, at);
      break;
  }
}
// NOLINTEND(misc-no-recursion)

}  // namespace

result<column_type> read_type(const ArrowSchema& schema) {
  return read_type_at(schema, 0);
}

void append_rows(builder& out, const column_type& type,
                 const ArrowArray& batch) {
  for (std::int64_t row = 0; row < batch.length; ++row) {
    append_cell(out, type, batch, row);
    if (out.failure() != nullptr) return;
  }
}

}  // namespace pith::python
