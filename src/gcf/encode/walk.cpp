// SPDX-License-Identifier: MIT
#include "gcf/encode/walk.hpp"

#include "text/expansion.hpp"

namespace pith::inline v0::gcf {

using detail::array_count_of;
using detail::has_object;
using detail::has_scalar;
using detail::header_words;
using detail::is_container;
using detail::kinds_of;
using detail::shape_of;
using detail::span_of;
using detail::tag;
using detail::tag_of;
using detail::word;

namespace {

constexpr std::string_view header = "GCF profile=generic\n";

}  // namespace

result<void> encode_walk::run(sink& out, std::size_t root) {
  begin(out);
  line_.put(header);
  open_root(root);
  return finish();
}

result<void> encode_walk::run_members(sink& out, std::size_t object) {
  begin(out);
  open_object_body(object, 0);
  return finish();
}

result<void> encode_walk::run_items(sink& out, std::size_t first,
                                    std::size_t end, std::size_t number) {
  begin(out);
  push({frame::role::expanded, false, 0, first, end, number, nullptr, 0, 0, 0});
  return finish();
}

void encode_walk::begin(sink& out) {
  m_.out.open(out, text::max_output_bytes(data_, options_.bounds));
  m_.scratch.reset(data_);
  m_.labels.reset(data_);
  m_.frames.clear();
  m_.attachments.clear();
  m_.plan_count = 0;

  line_.acquire();
}

/// Writes what is left of everything that has been opened.
void encode_walk::write_open_frames() {
  while (!m_.frames.empty() && !failure_ && !m_.out.failed()) {
    switch (m_.frames.back().what) {
      case frame::role::object:
        step_object();
        break;
      case frame::role::expanded:
        step_expanded();
        break;
      case frame::role::table:
        step_table();
        break;
    }
  }
}

result<void> encode_walk::finish() {
  write_open_frames();
  return end();
}

result<void> encode_walk::end() {
  line_.release();
  if (failure_) return *failure_;
  return text::finish(m_.out);
}

void encode_walk::fail(error_code code, const char* detail) noexcept {
  if (!failure_) failure_ = error{code, 0, detail};
}

bool encode_walk::push(const frame& f) {
  if (m_.frames.size() >= options_.bounds.max_depth) {
    fail(error_code::depth_limit,
         "containers are nested deeper than limits::max_depth");
    return false;
  }
  m_.frames.push_back(f);
  return true;
}

void encode_walk::open_root(std::size_t root) {
  switch (tag_of(data_.tape[root])) {
    case tag::array:
      line_.put("## ");
      open_array(root, 0);
      break;
    case tag::object:
      if (!open_keyed_map("## ", root, 0)) open_object_body(root, 0);
      break;
    default:
      line_.put('=');
      line_.scalar(root, '\n');
  }
}

void encode_walk::open_object_body(std::size_t object, std::uint32_t depth) {
  const detail::shape s = data_.shapes[shape_of(data_.tape[object + 1])];
  push({frame::role::object, false, depth, object + header_words,
        object + span_of(data_.tape[object]), 0, data_.keys_of(s), 0, 0, 0});
}

/// Writes members until one opens a body of its own.
void encode_walk::step_object() {
  frame& f = m_.frames.back();
  while (f.next < f.end) {
    const std::size_t index = f.next;
    const word w = data_.tape[index];
    const std::uint32_t key = *f.key++;
    f.next += span_of(w);
    if (!is_container(tag_of(w))) {
      line_.member(f.depth, m_.labels[key], index);
      continue;
    }
    line_.indent(f.depth);
    const word second = data_.tape[index + 1];
    if (tag_of(w) == tag::array && kinds_of(second) == has_scalar) {
      write_key(key);
      write_scalars(index);
      continue;
    }
    const std::uint32_t depth = f.depth;  // f dies when a frame is pushed
    line_.put("## ");
    write_key(key);
    if (tag_of(w) == tag::array) {
      line_.put(' ');
      open_array(index, depth);
    } else if (!open_keyed_map(" ", index, depth)) {
      line_.put('\n');
      open_object_body(index, depth + 1);
    }
    return;
  }
  m_.frames.pop_back();
}

/// `[N]: a,b,c`, the inline form of section 7.5.
void encode_walk::write_scalars(std::size_t array) {
  const std::size_t count = array_count_of(data_.tape[array + 1]);
  line_.put('[');
  line_.count(count);
  line_.put("]: ");
  line_.scalars(array + header_words, count, ',');
  line_.end_row();
}

void encode_walk::open_array(std::size_t array, std::uint32_t depth) {
  const word second = data_.tape[array + 1];
  const std::size_t count = array_count_of(second);
  if (count == 0) {
    line_.put("[0]\n");
    return;
  }
  if (kinds_of(second) == has_scalar) {
    write_scalars(array);
    return;
  }
  if (kinds_of(second) == has_object) {
    const std::size_t plan_number = take_plan();
    table_plan& plan = *m_.plans[plan_number];
    const std::size_t end = array + span_of(data_.tape[array]);
    plan.build(m_.scratch, {array + header_words, end, count}, options_);
    if (plan.has_cells()) {
      write_table_header(plan, count, false);
      push({frame::role::table, false, depth, array + header_words, end, 0,
            nullptr, plan_number, m_.attachments.size(),
            m_.attachments.size()});
      return;
    }
    m_.plan_count = plan_number;
  }
  open_expanded(array, depth);
}

void encode_walk::open_expanded(std::size_t array, std::uint32_t depth) {
  line_.put('[');
  line_.count(array_count_of(data_.tape[array + 1]));
  line_.put("]\n");
  push({frame::role::expanded, false, depth, array + header_words,
        array + span_of(data_.tape[array]), 0, nullptr, 0, 0, 0});
}

bool encode_walk::open_keyed_map(std::string_view before, std::size_t object,
                                 std::uint32_t depth) {
  const word second = data_.tape[object + 1];
  const detail::shape s = data_.shapes[shape_of(second)];
  if (!options_.keyed_maps || s.count < 2 || kinds_of(second) != has_object) {
    return false;
  }
  const std::size_t plan_number = take_plan();
  table_plan& plan = *m_.plans[plan_number];
  const std::size_t end = object + span_of(data_.tape[object]);
  plan.build(m_.scratch, {object + header_words, end, s.count}, options_);
  if (!plan.has_cells()) {
    m_.plan_count = plan_number;
    return false;
  }
  line_.put(before);
  write_table_header(plan, s.count, true);
  push({frame::role::table, true, depth, object + header_words, end, 0,
        data_.keys_of(s), plan_number, m_.attachments.size(),
        m_.attachments.size()});
  return true;
}

/// Writes items until one opens a body of its own (section 7.6).
void encode_walk::step_expanded() {
  frame& f = m_.frames.back();
  while (f.next < f.end) {
    const std::size_t index = f.next;
    const word w = data_.tape[index];
    f.next += span_of(w);
    line_.indent(f.depth);
    line_.put('@');
    line_.count(f.number++);
    line_.put(' ');
    if (!is_container(tag_of(w))) {
      line_.put('=');
      line_.scalar(index, '\n');
      continue;
    }
    const std::uint32_t depth = f.depth + 1;  // f dies when a frame is pushed
    if (tag_of(w) == tag::array) {
      open_array(index, depth);
    } else if (!open_keyed_map({}, index, depth)) {
      line_.put("{}\n");
      open_object_body(index, depth);
    }
    return;
  }
  m_.frames.pop_back();
}

}  // namespace pith::inline v0::gcf
