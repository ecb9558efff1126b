// SPDX-License-Identifier: MIT
#include "gcf/identity/keyed_rows.hpp"

namespace pith::inline v0::gcf::keyed {

using detail::document_data;
using detail::has_object;
using detail::header_words;
using detail::kinds_of;
using detail::shape_of;
using detail::span_of;
using detail::tag;
using detail::tag_of;
using detail::word;

namespace {

/// Where a scalar stands in the text of its document, a quote included;
/// `fallback` for those that do not know.
std::size_t offset_of(const document_data& data, std::size_t index,
                      std::size_t fallback) noexcept {
  const word w = data.tape[index];
  switch (tag_of(w)) {
    case tag::string:
    case tag::long_string: {
      const auto at = static_cast<std::size_t>(data.string_at(index).data() -
                                               data.text.data());
      return at != 0 && data.text[at - 1] == '"' ? at - 1 : at;
    }
    case tag::spelt_integer:
      return detail::text_offset_of(w);
    case tag::real:
      return detail::payload_of(w) == 0 ? fallback : detail::text_offset_of(w);
    default:
      return fallback;
  }
}

error no_identity(std::size_t at) noexcept {
  return {error_code::invalid_identity, at,
          "every row must have a scalar in the identity field"};
}

/// Adds the identities of a table to an index, under the number of its
/// section.
result<void> add_identities(const row_list& rows, std::uint32_t section,
                            std::size_t at, identity_index& index) {
  for (row_walk walk(rows); !walk.is_done(); walk.next()) {
    identity id;
    if (!walk.read(id)) return no_identity(at);
    const std::uint32_t earlier = index.insert(id, section);
    if (earlier == identity_index::none) continue;
    const std::size_t place = offset_of(*rows.data, walk.identity_at(), at);
    if (earlier == section) {
      return error{error_code::invalid_identity, place,
                   "two rows have the same identity"};
    }
    return error{error_code::delta_conflict, place,
                 "two sections of a delta name the same identity"};
  }
  return {};
}

}  // namespace

std::uint32_t find_key(const document_data& data,
                       std::string_view key) noexcept {
  for (std::uint32_t id = 0; id < data.keys.size(); ++id) {
    if (data.keys[id].length() == key.size() && data.key_text(id) == key) {
      return id;
    }
  }
  return no_key;
}

result<row_list> list_rows(const document_data& data, std::size_t index,
                           std::string_view key) {
  const word w = data.tape[index];
  if (detail::is_container(tag_of(w))) {
    const word second = data.tape[index + 1];
    row_list rows{&data, index + header_words, index + span_of(w), 0, nullptr,
                  no_key};
    const bool has_rows = kinds_of(second) == has_object;
    if (tag_of(w) == tag::array && (has_rows || rows.begin == rows.end)) {
      rows.count = detail::array_count_of(second);
      rows.key_id = find_key(data, key);
      return rows;
    }
    if (tag_of(w) == tag::object && (has_rows || rows.begin == rows.end)) {
      static constexpr std::uint32_t nothing = 0;
      const detail::shape s = data.shapes[shape_of(second)];
      rows.count = s.count;
      rows.map_keys = s.count == 0 ? &nothing : data.keys_of(s);
      return rows;
    }
  }
  return error{error_code::invalid_identity, 0,
               "a keyed set must be an array of objects or an object of "
               "objects"};
}

void row_walk::learn_shape(std::uint32_t shape) noexcept {
  const document_data& data = *rows_.data;
  shape_ = shape;
  position_ = absent;
  const detail::shape s = data.shapes[shape];
  for (std::uint32_t i = 0; i < s.count; ++i) {
    if (data.keys_of(s)[i] == rows_.key_id) position_ = i;
  }
}

bool row_walk::read(identity& id) noexcept {
  const document_data& data = *rows_.data;
  if (rows_.is_map()) {
    id = identity_of(data.key_text(rows_.map_keys[number_]));
    return true;
  }
  const std::size_t i = identity_at();
  if (i == 0 || detail::is_container(tag_of(data.tape[i]))) return false;
  id = identity_of(data, i);
  return true;
}

result<void> check_unique(const document_data& data, std::size_t table,
                          std::string_view key, std::size_t at) {
  const result<row_list> rows = list_rows(data, table, key);
  if (!rows) return error{rows.error().code, at, rows.error().detail};
  identity_index index;
  index.reserve(rows->count);
  return add_identities(*rows, 0, at, index);
}

result<void> check_changes(const document_data& data, std::string_view key,
                           std::size_t at) {
  identity_index index;
  const std::size_t end = span_of(data.tape[0]);
  std::uint32_t section = 0;
  for (std::size_t i = header_words; i < end; i += span_of(data.tape[i])) {
    const result<row_list> rows = list_rows(data, i, key);
    if (!rows) return error{rows.error().code, at, rows.error().detail};
    const result<void> sound = add_identities(*rows, section++, at, index);
    if (!sound) return sound;
  }
  return {};
}

bool is_empty_map(const document_data& data) noexcept {
  if (tag_of(data.tape[0]) != tag::object) return false;
  if (span_of(data.tape[0]) == header_words) return true;
  return tag_of(data.tape[header_words]) == tag::object &&
         span_of(data.tape[0]) == 2 * header_words;
}

}  // namespace pith::inline v0::gcf::keyed
