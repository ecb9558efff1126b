// SPDX-License-Identifier: MIT
/// @file
/// Byte pair encoding of one piece.
#ifndef PITH_TOKENIZER_RANKED_MERGE_HPP
#define PITH_TOKENIZER_RANKED_MERGE_HPP

#include "tokenizer/ranked/linked_merge.hpp"
#include "tokenizer/ranked/vocabulary.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace pith::inline v0::tokens {

/// Merges pieces and keeps its memory between them. One thread at a time.
class merger {
 public:
  explicit merger(const vocabulary& words) noexcept : words_(words) {}

  /// The number of tokens of a piece, which is not empty. Starts with all
  /// bytes apart; the adjacent pair whose union is the token of lowest number
  /// becomes one, the leftmost first, until no pair is a token. Linear in
  /// short pieces, O(n log n) in long ones.
  std::size_t count(std::string_view piece);
  /// The number of tokens of a piece that is not a token itself.
  std::size_t count_parts(std::string_view piece) { return merge(piece); }
  /// As count(), and appends the tokens.
  std::size_t encode(std::string_view piece, std::vector<std::uint32_t>& out);
  /// What pieces and stretches are looked up in first.
  [[nodiscard]] const vocabulary& words() const noexcept { return words_; }

 private:
  /// Leaves the tokens in `next_` or `long_`; returns their number.
  std::size_t merge(std::string_view piece);
  std::size_t merge_short(std::string_view piece) noexcept;
  std::size_t merge_long(std::string_view piece);

  /// Up to here a scan for the lowest pair is cheaper than a heap.
  static constexpr std::size_t short_bytes = 96;

  vocabulary words_;
  /// Where the part that begins at a byte ends.
  std::uint8_t next_[short_bytes + 1];
  linked_merge long_;
};

}  // namespace pith::inline v0::tokens

#endif  // PITH_TOKENIZER_RANKED_MERGE_HPP
