// SPDX-License-Identifier: MIT
/// @file
/// Queries that want what they may not have: each ends within its limits, and
/// the tables answer the next one.
#include "mcp/query/sqlite_bounds.hpp"
#include "query_bench.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

namespace {

using mcp_test::query_bench;
using namespace pith::mcp;

const query_bench& big_bench() {
  static const query_bench bench{[] {
    std::string json = "[";
    for (int i = 0; i < 5'000; ++i) {
      json.append(i == 0 ? "" : ",").append("{\"id\":" + std::to_string(i));
      json.append(",\"text\":\"").append(std::string(200, 'a')).append("\"}");
    }
    return json + "]";
  }()};
  return bench;
}

/// The time limit is what a gateway has; what comes on top is what a slow
/// machine under sanitizers may take.
void expect_stopped(const std::string& sql) {
  const auto begin = std::chrono::steady_clock::now();
  query_limits bounds;
  const std::string answer = big_bench().ask(sql, bounds);
  const auto time = std::chrono::steady_clock::now() - begin;
  EXPECT_TRUE(answer.starts_with("error: ")) << sql << '\n'
                                             << answer.substr(0, 200);
  EXPECT_LT(time, std::chrono::seconds(30)) << sql;
  EXPECT_EQ(big_bench().ask("SELECT count(*) AS n FROM t"), R"([{"n":5000}])")
      << sql;
}

class what_takes_too_long : public testing::TestWithParam<const char*> {};

TEST_P(what_takes_too_long, is_stopped) { expect_stopped(GetParam()); }

INSTANTIATE_TEST_SUITE_P(
    hostile_query, what_takes_too_long,
    testing::Values(
        "SELECT count(*) FROM t a, t b, t c",
        "SELECT a.id FROM t a, t b, t c ORDER BY a.text || b.text || c.id",
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n) "
        "SELECT count(*) FROM n",
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION SELECT i+1 FROM n) "
        "SELECT max(i) FROM n",
        "WITH RECURSIVE n(x) AS (SELECT 'ab' UNION ALL SELECT x || x FROM n) "
        "SELECT max(length(x)) FROM n",
        "SELECT group_concat(text, text) FROM t",
        "SELECT json_group_array(text) FROM t a",
        "SELECT replace(hex(replace(text, 'a', text)), '6', text) FROM t",
        "SELECT printf('%2000000000d', 1)",
        "SELECT printf('%.*c', 2000000000, 'x')",
        "SELECT printf('%.2000000000c', 'x')",
        "SELECT printf('%99999999999999f', 1)",
        "SELECT format('%999d', 1) || length(group_concat(format('%999d', 1))) "
        "FROM t",
        "SELECT length(text) FROM t WHERE "
        "replace(text, 'a', text) LIKE '%a%a%a%a%a%a%a%a%a%a%a%a%a%a%b' OR "
        "id < 0 OR id IN (SELECT b.id + 1e9 FROM t b, t c)",
        "SELECT count(*) FROM t a, t b WHERE a.text || a.text || b.text GLOB "
        "'*a*a*a*a*a*a*a*a*a*[b-c]*b'",
        "SELECT count(*) FROM t a, t b WHERE "
        "instr(replace(a.text, 'a', a.text), replace(b.text, 'a', "
        "substr(b.text, 1, 90)) || 'b')",
        "SELECT count(*) FROM t a, t b WHERE "
        "trim(replace(b.text, 'a', a.text), 'bcdefa') = 'x'",
        "SELECT sum(length(hex(a.text)) + length(upper(b.text))) "
        "FROM t a, t b, t c",
        "SELECT a.text, b.text, row_number() OVER (ORDER BY a.text, b.id) "
        "FROM t a, t b",
        "SELECT count(*) FROM "
        "(SELECT DISTINCT a.text || b.id || c.id FROM t a, t b, t c)",
        "SELECT value FROM t a, t b, json_each('[1,2,3]'), t c "
        "ORDER BY value, a.text"));

class what_is_not_allowed : public testing::TestWithParam<const char*> {};

TEST_P(what_is_not_allowed, is_refused) { expect_stopped(GetParam()); }

INSTANTIATE_TEST_SUITE_P(
    hostile_query, what_is_not_allowed,
    testing::Values(
        "DELETE FROM t", "UPDATE t SET id = 1", "INSERT INTO t(id) VALUES (1)",
        "DROP TABLE t", "CREATE TABLE x(a)", "CREATE TEMP TABLE x(a)",
        "CREATE VIEW v AS SELECT 1", "ALTER TABLE t ADD COLUMN x",
        "CREATE INDEX i ON t(id)", "CREATE VIRTUAL TABLE f USING fts5(a)",
        "REINDEX", "ANALYZE", "VACUUM", "VACUUM INTO '/tmp/pith-hostile'",
        "BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT s",
        "ATTACH '/etc/passwd' AS p", "ATTACH ':memory:' AS p", "DETACH main",
        "PRAGMA table_info(t)", "PRAGMA query_only=OFF",
        "PRAGMA temp_store_directory='/'",
        "SELECT * FROM pragma_table_info('t')",
        "SELECT * FROM pragma_database_list", "SELECT * FROM sqlite_master",
        "SELECT * FROM sqlite_schema", "SELECT * FROM sqlite_temp_master",
        "SELECT * FROM dbstat", "SELECT * FROM sqlite_stmt",
        "SELECT * FROM sqlite_dbpage", "SELECT * FROM bytecode('SELECT 1')",
        "SELECT * FROM fts5vocab", "SELECT * FROM generate_series(1, 9)",
        "SELECT load_extension('x')", "SELECT random()", "SELECT abs(random())",
        "SELECT randomblob(9)", "SELECT zeroblob(9)",
        "SELECT readfile('/etc/passwd')", "SELECT writefile('/tmp/x', 'y')",
        "SELECT edit('x')", "SELECT fts3_tokenizer('x')",
        "SELECT sqlite_version()", "SELECT sqlite_source_id()",
        "SELECT sqlite_compileoption_get(0)", "SELECT last_insert_rowid()",
        "SELECT changes()", "SELECT total_changes()",
        "SELECT json_patch('{}', '{}')", "SELECT 'a' REGEXP '(a+)+$'",
        "SELECT 'a' MATCH 'a'", "SELECT regexp('(a+)+$', 'aaaaaaaaaaaaaaa!')",
        "EXPLAIN SELECT 1", "EXPLAIN QUERY PLAN SELECT id FROM t", "SELECT ?1",
        "SELECT :name", "SELECT id FROM t LIMIT ?",
        "SELECT id FROM t WHERE text LIKE printf('%200d', 1)",
        "SELECT trim(text, printf('%200d', 1)) FROM t"));

TEST(hostile_query, deep_expressions_are_refused) {
  std::string sql = "SELECT ";
  for (int i = 0; i < 1'000; ++i) sql.append("(1+");
  sql.append("1").append(std::string(1'000, ')'));
  expect_stopped(sql.substr(0, 3'999));
  expect_stopped(sql);
  std::string many = "SELECT 1";
  for (int i = 0; i < 50; ++i) many.append(" UNION ALL SELECT 1");
  expect_stopped(many);
  std::string arguments = "SELECT max(1";
  for (int i = 0; i < 100; ++i) arguments.append(",1");
  expect_stopped(arguments + ")");
}

/// Reading a query can take long, too: each view is there twice in the next.
TEST(hostile_query, views_that_double_are_refused) {
  for (const int levels : {10, 16, 25, 60}) {
    std::string sql = "WITH v0 AS (SELECT id FROM t)";
    for (int i = 1; i <= levels; ++i) {
      const std::string before = "v" + std::to_string(i - 1);
      sql.append(", v" + std::to_string(i) + " AS (SELECT a.id FROM " + before +
                 " a, " + before + " b)");
    }
    sql.append(" SELECT count(*) FROM v" + std::to_string(levels));
    expect_stopped(sql);
  }
}

TEST(hostile_query, joins_of_many_tables_are_planned_in_time) {
  std::string sql = "SELECT count(*) FROM t a0";
  for (int i = 1; i < 60; ++i) {
    const std::string n = std::to_string(i);
    sql.append(" JOIN t a" + n + " ON a" + n + ".text = a0.text");
  }
  expect_stopped(sql);
}

TEST(hostile_query, memory_ends_one_query_alone) {
  query_limits bounds = mcp_test::patient_limits();
  bounds.memory = 1U << 20U;
  const std::string sql =
      "SELECT max(length(x)) AS n FROM (SELECT DISTINCT text || id AS x FROM "
      "t)";
  EXPECT_EQ(big_bench().ask(sql, bounds),
            "error: the query needs more than 1 MiB and was stopped; select "
            "fewer columns or rows");
  EXPECT_FALSE(big_bench().ask(sql).starts_with("error"));
}

TEST(hostile_query, steps_end_a_query_on_any_machine) {
  query_limits bounds = mcp_test::patient_limits();
  bounds.steps = 100'000;
  EXPECT_EQ(big_bench().ask("SELECT count(*) FROM t a, t b", bounds),
            "error: the query took too many steps and was stopped; filter or "
            "group before you join");
}

TEST(hostile_query, budgets_work_here) { EXPECT_TRUE(has_sqlite_budgets()); }

}  // namespace
