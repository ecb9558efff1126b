// SPDX-License-Identifier: MIT
#include "gcf/encode/flat_index.hpp"

#include <algorithm>

namespace pith::inline v0::gcf {

using detail::flags_of;
using detail::header_words;
using detail::shape_of;
using detail::span_of;
using detail::tag;
using detail::tag_of;

void flat_index::reset(const detail::document_data& data) {
  data_ = &data;
  notes_.clear();
  notes_.resize(data.shapes.size(), 0);
  all_keys_ = note{};
  is_built_ = false;
}

std::uint8_t flat_index::inspect_keys(std::uint32_t shape_id) {
  const detail::shape s = data_->shapes[shape_id];
  std::uint8_t notes = known;
  bool is_path = s.count != 0;
  for (std::uint32_t i = 0; i < s.count; ++i) {
    const std::string_view key = data_->key_text(data_->keys_of(s)[i]);
    if (key.find('>') != std::string_view::npos) notes |= reserved_key;
    is_path = is_path && !key.empty();
  }
  if (is_path && (notes & reserved_key) == 0) notes |= path_keys;
  notes_[shape_id] = notes;
  return notes;
}

bool flat_index::is_flattenable(std::size_t object) {
  const detail::word second = data_->tape[object + 1];
  const std::uint8_t flags = flags_of(second);
  if ((flags & detail::has_array) != 0) return false;
  if (!has_path_keys(shape_of(second))) return false;
  if ((flags & detail::has_object) == 0) return has_non_null_member(object);
  // Where the reader marked trees of scalars, the common cases need no index:
  // the object is none, or it is one, no key of the document stands in the
  // way, and a value that is not null is soon found.
  if (data_->marks_trees) {
    if ((flags & detail::is_scalar_tree) == 0) return false;
    if (all_keys_are_paths() && begins_with_a_leaf(object)) return true;
  }
  if (!is_built_) build();
  const std::size_t end = object + span_of(data_->tape[object]);
  return !obstacles_.any_in(object, end) && leaves_.any_in(object, end);
}

bool flat_index::all_keys_are_paths() {
  if (all_keys_ == note{}) {
    all_keys_ = path_keys;
    for (std::uint32_t id = 0; id < data_->keys.size(); ++id) {
      const std::string_view key = data_->key_text(id);
      if (key.empty() || key.find('>') != std::string_view::npos) {
        all_keys_ = reserved_key;
        break;
      }
    }
  }
  return all_keys_ == path_keys;
}

/// True when one of the first few leaves is not null.
bool flat_index::begins_with_a_leaf(std::size_t object) const noexcept {
  constexpr std::size_t most = 32;  // words; a bound keeps the whole linear
  const std::size_t end = object + std::min(most, span_of(data_->tape[object]));
  for (std::size_t i = object; i < end;) {
    const tag t = tag_of(data_->tape[i]);
    if (t == tag::object) {
      i += header_words;
    } else if (t == tag::null) {
      ++i;
    } else {
      return true;
    }
  }
  return false;
}

bool flat_index::has_non_null_member(std::size_t object) const noexcept {
  const std::size_t end = object + span_of(data_->tape[object]);
  for (std::size_t i = object + header_words; i < end;
       i += span_of(data_->tape[i])) {
    if (tag_of(data_->tape[i]) != tag::null) return true;
  }
  return false;
}

void flat_index::build() {
  const std::size_t size = data_->tape.size();
  obstacles_.reset(size);
  leaves_.reset(size);
  for (std::size_t i = 0; i < size;) {
    const detail::word w = data_->tape[i];
    switch (tag_of(w)) {
      case tag::array:
        obstacles_.insert(i);
        i += header_words;
        break;
      case tag::object:
        if (!has_path_keys(shape_of(data_->tape[i + 1]))) obstacles_.insert(i);
        i += header_words;
        break;
      case tag::null:
        ++i;
        break;
      default:
        leaves_.insert(i);
        i += span_of(w);
    }
  }
  obstacles_.finish();
  leaves_.finish();
  is_built_ = true;
}

}  // namespace pith::inline v0::gcf
