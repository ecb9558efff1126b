// SPDX-License-Identifier: MIT
/// @file
/// Words that mean nearly the same in requests and in the names of tools.
#ifndef PITH_MCP_SEARCH_SYNONYMS_HPP
#define PITH_MCP_SEARCH_SYNONYMS_HPP

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pith::mcp {

/// A word or phrase that can stand for another.
struct synonym {
  std::string text;
  /// It means the same only sometimes, so it counts less.
  bool is_loose = false;

  bool operator==(const synonym&) const = default;
};

/// Groups of words. A word may be in several groups; who is in a group with a
/// word can stand for it. A member of a group may be a phrase (`pull request`);
/// phrases are found by their words in this order. Immutable once it is filled.
class synonym_table {
 public:
  /// Words of one group, and bytes of one of its words.
  static constexpr std::size_t max_group = 64;
  static constexpr std::size_t max_phrase_words = 4;

  /// With the groups that are built in: general English and computing.
  [[nodiscard]] static synonym_table built_in();

  /// Adds a group. Each of `words` is a word or a phrase; of phrases above
  /// max_phrase_words the rest is dropped, and so is what exceeds max_group.
  void add(std::span<const std::string> words, bool is_loose = false);
  /// The same, of words that commas separate; loose after `~`.
  void add(std::string_view words);

  /// The most words that a phrase in the table has.
  [[nodiscard]] std::size_t longest() const noexcept { return longest_; }
  /// Whether a word or phrase, in its base form, is in a group.
  [[nodiscard]] bool knows(std::string_view base) const {
    return groups_of_.contains(base);
  }
  /// What can stand for the word or phrase of this base form, without that
  /// itself; in a fixed order.
  [[nodiscard]] std::vector<synonym> alternatives(std::string_view base) const;

 private:
  struct group {
    std::vector<std::string> words;
    bool is_loose = false;
  };

  std::vector<group> groups_;
  std::map<std::string, std::vector<std::size_t>, std::less<>> groups_of_;
  std::size_t longest_ = 1;
};

/// The base forms of the words of a phrase, separated by blanks.
[[nodiscard]] std::string base_of_phrase(std::span<const std::string> words);

}  // namespace pith::mcp

#endif  // PITH_MCP_SEARCH_SYNONYMS_HPP
