// SPDX-License-Identifier: MIT
// Full payloads, deltas and unchanged answers as text.
#include <pith/gcf_delta.hpp>

#include "gcf/delta/changes.hpp"
#include "gcf/delta/header_line.hpp"
#include "gcf/encode/walk.hpp"

#include <optional>
#include <utility>

namespace pith::inline v0::gcf {

using detail::document_access;
using detail::document_data;

namespace keyed {

namespace {

result<std::string> write_sections(const document_data& data,
                                   const result<std::string>& header,
                                   std::span<const identified_section> sections,
                                   const limits& bounds) {
  if (!header) return header.error();
  encode_memory memory;
  encode_options options;
  options.bounds = bounds;
  std::string text;
  string_sink out(text);
  const result<void> done =
      encode_walk(memory, options, data).run_identified(out, *header, sections);
  if (!done) return done.error();
  return text;
}

/// A document that has the changes, and every field among its keys.
result<document> add_fields(const delta& d, const limits& bounds) {
  builder out(bounds);
  out.begin_object().key("fields").begin_object();
  for (const std::string& name : d.fields) out.key(name).null();
  out.end_object();
  if (const auto members = d.changes.root().get_object()) {
    for (const member m : *members) out.key(m.key).copy(m.value);
  }
  out.end_object();
  return out.finish();
}

/// Key ids of the fields; false when the document lacks one.
bool find_fields(const document_data& data,
                 const std::vector<std::string>& names,
                 detail::pod_buffer<std::uint32_t>& ids) {
  ids.clear();
  for (const std::string& name : names) {
    const std::uint32_t id = find_key(data, name);
    if (id == no_key) return false;
    ids.push_back(id);
  }
  return true;
}

}  // namespace

result<std::string> write_full(const row_list& rows, std::size_t table,
                               const keyed_set& set, const schema& fields,
                               std::string_view tool, std::string_view root,
                               const limits& bounds) {
  const result<std::string> header = header_line("generic")
                                         .add("tool", tool)
                                         .add("pack_root", root)
                                         .add("key", set.key)
                                         .finish();
  std::string_view name = set.name;
  if (name.empty() && !rows.is_map()) name = "rows";
  const identified_section section{name,
                                   table,
                                   {fields.fields.data(), fields.fields.size()},
                                   rows.key_id,
                                   set.key};
  return write_sections(*rows.data, header, {&section, 1}, bounds);
}

result<std::string> write_delta(const delta& d, const limits& bounds) {
  if (const result<void> good = check_key(d.key); !good) return good.error();
  result<change_sections> found = find_sections(d.changes);
  if (!found) return found.error();
  detail::pod_buffer<std::uint32_t> fields;
  document widened;
  if (!find_fields(*found->data, d.fields, fields)) {
    result<document> made = add_fields(d, bounds);
    if (!made) return made.error();
    widened = std::move(*made);
    const document_data& data = document_access::data(widened.root());
    static_cast<void>(find_fields(data, d.fields, fields));
    change_sections moved{&data, {}, {}, {}};
    const auto place = [&](const char* name) -> std::optional<std::size_t> {
      const auto at = widened.root().find(name);
      if (!at) return std::nullopt;
      return document_access::index(*at);
    };
    moved.added = place("added");
    moved.changed = place("changed");
    moved.removed = place("removed");
    *found = moved;
  }
  const document_data& data = *found->data;
  const std::uint32_t key_id = find_key(data, d.key);
  const result<std::string> header =
      header_line("generic")
          .add("tool", d.tool)
          .add("delta", "true")
          .add("base_root", d.base_root)
          .add("new_root", d.new_root)
          .add("key", d.key)
          .add_savings(d.delta_tokens, d.full_tokens)
          .finish();
  std::vector<identified_section> sections;
  const auto add = [&](std::string_view name,
                       const std::optional<std::size_t>& at, bool is_list) {
    if (!at || detail::array_count_of(data.tape[*at + 1]) == 0) return;
    const std::span<const std::uint32_t> columns(fields.data(), fields.size());
    sections.push_back({name, *at,
                        is_list ? std::span<const std::uint32_t>{} : columns,
                        key_id, d.key});
  };
  add("added", found->added, false);
  add("changed", found->changed, false);
  add("removed", found->removed, true);
  for (const identified_section& s : sections) {
    if (s.name == "removed") continue;
    const result<row_list> rows = list_rows(data, s.table, d.key);
    if (!rows) return rows.error();
    if (const auto unique = check_unique(*rows); !unique) {
      return unique.error();
    }
  }
  return write_sections(data, header, sections, bounds);
}

}  // namespace keyed

result<std::string> encode_full(value rows, const keyed_set& set,
                                std::string_view tool) {
  if (const auto good = keyed::check_key(set.key); !good) return good.error();
  const std::size_t table = document_access::index(rows);
  const result<keyed::row_list> list =
      keyed::list_rows(document_access::data(rows), table, set.key);
  if (!list) return list.error();
  const result<std::string> root = pack_root(rows, set);
  if (!root) return root.error();
  keyed::schema fields;
  if (const auto good = keyed::list_fields(*list, set, fields); !good) {
    return good.error();
  }
  return keyed::write_full(*list, table, set, fields, tool, *root, {});
}

result<std::string> encode_unchanged(std::string_view pack_root,
                                     std::size_t count, std::string_view tool) {
  return keyed::header_line("generic")
      .add("tool", tool)
      .add("unchanged", "true")
      .add("pack_root", pack_root)
      .add_count("count", count)
      .finish();
}

result<std::string> encode_delta(const delta& d) {
  return keyed::write_delta(d, {});
}

}  // namespace pith::inline v0::gcf
