// SPDX-License-Identifier: MIT
/// @file
/// Finds tools by what somebody wants to do.
#ifndef PITH_MCP_SEARCH_TOOL_INDEX_HPP
#define PITH_MCP_SEARCH_TOOL_INDEX_HPP

#include "mcp/search/ranking.hpp"
#include "mcp/search/searched_tool.hpp"
#include "mcp/search/synonyms.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace pith::mcp {

/// A full-text index over tools: SQLite's FTS5, in memory, with a row per field
/// of a tool. FTS5 says which fields have a word in any of its forms; the
/// ranking (ranking.hpp) is our own. Immutable once it is made, and safe for
/// several threads, which wait for one another.
class tool_index {
 public:
  /// Tools after these are never found.
  static constexpr std::size_t max_tools = 10'000;
  /// Of a query, what comes later is not read.
  static constexpr std::size_t max_query_bytes = 1'000;
  static constexpr std::size_t max_query_words = 32;

  struct hits {
    /// Indices into the tools that the index was made of, best first.
    std::vector<std::size_t> best{};
    /// Tools that match too, but are not in `best`.
    std::size_t more = 0;
  };

  /// Copies what it needs. When SQLite fails, nothing is found but exact names.
  /// Throws std::bad_alloc.
  tool_index(std::span<const searched_tool> tools, synonym_table synonyms,
             const ranking& numbers = {});
  ~tool_index();
  tool_index(tool_index&&) noexcept;
  tool_index& operator=(tool_index&&) noexcept;

  /// The tools that `query` describes, at most `limit`. Any bytes are a query:
  /// all that is not a letter or a digit only separates words. A tool whose
  /// exposed or original name is the whole query comes first. The same query
  /// always gives the same order. A few milliseconds for some hundred tools.
  [[nodiscard]] hits find(std::string_view query, std::size_t limit) const;

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_SEARCH_TOOL_INDEX_HPP
