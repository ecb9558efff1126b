// SPDX-License-Identifier: MIT
#include "tokenizer/tokenizer_json/pair_merge.hpp"

#include <algorithm>

namespace pith::inline v0::tokens {

std::size_t pair_merger::count(std::string_view piece) {
  merge(piece);
  return ids_.size();
}

std::size_t pair_merger::encode(std::string_view piece,
                                std::vector<std::uint32_t>& out) {
  merge(piece);
  out.insert(out.end(), ids_.begin(), ids_.end());
  return ids_.size();
}

void pair_merger::merge(std::string_view piece) {
  ids_.clear();
  if (words_->takes_whole_pieces()) {
    if (const std::uint32_t whole = words_->find_whole(piece);
        whole != no_token) {
      ids_.push_back(whole);
      return;
    }
  }
  if (words_->made_of() == symbols::bytes) {
    for (const char byte : piece) {
      ids_.push_back(words_->byte_token(static_cast<unsigned char>(byte)));
    }
  } else {
    load_characters(piece);
  }
  if (ids_.size() <= short_symbols) {
    merge_short();
  } else {
    merge_long();
  }
}

void pair_merger::load_characters(std::string_view piece) {
  const char* p = piece.data();
  const char* const end = p + piece.size();
  while (p != end) {
    const character c = character_at(p, end);
    // A byte that is not UTF-8 is a character without a token.
    const bool is_broken = c.length == 1 && c.code >= 0x80;
    const std::uint32_t id =
        is_broken ? no_token : words_->character_token(c.code);
    if (id != no_token) {
      ids_.push_back(id);
      p += c.length;
      continue;
    }
    for (const char* const after = p + c.length; p != after; ++p) {
      ids_.push_back(words_->byte_token(static_cast<unsigned char>(*p)));
    }
  }
}

void pair_merger::merge_short() noexcept {
  merged_pair pairs[short_symbols];  // pairs[i] is of ids_[i] and ids_[i + 1]
  std::size_t count = ids_.size();
  std::uint32_t* const ids = ids_.data();
  for (std::size_t i = 0; i + 1 < count; ++i) {
    pairs[i] = words_->find_pair(ids[i], ids[i + 1]);
  }
  while (count > 1) {
    const std::size_t at = static_cast<std::size_t>(
        std::min_element(pairs, pairs + count - 1,
                         [](const merged_pair& a, const merged_pair& b) {
                           return a.rank < b.rank;
                         }) -
        pairs);
    if (pairs[at].id == no_token) break;
    ids[at] = pairs[at].id;
    std::copy(ids + at + 2, ids + count, ids + at + 1);
    if (at + 2 < count) {
      std::copy(pairs + at + 2, pairs + count - 1, pairs + at + 1);
    }
    --count;
    if (at + 1 < count) pairs[at] = words_->find_pair(ids[at], ids[at + 1]);
    if (at != 0) pairs[at - 1] = words_->find_pair(ids[at - 1], ids[at]);
  }
  ids_.resize(count);
}

void pair_merger::merge_long() {
  const auto size = static_cast<std::uint32_t>(ids_.size());
  const std::size_t count = long_.run(
      size,
      [&](std::uint32_t left, std::uint32_t right, std::uint32_t) {
        return words_->find_pair(ids_[left], ids_[right]).rank;
      },
      [&](std::uint32_t left, std::uint32_t right) {
        ids_[left] = words_->find_pair(ids_[left], ids_[right]).id;
      });
  std::size_t to = 0;
  for (std::uint32_t at = 0; at != size; at = long_.next(at)) {
    ids_[to++] = ids_[at];  // never ahead of `at`
  }
  ids_.resize(count);
}

}  // namespace pith::inline v0::tokens
