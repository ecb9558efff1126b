// SPDX-License-Identifier: MIT
#include "tokenizer/ranked/merge.hpp"

#include <algorithm>

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
        piece.size() <= short_bytes ? short_ends_[i + 1] : long_.next(begin);
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
    // The part after is swallowed.
    std::copy(ends + lowest + 2, ends + parts + 1, ends + lowest + 1);
    std::copy(ranks + lowest + 2, ranks + parts, ranks + lowest + 1);
    --parts;
    ranks[lowest] = rank_at(lowest);
    if (lowest != 0) ranks[lowest - 1] = rank_at(lowest - 1);
  }
}

std::size_t merger::merge_long(std::string_view piece) {
  return long_.run(
      static_cast<std::uint32_t>(piece.size()),
      [&](std::uint32_t begin, std::uint32_t, std::uint32_t end) {
        return words_.find(piece.substr(begin, end - begin));
      },
      [](std::uint32_t, std::uint32_t) {});
}

}  // namespace pith::inline v0::tokens
