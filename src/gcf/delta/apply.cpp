// SPDX-License-Identifier: MIT
#include "gcf/delta/apply.hpp"

#include "gcf/delta/changes.hpp"
#include "gcf/delta/record_writer.hpp"

#include <optional>
#include <utility>

namespace pith::inline v0::gcf {

using detail::document_access;
using detail::document_data;
using detail::header_words;
using detail::shape_of;
using detail::span_of;

namespace keyed {

namespace {

/// Adds a row of a delta to a map: its identity is the key, the rest the
/// value.
void copy_entry(builder& out, const document_data& data, std::size_t row,
                std::uint32_t key_id) {
  const detail::shape s = data.shapes[shape_of(data.tape[row + 1])];
  std::size_t i = row + header_words;
  for (std::uint32_t k = 0; k < s.count; ++k) {
    if (data.keys_of(s)[k] == key_id) out.key(data.string_at(i));
    i += span_of(data.tape[i]);
  }
  out.begin_object();
  i = row + header_words;
  for (std::uint32_t k = 0; k < s.count; ++k) {
    const std::uint32_t key = data.keys_of(s)[k];
    if (key != key_id) {
      out.key(data.key_text(key)).copy(document_access::make(data, i));
    }
    i += span_of(data.tape[i]);
  }
  out.end_object();
}

/// Decides what becomes of each row of the base, before anything is made.
class application {
 public:
  application(const row_list& base, std::string_view key, const delta& d)
      : base_(base), key_(key), delta_(d) {}

  [[nodiscard]] result<void> plan();
  [[nodiscard]] result<document> build(const limits& bounds) const;
  void record(record_list& gone, record_list& come) const;

 private:
  enum class section : std::uint8_t { added, changed, removed };
  static constexpr std::size_t keep = 0;    // no row stands at the root
  static constexpr std::size_t remove = 1;  // nor there

  [[nodiscard]] result<void> index_base();
  [[nodiscard]] result<void> take_rows(const std::optional<std::size_t>& table,
                                       section s);
  [[nodiscard]] result<void> take_removed();
  [[nodiscard]] result<void> take(const identity& id, section s,
                                  std::size_t row);

  const row_list& base_;
  std::string_view key_;
  const delta& delta_;
  change_sections sections_;
  std::uint32_t delta_key_ = no_key;
  identity_index rows_;   // of the base
  identity_index named_;  // by the delta
  /// By row of the base: keep, remove, or the row of the delta that replaces
  /// it.
  detail::pod_buffer<std::size_t> fates_;
  detail::pod_buffer<std::size_t> added_;
};

result<void> application::plan() {
  if (delta_.key != key_) {
    return error{error_code::invalid_identity, 0,
                 "the delta and the set have different keys"};
  }
  result<change_sections> found = find_sections(delta_.changes);
  if (!found) return found.error();
  sections_ = *found;
  delta_key_ = find_key(*sections_.data, key_);
  if (const auto done = index_base(); !done) return done;
  if (const auto done = take_rows(sections_.added, section::added); !done) {
    return done;
  }
  if (const auto done = take_rows(sections_.changed, section::changed); !done) {
    return done;
  }
  return take_removed();
}

result<void> application::index_base() {
  rows_.reserve(base_.count);
  fates_.resize(base_.count, keep);
  for (row_walk walk(base_); !walk.is_done(); walk.next()) {
    identity id;
    if (!walk.read(id) ||
        rows_.insert(id, static_cast<std::uint32_t>(walk.number())) !=
            identity_index::none) {
      return error{error_code::invalid_identity, 0,
                   "the rows of the base must have unique identities"};
    }
  }
  return {};
}

result<void> application::take_rows(const std::optional<std::size_t>& table,
                                    section s) {
  if (!table) return {};
  const result<row_list> rows = list_rows(*sections_.data, *table, key_);
  if (!rows) return rows.error();
  for (row_walk walk(*rows); !walk.is_done(); walk.next()) {
    identity id;
    if (!walk.read(id)) {
      return error{error_code::invalid_identity, 0,
                   "every row must have a scalar in the identity field"};
    }
    if (const auto done = take(id, s, walk.at()); !done) return done;
  }
  return {};
}

result<void> application::take_removed() {
  if (!sections_.removed) return {};
  const document_data& data = *sections_.data;
  const std::size_t end =
      *sections_.removed + span_of(data.tape[*sections_.removed]);
  for (std::size_t i = *sections_.removed + header_words; i < end;
       i += span_of(data.tape[i])) {
    if (const auto done = take(identity_of(data, i), section::removed, 0);
        !done) {
      return done;
    }
  }
  return {};
}

/// Notes what a delta does with one identity (10a.5 step 3).
result<void> application::take(const identity& id, section s, std::size_t row) {
  if (base_.is_map() && id.what != identity::sort::string) {
    return error{error_code::invalid_identity, 0,
                 "the identities of a map are strings"};
  }
  const std::uint32_t earlier = named_.insert(id, static_cast<unsigned>(s));
  if (earlier != identity_index::none) {
    return earlier == static_cast<unsigned>(s)
               ? error{error_code::invalid_identity, 0,
                       "a section of the delta names an identity twice"}
               : delta_conflict(
                     "two sections of a delta name the same identity");
  }
  const std::uint32_t number = rows_.find(id);
  if (s == section::added) {
    if (number != identity_index::none) {
      return delta_conflict("an added identity already exists in the base");
    }
    added_.push_back(row);
    return {};
  }
  if (number == identity_index::none) {
    return delta_conflict(
        s == section::changed
            ? "a changed identity does not exist in the base"
            : "a removed identity does not exist in the base");
  }
  fates_[number] = s == section::removed ? remove : row;
  return {};
}

result<document> application::build(const limits& bounds) const {
  const document_data& changes = *sections_.data;
  builder out(bounds);
  const auto copy = [&](const document_data& data, std::size_t at) {
    out.copy(document_access::make(data, at));
  };
  if (base_.is_map()) {
    out.begin_object();
  } else {
    out.begin_array();
  }
  for (row_walk walk(base_); !walk.is_done(); walk.next()) {
    const std::size_t fate = fates_[walk.number()];
    if (fate == remove) continue;
    if (fate != keep && base_.is_map()) {
      copy_entry(out, changes, fate, delta_key_);
    } else if (fate != keep) {
      copy(changes, fate);
    } else {
      if (base_.is_map()) {
        out.key(base_.data->key_text(base_.map_keys[walk.number()]));
      }
      copy(*base_.data, walk.at());
    }
  }
  for (const std::size_t row : added_) {
    if (base_.is_map()) {
      copy_entry(out, changes, row, delta_key_);
    } else {
      copy(changes, row);
    }
  }
  if (base_.is_map()) {
    out.end_object();
  } else {
    out.end_array();
  }
  return out.finish();
}

void application::record(record_list& gone, record_list& come) const {
  record_writer before;
  record_writer after;
  before.reset(*base_.data, key_);
  after.reset(*sections_.data, key_);
  for (row_walk walk(base_); !walk.is_done(); walk.next()) {
    const std::size_t fate = fates_[walk.number()];
    if (fate == keep) continue;
    before.append(gone, walk.at(),
                  base_.is_map() ? base_.map_keys[walk.number()] : no_key);
    if (fate != remove) after.append(come, fate, no_key);
  }
  for (const std::size_t row : added_) after.append(come, row, no_key);
}

}  // namespace

result<document> apply_changes(const row_list& base, std::string_view key,
                               const delta& d, const limits& bounds,
                               record_list& gone, record_list& come) {
  application a(base, key, d);
  if (const result<void> planned = a.plan(); !planned) return planned.error();
  a.record(gone, come);
  return a.build(bounds);
}

}  // namespace keyed

result<document> apply(value base, const keyed_set& set, const delta& d,
                       const apply_options& options) {
  const result<keyed::row_list> rows = keyed::list_rows(
      document_access::data(base), document_access::index(base), set.key);
  if (!rows) return rows.error();
  keyed::record_set records;
  keyed::record_list list;
  if (options.verify) {
    keyed::record_rows(*rows, set.key, list);
    records.assign(list);
    const result<std::string> root = records.root();
    if (!root) return root.error();
    if (*root != d.base_root) return keyed::base_mismatch();
  }
  keyed::record_list gone;
  keyed::record_list come;
  result<document> made =
      keyed::apply_changes(*rows, set.key, d, options.bounds, gone, come);
  if (!made || !options.verify) return made;
  const bool is_replaced = records.replace(gone, come);
  const result<std::string> root = records.root();
  if (!root) return root.error();
  if (!is_replaced || *root != d.new_root) return keyed::root_mismatch();
  return made;
}

}  // namespace pith::inline v0::gcf
