// SPDX-License-Identifier: MIT
/// @file
/// SQLite's full-text index, as far as it is used here.
#ifndef PITH_MCP_SEARCH_FTS_HPP
#define PITH_MCP_SEARCH_FTS_HPP

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace pith::mcp {

/// Texts by number, found by words and phrases in any grammatical form
/// (porter). In memory. One thread at a time. When SQLite fails, texts are not
/// found; memory that runs out throws std::bad_alloc.
class fts {
 public:
  fts();

  /// Keeps a text. Numbers must differ. Not after seal().
  void add(std::int64_t number, std::string_view text);
  /// All texts are there.
  void seal();
  /// The numbers of the texts that have these words one after the other,
  /// ascending. `phrase` consists of words and blanks: no other character.
  /// With `is_prefix`, the last word may go on.
  [[nodiscard]] std::vector<std::int64_t> find(std::string_view phrase,
                                               bool is_prefix = false);

 private:
  struct close_database {
    void operator()(sqlite3* database) const noexcept;
  };
  struct close_statement {
    void operator()(sqlite3_stmt* statement) const noexcept;
  };
  using statement = std::unique_ptr<sqlite3_stmt, close_statement>;

  bool run(const char* sql);
  [[nodiscard]] statement prepare(std::string_view sql);

  std::unique_ptr<sqlite3, close_database> database_;
  statement insert_;
  statement select_;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_SEARCH_FTS_HPP
