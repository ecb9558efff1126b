// SPDX-License-Identifier: MIT
// Hands out what is complete of a text that comes in chunks, and drops it. The
// containers whose values are handed out keep their headers on the tape, and
// nothing else stands after them but the unit that is being read.
#include "document/document_data.hpp"
#include "gcf/decode/reader.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace pith::inline v0::gcf::decoding {

namespace {

/// Schemas of nested tables are forgotten with their unit; not every time.
constexpr std::size_t few_schemas = 1024;

}  // namespace

/// Tells that a table or a list begins, whose values come one by one.
void reader::announce(const frame& f) {
  section s;
  if (frames_.size() > 1) s.name = in_.data->key_text(f.key_id);
  if (f.is_counted) s.declared = f.declared;
  s.kind = section_kind::list;
  std::vector<std::string> names;
  std::vector<std::string_view> fields;
  if (f.kind == body::table) {
    s.kind = f.is_keyed ? section_kind::keyed_map : section_kind::table;
    const layout& plan = in_.layouts[f.layout];
    names.resize(plan.cell_count);
    std::string path;
    std::vector<std::size_t> lengths;  // of the path at each open group
    for (std::uint32_t i = 0; i < plan.step_count; ++i) {
      const step& one = in_.layouts.steps(plan)[i];
      if (one.kind == step_kind::close_group) {
        path.resize(lengths.back());
        lengths.pop_back();
        continue;
      }
      const std::string_view key = in_.data->key_text(one.key_id);
      if (one.kind == step_kind::cell) {
        names[one.extent] = path + std::string(key);
        continue;
      }
      lengths.push_back(path.size());
      path.append(key) += '>';
    }
    fields.assign(names.begin(), names.end());
    s.fields = fields;
  }
  events_->begin_section(s);
}

/// Hands out the value after the header of `f`, which is complete.
void reader::deliver(const frame& f) {
  rows_.put_in_order();
  const std::size_t at = f.at + detail::header_words;
  const value unit = detail::document_access::make(*in_.data, at);
  if (f.kind == body::object || f.is_keyed) {
    const std::string_view key =
        in_.data->key_text(in_.shapes.key_id_of(f.cursor.node));
    if (f.is_keyed) {
      events_->entry(key, unit);
    } else {
      events_->member(key, unit);
    }
  } else {
    events_->item(unit);
  }
  in_.drop_from(at);
  ++chunks_.delivered;
  if (shared_schemas_.size() > chunks_.max_schemas) {
    shared_schemas_.keep_only(f.serial);
    chunks_.max_schemas = std::max(few_schemas, 2 * shared_schemas_.size());
  }
}

/// Hands out a document that is one line.
void reader::deliver_root() {
  events_->root(detail::document_access::make(*in_.data, 0));
  in_.drop_from(0);
}

/// Ends the innermost container, whose values have been handed out.
void reader::close_delivered() {
  const frame f = frames_.back();
  if (f.kind != body::object) events_->end_section(f.count);
  in_.drop_from(f.at);
  frames_.pop_back();
}

}  // namespace pith::inline v0::gcf::decoding
