// SPDX-License-Identifier: MIT
#include <pith/gcf_delta.hpp>

#include "gcf/decode/reader.hpp"
#include "gcf/delta/changes.hpp"
#include "gcf/delta/read_delta.hpp"

#include <utility>

namespace pith::inline v0::gcf {

using detail::document_access;

namespace keyed {

namespace {

/// Notes the fields of a section that are not there yet.
void add_field_names(const row_list& rows, std::vector<std::string>& names) {
  schema fields;
  keyed_set as_met;
  if (!list_fields(rows, as_met, fields)) return;  // arrays do not fail
  for (const std::uint32_t id : fields.fields) {
    const std::string_view name = rows.data->key_text(id);
    bool is_known = false;
    for (const std::string& n : names) is_known = is_known || n == name;
    if (!is_known) names.emplace_back(name);
  }
}

}  // namespace

result<delta> take_delta(const document& read, const decoding::reader& reader,
                         const limits& bounds) {
  const decoding::header_fields& h = reader.header();
  delta made;
  made.tool = h.tool.value;
  made.key = reader.identified().key;
  made.base_root = h.base_root.value;
  made.new_root = h.new_root.value;
  builder out(bounds);
  out.begin_object();
  const auto sections = read.root().get_object();
  if (!sections) {  // the reader makes an object of every delta
    return error{error_code::malformed_delta, 0, "the text is not a delta"};
  }
  for (const member m : *sections) {
    const result<row_list> rows =
        list_rows(document_access::data(m.value),
                  document_access::index(m.value), made.key);
    if (!rows) return rows.error();
    out.key(m.key);
    if (m.key != "removed") {
      out.copy(m.value);
      add_field_names(*rows, made.fields);
      continue;
    }
    out.begin_array();
    for (row_walk walk(*rows); !walk.is_done(); walk.next()) {
      copy_identity(out, *rows,
                    {walk.at(), static_cast<std::uint32_t>(walk.number())});
    }
    out.end_array();
  }
  out.end_object();
  result<document> changes = out.finish();
  if (!changes) return changes.error();
  made.changes = std::move(*changes);
  return made;
}

}  // namespace keyed

result<delta> decode_delta(std::string_view text,
                           const delta_decode_options& options) {
  using purpose = decoding::reader::purpose;
  document read;
  decoding::reader reader;
  const result<void> done = reader.run(
      document_access::writable(read), text, options.bounds,
      options.allow_missing_roots ? purpose::loose_update : purpose::update);
  if (!done) return done.error();
  if (!reader.header().is_delta()) {
    return error{error_code::malformed_delta, 0, "the text is not a delta"};
  }
  return keyed::take_delta(read, reader, options.bounds);
}

}  // namespace pith::inline v0::gcf
