// SPDX-License-Identifier: MIT
/// @file
/// A request in plain words, taken apart for the index.
#ifndef PITH_MCP_SEARCH_REQUEST_HPP
#define PITH_MCP_SEARCH_REQUEST_HPP

#include "mcp/search/ranking.hpp"
#include "mcp/search/synonyms.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace pith::mcp {

/// A word or phrase of a request, and what can stand for it.
struct concept_words {
  std::string literal{};
  std::string base{};  ///< its base form
  std::vector<synonym> synonyms{};
};

struct search_request {
  std::vector<concept_words> concepts{};
  /// Words that stand side by side, two by two, without stop words.
  std::vector<std::string> pairs{};
  /// What the first verb wants; none when no word says it.
  deed wanted = deed::none;
};

/// Concepts of a request, and synonyms of one concept.
inline constexpr std::size_t max_concepts = 16;
inline constexpr std::size_t max_synonyms = 32;

/// Takes a request apart: names of files, addresses and coordinates become the
/// words for what they are, then come phrases that the table knows, then words
/// without stop words and numbers; when nothing else is left, these too. A word
/// counts once. Any bytes are a request; at most `most` words are read.
[[nodiscard]] search_request read_request(std::string_view text,
                                          std::size_t most,
                                          const synonym_table& synonyms);

}  // namespace pith::mcp

#endif  // PITH_MCP_SEARCH_REQUEST_HPP
