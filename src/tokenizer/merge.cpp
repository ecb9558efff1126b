// SPDX-License-Identifier: MIT
#include "tokenizer/merge.hpp"

#include <algorithm>
#include <functional>

namespace pith::inline v0::tokens {

std::size_t merger::count(std::string_view piece) {
  if (words_.find(piece) != no_token) return 1;
  return merge(piece);
}

std::size_t merger::encode(std::string_view piece,
                           std::vector<std::uint32_t>& out) {
  if (const std::uint32_t whole = words_.find(piece); whole != no_token) {
    out.push_back(whole);
    return 1;
  }
  const std::size_t tokens = merge(piece);
  std::uint32_t begin = 0;
  for (std::size_t i = 0; i < tokens; ++i) {
    const std::uint32_t end =
        piece.size() <= short_bytes ? short_ends_[i + 1] : parts_[begin].next;
    out.push_back(words_.find(piece.substr(begin, end - begin)));
    begin = end;
  }
  return tokens;
}

std::size_t merger::merge(std::string_view piece) {
  return piece.size() <= short_bytes ? merge_short(piece) : merge_long(piece);
}

std::size_t merger::merge_short(std::string_view piece) noexcept {
  std::uint32_t ranks[short_bytes + 1];
  std::uint32_t* const ends = short_ends_;  // ends[i] also begins part i
  std::size_t parts = piece.size();
  const auto rank_at = [&](std::size_t i) {
    if (i + 2 > parts) return no_token;
    return words_.find(piece.substr(ends[i], ends[i + 2] - ends[i]));
  };
  for (std::size_t i = 0; i <= parts; ++i) {
    ends[i] = static_cast<std::uint32_t>(i);
  }
  for (std::size_t i = 0; i < parts; ++i) ranks[i] = rank_at(i);
  for (;;) {
    const std::size_t lowest = static_cast<std::size_t>(
        std::min_element(ranks, ranks + parts) - ranks);
    if (ranks[lowest] == no_token) return parts;
    // The part behind is swallowed.
    std::copy(ends + lowest + 2, ends + parts + 1, ends + lowest + 1);
    std::copy(ranks + lowest + 2, ranks + parts, ranks + lowest + 1);
    --parts;
    ranks[lowest] = rank_at(lowest);
    if (lowest != 0) ranks[lowest - 1] = rank_at(lowest - 1);
  }
}

std::size_t merger::merge_long(std::string_view piece) {
  const auto size = static_cast<std::uint32_t>(piece.size());
  parts_.resize(piece.size() + 1);
  heap_.clear();
  const auto rank_at = [&](std::uint32_t at) {
    const std::uint32_t next = parts_[at].next;
    if (next >= size) return no_token;
    return words_.find(piece.substr(at, parts_[next].next - at));
  };
  // Lowest rank first, then leftmost. A part that changed leaves its old
  // entry behind; the rank tells that it is stale.
  const auto offer = [&](std::uint32_t at) {
    const std::uint32_t rank = parts_[at].rank = rank_at(at);
    if (rank == no_token) return;
    heap_.push_back(std::uint64_t{rank} << 32 | at);
    std::push_heap(heap_.begin(), heap_.end(), std::greater<>{});
  };
  for (std::uint32_t i = 0; i <= size; ++i) {
    parts_[i] = {i - 1, i + 1, no_token};
  }
  for (std::uint32_t i = 0; i < size; ++i) offer(i);
  std::size_t count = piece.size();
  while (!heap_.empty()) {
    const std::uint64_t top = heap_.front();
    std::pop_heap(heap_.begin(), heap_.end(), std::greater<>{});
    heap_.pop_back();
    const auto at = static_cast<std::uint32_t>(top);
    if (parts_[at].rank != static_cast<std::uint32_t>(top >> 32)) continue;
    const std::uint32_t swallowed = parts_[at].next;
    const std::uint32_t next = parts_[swallowed].next;
    parts_[swallowed].rank = no_token;
    parts_[at].next = next;
    parts_[next].before = at;
    --count;
    offer(at);
    if (at != 0) offer(parts_[at].before);
  }
  return count;
}

}  // namespace pith::inline v0::tokens
