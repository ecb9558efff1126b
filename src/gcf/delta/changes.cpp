// SPDX-License-Identifier: MIT
#include "gcf/delta/changes.hpp"

#include "gcf/delta/record_writer.hpp"

namespace pith::inline v0::gcf::keyed {

using detail::document_access;
using detail::document_data;
using detail::has_object;
using detail::has_scalar;
using detail::header_words;
using detail::kinds_of;
using detail::shape_of;
using detail::span_of;
using detail::tag;
using detail::tag_of;

namespace {

error malformed() noexcept {
  return {error_code::malformed_delta, 0,
          "the changes of a delta must be added and changed rows and removed "
          "identities"};
}

value value_at(const document_data& data, std::size_t index) noexcept {
  return document_access::make(data, index);
}

}  // namespace

result<change_sections> find_sections(const document& changes) {
  const value root = changes.root();
  const document_data& data = document_access::data(root);
  change_sections found{&data, {}, {}, {}};
  if (root.is_null()) return found;  // nothing was ever put in
  const auto members = root.get_object();
  if (!members) return malformed();
  for (const member m : *members) {
    const std::size_t at = document_access::index(m.value);
    const bool is_removed = m.key == "removed";
    if (!is_removed && m.key != "added" && m.key != "changed") {
      return malformed();
    }
    if (tag_of(data.tape[at]) != tag::array) return malformed();
    const std::uint8_t kinds = kinds_of(data.tape[at + 1]);
    if (kinds != 0 && kinds != (is_removed ? has_scalar : has_object)) {
      return malformed();
    }
    (is_removed         ? found.removed
     : m.key == "added" ? found.added
                        : found.changed) = at;
  }
  return found;
}

void copy_row(builder& out, const row_list& rows, row_place row,
              std::string_view key) {
  const document_data& data = *rows.data;
  if (!rows.is_map()) {
    out.copy(value_at(data, row.at));
    return;
  }
  out.begin_object().key(key);
  out.string(data.key_text(rows.map_keys[row.number]));
  const detail::shape s = data.shapes[shape_of(data.tape[row.at + 1])];
  std::size_t i = row.at + header_words;
  for (std::uint32_t k = 0; k < s.count; ++k) {
    out.key(data.key_text(data.keys_of(s)[k])).copy(value_at(data, i));
    i += span_of(data.tape[i]);
  }
  out.end_object();
}

void copy_identity(builder& out, const row_list& rows, row_place row) {
  const document_data& data = *rows.data;
  if (rows.is_map()) {
    out.string(data.key_text(rows.map_keys[row.number]));
    return;
  }
  const detail::shape s = data.shapes[shape_of(data.tape[row.at + 1])];
  std::size_t i = row.at + header_words;
  for (std::uint32_t k = 0; k < s.count; ++k) {
    if (data.keys_of(s)[k] == rows.key_id) out.copy(value_at(data, i));
    i += span_of(data.tape[i]);
  }
}

result<document> make_changes(const row_list& held, const row_list& next,
                              const row_changes& changes, std::string_view key,
                              const limits& bounds) {
  builder out(bounds);
  out.begin_object();
  if (!changes.added.empty()) {
    out.key("added").begin_array();
    for (const row_place row : changes.added) copy_row(out, next, row, key);
    out.end_array();
  }
  if (!changes.changed.empty()) {
    out.key("changed").begin_array();
    for (const row_pair& row : changes.changed) {
      copy_row(out, next, row.next, key);
    }
    out.end_array();
  }
  if (!changes.removed.empty()) {
    out.key("removed").begin_array();
    for (const row_place row : changes.removed) copy_identity(out, held, row);
    out.end_array();
  }
  out.end_object();
  return out.finish();
}

std::vector<std::string> field_names(const row_list& rows, const schema& fields,
                                     std::string_view key) {
  std::vector<std::string> names;
  if (rows.is_map()) names.emplace_back(key);
  for (const std::uint32_t id : fields.fields) {
    names.emplace_back(rows.data->key_text(id));
  }
  return names;
}

void record_changes(const row_list& held, const row_list& next,
                    const row_changes& changes, std::string_view key,
                    record_list& gone, record_list& come) {
  record_writer before;
  record_writer after;
  before.reset(*held.data, key);
  after.reset(*next.data, key);
  const auto record = [](record_writer& writer, record_list& out,
                         const row_list& rows, row_place row) {
    writer.append(out, row.at,
                  rows.is_map() ? rows.map_keys[row.number] : no_key);
  };
  for (const row_place row : changes.removed) record(before, gone, held, row);
  for (const row_place row : changes.added) record(after, come, next, row);
  for (const row_pair& row : changes.changed) {
    record(before, gone, held, row.held);
    record(after, come, next, row.next);
  }
}

}  // namespace pith::inline v0::gcf::keyed
