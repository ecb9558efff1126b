// SPDX-License-Identifier: MIT
// What the columns of a table become, once all of its rows have been seen.
#include "gcf/encode/table_plan.hpp"

#include <string_view>

namespace pith::inline v0::gcf {

using detail::document_data;
using detail::header_words;
using detail::shape_of;
using detail::span_of;
using detail::tag;
using detail::tag_of;

namespace {

[[nodiscard]] std::uint32_t count_leaves(const document_data& data,
                                         std::size_t object) noexcept {
  const std::size_t end = object + span_of(data.tape[object]);
  std::uint32_t leaves = 0;
  for (std::size_t i = object; i < end;) {
    if (tag_of(data.tape[i]) == tag::object) {
      i += header_words;
    } else {
      ++leaves;
      i += span_of(data.tape[i]);
    }
  }
  return leaves;
}

}  // namespace

void table_plan::decide(plan_scratch& scratch, const encode_options& options) {
  const document_data& data = *scratch.data;
  for (column& c : columns) {
    c.cell_begin = cell_count_;
    c.has_shared_schema = options.shared_array_schemas &&
                          c.first_kind == cell_array && c.is_shareable &&
                          (c.kinds & (cell_scalar | cell_object)) == 0;
    if (c.form == column_form::appended) {
      has_appended_ = true;
      continue;
    }
    const bool holds_containers = (c.kinds & (cell_object | cell_array)) != 0;
    if (holds_containers) {
      const std::string_view name = data.key_text(c.key_id);
      const bool has_only_objects =
          (c.kinds & (cell_scalar | cell_array)) == 0;  // and nulls
      if (options.flatten && has_only_objects && c.is_flattenable &&
          !name.empty()) {
        c.form = column_form::path;
        has_paths_ = true;
        c.cells = count_leaves(data, c.exemplar);
        cell_count_ += c.cells;
        continue;
      }
      // 7.4.5.1: first row, no nulls, one flat shape of three keys or more.
      c.has_inline_schema =
          options.inline_schemas && c.kinds == cell_object &&
          c.first_kind == cell_object && c.has_records &&
          data.shapes[shape_of(data.tape[c.exemplar + 1])].count >= 3;
    }
    c.cells = 1;
    ++cell_count_;
  }
  for (row_shape& s : shapes_) {
    const std::uint32_t count = data.shapes[s.shape_id].count;
    finish_shape(s, count);
    list_runs(s, count);
  }
}

void table_plan::finish_shape(row_shape& s,
                              std::uint32_t count) const noexcept {
  s.is_full = s.is_ordered && count == columns.size();
  for (std::uint32_t i = 0; i < count; ++i) {
    const column& c = columns[slots[s.first_slot + i]];
    const bool holds_containers = (c.kinds & (cell_object | cell_array)) != 0;
    const bool holds_scalars = (c.kinds & (cell_scalar | cell_null)) != 0;
    if (c.form == column_form::appended ||
        (c.form == column_form::plain && holds_containers && !holds_scalars)) {
      s.attachments = attaches::always;
      return;
    }
    if (c.form == column_form::plain && holds_containers) {
      s.attachments = attaches::sometimes;
    }
  }
}

/// Notes what the cells of a row are made of, so that writing one looks at
/// its columns only where rows differ.
void table_plan::list_runs(row_shape& s, std::uint32_t count) {
  using what = cell_run::what;
  s.first_run = static_cast<std::uint32_t>(runs.size());
  if (!s.is_ordered) return;
  std::uint32_t written = 0;
  std::uint32_t scalars = 0;
  const auto end_scalars = [&] {
    if (scalars != 0) runs.push_back({what::scalars, scalars});
    scalars = 0;
  };
  const auto skip_to = [&](std::uint32_t cell) {
    if (cell == written) return;
    end_scalars();
    runs.push_back({what::missing, cell - written});
  };
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t number = slots[s.first_slot + i];
    const column& c = columns[number];
    skip_to(c.cell_begin);
    written = c.cell_begin + c.cells;
    if (c.form == column_form::plain &&
        (c.kinds & (cell_object | cell_array)) == 0) {
      ++scalars;
    } else {
      end_scalars();
      runs.push_back({what::member, number});
    }
  }
  end_scalars();
  skip_to(cell_count_);
  s.run_count = static_cast<std::uint32_t>(runs.size()) - s.first_run;
}

}  // namespace pith::inline v0::gcf
