// SPDX-License-Identifier: MIT
/// @file
/// Byte pair encoding of one piece, by a list of merges.
#ifndef PITH_TOKENIZER_TOKENIZER_JSON_PAIR_MERGE_HPP
#define PITH_TOKENIZER_TOKENIZER_JSON_PAIR_MERGE_HPP

#include "tokenizer/ranked/linked_merge.hpp"
#include "tokenizer/tokenizer_json/pair_vocabulary.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace pith::inline v0::tokens {

/// Merges pieces and keeps its memory between them. One thread at a time; the
/// vocabulary must outlive it.
class pair_merger {
 public:
  explicit pair_merger(const pair_vocabulary& words) noexcept
      : words_(&words) {}

  /// The number of tokens of a piece, which is not empty. Of all adjacent
  /// pairs the one that stands first in the list merges, the leftmost first,
  /// until none is in the list. O(n log n) in the longest piece.
  std::size_t count(std::string_view piece);
  /// As count(), and appends the tokens.
  std::size_t encode(std::string_view piece, std::vector<std::uint32_t>& out);

 private:
  /// Leaves the tokens in `ids_`.
  void merge(std::string_view piece);
  void load_characters(std::string_view piece);
  void merge_short() noexcept;
  void merge_long();

  /// Up to here a scan for the lowest pair is cheaper than a heap.
  static constexpr std::size_t short_symbols = 64;

  const pair_vocabulary* words_;
  std::vector<std::uint32_t> ids_;
  linked_merge long_;
};

}  // namespace pith::inline v0::tokens

#endif  // PITH_TOKENIZER_TOKENIZER_JSON_PAIR_MERGE_HPP
