// SPDX-License-Identifier: MIT
#include "gcf/encode/walk.hpp"

namespace pith::inline v0::gcf {

using detail::array_count_of;
using detail::header_words;
using detail::is_container;
using detail::kinds_of;
using detail::shape_of;
using detail::span_of;
using detail::tag;
using detail::tag_of;
using detail::word;

std::size_t encode_walk::take_plan() {
  if (m_.plan_count == m_.plans.size()) {
    m_.plans.push_back(std::make_unique<table_plan>());
  }
  return m_.plan_count++;
}

void encode_walk::write_table_header(const table_plan& plan, std::size_t count,
                                     bool is_keyed,
                                     const identified_section* marked) {
  if (plan.columns.size() > options_.bounds.max_fields) {
    fail(error_code::field_limit,
         "a table has more fields than limits::max_fields");
    return;
  }
  line_.put('[');
  line_.count(count);
  if (is_keyed) line_.put(':');
  line_.put("]{");
  if (is_keyed) {
    if (marked != nullptr) {
      line_.put('@');
      write_name(marked->label);
    } else {
      write_key_label(plan);
    }
    line_.put(',');
  }
  for (const column& c : plan.columns) {
    if (c.form == column_form::appended) continue;
    if (c.form == column_form::path) {
      write_path_names(c);
    } else {
      if (marked != nullptr && c.key_id == marked->key_id) line_.put('@');
      write_key(c.key_id);
      line_.put(',');
    }
  }
  line_.replace_last('}');
  line_.put('\n');
}

/// `"a>b","a>c>d",`: the leaves of the exemplar in order (7.4.6.1 rule 5).
void encode_walk::write_path_names(const column& c) {
  auto& levels = m_.path_levels;
  levels.clear();
  const auto enter = [&](std::size_t object) {
    const detail::shape s = data_.shapes[shape_of(data_.tape[object + 1])];
    m_.path += '>';
    levels.push_back({object + header_words,
                      object + span_of(data_.tape[object]), data_.keys_of(s),
                      m_.path.size()});
  };
  m_.path = data_.key_text(c.key_id);
  enter(c.exemplar);
  while (!levels.empty() && !m_.out.failed()) {
    encode_memory::path_level& top = levels.back();
    if (top.next == top.end) {
      levels.pop_back();
      continue;
    }
    const std::size_t index = top.next;
    const word w = data_.tape[index];
    top.next += span_of(w);
    m_.path.resize(top.path_length);
    m_.path += data_.key_text(*top.key++);
    if (tag_of(w) == tag::object) {
      enter(index);
    } else {
      line_.quoted(m_.path);  // `>` is in no bare key
      line_.put(',');
    }
  }
}

/// `key`, with as many underscores in front as make it unique (7.2a.2).
void encode_walk::write_key_label(const table_plan& plan) {
  constexpr std::string_view label = "key";
  // Names of the form ___key, by their number of underscores. At most one per
  // column, so the first free number is at most the number of columns.
  std::vector<bool> taken(plan.columns.size() + 1, false);
  for (const column& c : plan.columns) {
    const std::string_view name = data_.key_text(c.key_id);
    if (!name.ends_with(label)) continue;
    const std::size_t underscores = name.size() - label.size();
    if (underscores < taken.size() &&
        name.find_first_not_of('_') == underscores) {
      taken[underscores] = true;
    }
  }
  for (std::size_t i = 0; taken[i]; ++i) line_.put('_');
  line_.put(label);
}

/// Writes what is due next: attachments of the last row, or rows.
void encode_walk::step_table() {
  for (;;) {
    frame& f = m_.frames.back();
    while (f.next_attachment < m_.attachments.size()) {
      const attachment a = m_.attachments[f.next_attachment++];
      const std::size_t open = m_.frames.size();
      write_attachment(a, f.number == 1, f.depth, f.plan);
      if (m_.frames.size() != open || failure_) return;
    }
    m_.attachments.resize(f.first_attachment);
    f.next_attachment = f.first_attachment;
    if (f.next == f.end) {
      m_.plan_count = f.plan;
      m_.frames.pop_back();
      return;
    }
    write_row(f);
    if (m_.out.failed()) return;
  }
}

void encode_walk::write_row(frame& f) {
  table_plan& plan = *m_.plans[f.plan];
  const std::size_t row = f.next;
  const row_shape& shape =
      plan.find_shape(m_.scratch, shape_of(data_.tape[row + 1]));
  const bool is_first = f.number == 0;
  line_.indent(f.depth);
  if (has_attachments(plan, shape, row)) {
    line_.put('@');
    line_.count(f.number);
    line_.put(' ');
  }
  if (f.is_keyed) {
    line_.string(data_.key_text(*f.key++), '|');
  }
  write_cells(plan, shape, row, is_first);
  m_.attachments.append(m_.appended.data(), m_.appended.size());
  m_.appended.clear();
  f.next += span_of(data_.tape[row]);
  ++f.number;
}

/// True when a row needs its number: a cell refers to something below it, or
/// a field that cannot be a column follows.
bool encode_walk::has_attachments(const table_plan& plan,
                                  const row_shape& shape,
                                  std::size_t row) const noexcept {
  if (shape.attachments != attaches::sometimes) {
    return shape.attachments == attaches::always;
  }
  if (kinds_of(data_.tape[row + 1]) == detail::has_scalar) return false;
  const std::size_t end = row + span_of(data_.tape[row]);
  const std::uint32_t* slot = plan.slots.data() + shape.first_slot;
  for (std::size_t i = row + header_words; i < end; ++slot) {
    const word w = data_.tape[i];
    if (plan.columns[*slot].form == column_form::plain &&
        is_container(tag_of(w))) {
      return true;
    }
    i += span_of(w);
  }
  return false;
}

/// Writes the cells of a row and ends its line.
void encode_walk::write_cells(const table_plan& plan, const row_shape& shape,
                              std::size_t row, bool is_first) {
  if (plan.is_plain(shape, kinds_of(data_.tape[row + 1]))) {
    line_.scalars(row + header_words, plan.cell_count(), '|');
  } else if (shape.is_ordered) {
    write_ordered_cells(plan, shape, row, is_first);
  } else {
    write_gathered_cells(plan, shape, row, is_first);
  }
  line_.end_row();
}

void encode_walk::write_ordered_cells(const table_plan& plan,
                                      const row_shape& shape, std::size_t row,
                                      bool is_first) {
  std::size_t index = row + header_words;
  const cell_run* run = plan.runs.data() + shape.first_run;
  for (const cell_run* const end = run + shape.run_count; run != end; ++run) {
    switch (run->kind) {
      case cell_run::what::scalars:
        index = line_.scalars(index, run->count, '|');
        break;
      case cell_run::what::missing:
        line_.cells('~', run->count);
        break;
      case cell_run::what::member:
        index = write_cell(plan, run->count, index, is_first);
        break;
    }
  }
}

/// The members stand in another order than the columns.
void encode_walk::write_gathered_cells(const table_plan& plan,
                                       const row_shape& shape, std::size_t row,
                                       bool is_first) {
  constexpr std::size_t absent = 0;  // no member stands at the root's place
  m_.value_of_column.clear();
  m_.value_of_column.resize(plan.columns.size(), absent);
  const std::size_t end = row + span_of(data_.tape[row]);
  const std::uint32_t* slot = plan.slots.data() + shape.first_slot;
  for (std::size_t i = row + header_words; i < end; ++slot) {
    m_.value_of_column[*slot] = i;
    i += span_of(data_.tape[i]);
  }
  for (std::uint32_t n = 0; n < plan.columns.size(); ++n) {
    if (m_.value_of_column[n] == absent) {
      line_.cells('~', plan.columns[n].cells);
    } else {
      write_cell(plan, n, m_.value_of_column[n], is_first);
    }
  }
}

/// Writes the cells of one member; returns the index after its value.
std::size_t encode_walk::write_cell(const table_plan& plan,
                                    std::uint32_t column_number,
                                    std::size_t index, bool is_first) {
  const column& c = plan.columns[column_number];
  const word w = data_.tape[index];
  const std::size_t end = index + span_of(w);
  if (c.form == column_form::appended) {
    m_.appended.push_back({column_number, index});
    return end;
  }
  if (c.form == column_form::path) {
    if (tag_of(w) == tag::null) {
      line_.cells('-', c.cells);
      return end;
    }
    if (c.has_records) {
      return line_.scalars(index + header_words, c.cells, '|');
    }
    while (index < end) {
      if (tag_of(data_.tape[index]) == tag::object) {
        index += header_words;
      } else {
        index = line_.scalar(index, '|');
      }
    }
    return end;
  }
  if (!is_container(tag_of(w))) return line_.scalar(index, '|');
  line_.put('^');
  if (c.has_inline_schema && is_first) {
    const detail::shape s = data_.shapes[shape_of(data_.tape[index + 1])];
    line_.put('{');
    for (std::uint32_t k = 0; k < s.count; ++k) {
      write_key(data_.keys_of(s)[k]);
      line_.put(',');
    }
    line_.replace_last('}');
  }
  m_.attachments.push_back({column_number, index});
  line_.put('|');
  return end;
}

void encode_walk::write_attachment(attachment a, bool is_first_row,
                                   std::uint32_t depth,
                                   std::size_t plan_number) {
  column& c = m_.plans[plan_number]->columns[a.column];
  const word w = data_.tape[a.index];
  line_.indent(depth);
  if (c.has_inline_schema) {
    const detail::shape s = data_.shapes[shape_of(data_.tape[a.index + 1])];
    line_.scalars(a.index + header_words, s.count, '|');
    line_.end_row();
    return;
  }
  line_.put('.');
  write_key(c.key_id);
  line_.put(' ');
  if (!is_container(tag_of(w))) {
    line_.put('=');
    line_.scalar(a.index, '\n');
  } else if (tag_of(w) == tag::array) {
    if (c.has_shared_schema && !is_first_row) {
      write_shared_rows(c, a.index, depth + 2);
    } else {
      open_array(a.index, depth + 2);
    }
  } else if (!open_keyed_map({}, a.index, depth + 2)) {
    line_.put("{}\n");
    open_object_body(a.index, depth + 2);
  }
}

/// `[N]` and rows under the fields that the first row declared (7.4.5.3).
void encode_walk::write_shared_rows(column& c, std::size_t array,
                                    std::uint32_t depth) {
  if (c.shared_plan == 0) {
    c.shared_plan = take_plan();
    const word first = data_.tape[c.exemplar];
    m_.plans[c.shared_plan]->build(
        m_.scratch,
        {c.exemplar + header_words, c.exemplar + span_of(first),
         array_count_of(data_.tape[c.exemplar + 1])},
        options_);
  }
  table_plan& plan = *m_.plans[c.shared_plan];
  line_.put('[');
  line_.count(array_count_of(data_.tape[array + 1]));
  line_.put("]\n");
  const std::size_t end = array + span_of(data_.tape[array]);
  for (std::size_t row = array + header_words; row < end;
       row += span_of(data_.tape[row])) {
    const row_shape& shape =
        plan.find_shape(m_.scratch, shape_of(data_.tape[row + 1]));
    line_.indent(depth);
    write_cells(plan, shape, row, false);
    if (m_.out.failed()) return;
  }
}

}  // namespace pith::inline v0::gcf
