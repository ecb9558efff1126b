// SPDX-License-Identifier: MIT
// Payloads that take part in deltas: tables that mark their identity field
// (section 10a).
#include "gcf/encode/walk.hpp"
#include "gcf/lex/scalar.hpp"

namespace pith::inline v0::gcf {

using detail::array_count_of;
using detail::header_words;
using detail::kinds_of;
using detail::shape_of;
using detail::span_of;
using detail::tag;
using detail::tag_of;

result<void> encode_walk::run_identified(
    sink& out, std::string_view header,
    std::span<const identified_section> sections) {
  begin(out);
  line_.put(header);
  for (const identified_section& section : sections) {
    if (failure_ || m_.out.failed()) break;
    open_identified(section);
    write_open_frames();
    m_.plan_count = 0;
  }
  return end();
}

void encode_walk::write_name(std::string_view name) {
  if (is_bare_key(name)) {
    line_.put(name);
  } else {
    line_.quoted(name);
  }
}

void encode_walk::open_identified(const identified_section& section) {
  const std::size_t table = section.table;
  const bool is_map = tag_of(data_.tape[table]) == tag::object;
  const detail::word second = data_.tape[table + 1];
  const detail::shape s = data_.shapes[is_map ? shape_of(second) : 0];
  const std::size_t count = is_map ? s.count : array_count_of(second);
  const std::size_t end = table + span_of(data_.tape[table]);
  if (is_map && count == 0) {
    // A map without entries cannot be declared; it is an empty object.
    if (section.name.empty()) return;
    line_.put(std::string_view("## "));
    write_name(section.name);
    line_.put('\n');
    return;
  }
  line_.put(std::string_view("## "));
  if (!section.name.empty()) {
    write_name(section.name);
    line_.put(' ');
  }
  const bool is_list = kinds_of(second) == detail::has_scalar ||
                       (count == 0 && section.fields.empty());
  if (!is_map && is_list) {
    write_identities(section);
    return;
  }
  const std::size_t plan_number = take_plan();
  table_plan& plan = *m_.plans[plan_number];
  plan.build(m_.scratch, {table + header_words, end, count}, options_,
             section.fields);
  if (!plan.has_cells()) {
    fail(error_code::keyed_map, "the rows of a set must have a column");
    return;
  }
  write_table_header(plan, count, is_map, &section);
  push({frame::role::table, is_map, 0, table + header_words, end, 0,
        is_map ? data_.keys_of(s) : nullptr, plan_number, m_.attachments.size(),
        m_.attachments.size()});
}

/// `[N]{@id}` and one identity per line.
void encode_walk::write_identities(const identified_section& section) {
  const std::size_t end = section.table + span_of(data_.tape[section.table]);
  line_.put('[');
  line_.count(array_count_of(data_.tape[section.table + 1]));
  line_.put(std::string_view("]{@"));
  write_name(section.label);
  line_.put(std::string_view("}\n"));
  for (std::size_t i = section.table + header_words; i < end;) {
    i = line_.scalar(i, '\n');
  }
}

}  // namespace pith::inline v0::gcf
