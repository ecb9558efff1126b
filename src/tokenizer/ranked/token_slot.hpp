// SPDX-License-Identifier: MIT
/// @file
/// A short token as it lies in an image: its bytes, its number and what
/// counting wants to know of it, in sixteen bytes.
#ifndef PITH_TOKENIZER_RANKED_TOKEN_SLOT_HPP
#define PITH_TOKENIZER_RANKED_TOKEN_SLOT_HPP

#include "tokenizer/ranked/string_key.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace pith::inline v0::tokens {

/// Twelve bytes of text, zero-padded; then 20 bits of id, 4 of length and two
/// flags. Length 0 is an empty slot.
class token_slot {
 public:
  static constexpr std::size_t bytes = 16;
  static constexpr std::size_t max_bytes = 12;
  static constexpr unsigned id_bits = 20;

  constexpr token_slot() = default;

  [[nodiscard]] static token_slot load(const char* p) noexcept {
    token_slot slot;
    std::memcpy(&slot.first_, p, 8);
    std::memcpy(&slot.second_, p + 8, 8);
    return slot;
  }
  void store(char* p) const noexcept {
    std::memcpy(p, &first_, 8);
    std::memcpy(p + 8, &second_, 8);
  }
  /// The text of a key of `size` bytes, at most max_bytes; id 0 and no flag.
  [[nodiscard]] static token_slot make(const short_key& key,
                                       std::size_t size) noexcept {
    token_slot slot;
    slot.first_ = key.bits[0];
    slot.second_ = (key.bits[1] & 0xFFFFFFFF) | std::uint64_t{size}
                                                    << length_shift;
    return slot;
  }

  void set_id(std::uint32_t id) noexcept {
    second_ |= std::uint64_t{id} << id_shift;
  }
  void set_one_piece() noexcept { second_ |= one_piece; }
  void set_overflown() noexcept { second_ |= overflown; }

  [[nodiscard]] bool has_text_of(const token_slot& other) const noexcept {
    return ((first_ ^ other.first_) |
            ((second_ ^ other.second_) & text_mask)) == 0;
  }
  /// Becomes `other`, apart from its text, when that has the text of `wanted`.
  void take_if_same(const token_slot& other,
                    const token_slot& wanted) noexcept {
    const std::uint64_t all = other.has_text_of(wanted) ? ~std::uint64_t{0} : 0;
    second_ |= other.second_ & all;
  }
  [[nodiscard]] std::size_t length() const noexcept {
    return static_cast<std::size_t>(second_ >> length_shift & 15);
  }
  [[nodiscard]] bool is_empty() const noexcept { return length() == 0; }
  [[nodiscard]] std::uint32_t id() const noexcept {
    return static_cast<std::uint32_t>(second_ >> id_shift) &
           ((1u << id_bits) - 1);
  }
  /// A text of just these bytes is cut into one piece: it is one token.
  [[nodiscard]] bool is_one_piece() const noexcept {
    return (second_ & one_piece) != 0;
  }
  /// Of the first slot of a bucket: a token that belongs here lies further on.
  [[nodiscard]] bool is_overflown() const noexcept {
    return (second_ & overflown) != 0;
  }

 private:
  static constexpr unsigned id_shift = 32;
  static constexpr unsigned length_shift = id_shift + id_bits;
  static constexpr std::uint64_t text_mask = 0xFFFFFFFF | std::uint64_t{15}
                                                              << length_shift;
  static constexpr std::uint64_t one_piece = std::uint64_t{1} << 56;
  static constexpr std::uint64_t overflown = std::uint64_t{1} << 57;

  std::uint64_t first_ = 0;
  std::uint64_t second_ = 0;
};

}  // namespace pith::inline v0::tokens

#endif  // PITH_TOKENIZER_RANKED_TOKEN_SLOT_HPP
