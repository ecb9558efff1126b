// SPDX-License-Identifier: MIT
/// @file
/// The tokens of an encoding, ready to be looked up where they lie: an image
/// that is mapped or embedded, never unpacked.
#ifndef PITH_TOKENIZER_RANKED_VOCABULARY_HPP
#define PITH_TOKENIZER_RANKED_VOCABULARY_HPP

#include "document/hash.hpp"
#include "text/prefetch.hpp"
#include "tokenizer/ranked/token_slot.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace pith::inline v0::tokens {

inline constexpr std::uint32_t no_token = 0xFFFFFFFF;

/// Which expression cuts the pieces.
enum class piece_family : std::uint32_t { gpt2, cl100k, o200k };

/// The beginning of an image. Numbers are little-endian. Sections follow in
/// this order: buckets, places, ids of special tokens, long slots, long
/// offsets, long text; each is aligned to eight bytes.
struct image_header {
  char magic[8];              ///< "pithtok2"
  std::uint32_t family;       ///< piece_family
  std::uint32_t token_count;  ///< ids are below; an id may be unused
  std::uint32_t bucket_count;
  std::uint32_t special_count;
  /// Tokens that no bucket holds, without the special ones.
  std::uint32_t long_count;
  std::uint32_t long_slot_bits;
  std::uint32_t text_bytes;     ///< of long tokens, then of the special ones
  std::uint32_t longest_token;  ///< in bytes
  /// 1 when every run of one to three decimal digits is a token.
  std::uint32_t has_digit_groups;
  std::uint32_t reserved[5];  ///< up to a cache line, where the buckets begin
};
static_assert(sizeof(image_header) == 64);

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
  /// Places are numbers below this one; each may hold a token.
  [[nodiscard]] std::uint32_t place_count() const noexcept {
    return slot_count() + header_.long_count;
  }
  /// The token at a place; no_token where there is none.
  [[nodiscard]] std::uint32_t id_at(std::uint32_t place) const noexcept {
    if (place >= slot_count()) return long_id(place - slot_count());
    const token_slot slot = slot_at(place);
    return slot.is_empty() ? no_token : slot.id();
  }
  /// The bytes of the token at a place; empty where there is none.
  [[nodiscard]] std::string_view text_at(std::uint32_t place) const noexcept {
    if (place >= slot_count()) return long_text(place - slot_count());
    return {buckets_ + token_slot::bytes * std::size_t{place},
            slot_at(place).length()};
  }

  [[nodiscard]] std::uint32_t special_count() const noexcept {
    return header_.special_count;
  }
  [[nodiscard]] std::uint32_t special_id(std::uint32_t i) const noexcept {
    return load_4(special_ids_ + 4 * std::size_t{i});
  }
  [[nodiscard]] std::string_view special_text(std::uint32_t i) const noexcept {
    return long_text(header_.long_count + i);
  }

  /// The token with exactly these bytes, or no_token. Its number is also the
  /// rank of the merge that makes it.
  [[nodiscard]] std::uint32_t find(std::string_view bytes) const noexcept {
    if (bytes.empty()) return no_token;
    if (bytes.size() > token_slot::max_bytes) return find_long(bytes);
    char padded[short_key::readable_bytes] = {};
    std::memcpy(padded, bytes.data(), bytes.size());
    const short_key key = short_key::load(padded, bytes.size());
    return find(key, key.hash(), bytes.size());
  }
  /// The same for a key of `size` bytes, at most token_slot::max_bytes. Touches
  /// one cache line, seldom a second one.
  [[nodiscard]] std::uint32_t find(const short_key& key, std::uint64_t hash,
                                   std::size_t size) const noexcept {
    const token_slot found = find_slot(key, hash, size);
    return found.is_empty() ? no_token : found.id();
  }
  /// The slot of the token with these bytes, or an empty one.
  [[nodiscard]] token_slot find_slot(const short_key& key, std::uint64_t hash,
                                     std::size_t size) const noexcept {
    const token_slot wanted = token_slot::make(key, size);
    for (std::size_t at = bucket_of(hash, header_.bucket_count);;) {
      const char* const bucket = buckets_ + bucket_bytes * at;
      // All slots, without a branch: which one it is nobody can foresee.
      token_slot found;
      for (std::size_t i = 0; i < slots_per_bucket; ++i) {
        found.take_if_same(token_slot::load(bucket + token_slot::bytes * i),
                           wanted);
      }
      if (!found.is_empty()) return found;
      if (!token_slot::load(bucket).is_overflown()) return {};
      if (++at == header_.bucket_count) at = 0;
    }
  }
  /// Has the cache line of find_slot() on its way.
  void prefetch(std::uint64_t hash) const noexcept {
    text::prefetch(buckets_ +
                   bucket_bytes * bucket_of(hash, header_.bucket_count));
  }

  // What the maker of images shares with find().

  static constexpr std::size_t slots_per_bucket = 4;
  static constexpr std::size_t bucket_bytes =
      token_slot::bytes * slots_per_bucket;  ///< a cache line

  /// The bucket where a search begins: a hash spread over `count` of them.
  [[nodiscard]] static std::size_t bucket_of(std::uint64_t hash,
                                             std::uint32_t count) noexcept {
    return static_cast<std::size_t>((hash >> 32) * count >> 32);
  }

  /// A slot of a long token: its index plus one in the low bits, so that 0 is
  /// empty, and some bits of the hash above, so that most foreign slots need no
  /// comparison.
  static constexpr std::uint32_t id_mask = (1u << token_slot::id_bits) - 1;
  static constexpr std::uint32_t mark_mask = ~id_mask;
  [[nodiscard]] static std::uint32_t mark_of(std::uint64_t hash) noexcept {
    return static_cast<std::uint32_t>(hash << token_slot::id_bits);
  }
  /// Of a long token. Always the same seed, since images are made once; a
  /// vocabulary is not input of an adversary, and a text that collides only
  /// costs a longer probe.
  [[nodiscard]] static std::uint64_t hash_of(std::string_view bytes) noexcept {
    return pith::detail::hash_bytes(bytes, 0x9E3779B97F4A7C15ull);
  }

 private:
  static std::uint32_t load_4(const char* p) noexcept {
    std::uint32_t v;
    std::memcpy(&v, p, sizeof v);
    return v;
  }
  [[nodiscard]] std::uint32_t slot_count() const noexcept {
    return header_.bucket_count * static_cast<std::uint32_t>(slots_per_bucket);
  }
  [[nodiscard]] token_slot slot_at(std::uint32_t i) const noexcept {
    return token_slot::load(buckets_ + token_slot::bytes * std::size_t{i});
  }
  [[nodiscard]] std::uint32_t long_id(std::uint32_t i) const noexcept {
    return load_4(long_ids_ + 4 * std::size_t{i});
  }
  [[nodiscard]] std::uint32_t long_offset(std::uint32_t i) const noexcept {
    return load_4(long_offsets_ + 4 * std::size_t{i});
  }
  [[nodiscard]] std::string_view long_text(std::uint32_t i) const noexcept {
    const std::uint32_t begin = long_offset(i);
    return {text_ + begin, long_offset(i + 1) - begin};
  }
  [[nodiscard]] std::uint32_t find_long(std::string_view bytes) const noexcept;

  image_header header_{};
  const char* buckets_ = nullptr;
  const char* special_ids_ = nullptr;
  const char* long_slots_ = nullptr;
  const char* long_ids_ = nullptr;
  const char* long_offsets_ = nullptr;
  const char* text_ = nullptr;
};

}  // namespace pith::inline v0::tokens

#endif  // PITH_TOKENIZER_RANKED_VOCABULARY_HPP
