// SPDX-License-Identifier: MIT
/// @file
/// Counts the tokens of stretches (count_text.hpp), many at a time.
///
/// What a stretch needs lies somewhere in megabytes of tables. So stretches
/// wait in lists while their cache lines arrive: first for the cache of
/// stretches, then, when they are not there, for the vocabulary, since most are
/// a token, and then their pieces for the vocabulary as well. Without the lists
/// two thirds of the time of a new text went by in waiting. A text of which all
/// is known is looked up at once.
#ifndef PITH_TOKENIZER_RANKED_STRETCH_COUNTER_HPP
#define PITH_TOKENIZER_RANKED_STRETCH_COUNTER_HPP

#include "tokenizer/pieces/pretokenize.hpp"
#include "tokenizer/ranked/count_state.hpp"

#include <cstddef>
#include <cstdint>

namespace pith::inline v0::tokens {

/// One text; the tables are in the state, which must outlive it.
template <piece_rules rules, class State>
class stretch_counter {
 public:
  /// The text ends at `end`.
  stretch_counter(State& state, const char* end) noexcept
      : state_(state), end_(end) {}

  /// Stretches that may be added between two calls of look_up_some().
  static constexpr std::size_t most_between = 64;
  static constexpr std::size_t readable_bytes = long_key::readable_bytes;

  /// Counts a stretch, at the latest in finish(). readable_bytes follow
  /// `begin`.
  void add(const char* begin, std::size_t size) {
    if (size > short_key::max_bytes) {
      add_long(begin, size);
      return;
    }
    const short_key key = short_key::load(begin, size);
    const std::uint64_t hash = key.hash();
    if (!is_new_) [[likely]] {
      const std::uint32_t known = state_.stretches.find(key, hash);
      total_ += known;
      if (known == 0) [[unlikely]]
        leave({begin, size, hash});
      return;
    }
    state_.stretches.prefetch(hash);
    announced_[announced_count_++] = {begin, size, hash};
  }

  /// Looks the stretches up that wait, when they are enough.
  void look_up_some() {
    if (announced_count_ >= batch) look_up_all();
  }
  /// The count of all that was added.
  std::size_t finish() {
    look_up_all();
    learn_all();
    return total_;
  }

  /// Counts piece by piece from `p` until at least `goal`; returns the end of
  /// the last piece. The text ends at `end`.
  const char* slowly(const char* p, const char* goal, const char* end) {
    while (p < goal) {
      const char* const next = cutter::cut(p, end);
      total_ +=
          count_piece(state_, p, static_cast<std::size_t>(next - p), end_);
      p = next;
    }
    return p;
  }

 private:
  using cutter = piece_cutter<rules>;
  using merger_type = decltype(State::merge);

  /// A stretch that waits for what it needs from memory.
  struct waiting {
    const char* begin;
    std::size_t size;
    std::uint64_t hash;
  };
  /// A piece of a stretch that was not known.
  struct waiting_piece {
    const char* begin;
    std::uint32_t size;
    std::uint32_t stretch;  ///< its index
  };

  [[gnu::noinline]] void add_long(const char* begin, std::size_t size) {
    if (size > long_key::max_bytes) {
      slowly(begin, begin + size, begin + size);
      return;
    }
    const std::uint64_t hash = long_key::load(begin, size).hash();
    state_.long_stretches.prefetch(hash);
    announced_[announced_count_++] = {begin, size, hash};
  }

  /// Counts the stretches that are known; the others are left to learn_all().
  [[gnu::noinline]] void look_up_all() {
    std::size_t total = 0;
    const std::size_t before = unknown_count_;
    for (std::size_t i = 0; i < announced_count_; ++i) {
      const waiting& one = announced_[i];
      const std::uint32_t known = find(one);
      if (known == 0) [[unlikely]]
        leave(one);
      total += known;
    }
    total_ += total;
    announced_count_ = 0;
    is_new_ = unknown_count_ != before;
    if (unknown_count_ >= batch) learn_all();
  }

  /// Leaves a stretch that is not known to learn_all().
  void leave(const waiting& one) noexcept {
    is_new_ = true;
    unknown_[unknown_count_++] = one;
    if constexpr (has_words<merger_type>) {
      if (one.size <= token_slot::max_bytes) {
        state_.merge.words().prefetch(one.hash);
      }
    }
  }

  std::uint32_t find(const waiting& one) const noexcept {
    if (one.size <= short_key::max_bytes) [[likely]] {
      return state_.stretches.find(short_key::load(one.begin, one.size),
                                   one.hash);
    }
    return state_.long_stretches.find(long_key::load(one.begin, one.size),
                                      one.hash);
  }

  /// Counts the stretches that were not known, and remembers them.
  [[gnu::noinline]] void learn_all() {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < unknown_count_; ++i) {
      const waiting one = unknown_[i];
      // It may have been left twice.
      if (const std::uint32_t known = find(one)) {
        total_ += known;
      } else if (is_one_token(one)) {
        remember(one, 1);
      } else {
        if (piece_count_ + one.size > most_pieces) {
          count_pieces(kept);
          kept = 0;
        }
        cut_pieces(one, kept);
        unknown_[kept++] = one;
      }
    }
    count_pieces(kept);
    unknown_count_ = 0;
  }

  /// Puts the pieces of a stretch on the list of those to count.
  void cut_pieces(const waiting& one, std::size_t index) {
    const char* const end = one.begin + one.size;
    for (const char* p = one.begin; p != end;) {
      const char* const next = cutter::cut(p, end);
      const auto size = static_cast<std::uint32_t>(next - p);
      if (size <= short_key::max_bytes) {
        prefetch_piece(piece_key<short_key>(p, size, end_).hash());
      }
      pieces_[piece_count_++] = {p, size, static_cast<std::uint32_t>(index)};
      p = next;
    }
  }

  /// Counts the pieces on the list, which are those of the first `stretches`
  /// unknown ones.
  void count_pieces(std::size_t stretches) {
    std::size_t piece = 0;
    for (std::size_t i = 0; i < stretches; ++i) {
      std::size_t count = 0;
      for (; piece < piece_count_ && pieces_[piece].stretch == i; ++piece) {
        count += count_new_piece(state_, pieces_[piece].begin,
                                 pieces_[piece].size, end_);
      }
      remember(unknown_[i], count);
    }
    piece_count_ = 0;
  }

  void remember(const waiting& one, std::size_t count) {
    total_ += count;
    if (one.size <= short_key::max_bytes) {
      state_.stretches.insert(short_key::load(one.begin, one.size), one.hash,
                              static_cast<std::uint32_t>(count));
    } else {
      state_.long_stretches.insert(long_key::load(one.begin, one.size),
                                   one.hash, static_cast<std::uint32_t>(count));
    }
  }

  void prefetch_piece(std::uint64_t hash) const noexcept {
    if constexpr (has_words<merger_type>) {
      state_.merge.words().prefetch(hash);
    } else {
      state_.pieces.prefetch(hash);
    }
  }

  bool is_one_token(const waiting& one) const noexcept {
    if constexpr (has_words<merger_type>) {
      return one.size <= token_slot::max_bytes &&
             state_.merge.words()
                 .find_slot(short_key::load(one.begin, one.size), one.hash,
                            one.size)
                 .is_one_piece();
    }
    return false;
  }

  /// So many at a time: enough that the first of them need not wait.
  static constexpr std::size_t batch = 32;
  static constexpr std::size_t most_announced = batch + most_between;
  /// One is left by add() before the others are announced.
  static constexpr std::size_t most_unknown = batch + 1 + most_announced;

  State& state_;
  const char* end_;
  waiting announced_[most_announced];
  std::size_t announced_count_ = 0;
  waiting unknown_[most_unknown];
  std::size_t unknown_count_ = 0;
  static constexpr std::size_t most_pieces = 128;
  waiting_piece pieces_[most_pieces];
  std::size_t piece_count_ = 0;
  /// Whether the text seems to be one that was not seen before. Where all is
  /// known, the lines are near and lists cost more than they save.
  bool is_new_ = false;
  std::size_t total_ = 0;
};

}  // namespace pith::inline v0::tokens

#endif  // PITH_TOKENIZER_RANKED_STRETCH_COUNTER_HPP
