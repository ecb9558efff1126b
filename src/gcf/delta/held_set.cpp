// SPDX-License-Identifier: MIT
#include "gcf/delta/held_set.hpp"

#include <pith/builder.hpp>

#include "gcf/delta/changes.hpp"

#include <algorithm>
#include <utility>

namespace pith::inline v0::gcf::keyed {

using detail::document_access;
using detail::document_data;
using detail::pod_buffer;
using detail::span_of;

namespace {

template <class T>
void copy_buffer(pod_buffer<T>& to, const pod_buffer<T>& from) {
  to.clear();
  to.append(from.data(), from.size());
}

}  // namespace

/// Copies a document as it is when most of it is the set: five blocks of
/// memory instead of a value at a time.
result<void> held_set::copy(value set, std::string_view key) {
  const document_data& from = document_access::data(set);
  const std::size_t index = document_access::index(set);
  std::size_t at = index;
  if (span_of(from.tape[index]) * 2 >= from.tape.size()) {
    document_data& to = document_access::writable(copy_);
    copy_buffer(to.tape, from.tape);
    copy_buffer(to.text, from.text);
    copy_buffer(to.keys, from.keys);
    copy_buffer(to.shape_keys, from.shape_keys);
    copy_buffer(to.shapes, from.shapes);
    to.marks_trees = from.marks_trees;
    to.text.ensure(detail::text_padding);
    std::fill_n(to.text.end(), detail::text_padding, '\0');
  } else {
    builder out;
    result<document> made = out.copy(set).finish();
    if (!made) return made.error();
    copy_ = std::move(*made);
    at = 0;
  }
  result<row_list> rows =
      list_rows(document_access::data(copy_.root()), at, key);
  if (!rows) return rows.error();
  rows_ = *rows;
  return {};
}

result<void> held_set::assign(value set, const row_list& rows,
                              std::string_view key) {
  identities_.clear();
  identities_.reserve(rows.count);
  if (const auto unique = check_unique(rows); !unique) return unique;
  for (row_walk walk(rows); !walk.is_done(); walk.next()) {
    identity id;
    static_cast<void>(walk.read(id));  // all have one: check_unique()
    identities_.insert(id);
  }
  come_.clear();
  record_rows(rows, key, come_);
  records_.assign(come_);
  result<std::string> root = records_.root();
  if (!root) return root.error();
  root_ = std::move(*root);
  return copy(set, key);
}

result<void> held_set::move_to(value set, const row_list& rows,
                               const row_changes& changes,
                               std::string_view key) {
  gone_.clear();
  come_.clear();
  record_changes(rows_, rows, changes, key, gone_, come_);
  if (!records_.replace(gone_, come_)) {
    return error{error_code::root_mismatch, 0,
                 "the held rows are not those that were sent"};
  }
  const auto identity_of_row = [](const row_list& list, row_place row) {
    if (list.is_map()) {
      return identity_of(list.data->key_text(list.map_keys[row.number]));
    }
    row_list alone = list;
    alone.begin = row.at;
    row_walk walk(alone);
    identity id;
    static_cast<void>(walk.read(id));  // row_match has read it before
    return id;
  };
  for (const row_place row : changes.removed) {
    identities_.erase(identity_of_row(rows_, row));
  }
  for (const row_place row : changes.added) {
    identities_.insert(identity_of_row(rows, row));
  }
  result<std::string> root = records_.root();
  if (!root) return root.error();
  root_ = std::move(*root);
  return copy(set, key);
}

void held_set::set_fields(const row_list& rows, const schema& fields,
                          std::string_view key) {
  fields_ = field_names(rows, fields, key);
  std::sort(fields_.begin(), fields_.end());
}

bool held_set::has_fields(const row_list& rows, const schema& fields,
                          std::string_view key) const {
  std::vector<std::string> names = field_names(rows, fields, key);
  std::sort(names.begin(), names.end());
  return names == fields_;
}

}  // namespace pith::inline v0::gcf::keyed
