// SPDX-License-Identifier: MIT
/// @file
/// Merges the parts of a long piece, the lowest rank first.
#ifndef PITH_TOKENIZER_RANKED_LINKED_MERGE_HPP
#define PITH_TOKENIZER_RANKED_LINKED_MERGE_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace pith::inline v0::tokens {

/// Parts in a list, and a heap of what adjacent ones would become. O(n log n),
/// where a scan for the lowest pair would take n * n. Keeps its memory.
class linked_merge {
 public:
  static constexpr std::uint32_t no_rank = 0xFFFFFFFF;

  /// Starts with the parts 0, 1, ... `size` - 1, merges as long as a pair has
  /// a rank, the leftmost of equal ones first, and returns how many parts are
  /// left. `rank(a, b, end)` is that of the adjacent parts `a` and `b`, of
  /// which the second ends where part `end` begins; `join(a, b)` is told that
  /// `b` has become part of `a`.
  template <class Rank, class Join>
  std::size_t run(std::uint32_t size, Rank rank, Join join) {
    parts_.resize(std::size_t{size} + 1);
    heap_.clear();
    // A part that changed leaves its old entry there; the rank tells that it
    // is stale.
    const auto offer = [&](std::uint32_t at) {
      part& p = parts_[at];
      p.rank = p.next == size ? no_rank : rank(at, p.next, parts_[p.next].next);
      if (p.rank == no_rank) return;
      heap_.push_back(std::uint64_t{p.rank} << 32 | at);
      std::push_heap(heap_.begin(), heap_.end(), std::greater<>{});
    };
    for (std::uint32_t i = 0; i <= size; ++i) {
      parts_[i] = {i - 1, i + 1, no_rank};
    }
    for (std::uint32_t i = 0; i < size; ++i) offer(i);
    std::size_t count = size;
    while (!heap_.empty()) {
      const std::uint64_t top = heap_.front();
      std::pop_heap(heap_.begin(), heap_.end(), std::greater<>{});
      heap_.pop_back();
      const auto at = static_cast<std::uint32_t>(top);
      part& p = parts_[at];
      if (p.rank != static_cast<std::uint32_t>(top >> 32)) continue;
      const std::uint32_t swallowed = p.next;
      join(at, swallowed);
      parts_[swallowed].rank = no_rank;
      p.next = parts_[swallowed].next;
      parts_[p.next].before = at;
      --count;
      offer(at);
      if (at != 0) offer(p.before);
    }
    return count;
  }

  /// The part after the one at `at`; `size` after the last.
  [[nodiscard]] std::uint32_t next(std::uint32_t at) const noexcept {
    return parts_[at].next;
  }

 private:
  struct part {
    std::uint32_t before;
    std::uint32_t next;
    std::uint32_t rank;  ///< of this part and the next
  };

  std::vector<part> parts_;
  std::vector<std::uint64_t> heap_;
};

}  // namespace pith::inline v0::tokens

#endif  // PITH_TOKENIZER_RANKED_LINKED_MERGE_HPP
