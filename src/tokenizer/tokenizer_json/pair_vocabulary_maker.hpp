// SPDX-License-Identifier: MIT
/// @file
/// Makes a pair_vocabulary from the names and merges of a tokenizer.json.
#ifndef PITH_TOKENIZER_TOKENIZER_JSON_PAIR_VOCABULARY_MAKER_HPP
#define PITH_TOKENIZER_TOKENIZER_JSON_PAIR_VOCABULARY_MAKER_HPP

#include <pith/result.hpp>

#include "tokenizer/tokenizer_json/pair_vocabulary.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pith::inline v0::tokens {

/// Takes all tokens, then all merges in their order, then finish(). The names
/// must stay where they are until then.
class pair_vocabulary_maker {
 public:
  pair_vocabulary_maker(symbols made_of, bool takes_whole_pieces,
                        std::size_t token_count, std::size_t merge_count);

  /// Each fails with not_supported.
  result<void> add_token(std::string_view name, std::int64_t id);
  result<void> add_merge(std::string_view left, std::string_view right);
  result<pair_vocabulary> finish();

  static constexpr std::int64_t max_id = (1 << 21) - 1;

 private:
  /// A power of two, at least a third of it empty.
  static std::size_t slots_for(std::size_t count);

  [[nodiscard]] std::uint32_t find_name(std::string_view name) const noexcept;
  void store_text(std::uint32_t id, std::string_view name);
  void insert_pair(std::uint32_t left, std::uint32_t right, merged_pair merged);
  void insert_character(std::uint32_t code, std::uint32_t id);
  void insert_joint(std::uint32_t before, std::uint32_t after);
  void grow_joints();
  result<void> find_byte_tokens();
  void index_characters();
  void index_whole_tokens();
  void find_joints();

  pair_vocabulary made_;
  std::vector<std::string_view> names_;    ///< by id; null for unused ids
  std::vector<std::uint32_t> name_slots_;  ///< ids
  std::vector<std::uint32_t> merge_results_;
  std::vector<bool> is_merged_;  ///< ids that take part in a merge
  std::size_t joint_count_ = 0;
  std::uint32_t next_rank_ = 0;
  std::string scratch_;
};

}  // namespace pith::inline v0::tokens

#endif  // PITH_TOKENIZER_TOKENIZER_JSON_PAIR_VOCABULARY_MAKER_HPP
