// SPDX-License-Identifier: MIT
#include "toon/encode/table_plan.hpp"

namespace pith::inline v0::toon {

namespace {

using detail::has_array;
using detail::has_scalar;
using detail::header_words;
using detail::shape_of;
using detail::tag;
using detail::tag_of;
using detail::word;

constexpr std::uint32_t none = ~std::uint32_t{0};

[[nodiscard]] bool is_empty(const word* object) noexcept {
  return detail::payload_of(*object) == header_words;
}

}  // namespace

bool table_plan::make(const word* first, std::size_t count) {
  is_ordered_ = true;
  const std::uint8_t kinds = detail::kinds_of(first[1]);
  if (kinds == 0 || (kinds & has_array) != 0) return false;
  if (kinds == has_scalar && make_flat(first, count)) return true;
  // What is not a table is looked at again, part by part. The smallest row
  // bounds how far all others are looked at, so that the parts with all the
  // weight are not looked at once per level.
  std::size_t min_words = ~std::size_t{0};
  const word* row = first;
  for (std::size_t i = 0; i < count; ++i) {
    if (data_.marks_trees &&
        (detail::flags_of(row[1]) & detail::is_scalar_tree) == 0) {
      return false;
    }
    const auto words = static_cast<std::size_t>(detail::payload_of(*row));
    if (words < min_words) min_words = words;
    row += words;
  }
  if (!list_fields(first, min_words)) return false;
  list_steps();
  indexed_group_ = none;
  row = first;
  for (std::size_t i = 0; i < count; ++i) {
    if (!is_ordered(row)) {
      if (!visit(row)) return false;
      is_ordered_ = false;
    }
    row += detail::payload_of(*row);
  }
  return true;
}

/// Rows of scalars with the same keys in the same order, which most are.
bool table_plan::make_flat(const word* first, std::size_t count) {
  const std::uint32_t shape = shape_of(first[1]);
  const word* row = first;
  for (std::size_t i = 0; i < count; ++i) {
    if (shape_of(row[1]) != shape || detail::kinds_of(row[1]) != has_scalar) {
      return false;
    }
    row += detail::payload_of(*row);
  }
  const detail::shape s = data_.shapes[shape];
  const std::uint32_t* const keys = data_.keys_of(s);
  fields_.clear();
  fields_.ensure(std::size_t{1} + s.count);
  fields_.push_unchecked({none, shape, 1, s.count, 0});
  for (std::uint32_t i = 0; i < s.count; ++i) {
    fields_.push_unchecked({keys[i], 0, 0, 0, i});
  }
  column_count_ = s.count;
  depth_ = 1;
  return true;
}

/// Lists the fields of the first row, group by group. False when there are
/// more than `most`.
bool table_plan::list_fields(const word* first, std::size_t most) {
  fields_.clear();
  objects_.clear();
  fields_.push_back({none, 0, 0, 1, 0});
  objects_.push_back(first);
  for (std::uint32_t g = 0; g < fields_.size(); ++g) {
    if (!fields_[g].is_group()) continue;
    const word* const object = objects_[g];
    const detail::shape s = data_.shapes[shape_of(object[1])];
    const std::uint32_t* const keys = data_.keys_of(s);
    if (s.count > most) return false;
    most -= s.count;
    fields_[g].shape = shape_of(object[1]);
    fields_[g].first_inner = static_cast<std::uint32_t>(fields_.size());
    fields_[g].inner_count = s.count;
    const word* t = object + header_words;
    for (std::uint32_t i = 0; i < s.count; ++i) {
      const tag kind = tag_of(*t);
      const bool is_group = kind == tag::object;
      if (kind == tag::array || (is_group && is_empty(t))) return false;
      fields_.push_back({keys[i], 0, 0, is_group ? 1u : 0u, 0});
      objects_.push_back(is_group ? t : nullptr);
      t += detail::span_of(*t);
    }
  }
  return true;
}

/// Numbers the columns, and lists what stands before each in an ordered row.
void table_plan::list_steps() {
  steps_.clear();
  skips_.clear();
  levels_.clear();
  column_count_ = 0;
  depth_ = 1;
  levels_.push_back(
      {nullptr, fields_[0].inner_count, fields_[0].first_inner, 0, true});
  std::uint32_t skipped = 0;
  while (!levels_.empty()) {
    level& l = levels_.back();
    if (l.left == 0) {
      levels_.pop_back();
      continue;
    }
    --l.left;
    field& f = fields_[l.inner++];
    steps_.push_back({f.shape, f.is_group()});
    if (f.is_group()) {
      skipped += header_words;
      levels_.push_back({nullptr, f.inner_count, f.first_inner, 0, true});
      if (levels_.size() > depth_) depth_ = levels_.size();
    } else {
      f.column = static_cast<std::uint32_t>(column_count_++);
      skips_.push_back(skipped);
      skipped = 0;
    }
  }
}

bool table_plan::is_ordered(const word* row) const noexcept {
  if (shape_of(row[1]) != fields_[0].shape) return false;
  if (!has_groups()) return detail::kinds_of(row[1]) == has_scalar;
  const word* t = row + header_words;
  for (const step& s : steps_) {
    const word w = *t;
    if (s.is_group) {
      if (tag_of(w) != tag::object || shape_of(t[1]) != s.shape) return false;
      t += header_words;
    } else {
      if (detail::is_container(tag_of(w))) return false;
      t += detail::span_of(w);
    }
  }
  return true;
}

const word* const* table_plan::gather(const word* row) {
  static_cast<void>(visit(row));  // it fits, or there would be no plan
  return values_.data();
}

bool table_plan::visit(const word* row) {
  values_.resize(column_count_);
  levels_.clear();
  places_.clear();
  if (!enter(row, 0)) return false;
  while (!levels_.empty()) {
    level& l = levels_.back();
    if (l.left == 0) {
      if (!l.is_ordered) places_.resize(l.places);
      levels_.pop_back();
      continue;
    }
    const std::uint32_t number =
        l.is_ordered ? l.inner++ : places_[places_.size() - l.left];
    --l.left;
    const field& f = fields_[number];
    const word* const t = l.next;
    l.next += detail::span_of(*t);
    if (f.is_group()) {
      if (tag_of(*t) != tag::object || !enter(t, number)) return false;
    } else {
      if (detail::is_container(tag_of(*t))) return false;
      values_[f.column] = t;
    }
  }
  return true;
}

/// Puts an object of a row on the stack. False when it has not the keys of the
/// group: they must be as many, and no two of an object's keys are the same.
bool table_plan::enter(const word* object, std::uint32_t group) {
  const field& f = fields_[group];
  const std::uint32_t shape = shape_of(object[1]);
  const detail::shape s = data_.shapes[shape];
  if (s.count != f.inner_count) return false;
  const bool is_ordered = shape == f.shape;
  levels_.push_back({object + header_words, s.count, f.first_inner,
                     places_.size(), is_ordered});
  if (is_ordered) return true;
  if (indexed_group_ != group) index_group(group);
  const std::uint32_t* const keys = data_.keys_of(s);
  places_.ensure(s.count);
  for (std::uint32_t i = 0; i < s.count; ++i) {
    const inner_place& place = inner_of_key_[keys[i]];
    if (place.turn != turn_) return false;
    places_.push_unchecked(place.field);
  }
  return true;
}

/// Notes the fields of a group by their keys.
void table_plan::index_group(std::uint32_t group) {
  if (inner_of_key_.empty() || ++turn_ == 0) {
    inner_of_key_.clear();
    inner_of_key_.resize(data_.keys.size(), {0, 0});
    turn_ = 1;
  }
  indexed_group_ = group;
  const field& f = fields_[group];
  for (std::uint32_t i = 0; i < f.inner_count; ++i) {
    const std::uint32_t number = f.first_inner + i;
    inner_of_key_[fields_[number].key_id] = {turn_, number};
  }
}

}  // namespace pith::inline v0::toon
