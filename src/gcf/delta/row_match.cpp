// SPDX-License-Identifier: MIT
#include "gcf/delta/row_match.hpp"

#include "gcf/delta/schema.hpp"
#include "text/block.hpp"

#include <algorithm>
#include <cstring>

namespace pith::inline v0::gcf::keyed {

using detail::document_data;
using detail::header_words;
using detail::shape_of;
using detail::span_of;
using detail::tag;
using detail::tag_of;
using detail::word;

namespace {

error no_identity(std::size_t row) noexcept {
  return {error_code::invalid_identity, row,
          "every row must have a scalar in the identity field"};
}

error twice(std::size_t row) noexcept {
  return {error_code::invalid_identity, row, "two rows have the same identity"};
}

/// Compares two places in texts, after which a block may be read.
inline bool is_same_text(const document_data& a, word x, const document_data& b,
                         word y) noexcept {
  using text::block;
  const std::size_t length = detail::text_length_of(x);
  if (length != detail::text_length_of(y)) return false;
  const char* const p = a.text.data() + detail::text_offset_of(x);
  const char* const q = b.text.data() + detail::text_offset_of(y);
  if (length > text::block_bytes) return std::memcmp(p, q, length) == 0;
  const std::uint32_t all = (std::uint32_t{1} << length) - 1;
  return (block::load(p).equals(block::load(q)) & all) == all;
}

/// True when the canonical forms of two scalars are the same.
inline bool is_same_scalar(const document_data& a, std::size_t i,
                           const document_data& b, std::size_t j) noexcept {
  const word x = a.tape[i];
  const word y = b.tape[j];
  const tag t = tag_of(x);
  if (t == tag_of(y)) {
    if (t == tag::string || t == tag::spelt_integer) {
      return is_same_text(a, x, b, y);
    }
    if (t == tag::real && a.tape[i + 1] == b.tape[j + 1]) return true;
    if (t <= tag::integer) return x == y;
  }
  return identity_of(a, i) == identity_of(b, j);
}

/// The same for as many scalars as stand before `end`.
bool have_same_scalars(const document_data& a, std::size_t i, std::size_t end,
                       const document_data& b, std::size_t j) noexcept {
  while (i < end) {
    const word x = a.tape[i];
    const word y = b.tape[j];
    const tag t = tag_of(x);
    if (t == tag::string || t == tag::spelt_integer) {
      // One comparison for both tags and both lengths.
      if ((x ^ y) >> detail::text_offset_bits != 0) {
        if (t == tag_of(y)) return false;
        if (!(identity_of(a, i) == identity_of(b, j))) return false;
        ++i;
        j += span_of(y);
        continue;
      }
      if (!is_same_text(a, x, b, y)) return false;
    } else if (t != tag_of(y)) {
      if (!(identity_of(a, i) == identity_of(b, j))) return false;
      i += span_of(x);
      j += span_of(y);
      continue;
    } else if (t == tag::real) {
      ++i;
      ++j;
      if (a.tape[i] != b.tape[j] &&
          !(identity_of(a, i - 1) == identity_of(b, j - 1))) {
        return false;
      }
    } else if (t <= tag::integer) {
      if (x != y) return false;
    } else {
      if (!is_same_scalar(a, i, b, j)) return false;
      ++i;  // both have two words
      ++j;
    }
    ++i;
    ++j;
  }
  return true;
}

}  // namespace

result<void> row_match::run(const row_list& held, const row_list& next,
                            std::string_view label,
                            const identity_hashes& known,
                            row_changes& changes) {
  held_ = &held;
  next_ = &next;
  held_writer_.reset(*held.data, label);
  next_writer_.reset(*next.data, label);
  held_shape_ = next_shape_ = ~std::uint32_t{0};
  changes.added.clear();
  changes.changed.clear();
  changes.removed.clear();
  left_held_.clear();
  left_next_.clear();

  row_walk before(held);
  for (row_walk walk(next); !walk.is_done(); walk.next()) {
    // Nearly always the next row is the one that was there, unchanged; its
    // identity is then one of the values that are the same.
    if (!before.is_done() && is_plain_copy(before, walk)) {
      before.next();
      continue;
    }
    if (is_same_identity(before, walk)) {
      compare(before, walk, changes);
      before.next();
      continue;
    }
    identity id;
    if (!walk.read(id)) return no_identity(walk.number());
    if (find_ahead(before, id)) {
      compare(before, walk, changes);
      before.next();
    } else {
      left_next_.push_back(
          {{walk.at(), static_cast<std::uint32_t>(walk.number())}, id, false});
    }
  }
  for (; !before.is_done(); before.next()) {
    identity id;
    static_cast<void>(before.read(id));  // a held row has one
    left_held_.push_back(
        {{before.at(), static_cast<std::uint32_t>(before.number())},
         id,
         false});
  }
  return match_leftovers(known, changes);
}

/// True when both stand at rows with one identity, without making it.
bool row_match::is_same_identity(row_walk& held, row_walk& next) {
  if (held.is_done()) return false;
  const document_data& a = *held_->data;
  const document_data& b = *next_->data;
  if (next_->is_map()) {
    return a.key_text(held_->map_keys[held.number()]) ==
           b.key_text(next_->map_keys[next.number()]);
  }
  const std::size_t i = held.identity_at();
  const std::size_t j = next.identity_at();
  return j != 0 && !detail::is_container(tag_of(b.tape[j])) &&
         is_same_scalar(a, i, b, j);
}

/// Moves `held` to the row with this identity if it is one of the next few.
/// The rows passed over are left for later. False, and nothing moved, if not.
bool row_match::find_ahead(row_walk& held, const identity& id) {
  row_walk ahead = held;
  for (int i = 0; i < look_ahead && !ahead.is_done(); ++i, ahead.next()) {
    identity other;
    static_cast<void>(ahead.read(other));  // a held row has one
    if (!(other == id)) continue;
    for (; held.at() != ahead.at(); held.next()) {
      static_cast<void>(held.read(other));
      left_held_.push_back(
          {{held.at(), static_cast<std::uint32_t>(held.number())},
           other,
           false});
    }
    return true;
  }
  return false;
}

void row_match::compare(const row_walk& held, const row_walk& next,
                        row_changes& changes) {
  const auto key_of = [](const row_list& rows, const row_walk& walk) {
    return rows.is_map() ? rows.map_keys[walk.number()] : no_key;
  };
  if (is_same_row(held.at(), next.at(), key_of(*held_, held),
                  key_of(*next_, next))) {
    return;
  }
  changes.changed.push_back(
      {{held.at(), static_cast<std::uint32_t>(held.number())},
       {next.at(), static_cast<std::uint32_t>(next.number())}});
}

/// True for rows of scalars under the same keys in the same order.
bool row_match::are_plain(word held, word next) {
  const std::uint8_t kinds = detail::kinds_of(held) | detail::kinds_of(next);
  return kinds <= detail::has_scalar &&
         have_same_keys(shape_of(held), shape_of(next));
}

/// True when both stand at rows of scalars that are the same, identity
/// included. False decides nothing.
bool row_match::is_plain_copy(const row_walk& held, const row_walk& next) {
  const document_data& a = *held_->data;
  const document_data& b = *next_->data;
  if (!are_plain(a.tape[held.at() + 1], b.tape[next.at() + 1])) return false;
  if (next_->is_map() && a.key_text(held_->map_keys[held.number()]) !=
                             b.key_text(next_->map_keys[next.number()])) {
    return false;
  }
  const std::size_t end = held.at() + span_of(a.tape[held.at()]);
  return have_same_scalars(a, held.at() + header_words, end, b,
                           next.at() + header_words);
}

/// True when both rows have the same record.
bool row_match::is_same_row(std::size_t held, std::size_t next,
                            std::uint32_t held_key, std::uint32_t next_key) {
  const document_data& a = *held_->data;
  const document_data& b = *next_->data;
  const word x = a.tape[held + 1];
  const word y = b.tape[next + 1];
  if (are_plain(x, y)) {
    const std::size_t end = held + span_of(a.tape[held]);
    return have_same_scalars(a, held + header_words, end, b,
                             next + header_words);
  }
  held_record_.clear();
  next_record_.clear();
  held_writer_.append(held_record_, held, held_key);
  next_writer_.append(next_record_, next, next_key);
  return held_record_[0] == next_record_[0];
}

bool row_match::have_same_keys(std::uint32_t held_shape,
                               std::uint32_t next_shape) {
  if (held_shape == held_shape_ && next_shape == next_shape_) {
    return is_same_shape_;
  }
  held_shape_ = held_shape;
  next_shape_ = next_shape;
  const document_data& a = *held_->data;
  const document_data& b = *next_->data;
  const detail::shape sa = a.shapes[held_shape];
  const detail::shape sb = b.shapes[next_shape];
  is_same_shape_ = sa.count == sb.count;
  for (std::uint32_t i = 0; is_same_shape_ && i < sa.count; ++i) {
    is_same_shape_ =
        a.key_text(a.keys_of(sa)[i]) == b.key_text(b.keys_of(sb)[i]);
  }
  return is_same_shape_;
}

/// Rows that looking ahead has not found: moved, added or removed.
result<void> row_match::match_leftovers(const identity_hashes& known,
                                        row_changes& changes) {
  identity_index index;
  index.reserve(left_held_.size());
  for (std::uint32_t i = 0; i < left_held_.size(); ++i) {
    index.insert(left_held_[i].id, i);
  }
  identity_index added;
  bool has_moved = false;
  for (const leftover& l : left_next_) {
    const std::uint32_t found = index.find(l.id);
    if (found == identity_index::none) {
      // Perhaps the twin of a row that was found: then the set is unsound.
      if (known.may_have(l.id)) {
        if (const auto unique = check_unique(*next_); !unique) return unique;
      }
      if (added.insert(l.id, 0) != identity_index::none)
        return twice(l.row.number);
      changes.added.push_back(l.row);
      continue;
    }
    leftover& before = left_held_[found];
    if (before.is_taken) return twice(l.row.number);
    before.is_taken = true;
    const auto key_of = [](const row_list& rows, row_place row) {
      return rows.is_map() ? rows.map_keys[row.number] : no_key;
    };
    if (is_same_row(before.row.at, l.row.at, key_of(*held_, before.row),
                    key_of(*next_, l.row))) {
      continue;
    }
    changes.changed.push_back({before.row, l.row});
    has_moved = true;
  }
  for (const leftover& l : left_held_) {
    if (!l.is_taken) changes.removed.push_back(l.row);
  }
  if (has_moved) {
    std::sort(changes.changed.begin(), changes.changed.end(),
              [](const row_pair& a, const row_pair& b) {
                return a.next.number < b.next.number;
              });
  }
  return {};
}

}  // namespace pith::inline v0::gcf::keyed
