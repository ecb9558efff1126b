// SPDX-License-Identifier: MIT
#include "mcp/query/result_tables.hpp"

#include <pith/builder.hpp>

#include "mcp/query/query_clock.hpp"
#include "mcp/query/query_error.hpp"
#include "mcp/query/query_functions.hpp"
#include "mcp/query/sqlite_bounds.hpp"
#include "mcp/query/table_loader.hpp"
#include "text/utf8.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <mutex>
#include <new>
#include <set>
#include <vector>

namespace pith::mcp {

namespace {

/// Operations of SQLite's virtual machine between two looks at the clock.
constexpr int steps_per_look = 100;
constexpr std::size_t max_sql_bytes = 4'000;
/// What it takes to read a query. No handler is asked meanwhile, and a view
/// that is used twice in another is read twice: this is what ends that.
constexpr std::size_t max_reading_bytes = 4U << 20U;

struct limit {
  int which;
  int most;
};
constexpr limit sqlite_limits[] = {
    {SQLITE_LIMIT_LENGTH, static_cast<int>(max_text_bytes)},
    {SQLITE_LIMIT_SQL_LENGTH, static_cast<int>(max_sql_bytes)},
    {SQLITE_LIMIT_COLUMN, 256},
    {SQLITE_LIMIT_EXPR_DEPTH, 50},
    {SQLITE_LIMIT_COMPOUND_SELECT, 10},
    {SQLITE_LIMIT_VDBE_OP, 25'000},
    {SQLITE_LIMIT_FUNCTION_ARG, 20},
    {SQLITE_LIMIT_ATTACHED, 0},
    {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, static_cast<int>(max_pattern_bytes)},
    {SQLITE_LIMIT_VARIABLE_NUMBER, 0},
    {SQLITE_LIMIT_TRIGGER_DEPTH, 0},
    {SQLITE_LIMIT_WORKER_THREADS, 0},
};

struct database_end {
  void operator()(sqlite3* database) const noexcept {
    sqlite3_close_v2(database);
  }
};
struct statement_finish {
  void operator()(sqlite3_stmt* statement) const noexcept {
    sqlite3_finalize(statement);
  }
};
using open_statement = std::unique_ptr<sqlite3_stmt, statement_finish>;

bool is_same_word(std::string_view a, std::string_view b) noexcept {
  return a.size() == b.size() &&
         sqlite3_strnicmp(a.data(), b.data(), static_cast<int>(a.size())) == 0;
}

bool has_word(std::string_view text, std::string_view word) noexcept {
  for (std::size_t i = 0; i + word.size() <= text.size(); ++i) {
    if (is_same_word(text.substr(i, word.size()), word)) return true;
  }
  return false;
}

bool is_blank(std::string_view text) noexcept {
  return text.find_first_not_of(" \t\r\n;") == text.npos;
}

std::string_view view_of(const char* text) noexcept {
  return text == nullptr ? std::string_view{} : std::string_view{text};
}

/// The rows of a statement as objects, within limits.
class answer_rows {
 public:
  answer_rows(sqlite3_stmt* statement, const query_limits& bounds)
      : statement_(statement), bounds_(&bounds) {
    std::set<std::string> taken;
    for (int i = 0; i < sqlite3_column_count(statement); ++i) {
      const std::string name(view_of(sqlite3_column_name(statement, i)));
      std::string own = name;
      for (std::size_t k = 2; !taken.insert(own).second; ++k) {
        own = name + "_" + std::to_string(k);
      }
      names_.push_back(std::move(own));
    }
    out_.begin_array();
  }

  /// False when there is no room for this row.
  bool take() {
    if (count_ >= bounds_->rows || bytes_ > bounds_->answer_bytes) return false;
    ++count_;
    out_.begin_object();
    for (std::size_t i = 0; i < names_.size(); ++i) {
      out_.key(names_[i]);
      put(static_cast<int>(i));
      bytes_ += names_[i].size() + 8;
    }
    out_.end_object();
    return true;
  }

  void finish(query_answer& into) {
    out_.end_array();
    auto made = out_.finish();
    if (!made) {
      into.error = "the answer cannot be written";
      return;
    }
    into.rows = std::move(*made);
    into.row_count = count_;
  }

 private:
  void put(int column) {
    switch (sqlite3_column_type(statement_, column)) {
      case SQLITE_INTEGER:
        out_.integer(std::int64_t{sqlite3_column_int64(statement_, column)});
        break;
      case SQLITE_FLOAT:
        put_real(sqlite3_column_double(statement_, column));
        break;
      case SQLITE_TEXT:
        put_text(sqlite3_column_text(statement_, column), column);
        break;
      case SQLITE_BLOB:
        put_text(sqlite3_column_blob(statement_, column), column);
        break;
      default:
        out_.null();
    }
  }

  void put_real(double x) {
    if (std::isfinite(x)) {
      out_.real(x);
    } else {
      out_.string(x > 0 ? "Infinity" : "-Infinity");
    }
  }

  /// What is not UTF-8 comes as SQL writes a blob.
  void put_text(const void* data, int column) {
    const auto size =
        static_cast<std::size_t>(sqlite3_column_bytes(statement_, column));
    const std::string_view text{
        data == nullptr ? "" : static_cast<const char*>(data),
        data == nullptr ? 0 : size};
    bytes_ += text.size();
    if (text::find_invalid_utf8(text) == text::valid_utf8) {
      out_.string(text);
      return;
    }
    constexpr std::string_view digits = "0123456789abcdef";
    std::string hex = "x'";
    for (const char c : text) {
      const auto byte = static_cast<unsigned char>(c);
      hex.push_back(digits[byte >> 4U]);
      hex.push_back(digits[byte & 15U]);
    }
    bytes_ += hex.size();
    out_.string(hex.append("'"));
  }

  sqlite3_stmt* statement_;
  const query_limits* bounds_;
  std::vector<std::string> names_{};
  builder out_{};
  std::size_t count_ = 0;
  std::size_t bytes_ = 0;
};

}  // namespace

struct result_tables::state {
  mutable std::mutex lock;
  query_clock clock;
  std::vector<known_table> known;
  std::int64_t kept_at = 0;
  std::size_t bytes = 0;
  /// What the last query was refused for, if it was.
  std::string refused;
  std::unique_ptr<sqlite3, database_end> database;

  bool open();
  bool close_to_changes();
  [[nodiscard]] std::size_t bytes_used() const;
  [[nodiscard]] bool has_table(std::string_view name) const noexcept;
  int authorize(int action, std::string_view first, std::string_view second);
  [[nodiscard]] open_statement prepare(std::string_view sql,
                                       query_answer& into);
  void answer(std::string_view sql, const query_limits& bounds,
              query_answer& into);
  [[nodiscard]] std::string problem(int code, const query_limits& bounds,
                                    bool is_out_of_memory) const;
};

bool result_tables::state::open() {
  const char* const files = closed_vfs();
  if (files == nullptr) return false;
  sqlite3* made = nullptr;
  const int code = sqlite3_open_v2(
      ":memory:", &made,
      SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, files);
  database.reset(made);
  return code == SQLITE_OK &&
         sqlite3_exec(made, "PRAGMA temp_store=MEMORY;PRAGMA journal_mode=OFF",
                      nullptr, nullptr, nullptr) == SQLITE_OK;
}

/// After this the database can only be asked.
bool result_tables::state::close_to_changes() {
  sqlite3* const db = database.get();
  // Their constructors would not get past the authorizer.
  if (sqlite3_exec(db,
                   "SELECT 1 FROM json_each('[]');"
                   "SELECT 1 FROM json_tree('[]');"
                   "PRAGMA query_only=ON",
                   nullptr, nullptr, nullptr) != SQLITE_OK ||
      !replace_functions(db, clock)) {
    return false;
  }
  for (const limit& each : sqlite_limits) {
    sqlite3_limit(db, each.which, each.most);
  }
  for (const auto& [what, on] : {std::pair{SQLITE_DBCONFIG_DEFENSIVE, 1},
                                 std::pair{SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
                                 std::pair{SQLITE_DBCONFIG_DQS_DML, 0},
                                 std::pair{SQLITE_DBCONFIG_DQS_DDL, 0}}) {
    if (sqlite3_db_config(db, what, on, nullptr) != SQLITE_OK) return false;
  }
  sqlite3_progress_handler(
      db, steps_per_look,
      [](void* own) {
        return static_cast<state*>(own)->clock.go_on(steps_per_look) ? 0 : 1;
      },
      this);
  return sqlite3_set_authorizer(
             db,
             [](void* own, int action, const char* first, const char* second,
                const char* /*database*/, const char* /*inside*/) {
               return static_cast<state*>(own)->authorize(
                   action, view_of(first), view_of(second));
             },
             this) == SQLITE_OK;
}

std::size_t result_tables::state::bytes_used() const {
  int now = 0;
  int most = 0;
  sqlite3_db_status(database.get(), SQLITE_DBSTATUS_CACHE_USED, &now, &most, 0);
  // A connection of its own takes about as much beside.
  constexpr std::size_t connection_bytes = 200U << 10U;
  return static_cast<std::size_t>(now) + connection_bytes;
}

bool result_tables::state::has_table(std::string_view name) const noexcept {
  return std::any_of(known.begin(), known.end(), [&](const known_table& t) {
    return is_same_word(t.name, name);
  });
}

int result_tables::state::authorize(int action, std::string_view first,
                                    std::string_view second) {
  switch (action) {
    case SQLITE_SELECT:
    case SQLITE_RECURSIVE:
      return SQLITE_OK;
    case SQLITE_READ:
      if (has_table(first) || is_same_word(first, "json_each") ||
          is_same_word(first, "json_tree")) {
        return SQLITE_OK;
      }
      refused = "no such table: ";
      refused.append(first);
      return SQLITE_DENY;
    case SQLITE_FUNCTION:
      if (is_allowed_function(second)) return SQLITE_OK;
      refused = "no such function: ";
      refused.append(second);
      return SQLITE_DENY;
    default:
      refused = "only SELECT is possible";
      return SQLITE_DENY;
  }
}

open_statement result_tables::state::prepare(std::string_view sql,
                                             query_answer& into) {
  const auto say = [&](std::string_view what) {
    into.error = what;
    return open_statement{};
  };
  if (sql.size() > max_sql_bytes) return say("sql is longer than 4000 bytes");
  if (is_blank(sql)) return say("sql is empty; write one SELECT");
  if (sql.find('\0') != sql.npos) return say("sql has a NUL character");
  if (has_word(sql, "localtime")) {
    return say("'localtime' is not available: times are UTC");
  }
  open_statement first;
  while (!is_blank(sql)) {
    sqlite3_stmt* made = nullptr;
    const char* rest = nullptr;
    const int code = sqlite3_prepare_v2(
        database.get(), sql.data(), static_cast<int>(sql.size()), &made, &rest);
    open_statement next{made};
    if (code != SQLITE_OK) {
      into.error = refused.empty()
                       ? std::string(view_of(sqlite3_errmsg(database.get())))
                       : refused;
      return {};
    }
    sql.remove_prefix(static_cast<std::size_t>(rest - sql.data()));
    if (!next) continue;  // a comment
    if (first) return say("sql has several statements; write one SELECT");
    first = std::move(next);
  }
  if (!first) return say("sql is empty; write one SELECT");
  if (sqlite3_stmt_readonly(first.get()) == 0 ||
      sqlite3_stmt_isexplain(first.get()) != 0 ||
      sqlite3_column_count(first.get()) == 0) {
    return say("only SELECT is possible");
  }
  return first;
}

std::string result_tables::state::problem(int code, const query_limits& bounds,
                                          bool is_out_of_memory) const {
  if (clock.is_late()) {
    return "the query took longer than " + std::to_string(bounds.time.count()) +
           " ms and was stopped; filter or group before you join";
  }
  if (clock.is_tired()) {
    return "the query took too many steps and was stopped; filter or group "
           "before you join";
  }
  if (code == SQLITE_NOMEM || is_out_of_memory) {
    return "the query needs more than " + std::to_string(bounds.memory >> 20U) +
           " MiB and was stopped; select fewer columns or rows";
  }
  if (code == SQLITE_TOOBIG) {
    return "a text of the query is longer than 100000 bytes";
  }
  return std::string(view_of(sqlite3_errmsg(database.get())));
}

void result_tables::state::answer(std::string_view sql,
                                  const query_limits& bounds,
                                  query_answer& into) {
  refused.clear();
  const sqlite_moment moment{kept_at};
  clock.start(bounds.time, bounds.steps);
  open_statement statement;
  {
    const sqlite_budget reading{std::min(bounds.memory, max_reading_bytes)};
    statement = prepare(sql, into);
    if (!statement && reading.is_exceeded()) {
      into.error = "the query is too complicated; write a simpler one";
    }
  }
  if (!statement) {
    into.error = explain_error(into.error, known);
    return;
  }
  const sqlite_budget budget{bounds.memory};
  answer_rows rows{statement.get(), bounds};
  for (;;) {
    const int code = sqlite3_step(statement.get());
    if (code == SQLITE_DONE) break;
    if (code != SQLITE_ROW) {
      into.error =
          explain_error(problem(code, bounds, budget.is_exceeded()), known);
      return;
    }
    if (!rows.take()) {
      into.is_cut = true;
      break;
    }
  }
  rows.finish(into);
}

result_tables::result_tables() : state_(std::make_unique<state>()) {}

result_tables::~result_tables() = default;

std::shared_ptr<const result_tables> result_tables::load(
    const table_plan& plan, std::int64_t kept_at, std::size_t max_bytes) {
  const std::shared_ptr<result_tables> out{new result_tables};
  state& s = *out->state_;
  s.kept_at = kept_at;
  for (const plan_table& table : plan.tables()) {
    known_table& known = s.known.emplace_back();
    known.name = table.name;
    if (table.has_children) known.columns.emplace_back("_row");
    if (table.parent != no_index) known.columns.emplace_back("_parent");
    if (table.has_key) known.columns.emplace_back("_key");
    for (const plan_column& column : table.columns) {
      known.columns.push_back(column.name);
    }
    if (table.has_rest) known.columns.emplace_back("_rest");
  }
  const sqlite_budget budget{max_bytes};
  if (!s.open() || !load_tables(s.database.get(), plan) ||
      !s.close_to_changes()) {
    return nullptr;
  }
  s.bytes = s.bytes_used();
  return out;
}

query_answer result_tables::run(std::string_view sql,
                                const query_limits& bounds) const {
  query_answer out;
  const std::lock_guard hold{state_->lock};
  try {
    state_->answer(sql, bounds, out);
  } catch (const std::bad_alloc&) {
    out.error = "the answer needs too much memory";
  }
  return out;
}

std::size_t result_tables::memory_bytes() const noexcept {
  return state_->bytes;
}

}  // namespace pith::mcp
