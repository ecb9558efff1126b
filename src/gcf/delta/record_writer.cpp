// SPDX-License-Identifier: MIT
#include "gcf/delta/record_writer.hpp"

#include "gcf/identity/keyed_rows.hpp"
#include "text/number.hpp"
#include "text/quoted.hpp"

#include <algorithm>

namespace pith::inline v0::gcf::keyed {

using detail::document_data;
using detail::header_words;
using detail::pod_buffer;
using detail::shape_of;
using detail::span_of;
using detail::tag;
using detail::tag_of;
using detail::word;

namespace {

/// Names that could be taken for something else in a record.
bool needs_quotes(std::string_view name) noexcept {
  return name.starts_with('"') ||
         std::any_of(name.begin(), name.end(), [](char c) {
           return static_cast<unsigned char>(c) < 0x20;
         });
}

}  // namespace

void record_writer::reset(const document_data& data, std::string_view label) {
  data_ = &data;
  label_ = label;
  orders_.clear();
  orders_.resize(data.shapes.size(), {0, none});
  fields_.clear();
  labels_.clear();
}

void record_writer::put(pod_buffer<char>& out, std::string_view bytes) {
  out.append(bytes.data(), bytes.size());
}

void record_writer::put_quoted(pod_buffer<char>& out, std::string_view text) {
  out.ensure(text::max_quoted_bytes(text.size()));
  const char* const end = text::write_quoted(out.end(), text);
  out.resize(static_cast<std::size_t>(end - out.data()));
}

void record_writer::add_label(std::string_view name) {
  labels_.push_back('\t');
  if (needs_quotes(name)) {
    put_quoted(labels_, name);
  } else {
    put(labels_, name);
  }
  labels_.push_back('\t');
}

/// The fields of a shape in the order of their names, made at first use.
const record_writer::field_order& record_writer::order_of(
    std::uint32_t shape_id, bool has_map_key) {
  field_order& order = orders_[shape_id];
  if (order.count != none) return order;
  const detail::shape s = data_->shapes[shape_id];
  order.first = fields_.size();
  order.count = s.count + (has_map_key ? 1 : 0);
  for (std::uint32_t i = 0; i < s.count; ++i) fields_.push_back({i, 0, 0});
  if (has_map_key) fields_.push_back({map_key_position, 0, 0});
  const auto name_of = [&](const field& f) {
    return f.position == map_key_position
               ? label_
               : data_->key_text(data_->keys_of(s)[f.position]);
  };
  field* const first = fields_.data() + order.first;
  std::sort(first, first + order.count, [&](const field& a, const field& b) {
    return name_of(a) < name_of(b);  // char_traits compare as unsigned bytes
  });
  for (std::uint32_t i = 0; i < order.count; ++i) {
    first[i].label_begin = labels_.size();
    add_label(name_of(first[i]));
    first[i].label_length = labels_.size() - first[i].label_begin;
  }
  return order;
}

void record_writer::append(record_list& out, std::size_t row,
                           std::uint32_t map_key) {
  const word second = data_->tape[row + 1];
  const field_order order = order_of(shape_of(second), map_key != no_key);
  places_.clear();
  const std::size_t end = row + span_of(data_->tape[row]);
  for (std::size_t i = row + header_words; i < end;
       i += span_of(data_->tape[i])) {
    places_.push_back(i);
  }
  pod_buffer<char>& bytes = out.bytes;
  bytes.push_back('R');
  for (std::uint32_t n = 0; n < order.count; ++n) {
    const field& f = fields_[order.first + n];
    put(bytes, {labels_.data() + f.label_begin, f.label_length});
    if (f.position == map_key_position) {
      put_quoted(bytes, data_->key_text(map_key));
      continue;
    }
    const std::size_t index = places_[f.position];
    if (detail::is_container(tag_of(data_->tape[index]))) {
      put_container(bytes, index);
    } else {
      put_scalar(bytes, index, "-");
    }
  }
  bytes.push_back('\n');
  out.end_record();
}

void record_writer::put_scalar(pod_buffer<char>& out, std::size_t index,
                               std::string_view null) {
  const word w = data_->tape[index];
  const auto put_number = [&](std::size_t room, auto&& write) {
    out.ensure(room);
    const char* const end = write(out.end());
    out.resize(static_cast<std::size_t>(end - out.data()));
  };
  switch (tag_of(w)) {
    case tag::boolean_false:
      return put(out, "false");
    case tag::boolean_true:
      return put(out, "true");
    case tag::integer:
    case tag::wide_integer:
      return put_number(text::max_integer_bytes, [&](char* at) {
        return text::write_integer(at, data_->integer_at(index));
      });
    case tag::spelt_integer:
      return put(out, data_->text_at(detail::text_offset_of(w),
                                     detail::text_length_of(w)));
    case tag::real:
      if (detail::payload_of(w) != 0) {
        return put(out, data_->text_at(detail::text_offset_of(w),
                                       detail::text_length_of(w)));
      }
      return put_number(text::max_real_bytes, [&](char* at) {
        return text::write_real(at, data_->real_at(index));
      });
    case tag::string:
    case tag::long_string:
      return put_quoted(out, data_->string_at(index));
    default:
      return put(out, null);
  }
}

/// Writes a container from a stack of what is left, so that depth costs
/// memory and no recursion.
void record_writer::put_container(pod_buffer<char>& out, std::size_t index) {
  tasks_.clear();
  tasks_.push_back({task::kind::value, false, none, index});
  while (!tasks_.empty()) {
    const task t = tasks_.back();
    tasks_.pop_back();
    if (t.what != task::kind::value) {
      out.push_back(t.what == task::kind::end_array ? ']' : '}');
      continue;
    }
    if (t.has_comma) out.push_back(',');
    if (t.key_id != none) {
      put_quoted(out, data_->key_text(t.key_id));
      out.push_back(':');
    }
    switch (tag_of(data_->tape[t.index])) {
      case tag::array:
        out.push_back('[');
        push_elements(t.index);
        break;
      case tag::object:
        out.push_back('{');
        push_members(t.index);
        break;
      default:
        put_scalar(out, t.index, "null");
    }
  }
}

void record_writer::push_elements(std::size_t array) {
  tasks_.push_back({task::kind::end_array, false, none, 0});
  const std::size_t first = tasks_.size();
  const std::size_t end = array + span_of(data_->tape[array]);
  for (std::size_t i = array + header_words; i < end;
       i += span_of(data_->tape[i])) {
    tasks_.push_back({task::kind::value, tasks_.size() != first, none, i});
  }
  std::reverse(tasks_.begin() + first, tasks_.end());
}

void record_writer::push_members(std::size_t object) {
  tasks_.push_back({task::kind::end_object, false, none, 0});
  const std::size_t first = tasks_.size();
  const detail::shape s = data_->shapes[shape_of(data_->tape[object + 1])];
  std::size_t i = object + header_words;
  for (std::uint32_t n = 0; n < s.count; ++n) {
    tasks_.push_back({task::kind::value, true, data_->keys_of(s)[n], i});
    i += span_of(data_->tape[i]);
  }
  if (tasks_.size() == first) return;
  // Last first: the stack gives them back the other way round.
  std::sort(tasks_.begin() + first, tasks_.end(),
            [&](const task& a, const task& b) {
              return data_->key_text(a.key_id) > data_->key_text(b.key_id);
            });
  tasks_.back().has_comma = false;
}

}  // namespace pith::inline v0::gcf::keyed
