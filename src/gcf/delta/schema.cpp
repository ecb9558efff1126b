// SPDX-License-Identifier: MIT
#include "gcf/delta/schema.hpp"

#include "gcf/delta/record_writer.hpp"

#include <algorithm>

namespace pith::inline v0::gcf::keyed {

using detail::document_data;
using detail::shape_of;
using detail::span_of;

result<void> check_key(std::string_view key) noexcept {
  const bool is_printable = std::all_of(
      key.begin(), key.end(), [](char c) { return c > ' ' && c < 0x7F; });
  if (key.empty() || !is_printable) {
    return error{error_code::invalid_identity, 0,
                 "the key of a set must be printable ASCII without spaces"};
  }
  if (key.find('>') != std::string_view::npos) {
    return error{error_code::invalid_identity, 0,
                 "the key of a set must not contain >, which makes a path"};
  }
  return {};
}

result<void> list_fields(const row_list& rows, const keyed_set& set,
                         schema& out) {
  const document_data& data = *rows.data;
  out.fields.clear();
  out.cells = 0;
  detail::pod_buffer<bool> is_seen_shape;
  is_seen_shape.resize(data.shapes.size(), false);
  detail::pod_buffer<bool> is_field;  // of some row
  is_field.resize(data.keys.size(), false);
  detail::pod_buffer<std::uint32_t> met;
  std::uint32_t last = ~std::uint32_t{0};
  std::uint32_t last_count = 0;
  for (std::size_t i = rows.begin; i < rows.end; i += span_of(data.tape[i])) {
    const std::uint32_t id = shape_of(data.tape[i + 1]);
    if (id == last) {
      out.cells += last_count;
      continue;
    }
    last = id;
    const detail::shape s = data.shapes[id];
    out.cells += last_count = s.count;
    if (is_seen_shape[id]) continue;
    is_seen_shape[id] = true;
    for (std::uint32_t k = 0; k < s.count; ++k) {
      const std::uint32_t key = data.keys_of(s)[k];
      if (is_field[key]) continue;
      is_field[key] = true;
      met.push_back(key);
    }
  }
  if (rows.is_map()) {
    const std::uint32_t label = find_key(data, set.key);
    if (label != no_key && is_field[label]) {
      return error{error_code::invalid_identity, 0,
                   "a field of the rows has the same name as the key column"};
    }
  }
  for (const std::string& name : set.fields) {
    const std::uint32_t key = find_key(data, name);
    if (key == no_key || !is_field[key]) continue;
    is_field[key] = false;  // taken
    out.fields.push_back(key);
  }
  for (const std::uint32_t key : met) {
    if (is_field[key]) out.fields.push_back(key);
  }
  return {};
}

result<void> check_unique(const row_list& rows) {
  if (rows.is_map()) return {};
  identity_index index;
  index.reserve(rows.count);
  for (row_walk walk(rows); !walk.is_done(); walk.next()) {
    identity id;
    if (!walk.read(id)) {
      return error{error_code::invalid_identity, walk.number(),
                   "every row must have a scalar in the identity field"};
    }
    if (index.insert(id, 0) != identity_index::none) {
      return error{error_code::invalid_identity, walk.number(),
                   "two rows have the same identity"};
    }
  }
  return {};
}

void record_rows(const row_list& rows, std::string_view label,
                 record_list& out) {
  record_writer writer;
  writer.reset(*rows.data, label);
  out.ends.ensure(rows.count);
  const std::size_t before = out.bytes.size();
  for (row_walk walk(rows); !walk.is_done(); walk.next()) {
    writer.append(out, walk.at(),
                  rows.is_map() ? rows.map_keys[walk.number()] : no_key);
    if (walk.number() != 0) continue;
    // Rows are mostly about as long as the first one. No more than that is
    // taken before it is needed: the first one may be the only long one.
    constexpr std::size_t most_at_once = std::size_t{1} << 20U;
    out.bytes.ensure(std::min(
        most_at_once, (out.bytes.size() - before) / 8 * 9 * rows.count));
  }
}

}  // namespace pith::inline v0::gcf::keyed
