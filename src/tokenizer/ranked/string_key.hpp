// SPDX-License-Identifier: MIT
/// @file
/// A short byte string as a few words.
#ifndef PITH_TOKENIZER_RANKED_STRING_KEY_HPP
#define PITH_TOKENIZER_RANKED_STRING_KEY_HPP

#include "document/hash.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace pith::inline v0::tokens {

/// The bytes of a string, zero-padded, with its length above them: exact,
/// because the key is the string itself. The topmost byte is zero and leaves
/// room for a count.
template <std::size_t words>
struct string_key {
  std::array<std::uint64_t, words> bits;

  static constexpr std::size_t max_bytes = 8 * words - 2;
  /// Bytes that must be readable, however short the string is.
  static constexpr std::size_t readable_bytes = 8 * words;
  static constexpr std::uint64_t length_unit = std::uint64_t{1} << 48;

  /// `size` is 1 to max_bytes.
  static string_key load(const char* p, std::size_t size) noexcept {
    string_key key;
    std::memcpy(key.bits.data(), p, readable_bytes);
    // A table, because lengths are hard to foresee.
    for (std::size_t i = 0; i < words; ++i) key.bits[i] &= masks[size][i];
    key.bits[words - 1] |= size * length_unit;
    return key;
  }

  /// The bits of the first `size` bytes, for every size.
  static constexpr auto masks = [] {
    std::array<std::array<std::uint64_t, words>, max_bytes + 1> all{};
    for (std::size_t size = 0; size <= max_bytes; ++size) {
      for (std::size_t byte = 0; byte < size; ++byte) {
        all[size][byte / 8] |= std::uint64_t{0xFF} << 8 * (byte % 8);
      }
    }
    return all;
  }();

  [[nodiscard]] std::uint64_t hash() const noexcept {
    std::uint64_t h = 0xA0761D6478BD642Full;
    for (std::size_t i = 0; i + 1 < words; i += 2) {
      h = pith::detail::fold_multiply(bits[i] ^ h,
                                      bits[i + 1] ^ 0xE7037ED1A0B428DBull);
    }
    return h;
  }
};

using short_key = string_key<2>;
using long_key = string_key<4>;

}  // namespace pith::inline v0::tokens

#endif  // PITH_TOKENIZER_RANKED_STRING_KEY_HPP
