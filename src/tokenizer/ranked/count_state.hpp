// SPDX-License-Identifier: MIT
/// @file
/// What counting keeps between texts, and the count of one piece.
#ifndef PITH_TOKENIZER_RANKED_COUNT_STATE_HPP
#define PITH_TOKENIZER_RANKED_COUNT_STATE_HPP

#include "tokenizer/ranked/merge.hpp"
#include "tokenizer/ranked/piece_cache.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace pith::inline v0::tokens {

/// A merger that says which short strings are tokens: words().
template <class Merger>
concept has_words = requires(const Merger& m) { m.words(); };

/// What counting keeps between texts. One thread at a time.
template <class Merger>
struct basic_count_state {
  template <class Vocabulary>
  explicit basic_count_state(const Vocabulary& words)
      : merge(words), has_digit_groups(words.has_digit_groups()) {}

  /// A megabyte each: what the second level of a processor's caches holds.
  piece_cache<2, 14> stretches;
  /// Those with an indentation in them, or a long name.
  piece_cache<4, 13> long_stretches;
  piece_cache<2, 14> pieces;
  /// Words of scripts that take two or three bytes for a letter.
  piece_cache<4, 14> long_pieces;
  Merger merge;
  bool has_digit_groups;
};

using count_state = basic_count_state<merger>;

/// The key of a piece; nothing is read at `end` or after.
template <class Key>
Key piece_key(const char* p, std::size_t size, const char* end) noexcept {
  if (static_cast<std::size_t>(end - p) >= Key::readable_bytes) {
    return Key::load(p, size);
  }
  char padded[Key::readable_bytes] = {};
  std::memcpy(padded, p, size);
  return Key::load(padded, size);
}

/// The number of tokens of one piece; nothing is read at `end` or after.
template <class Merger>
std::size_t count_piece(basic_count_state<Merger>& state, const char* p,
                        std::size_t size, const char* end) {
  const auto look_up = [&](auto& cache, const auto& key) -> std::size_t {
    const std::uint64_t hash = key.hash();
    if (const std::uint32_t known = cache.find(key, hash)) return known;
    const std::size_t count = state.merge.count({p, size});
    cache.insert(key, hash, static_cast<std::uint32_t>(count));
    return count;
  };
  if (size <= short_key::max_bytes) {
    return look_up(state.pieces, piece_key<short_key>(p, size, end));
  }
  if (size <= long_key::max_bytes) {
    return look_up(state.long_pieces, piece_key<long_key>(p, size, end));
  }
  return state.merge.count({p, size});
}

/// The same for a piece of a new text. Most of them are tokens, which need no
/// place in the cache.
template <class Merger>
std::size_t count_new_piece(basic_count_state<Merger>& state, const char* p,
                            std::size_t size, const char* end) {
  if constexpr (has_words<Merger>) {
    if (size <= token_slot::max_bytes) {
      const auto key = piece_key<short_key>(p, size, end);
      if (state.merge.words().find(key, key.hash(), size) != no_token) return 1;
    }
  }
  return count_piece(state, p, size, end);
}

}  // namespace pith::inline v0::tokens

#endif  // PITH_TOKENIZER_RANKED_COUNT_STATE_HPP
