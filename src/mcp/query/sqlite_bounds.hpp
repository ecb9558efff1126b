// SPDX-License-Identifier: MIT
/// @file
/// What SQLite may use while it works for somebody else: memory, and a clock
/// that stands still.
#ifndef PITH_MCP_QUERY_SQLITE_BOUNDS_HPP
#define PITH_MCP_QUERY_SQLITE_BOUNDS_HPP

#include <cstddef>
#include <cstdint>

namespace pith::mcp {

/// While it lives, SQLite gets at most so many bytes more in this thread; then
/// it runs out of memory, and only what this thread asks of it fails. Threads
/// without one are not limited. What other threads free or another budget got
/// counts for nobody. At most one at a time in a thread.
class sqlite_budget {
 public:
  explicit sqlite_budget(std::size_t bytes) noexcept;
  ~sqlite_budget();
  sqlite_budget(const sqlite_budget&) = delete;
  sqlite_budget& operator=(const sqlite_budget&) = delete;

  /// A request was refused.
  [[nodiscard]] bool is_exceeded() const noexcept;
};

/// While it lives, `now` of databases with closed_vfs() is this moment, in
/// milliseconds since 1970, in this thread.
class sqlite_moment {
 public:
  explicit sqlite_moment(std::int64_t unix_milliseconds) noexcept;
  ~sqlite_moment();
  sqlite_moment(const sqlite_moment&) = delete;
  sqlite_moment& operator=(const sqlite_moment&) = delete;
};

/// The name of a VFS that opens no file and whose clock is sqlite_moment's (or
/// 1970). Null when SQLite cannot be started. Safe for several threads.
[[nodiscard]] const char* closed_vfs();

/// Whether budgets have an effect. They do not when SQLite was used before this
/// library was initialised.
[[nodiscard]] bool has_sqlite_budgets() noexcept;

}  // namespace pith::mcp

#endif  // PITH_MCP_QUERY_SQLITE_BOUNDS_HPP
