// SPDX-License-Identifier: MIT
#include "gcf/encode/table_plan.hpp"

#include "document/hash.hpp"

#include <string_view>

namespace pith::inline v0::gcf {

using detail::document_data;
using detail::has_array;
using detail::has_object;
using detail::header_words;
using detail::kinds_of;
using detail::shape_of;
using detail::span_of;
using detail::tag;
using detail::tag_of;
using detail::word;

namespace {

/// Plans with at most this many shapes are searched without a hash.
constexpr std::size_t max_listed_shapes = 8;
constexpr std::uint32_t no_shape = ~std::uint32_t{0};

[[nodiscard]] std::uint8_t cell_kind_of(tag t) noexcept {
  if (t == tag::object) return cell_object;
  if (t == tag::array) return cell_array;
  return t == tag::null ? cell_null : cell_scalar;
}

/// Names with `>` are taken by paths (7.4.6.1 rule 4).
[[nodiscard]] bool is_reserved_key(std::string_view key) noexcept {
  return key.find('>') != std::string_view::npos;
}

/// True when two flattenable objects have the same keys in the same order, at
/// every level, and objects in the same places. Stops at the first difference,
/// so it costs no more than the smaller of the two.
[[nodiscard]] bool have_same_structure(const document_data& data, std::size_t a,
                                       std::size_t b) noexcept {
  const std::size_t end = a + span_of(data.tape[a]);
  while (a < end) {
    const word wa = data.tape[a];
    const word wb = data.tape[b];
    const bool is_object = tag_of(wa) == tag::object;
    if (is_object != (tag_of(wb) == tag::object)) return false;
    if (is_object) {
      const word sa = data.tape[a + 1];
      if (shape_of(sa) != shape_of(data.tape[b + 1])) return false;
      a += header_words;
      b += header_words;
    } else {
      a += span_of(wa);
      b += span_of(wb);
    }
  }
  return true;
}

/// A non-empty array of objects of scalars whose field union can be a header
/// without appended fields: what a shared schema may carry. (Other encoders
/// share schemas with `>` fields, and their output cannot be decoded.)
[[nodiscard]] bool is_scalar_table(plan_scratch& scratch, std::size_t array) {
  const document_data& data = *scratch.data;
  if (kinds_of(data.tape[array + 1]) != has_object) return false;
  const std::size_t end = array + span_of(data.tape[array]);
  bool has_fields = false;
  for (std::size_t i = array + header_words; i < end;
       i += span_of(data.tape[i])) {
    const word second = data.tape[i + 1];
    if ((kinds_of(second) & (has_array | has_object)) != 0) return false;
    if (scratch.flat.has_reserved_key(shape_of(second))) return false;
    has_fields |= kinds_of(second) != 0;
  }
  return has_fields;
}

/// The elements of an array of objects, shape by shape.
template <class Visit>
void for_each_shape(const document_data& data, std::size_t array,
                    Visit&& visit) {
  const std::size_t end = array + span_of(data.tape[array]);
  for (std::size_t i = array + header_words; i < end;
       i += span_of(data.tape[i])) {
    if (!visit(shape_of(data.tape[i + 1]))) return;
  }
}

}  // namespace

void plan_scratch::reset(const detail::document_data& d) {
  data = &d;
  flat.reset(d);
  numbers_.clear();
  numbers_.resize(d.keys.size(), {0, 0});
  positions_.clear();
  positions_.resize(d.shapes.size(), {0, 0});
  stamp_ = 0;
  plans_ = 0;
}

void table_plan::build(plan_scratch& scratch, row_span rows,
                       const encode_options& options,
                       std::span<const std::uint32_t> first_fields) {
  const document_data& data = *scratch.data;
  columns.clear();
  slots.clear();
  runs.clear();
  shapes_.clear();
  shape_slots_.clear();
  fields_.clear();
  serial_ = scratch.new_plan();
  cell_count_ = 0;
  has_appended_ = false;
  has_paths_ = false;

  scratch.clear_numbers();
  for (const std::uint32_t key : first_fields) {
    add_column(scratch, key, is_reserved_key(data.key_text(key)));
  }
  std::uint8_t flags = 0;
  std::uint32_t last = no_shape;
  for (std::size_t i = rows.begin; i < rows.end; i += span_of(data.tape[i])) {
    const word second = data.tape[i + 1];
    flags |= kinds_of(second);
    if (shape_of(second) == last) continue;
    last = shape_of(second);
    if (scratch.position(serial_, last) == plan_scratch::absent) {
      add_shape(scratch, last);
    }
  }
  if ((flags & (has_array | has_object)) != 0) inspect(scratch, rows);
  decide(scratch, options);
}

std::uint32_t table_plan::position_of(std::uint32_t shape_id) const noexcept {
  if (shape_slots_.empty()) {
    for (std::uint32_t i = 0; i < shapes_.size(); ++i) {
      if (shapes_[i].shape_id == shape_id) return i;
    }
    return no_shape;
  }
  const std::size_t mask = shape_slots_.size() - 1;
  std::size_t slot =
      detail::slot_of(detail::hash_pair(shape_id, 0, 0), mask + 1);
  while (shape_slots_[slot] != no_shape) {
    if (shapes_[shape_slots_[slot]].shape_id == shape_id) {
      return shape_slots_[slot];
    }
    slot = (slot + 1) & mask;
  }
  return no_shape;
}

void table_plan::index_shape(std::uint32_t position) {
  const std::size_t mask = shape_slots_.size() - 1;
  std::size_t slot = detail::slot_of(
      detail::hash_pair(shapes_[position].shape_id, 0, 0), mask + 1);
  while (shape_slots_[slot] != no_shape) slot = (slot + 1) & mask;
  shape_slots_[slot] = position;
}

/// Takes the keys of a shape into the ordered field union (7.4.3). The
/// scratch maps the keys of this plan to columns.
void table_plan::add_shape(plan_scratch& scratch, std::uint32_t shape_id) {
  const document_data& data = *scratch.data;
  const detail::shape s = data.shapes[shape_id];
  row_shape added{};
  added.shape_id = shape_id;
  added.first_slot = static_cast<std::uint32_t>(slots.size());
  added.is_ordered = true;
  const bool has_reserved_key = scratch.flat.has_reserved_key(shape_id);
  std::uint32_t next = 0;  // the smallest column that keeps the order
  for (std::uint32_t i = 0; i < s.count; ++i) {
    const std::uint32_t key = data.keys_of(s)[i];
    std::uint32_t position = scratch.number(key);
    if (position == plan_scratch::absent) {
      position =
          add_column(scratch, key,
                     has_reserved_key && is_reserved_key(data.key_text(key)));
    }
    if (position < next) added.is_ordered = false;
    next = position + 1;
    slots.push_back(position);
  }
  shapes_.push_back(added);
  const auto last = static_cast<std::uint32_t>(shapes_.size() - 1);
  scratch.set_position(serial_, shape_id, last);
  if (shapes_.size() > max_listed_shapes) {
    if (shapes_.size() * 2 > shape_slots_.size()) {
      const std::size_t size =
          shape_slots_.empty() ? 32 : shape_slots_.size() * 2;
      shape_slots_.clear();
      shape_slots_.resize(size, no_shape);
      for (std::uint32_t i = 0; i < last; ++i) index_shape(i);
    }
    index_shape(last);
  }
}

std::uint32_t table_plan::add_column(plan_scratch& scratch,
                                     std::uint32_t key_id, bool is_reserved) {
  const auto position = static_cast<std::uint32_t>(columns.size());
  scratch.set_number(key_id, position);
  columns.push_back(
      {key_id, is_reserved ? column_form::appended : column_form::plain, 0, 0,
       true, true, true, false, false, 0, 0, 0, 0, 0, no_shape, 0});
  return position;
}

/// The position of a shape that the scratch has forgotten, because another
/// plan used it since, or that is new to this plan.
std::uint32_t table_plan::look_up(plan_scratch& scratch,
                                  std::uint32_t shape_id) {
  const std::uint32_t position = position_of(shape_id);
  if (position != no_shape) {
    scratch.set_position(serial_, shape_id, position);
    return position;
  }
  scratch.clear_numbers();
  for (std::uint32_t i = 0; i < columns.size(); ++i) {
    scratch.set_number(columns[i].key_id, i);
  }
  add_shape(scratch, shape_id);
  list_runs(shapes_.back(), scratch.data->shapes[shape_id].count);
  return static_cast<std::uint32_t>(shapes_.size() - 1);
}

/// Notes what the columns hold. Rows of scalars matter only to columns that
/// hold containers in other rows, so they come second.
void table_plan::inspect(plan_scratch& scratch, row_span rows) {
  const document_data& data = *scratch.data;
  bool has_flat_rows = false;
  for (std::size_t row = rows.begin; row < rows.end;
       row += span_of(data.tape[row])) {
    if (kinds_of(data.tape[row + 1]) <= detail::has_scalar) {
      has_flat_rows = true;
    } else {
      inspect_row(scratch, row, row == rows.begin);
    }
  }
  if (!has_flat_rows) return;
  for (row_shape& s : shapes_) {
    const std::uint32_t count = data.shapes[s.shape_id].count;
    for (std::uint32_t i = 0; i < count; ++i) {
      const column& c = columns[slots[s.first_slot + i]];
      s.has_mixed_columns |= (c.kinds & (cell_object | cell_array)) != 0;
    }
  }
  for (std::size_t row = rows.begin; row < rows.end;
       row += span_of(data.tape[row])) {
    const word second = data.tape[row + 1];
    if (kinds_of(second) <= detail::has_scalar &&
        find_shape(scratch, shape_of(second)).has_mixed_columns) {
      inspect_row(scratch, row, false);
    }
  }
}

void table_plan::inspect_row(plan_scratch& scratch, std::size_t row,
                             bool is_first) {
  const document_data& data = *scratch.data;
  const std::size_t end = row + span_of(data.tape[row]);
  const row_shape& shape = find_shape(scratch, shape_of(data.tape[row + 1]));
  const std::uint32_t* slot = slots.data() + shape.first_slot;
  for (std::size_t i = row + header_words; i < end; ++slot) {
    column& c = columns[*slot];
    const word w = data.tape[i];
    const std::uint8_t seen = cell_kind_of(tag_of(w));
    if (is_first) c.first_kind = seen;
    if (seen == cell_object) inspect_object(scratch, c, i);
    if (seen == cell_array) inspect_array(scratch, c, i);
    c.kinds |= seen;
    i += span_of(w);
  }
}

void table_plan::inspect_object(plan_scratch& scratch, column& c,
                                std::size_t object) {
  const document_data& data = *scratch.data;
  if ((c.kinds & (cell_object | cell_array)) == 0) c.exemplar = object;
  const word second = data.tape[object + 1];
  if ((c.kinds & (cell_scalar | cell_array)) != 0 ||
      shape_of(second) != shape_of(data.tape[c.exemplar + 1])) {
    c.is_flattenable = c.has_records = false;
    return;
  }
  if ((kinds_of(second) & (has_array | has_object)) != 0) c.has_records = false;
  c.is_flattenable =
      c.is_flattenable && scratch.flat.is_flattenable(object) &&
      (c.has_records || have_same_structure(data, object, c.exemplar));
}

void table_plan::inspect_array(plan_scratch& scratch, column& c,
                               std::size_t array) {
  if ((c.kinds & (cell_object | cell_array)) == 0) c.exemplar = array;
  // Shared schemas are declared by the first row, so only its columns matter.
  c.is_shareable = c.is_shareable && c.first_kind == cell_array &&
                   (c.kinds & (cell_scalar | cell_object)) == 0 &&
                   is_scalar_table(scratch, array);
  if (!c.is_shareable) return;
  if (array == c.exemplar) {
    list_fields(scratch, c);
  } else {
    c.is_shareable = has_fields_of(scratch, c, array);
  }
}

/// Notes the ordered field union of a column's exemplar.
void table_plan::list_fields(plan_scratch& scratch, column& c) {
  const document_data& data = *scratch.data;
  scratch.clear_numbers();
  c.field_begin = static_cast<std::uint32_t>(fields_.size());
  c.row_shape_id = shape_of(data.tape[c.exemplar + header_words + 1]);
  for_each_shape(data, c.exemplar, [&](std::uint32_t id) {
    if (id != c.row_shape_id) c.row_shape_id = no_shape;
    const detail::shape s = data.shapes[id];
    for (std::uint32_t k = 0; k < s.count; ++k) {
      const std::uint32_t key = data.keys_of(s)[k];
      if (scratch.number(key) != plan_scratch::absent) continue;
      scratch.set_number(key, 0);
      fields_.push_back(key);
    }
    return true;
  });
  c.field_count = static_cast<std::uint32_t>(fields_.size()) - c.field_begin;
}

/// True when the ordered field union of `array` is that of the exemplar.
bool table_plan::has_fields_of(plan_scratch& scratch, const column& c,
                               std::size_t array) const {
  const document_data& data = *scratch.data;
  bool is_same_shape = c.row_shape_id != no_shape;
  std::size_t keys = 0;
  for_each_shape(data, array, [&](std::uint32_t id) {
    is_same_shape = is_same_shape && id == c.row_shape_id;
    keys += data.shapes[id].count;
    return true;
  });
  if (is_same_shape) return true;
  // Numbering the fields costs their count: an array too small to have them
  // all does not pay it, so the whole stays linear.
  if (keys < c.field_count) return false;
  scratch.clear_numbers();
  for (std::uint32_t i = 0; i < c.field_count; ++i) {
    scratch.set_number(fields_[c.field_begin + i], i);
  }
  std::uint32_t seen = 0;  // fields 0..seen-1 have been met, in this order
  bool is_same = true;
  for_each_shape(data, array, [&](std::uint32_t id) {
    const detail::shape s = data.shapes[id];
    for (std::uint32_t k = 0; k < s.count && is_same; ++k) {
      const std::uint32_t n = scratch.number(data.keys_of(s)[k]);
      is_same = n != plan_scratch::absent && n <= seen;
      if (n == seen) ++seen;
    }
    return is_same;
  });
  return is_same && seen == c.field_count;
}

}  // namespace pith::inline v0::gcf
