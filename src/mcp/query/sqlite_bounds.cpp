// SPDX-License-Identifier: MIT
#include "mcp/query/sqlite_bounds.hpp"

#include <sqlite3.h>

namespace pith::mcp {

namespace {

struct thread_use {
  bool is_limited = false;
  bool is_exceeded = false;
  /// Below zero when more was freed than the budget was asked for.
  std::int64_t left = 0;
  std::int64_t moment = 0;
};

thread_local thread_use use_here;

sqlite3_mem_methods system_memory;

/// Takes `more` bytes from the budget; false when it has not so many.
bool take(std::int64_t more) noexcept {
  thread_use& use = use_here;
  if (!use.is_limited) return true;
  if (more > use.left) {
    use.is_exceeded = true;
    return false;
  }
  use.left -= more;
  return true;
}

/// Gives back what was taken for `wanted`, and takes what was got: exactly what
/// bounded_free() will give back.
void settle(std::int64_t wanted, void* got) noexcept {
  use_here.left += wanted;
  if (got != nullptr) use_here.left -= system_memory.xSize(got);
}

void* bounded_malloc(int bytes) {
  const int size = system_memory.xRoundup(bytes);
  if (!take(size)) return nullptr;
  void* const got = system_memory.xMalloc(bytes);
  settle(use_here.is_limited ? size : 0, got);
  return got;
}

void bounded_free(void* memory) {
  use_here.left += system_memory.xSize(memory);
  system_memory.xFree(memory);
}

void* bounded_realloc(void* memory, int bytes) {
  const std::int64_t before = system_memory.xSize(memory);
  const std::int64_t more = system_memory.xRoundup(bytes) - before;
  if (!take(more)) return nullptr;
  void* const got = system_memory.xRealloc(memory, bytes);
  settle((use_here.is_limited ? more : 0) + (got == nullptr ? 0 : before), got);
  return got;
}

/// SQLite takes its memory functions only before its first use, and other code
/// of this process uses it too: so this happens before main().
bool install() noexcept {
  if (sqlite3_config(SQLITE_CONFIG_GETMALLOC, &system_memory) != SQLITE_OK) {
    return false;
  }
  sqlite3_mem_methods bounded = system_memory;
  bounded.xMalloc = bounded_malloc;
  bounded.xFree = bounded_free;
  bounded.xRealloc = bounded_realloc;
  // Statistics of all memory would take a lock at each allocation.
  return sqlite3_config(SQLITE_CONFIG_MALLOC, &bounded) == SQLITE_OK &&
         sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0) == SQLITE_OK;
}

const bool is_installed = install();

constexpr const char* vfs_name = "pith-closed";

int open_nothing(sqlite3_vfs* /*vfs*/, const char* /*name*/, sqlite3_file* file,
                 int /*flags*/, int* /*out*/) {
  file->pMethods = nullptr;
  return SQLITE_CANTOPEN;
}

int delete_nothing(sqlite3_vfs* /*vfs*/, const char* /*name*/, int /*sync*/) {
  return SQLITE_IOERR_DELETE;
}

int find_nothing(sqlite3_vfs* /*vfs*/, const char* /*name*/, int /*flags*/,
                 int* out) {
  *out = 0;
  return SQLITE_OK;
}

constexpr double milliseconds_per_day = 86'400'000.0;
/// Of 1970 in the days that SQLite counts from noon of 24 November 4714 BC.
constexpr sqlite3_int64 epoch = 210'866'760'000'000;

int still_time(sqlite3_vfs* /*vfs*/, sqlite3_int64* out) {
  *out = use_here.moment + epoch;
  return SQLITE_OK;
}

int still_day(sqlite3_vfs* /*vfs*/, double* out) {
  *out = static_cast<double>(use_here.moment + epoch) / milliseconds_per_day;
  return SQLITE_OK;
}

const char* register_vfs() {
  static sqlite3_vfs closed;
  const sqlite3_vfs* const usual = sqlite3_vfs_find(nullptr);
  if (usual == nullptr) return nullptr;
  closed = *usual;
  closed.pNext = nullptr;
  closed.zName = vfs_name;
  closed.xOpen = open_nothing;
  closed.xDelete = delete_nothing;
  closed.xAccess = find_nothing;
  closed.xDlOpen = nullptr;
  closed.xDlError = nullptr;
  closed.xDlSym = nullptr;
  closed.xDlClose = nullptr;
  closed.xCurrentTime = still_day;
  closed.xCurrentTimeInt64 = still_time;
  return sqlite3_vfs_register(&closed, 0) == SQLITE_OK ? vfs_name : nullptr;
}

}  // namespace

sqlite_budget::sqlite_budget(std::size_t bytes) noexcept {
  use_here.is_limited = true;
  use_here.is_exceeded = false;
  use_here.left = static_cast<std::int64_t>(bytes);
}

sqlite_budget::~sqlite_budget() { use_here.is_limited = false; }

// NOLINTNEXTLINE(readability-convert-member-functions-to-static): of its thread
bool sqlite_budget::is_exceeded() const noexcept {
  return use_here.is_exceeded;
}

sqlite_moment::sqlite_moment(std::int64_t unix_milliseconds) noexcept {
  use_here.moment = unix_milliseconds;
}

sqlite_moment::~sqlite_moment() { use_here.moment = 0; }

const char* closed_vfs() {
  static const char* const name = register_vfs();
  return name;
}

bool has_sqlite_budgets() noexcept { return is_installed; }

}  // namespace pith::mcp
