// SPDX-License-Identifier: MIT
/// @file
/// The tokens of an encoding, ready to be looked up where they lie: an image
/// that is mapped or embedded, never unpacked.
#ifndef PITH_TOKENIZER_RANKED_VOCABULARY_HPP
#define PITH_TOKENIZER_RANKED_VOCABULARY_HPP

#include "document/hash.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace pith::inline v0::tokens {

inline constexpr std::uint32_t no_token = 0xFFFFFFFF;

/// Which expression cuts the pieces.
enum class piece_family : std::uint32_t { gpt2, cl100k, o200k };

/// The beginning of an image. Numbers are little-endian; sections follow in
/// the order of the members, each aligned to eight bytes.
struct image_header {
  char magic[8];              ///< "pithtok1"
  std::uint32_t family;       ///< piece_family
  std::uint32_t token_count;  ///< ids are below; an id may be unused
  std::uint32_t slot_bits;
  std::uint32_t special_count;
  std::uint32_t text_bytes;     ///< of all tokens, then of the special ones
  std::uint32_t longest_token;  ///< in bytes
  /// 1 when every run of one to three decimal digits is a token.
  std::uint32_t has_digit_groups;
  std::uint32_t reserved;
};

/// A view of an image. Copies freely; the image must outlive it.
class vocabulary {
 public:
  vocabulary() = default;

  /// Nothing found wrong: sizes, offsets and slots are all within the image.
  /// Linear in its size, but touches every page; `attach` alone touches one.
  [[nodiscard]] static bool check(std::string_view image) noexcept;
  /// Looks only at the header and the sizes.
  [[nodiscard]] bool attach(std::string_view image) noexcept;

  [[nodiscard]] piece_family family() const noexcept {
    return static_cast<piece_family>(header_.family);
  }
  [[nodiscard]] std::uint32_t size() const noexcept {
    return header_.token_count;
  }
  [[nodiscard]] bool has_digit_groups() const noexcept {
    return header_.has_digit_groups != 0;
  }
  /// The bytes of a token; empty for an unused id.
  [[nodiscard]] std::string_view text(std::uint32_t id) const noexcept {
    const std::uint32_t begin = offset(id);
    return {text_ + begin, offset(id + 1) - begin};
  }
  /// The token of one byte: every encoding has all 256.
  [[nodiscard]] std::uint32_t byte_token(unsigned char byte) const noexcept {
    return load(byte_ids_ + 4 * std::size_t{byte});
  }

  [[nodiscard]] std::uint32_t special_count() const noexcept {
    return header_.special_count;
  }
  [[nodiscard]] std::uint32_t special_id(std::uint32_t i) const noexcept {
    return load(special_ids_ + 4 * std::size_t{i});
  }
  [[nodiscard]] std::string_view special_text(std::uint32_t i) const noexcept {
    return text(header_.token_count + i);
  }

  /// The token with exactly these bytes, or no_token. Its number is also the
  /// rank of the merge that makes it.
  [[nodiscard]] std::uint32_t find(std::string_view bytes) const noexcept {
    if (bytes.empty() || bytes.size() > header_.longest_token) return no_token;
    const std::uint64_t hash = hash_of(bytes);
    const std::uint32_t mark = mark_of(hash);
    for (auto at = static_cast<std::size_t>(hash >> slot_shift_);;
         at = (at + 1) & slot_mask_) {
      const std::uint32_t slot = load(slots_ + 4 * at);
      if (slot == 0) return no_token;
      if ((slot & mark_mask) != mark) continue;
      const std::uint32_t id = (slot & id_mask) - 1;
      if (text(id) == bytes) return id;
    }
  }

  // What the maker of images shares with find().

  /// A slot: the id plus one in the low bits, so that 0 is empty, and some
  /// bits of the hash above, so that most foreign slots need no comparison.
  static constexpr std::uint32_t id_bits = 20;
  static constexpr std::uint32_t id_mask = (1u << id_bits) - 1;
  static constexpr std::uint32_t mark_mask = ~id_mask;
  [[nodiscard]] static std::uint32_t mark_of(std::uint64_t hash) noexcept {
    return static_cast<std::uint32_t>(hash << id_bits);
  }
  /// Always the same seed, since images are made once; a vocabulary is
  /// not input of an adversary, and a text that collides only costs a longer
  /// probe.
  [[nodiscard]] static std::uint64_t hash_of(std::string_view bytes) noexcept {
    return pith::detail::hash_bytes(bytes, 0x9E3779B97F4A7C15ull);
  }

 private:
  static std::uint32_t load(const char* p) noexcept {
    std::uint32_t v;
    std::memcpy(&v, p, sizeof v);
    return v;
  }
  [[nodiscard]] std::uint32_t offset(std::uint32_t id) const noexcept {
    return load(offsets_ + 4 * std::size_t{id});
  }

  image_header header_{};
  const char* offsets_ = nullptr;
  const char* byte_ids_ = nullptr;
  const char* special_ids_ = nullptr;
  const char* slots_ = nullptr;
  const char* text_ = nullptr;
  std::size_t slot_mask_ = 0;
  unsigned slot_shift_ = 63;
};

}  // namespace pith::inline v0::tokens

#endif  // PITH_TOKENIZER_RANKED_VOCABULARY_HPP
