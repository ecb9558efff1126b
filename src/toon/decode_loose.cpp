// SPDX-License-Identifier: MIT
// Duplicate keys, which only a strict reader refuses: the last value counts,
// in the place of the first.
#include "toon/decode_reader.hpp"

namespace pith::inline v0::toon::decoding {

namespace {

using detail::word;

}  // namespace

/// One row of a table that has a field name twice in one group. Objects are
/// opened and closed as those on lines of their own are.
char* reader::read_repeating_row(frame& f, const line& ln) {
  char* p = ln.first;
  const char delimiter = f.delimiter;
  if (!begin_item(f, p)) return nullptr;
  if (f.kind == body::keyed_table) {
    p = read_entry_key(f, p);
    if (p == nullptr) return nullptr;
  } else if (!check_first_cell(p, delimiter)) {
    return nullptr;
  }
  cell_cursor ends(p, delimiter);
  const std::size_t open = frames_.size();
  if (push(body::object, 0, p) == nullptr) return nullptr;
  std::size_t left = layout_.cell_count();
  for (const step& s : layout_.steps()) {
    if (s.kind == step_kind::close_group) {
      if (!close_frame(p)) return nullptr;
      continue;
    }
    add_known_key(frames_.back(), s.key_id);
    if (s.kind == step_kind::open_group) {
      if (push(body::object, 0, p) == nullptr) return nullptr;
      continue;
    }
    tape().ensure(token_words);
    word* out = tape().end();
    char* const end = read_any_cell(text_, p, ends, out);
    if (end == nullptr) return nullptr;
    tape().resize(static_cast<std::size_t>(out - tape().data()));
    note_value(detail::has_scalar);
    --left;
    if (*end != (left == 0 ? '\n' : delimiter)) return wrong_width(end);
    p = end + 1;
  }
  while (frames_.size() > open) {
    if (!close_frame(p)) return nullptr;
  }
  return check_size(p) ? p : nullptr;
}

void reader::add_known_key(frame& f, std::uint32_t key_id) {
  members_.push_back({key_id, tape().size()});
  if (!shapes_.advance_id(f.cursor, key_id)) f.has_duplicates = true;
}

/// Drops all values of an object that closes but the last of each key.
void reader::replace_duplicates(frame& f) {
  const member* const first = members_.data() + f.first_member;
  const std::size_t count = members_.size() - f.first_member;
  const auto end_of = [&](std::size_t i) {
    return i + 1 < count ? first[i + 1].at : tape().size();
  };
  // By key, the last member with it.
  constexpr std::size_t none = ~std::size_t{0};
  if (last_of_key_.size() < data_->keys.size()) {
    last_of_key_.resize(data_->keys.size(), none);
  }
  for (std::size_t i = 0; i < count; ++i) last_of_key_[first[i].key_id] = i;
  kept_.clear();
  f.flags = 0;
  for (std::size_t i = 0; i < count; ++i) {
    std::size_t& place = last_of_key_[first[i].key_id];
    if (place == none) continue;  // its key has had its turn
    const word* const value = tape().data() + first[place].at;
    kept_.append(value, end_of(place) - first[place].at);
    f.flags |= detail::flag_for(detail::tag_of(*value));
    place = none;
  }
  tape().resize(f.at + detail::header_words);
  tape().append(kept_.data(), kept_.size());
}

}  // namespace pith::inline v0::toon::decoding
