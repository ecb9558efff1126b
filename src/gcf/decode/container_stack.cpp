// SPDX-License-Identifier: MIT
#include "gcf/decode/container_stack.hpp"

namespace pith::inline v0::gcf::decoding {

frame* container_stack::push(body kind, std::size_t level, std::uint32_t key_id,
                             const char* at) {
  const std::size_t depth = child_depth();
  if (depth > in_.bounds.max_depth) {
    in_.too_deep(at);
    return nullptr;
  }
  frames_.resize(frames_.size() + 1);
  innermost_ = &frames_.back();
  frame& f = *innermost_;
  f = {};
  f.kind = kind;
  f.level = level;
  f.depth = depth;
  f.key_id = key_id;
  f.deferred = no_count;
  f.columns = no_columns;
  f.at = in_.writer().open();
  if (kind == body::table) rows_.begin_table();
  return &f;
}

bool container_stack::close(const char* at) {
  frame& f = *innermost_;
  if (f.kind == body::table) {
    if (rows_.current().is_open && !finish_row()) return false;
    rows_.end_table(f);
  }
  if (f.is_counted && f.count < f.declared) {
    in_.text.fail(error_code::count_mismatch, at,
                  "there are fewer items than the header declares");
    return false;
  }
  if (f.deferred != no_count) trailer_.set(f.deferred, f.count);
  if (f.delivers) {
    const frame closed = f;
    pop();
    delivery_.close(closed);
    return true;
  }
  std::uint8_t flags = detail::has_array;
  if (f.kind == body::object || f.is_keyed) {
    flags = detail::has_object;
    in_.writer().close_object(f.at, in_.shapes.shape_at(f.cursor.node),
                              f.flags);
  } else {
    in_.writer().close_array(f.at, f.count, f.flags);
  }
  pop();
  finish_value(flags);
  return true;
}

void container_stack::finish_value(std::uint8_t flags) {
  if (empty()) return;
  frame& f = *innermost_;
  if (f.kind != body::table) {
    f.flags |= flags;
    if (f.delivers) delivery_.deliver(f);
    return;
  }
  rows_.end_fill(flags);
}

}  // namespace pith::inline v0::gcf::decoding
