// SPDX-License-Identifier: MIT
#include "gcf/decode/delivery.hpp"

#include "document/document_data.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace pith::inline v0::gcf::decoding {

void delivery::announce(const frame& f) {
  section s;
  if (f.key_id != no_key_id) s.name = in_.data->key_text(f.key_id);
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

void delivery::deliver(const frame& f) {
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
  ++count_;
  schemas_.keep_only(f.serial);
}

void delivery::deliver_root() {
  events_->root(detail::document_access::make(*in_.data, 0));
  in_.drop_from(0);
}

void delivery::close(const frame& f) {
  if (f.kind != body::object) events_->end_section(f.count);
  in_.drop_from(f.at);
}

}  // namespace pith::inline v0::gcf::decoding
