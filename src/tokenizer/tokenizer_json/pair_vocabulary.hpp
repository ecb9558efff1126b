// SPDX-License-Identifier: MIT
/// @file
/// The tokens of a tokenizer.json and the list of their merges.
///
/// The published encodings merge by the number of the token that comes out.
/// Here the place in a list decides, and a pair that is not in the list never
/// merges, even if its union is a token.
#ifndef PITH_TOKENIZER_TOKENIZER_JSON_PAIR_VOCABULARY_HPP
#define PITH_TOKENIZER_TOKENIZER_JSON_PAIR_VOCABULARY_HPP

#include "document/hash.hpp"
#include "tokenizer/ranked/vocabulary.hpp"
#include "tokenizer/unicode/unicode.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pith::inline v0::tokens {

/// What a piece is made of before the first merge.
enum class symbols : std::uint8_t {
  bytes,       ///< every byte has a token
  characters,  ///< those without a token fall into bytes, which have
};

/// What two tokens become.
struct merged_pair {
  std::uint32_t rank = no_token;  ///< its place in the list; lower goes first
  std::uint32_t id = no_token;
};

class pair_vocabulary_maker;

/// Immutable; shared between threads.
class pair_vocabulary {
 public:
  /// One more than the largest id.
  [[nodiscard]] std::uint32_t size() const noexcept {
    return static_cast<std::uint32_t>(texts_.size());
  }
  /// What a token stands for in a text; empty for an unused id.
  [[nodiscard]] std::string_view text(std::uint32_t id) const noexcept {
    return view(texts_[id]);
  }

  [[nodiscard]] symbols made_of() const noexcept { return made_of_; }
  [[nodiscard]] std::uint32_t byte_token(unsigned char byte) const noexcept {
    return byte_tokens_[byte];
  }
  /// The token of one character, or no_token.
  [[nodiscard]] std::uint32_t character_token(
      std::uint32_t code) const noexcept {
    if (code < ascii_tokens_.size()) return ascii_tokens_[code];
    for (std::size_t at = slot_of(code, character_slots_.size());;
         at = (at + 1) & (character_slots_.size() - 1)) {
      const character_slot& slot = character_slots_[at];
      if (slot.code == code) return slot.id;
      if (slot.id == no_token) return no_token;
    }
  }
  [[nodiscard]] merged_pair find_pair(std::uint32_t left,
                                      std::uint32_t right) const noexcept {
    const std::uint64_t key = std::uint64_t{left} << 32 | right;
    for (std::size_t at = slot_of(key, pair_slots_.size());;
         at = (at + 1) & (pair_slots_.size() - 1)) {
      const pair_slot& slot = pair_slots_[at];
      if (slot.key == key) return slot.merged;
      if (slot.merged.id == no_token) return {};
    }
  }

  /// A piece that is a token is taken whole, whatever its merges say.
  [[nodiscard]] bool takes_whole_pieces() const noexcept {
    return takes_whole_pieces_;
  }
  /// The token with these bytes, or no_token; only for such vocabularies.
  [[nodiscard]] std::uint32_t find_whole(std::string_view bytes) const noexcept;

  /// Whether every run of one to three decimal digits is one token.
  [[nodiscard]] bool has_digit_groups() const noexcept {
    return has_digit_groups_;
  }
  /// Whether some merge can join these two characters: without one, a text may
  /// be cut between them.
  [[nodiscard]] bool joins(std::uint32_t before,
                           std::uint32_t after) const noexcept;

  /// The character that stands for a space in files of SentencePiece.
  static constexpr std::uint32_t space_mark = 0x2581;

 private:
  friend class pair_vocabulary_maker;

  struct span {
    std::uint32_t begin = 0;
    std::uint32_t size = 0;
  };
  struct pair_slot {
    std::uint64_t key = 0;
    merged_pair merged{};
  };
  struct character_slot {
    std::uint32_t code = 0;
    std::uint32_t id = no_token;
  };

  [[nodiscard]] std::string_view view(span s) const noexcept {
    return std::string_view{arena_}.substr(s.begin, s.size);
  }
  /// `slots` is a power of two.
  [[nodiscard]] std::size_t slot_of(std::uint64_t key,
                                    std::size_t slots) const noexcept {
    return pith::detail::slot_of(
        pith::detail::fold_multiply(key ^ seed_, 0xA0761D6478BD642Full), slots);
  }
  /// The characters that most texts consist of have numbers below
  /// `common_count`; others have not.
  static constexpr std::size_t common_count = 129;
  [[nodiscard]] static std::size_t common_number(std::uint32_t code) noexcept {
    if (code < 128) return code;
    return code == space_mark ? 128 : common_count;
  }

  std::string arena_;
  std::vector<span> texts_;  ///< by id
  symbols made_of_ = symbols::bytes;
  bool takes_whole_pieces_ = false;
  bool has_digit_groups_ = false;
  /// False when bytes of characters without a token merge: then every place
  /// may join.
  bool knows_joints_ = false;
  std::uint64_t seed_ = 0;
  std::array<std::uint32_t, 256> byte_tokens_{};
  std::array<std::uint32_t, 128> ascii_tokens_{};
  std::vector<character_slot> character_slots_;
  std::vector<pair_slot> pair_slots_;
  std::vector<std::uint32_t> whole_slots_;  ///< ids
  std::array<std::array<bool, common_count>, common_count> common_joints_{};
  std::vector<std::uint64_t> joints_;  ///< pairs of characters; 0 is empty
};

}  // namespace pith::inline v0::tokens

#endif  // PITH_TOKENIZER_TOKENIZER_JSON_PAIR_VOCABULARY_HPP
