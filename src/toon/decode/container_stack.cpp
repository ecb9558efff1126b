// SPDX-License-Identifier: MIT
#include "toon/decode/container_stack.hpp"

#include "document/document_data.hpp"
#include "document/tape.hpp"

namespace pith::inline v0::toon::decoding {

void container_stack::reset() noexcept {
  frames_.clear();
  begun_ = 0;
  members_.reset();
}

frame* container_stack::push(body kind, std::size_t floor, const char* at) {
  if (!check_depth(1, at)) return nullptr;
  std::uint32_t key_id = no_key_id;
  if (!frames_.empty()) {
    const frame& around = frames_.back();
    key_id = around.kind == body::object
                 ? context_.shapes.key_id_of(around.cursor.node)
                 : around.key_id;
  }
  const bool is_object = kind == body::object || kind == body::keyed_table;
  note_value(is_object ? detail::has_object : detail::has_array);
  frames_.push_back({});
  frame& f = frames_.back();
  f.kind = kind;
  f.floor = floor;
  f.key_id = key_id;
  f.at = context_.writer().open();
  f.first_member = members_.size();
  return &f;
}

bool container_stack::close(const char* at) {
  frame& f = frames_.back();
  if (f.kind != body::object) {
    if (context_.is_strict && f.count != f.declared) {
      return context_.fail(error_code::count_mismatch, at,
                           "there are fewer lines than the header declares");
    }
    if (f.count != 0) --begun_;
  }
  if (f.kind == body::object || f.kind == body::keyed_table) {
    if (f.has_duplicates) {
      f.flags =
          members_.replace_duplicates(*context_.data, f.first_member, f.at);
    }
    members_.forget_from(f.first_member);
    context_.writer().close_object(
        f.at, context_.shapes.shape_at(f.cursor.node), f.flags);
  } else {
    context_.writer().close_array(f.at, f.count, f.flags);
  }
  frames_.pop_back();
  return true;
}

bool container_stack::close_some(std::size_t depth, const char* at) {
  do {
    if (!close(at)) return false;
  } while (!frames_.empty() && depth < frames_.back().floor);
  return true;
}

bool container_stack::begin_item(frame& f, const char* at) {
  if (context_.is_strict && f.count == f.declared) {
    return context_.fail(error_code::count_mismatch, at,
                         "there are more lines than the header declares");
  }
  if (f.count == context_.bounds.max_items) {
    return context_.fail(error_code::item_limit, at,
                         "there are more lines than limits::max_items");
  }
  if (f.count++ == 0) ++begun_;
  return true;
}

bool container_stack::add_key(frame& f, std::string_view key, const char* at) {
  if (key.size() > detail::key_place::max_length) {
    return context_.fail(error_code::size_limit, at,
                         "a key is longer than 16 MiB");
  }
  detail::shape_tree& shapes = context_.shapes;
  if (shapes.depth_of(f.cursor.node) >= context_.bounds.max_items) {
    return context_.fail(error_code::item_limit, at,
                         "an object has more members than limits::max_items");
  }
  const bool is_new = shapes.advance(
      f.cursor, key, [&] { return context_.text.offset_of(key.data()); });
  if (context_.is_strict) {
    return is_new || context_.fail(error_code::duplicate_key, at,
                                   "a key may occur once in an object");
  }
  const std::uint32_t key_id =
      is_new ? shapes.key_id_of(f.cursor.node) : shapes.find_key(key);
  members_.add(key_id, context_.tape().size());
  if (!is_new) f.has_duplicates = true;
  return true;
}

void container_stack::add_known_key(frame& f, std::uint32_t key_id) {
  members_.add(key_id, context_.tape().size());
  if (!context_.shapes.advance_id(f.cursor, key_id)) f.has_duplicates = true;
}

}  // namespace pith::inline v0::toon::decoding
