// SPDX-License-Identifier: MIT
#include "tokenizer/ranked/merge.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

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
        piece.size() <= short_bytes ? next_[begin] : long_.next(begin);
    out.push_back(words_.find(piece.substr(begin, end - begin)));
    begin = end;
  }
  return tokens;
}

std::size_t merger::merge(std::string_view piece) {
  return piece.size() <= short_bytes ? merge_short(piece) : merge_long(piece);
}

std::size_t merger::merge_short(std::string_view piece) noexcept {
  // What a part and the next one would become: the rank and, below it, where
  // the part begins. So the least is the lowest rank, and the leftmost of it.
  constexpr unsigned place_bits = 7;
  constexpr std::int32_t nothing = std::numeric_limits<std::int32_t>::max();
  static_assert(short_bytes < (1u << place_bits));
  static_assert(place_bits + token_slot::id_bits < 31);

  const std::size_t size = piece.size();
  // Keys read beyond the piece.
  char text[short_bytes + short_key::readable_bytes];
  std::memcpy(text, piece.data(), size);
  std::memset(text + size, 0, short_key::readable_bytes);
  std::int32_t unions[short_bytes];
  std::uint8_t before[short_bytes + 1];
  const auto union_of = [&](std::size_t begin, std::size_t end) {
    const std::size_t length = end - begin;
    std::uint32_t rank = no_token;
    if (length <= token_slot::max_bytes) {
      const short_key key = short_key::load(text + begin, length);
      rank = words_.find(key, key.hash(), length);
    } else {
      rank = words_.find({text + begin, length});
    }
    return rank == no_token
               ? nothing
               : static_cast<std::int32_t>(rank << place_bits | begin);
  };
  for (std::size_t i = 0; i <= size; ++i) {
    next_[i] = static_cast<std::uint8_t>(i + 1);
    before[i] = static_cast<std::uint8_t>(i - 1);
  }
  for (std::size_t i = 0; i + 1 < size; ++i) unions[i] = union_of(i, i + 2);
  unions[size - 1] = nothing;
  std::size_t parts = size;
  for (;;) {
    std::int32_t least = nothing;
    for (std::size_t i = 0; i < size; ++i) least = std::min(least, unions[i]);
    if (least == nothing) return parts;
    const std::size_t at =
        static_cast<std::size_t>(least) & ((1u << place_bits) - 1);
    // The part after is swallowed.
    const std::size_t swallowed = next_[at];
    const std::size_t end = next_[swallowed];
    unions[swallowed] = nothing;
    next_[at] = static_cast<std::uint8_t>(end);
    before[end] = static_cast<std::uint8_t>(at);
    --parts;
    unions[at] = end == size ? nothing : union_of(at, next_[end]);
    if (at != 0) unions[before[at]] = union_of(before[at], end);
  }
}

std::size_t merger::merge_long(std::string_view piece) {
  return long_.run(
      static_cast<std::uint32_t>(piece.size()),
      [&](std::uint32_t begin, std::uint32_t, std::uint32_t end) {
        const std::size_t length = end - begin;
        if (length > token_slot::max_bytes ||
            piece.size() - begin < short_key::readable_bytes) {
          return words_.find(piece.substr(begin, length));
        }
        // Keys read beyond the part, but not beyond the piece.
        const short_key key = short_key::load(piece.data() + begin, length);
        return words_.find(key, key.hash(), length);
      },
      [](std::uint32_t, std::uint32_t) {});
}

}  // namespace pith::inline v0::tokens
