// SPDX-License-Identifier: MIT
#include "mcp/search/fts.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <limits>
#include <new>
#include <string>

namespace pith::mcp {

namespace {

/// Whether it went well. Memory that runs out is for the caller to handle.
bool is_good(int code) {
  if (code == SQLITE_NOMEM) throw std::bad_alloc{};
  return code == SQLITE_OK || code == SQLITE_DONE || code == SQLITE_ROW;
}

/// The text must live until the statement is reset.
bool bind_text(sqlite3_stmt* to, int place, std::string_view text) {
  const auto most =
      static_cast<std::size_t>(std::numeric_limits<int>::max() / 2);
  text = text.substr(0, most);
  return is_good(sqlite3_bind_text(
      to, place, text.data(), static_cast<int>(text.size()), SQLITE_STATIC));
}

}  // namespace

void fts::close_database::operator()(sqlite3* database) const noexcept {
  sqlite3_close_v2(database);
}

void fts::close_statement::operator()(sqlite3_stmt* statement) const noexcept {
  sqlite3_finalize(statement);
}

fts::fts() {
  sqlite3* opened = nullptr;
  // Whoever shares an index takes turns, so SQLite needs no lock of its own.
  const int code = sqlite3_open_v2(
      ":memory:", &opened,
      SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX,
      nullptr);
  database_.reset(opened);
  if (!is_good(code)) return;
  // Without content: the texts are with the tools.
  if (!run("CREATE VIRTUAL TABLE texts USING fts5(text, content='', "
           "columnsize=0, tokenize='porter unicode61 remove_diacritics 2')") ||
      !run("BEGIN")) {
    return;
  }
  insert_ = prepare("INSERT INTO texts(rowid, text) VALUES(?, ?)");
  select_ = prepare("SELECT rowid FROM texts WHERE texts MATCH ?");
}

bool fts::run(const char* sql) {
  return is_good(sqlite3_exec(database_.get(), sql, nullptr, nullptr, nullptr));
}

fts::statement fts::prepare(std::string_view sql) {
  sqlite3_stmt* made = nullptr;
  const int code =
      sqlite3_prepare_v2(database_.get(), sql.data(),
                         static_cast<int>(sql.size()), &made, nullptr);
  statement out{made};
  if (!is_good(code)) out.reset();
  return out;
}

void fts::add(std::int64_t number, std::string_view text) {
  if (!insert_ || text.empty()) return;
  if (is_good(sqlite3_bind_int64(insert_.get(), 1, number)) &&
      bind_text(insert_.get(), 2, text)) {
    is_good(sqlite3_step(insert_.get()));
  }
  sqlite3_reset(insert_.get());
  sqlite3_clear_bindings(insert_.get());
}

void fts::seal() {
  if (!insert_) return;
  insert_.reset();
  run("COMMIT");
}

std::vector<std::int64_t> fts::find(std::string_view phrase, bool is_prefix) {
  std::vector<std::int64_t> out;
  if (!select_) return out;
  // In quotes, nothing is an operator.
  std::string match = "\"";
  match += phrase;
  match += is_prefix ? "\"*" : "\"";
  if (bind_text(select_.get(), 1, match)) {
    while (sqlite3_step(select_.get()) == SQLITE_ROW) {
      out.push_back(sqlite3_column_int64(select_.get(), 0));
    }
  }
  is_good(sqlite3_reset(select_.get()));
  sqlite3_clear_bindings(select_.get());
  std::ranges::sort(out);
  return out;
}

}  // namespace pith::mcp
