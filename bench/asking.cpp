// SPDX-License-Identifier: MIT
/// @file
/// What it takes to load 100,000 rows for questions, against the bare insert of
/// prepared rows into SQLite in the same run. The ratio must be at most 3.
///
/// usage: bench_asking [ROWS]
#include <pith/json.hpp>

#include "mcp/query/result_tables.hpp"
#include "measure.hpp"

#include <sqlite3.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

namespace mcp = pith::mcp;

struct event {
  std::int64_t seq;
  std::string at;
  std::string level;
  double load;
  std::int64_t ms;
  std::string message;
};

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "bench_asking: %s\n", what);
  std::exit(1);
}

std::vector<event> make_events(std::size_t count) {
  constexpr const char* levels[] = {"debug", "info", "warn", "error"};
  std::vector<event> out;
  for (std::size_t i = 0; i < count; ++i) {
    out.push_back({static_cast<std::int64_t>(i),
                   "2026-11-17T12:" + std::to_string(10 + i % 50) + ":00Z",
                   levels[i % 4], static_cast<double>(i % 1000) / 8,
                   static_cast<std::int64_t>(i * 7919 % 5000),
                   "message number " + std::to_string(i * 31 % 100'000)});
  }
  return out;
}

std::string to_json(const std::vector<event>& events) {
  std::string out = "[";
  for (const event& e : events) {
    if (out.size() > 1) out.push_back(',');
    out.append("{\"seq\":" + std::to_string(e.seq) + ",\"at\":\"" + e.at +
               "\",\"level\":\"" + e.level + "\",\"load\":" +
               std::to_string(e.load) + ",\"ms\":" + std::to_string(e.ms) +
               ",\"message\":\"" + e.message + "\"}");
  }
  return out.append("]");
}

/// What nobody can do with less.
void insert_bare(const std::vector<event>& events) {
  sqlite3* db = nullptr;
  require(sqlite3_open(":memory:", &db) == SQLITE_OK, "cannot open");
  const auto run = [&](const char* sql) {
    require(sqlite3_exec(db, sql, nullptr, nullptr, nullptr) == SQLITE_OK, sql);
  };
  run("PRAGMA journal_mode=OFF");
  run("CREATE TABLE t(seq,at,level,load,ms,message)");
  run("BEGIN");
  sqlite3_stmt* insert = nullptr;
  require(sqlite3_prepare_v2(db, "INSERT INTO t VALUES(?,?,?,?,?,?)", -1,
                             &insert, nullptr) == SQLITE_OK,
          "cannot prepare");
  const auto text = [&](int column, const std::string& value) {
    sqlite3_bind_text64(insert, column, value.data(), value.size(),
                        SQLITE_STATIC, SQLITE_UTF8);
  };
  for (const event& e : events) {
    sqlite3_bind_int64(insert, 1, e.seq);
    text(2, e.at);
    text(3, e.level);
    sqlite3_bind_double(insert, 4, e.load);
    sqlite3_bind_int64(insert, 5, e.ms);
    text(6, e.message);
    require(sqlite3_step(insert) == SQLITE_DONE, "cannot insert");
    sqlite3_reset(insert);
  }
  sqlite3_finalize(insert);
  run("COMMIT");
  sqlite3_close(db);
}

}  // namespace

int main(int count, char** words) {
  const std::size_t rows =
      count > 1 ? std::strtoul(words[1], nullptr, 10) : 100'000;
  const std::vector<event> events = make_events(rows);
  const std::string json = to_json(events);
  const auto source = pith::json::parse(json);
  require(source.has_value(), "the text cannot be read");
  const auto load = [](pith::value root) {
    const auto plan = mcp::table_plan::of(root, {});
    require(plan && mcp::result_tables::load(*plan, 0, 256U << 20U) != nullptr,
            "cannot load");
  };
  std::vector<pith_bench::operation> all{
      {"bare insert", [&] { insert_bare(events); }},
      {"load", [&] { load(source->root()); }},
      {"parse and load",
       [&] {
         const auto read = pith::json::parse(json);
         load(read->root());
       }},
  };
  constexpr std::size_t repetitions = 7;
  pith_bench::measure(all, repetitions);
  const double bare = all.front().median();
  for (const pith_bench::operation& each : all) {
    std::printf("%-16s %8.1f ms  %5.2f\n", each.name.c_str(),
                each.median() * 1e3, each.median() / bare);
  }
  constexpr double most = 3;
  return all.back().median() / bare <= most ? 0 : 1;
}
