// SPDX-License-Identifier: MIT
#include "mcp/query/result_tables.hpp"

#include "query_bench.hpp"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

namespace {

using mcp_test::query_bench;
using namespace pith::mcp;

TEST(result_tables, keeps_scalars_exactly) {
  const query_bench bench{
      R"([{"v":9223372036854775807},{"v":-9223372036854775808},{"v":0.1},)"
      R"({"v":1.0},{"v":1e300},{"v":"007"},{"v":""},{"v":null},{"v":true},)"
      R"({"v":false},{"v":"\u00fc\ud83d\ude00\u0000x"}])"};
  EXPECT_EQ(bench.ask("SELECT v FROM t"),
            R"([{"v":9223372036854775807},{"v":-9223372036854775808},)"
            R"({"v":0.1},{"v":1},{"v":1e+300},{"v":"007"},{"v":""},)"
            R"({"v":null},{"v":1},{"v":0},{"v":")"
            "\u00fc\U0001f600"
            R"(\u0000x"}])");
  EXPECT_EQ(bench.ask("SELECT group_concat(typeof(v)) AS types FROM t"),
            R"([{"types":"integer,integer,real,real,real,text,text,null,)"
            R"(integer,integer,text"}])");
}

TEST(result_tables, gives_rows_in_their_order) {
  EXPECT_EQ(query_bench{R"([{"a":3},{"a":1},{"a":2}])"}.ask("SELECT a FROM t"),
            R"([{"a":3},{"a":1},{"a":2}])");
}

TEST(result_tables, cuts_long_cells_and_says_so) {
  std::string text(max_cell_bytes - 1, 'x');
  const query_bench bench{R"([{"a":")" + text + R"(\u00fcend"},{"a":")" + text +
                          R"(y"},{"a":["\u00fc)" + text + R"("]}])"};
  EXPECT_EQ(bench.ask("SELECT length(a) AS n, substr(a, -31) AS tail FROM t"),
            R"([{"n":16414,"tail":"...[pith: cut from 16388 bytes]"},)"
            R"({"n":16384,"tail":")" +
                std::string(30, 'x') +
                R"(y"},{"n":16414,"tail":"...[pith: cut from 16389 bytes]"}])");
}

TEST(result_tables, reads_rows_that_are_longer_than_any_text) {
  std::string json = "[{";
  for (int i = 0; i < 30; ++i) {
    json.append(i == 0 ? "" : ",").append("\"c" + std::to_string(i) + "\":\"");
    json.append(std::string(10'000, 'x')).append("\"");
  }
  const query_bench bench{json + ",\"last\":7}]"};
  EXPECT_EQ(bench.ask("SELECT last, length(c29) AS n FROM t"),
            R"([{"last":7,"n":10000}])");
}

TEST(result_tables, names_every_column_of_an_answer) {
  const query_bench bench{R"([{"a":1,"b":2}])"};
  EXPECT_EQ(bench.ask("SELECT a, b AS a, b AS a FROM t"),
            R"([{"a":1,"a_2":2,"a_3":2}])");
  EXPECT_EQ(bench.ask("SELECT count(*) FROM t"), R"x([{"count(*)":1}])x");
}

TEST(result_tables, answers_what_json_cannot_hold) {
  const query_bench bench{R"([{"a":1}])"};
  EXPECT_EQ(bench.ask("SELECT 9e999 AS i, -9e999 AS j, x'00ff' AS k, "
                      "CAST(x'c3' AS TEXT) AS l"),
            R"([{"i":"Infinity","j":"-Infinity","k":"x'00ff'","l":"x'c3'"}])");
}

TEST(result_tables, has_the_time_when_the_result_was_kept) {
  const query_bench bench{R"([{"a":1}])"};
  const std::string answer = bench.ask(
      "SELECT datetime('now') AS a, date() AS b, CURRENT_TIMESTAMP AS c, "
      "unixepoch('now') AS d, strftime('%f', 'now') AS e, "
      "julianday('now') = julianday('2026-11-17 12:00:00.500') AS f");
  EXPECT_EQ(answer,
            R"([{"a":"2026-11-17 12:00:00","b":"2026-11-17",)"
            R"("c":"2026-11-17 12:00:00","d":1794916800,"e":"00.500","f":1}])");
  EXPECT_EQ(bench.ask("SELECT datetime('now', 'LocalTime')"),
            "error: 'localtime' is not available: times are UTC");
}

TEST(result_tables, names_what_was_probably_meant) {
  const query_bench bench{
      R"([{"id":1,"customer":{"name":"x"},"status":"a","items":[{"q":1}]}])"};
  EXPECT_EQ(bench.ask("SELECT statsu FROM t"),
            "error: no such column: statsu; did you mean status of t?");
  EXPECT_EQ(bench.ask("SELECT customer.name FROM t"),
            "error: no such column: customer.name; did you mean "
            "customer_name of t?");
  EXPECT_EQ(bench.ask("SELECT name FROM t"),
            "error: no such column: name; did you mean customer_name of t?");
  EXPECT_EQ(bench.ask("SELECT customerName FROM t"),
            "error: no such column: customerName; did you mean customer_name "
            "of t?");
  EXPECT_EQ(bench.ask("SELECT \"nothing like it\" FROM t"),
            "error: no such column: nothing like it; t has _row, id, "
            "customer_name, status; t_items has _parent, q");
  EXPECT_EQ(bench.ask("SELECT * FROM orders"),
            "error: no such table: orders; the tables are t, t_items");
  EXPECT_EQ(bench.ask("SELECT lenght(id) FROM t"),
            "error: no such function: lenght; did you mean length?");
  EXPECT_NE(bench.ask("SELEC id FROM t").find("syntax error"),
            std::string::npos);
}

TEST(result_tables, takes_one_select) {
  const query_bench bench{R"([{"a":1}])"};
  EXPECT_EQ(bench.ask("SELECT a FROM t; -- done\n ;"), R"([{"a":1}])");
  EXPECT_EQ(bench.ask("/* x */ SELECT a FROM t"), R"([{"a":1}])");
  EXPECT_EQ(bench.ask("WITH x AS (SELECT a FROM t) SELECT a+1 AS b FROM x"),
            R"([{"b":2}])");
  EXPECT_EQ(bench.ask("VALUES (1),(2)"), R"([{"column1":1},{"column1":2}])");
  EXPECT_EQ(bench.ask("SELECT 1; SELECT 2"),
            "error: sql has several statements; write one SELECT");
  EXPECT_EQ(bench.ask(" ; "), "error: sql is empty; write one SELECT");
  EXPECT_EQ(bench.ask("-- nothing"), "error: sql is empty; write one SELECT");
  EXPECT_EQ(bench.ask(std::string_view{"SELECT 1\0;", 10}),
            "error: sql has a NUL character");
  EXPECT_EQ(bench.ask("SELECT '" + std::string(4'000, 'x') + "'"),
            "error: sql is longer than 4000 bytes");
}

TEST(result_tables, ends_long_answers) {
  std::string json = "[";
  for (int i = 0; i < 500; ++i)
    json.append(i == 0 ? "{\"a\":1}" : ",{\"a\":1}");
  const query_bench bench{json + "]"};
  query_limits bounds = mcp_test::patient_limits();
  bounds.rows = 500;
  query_answer answer = bench.tables->run("SELECT a FROM t", bounds);
  EXPECT_FALSE(answer.is_cut);
  EXPECT_EQ(answer.row_count, 500U);
  bounds.rows = 499;
  answer = bench.tables->run("SELECT a FROM t", bounds);
  EXPECT_TRUE(answer.is_cut);
  EXPECT_EQ(answer.row_count, 499U);
  bounds.answer_bytes = 1'000;
  answer = bench.tables->run("SELECT a FROM t", bounds);
  EXPECT_TRUE(answer.is_cut);
  EXPECT_GT(answer.row_count, 50U);
  EXPECT_LT(answer.row_count, 150U);
}

TEST(result_tables, takes_no_more_memory_than_it_may) {
  std::string json = "[";
  for (int i = 0; i < 20'000; ++i) {
    json.append(i == 0 ? "" : ",").append("{\"a\":\"");
    json.append(std::string(100, 'x')).append("\"}");
  }
  const query_bench bench{json + "]"};
  ASSERT_NE(bench.tables, nullptr);
  EXPECT_GT(bench.tables->memory_bytes(), 2'000'000U);
  EXPECT_EQ(result_tables::load(*bench.plan, 0, 1U << 20U), nullptr);
  // Another one is not in its way.
  EXPECT_NE(result_tables::load(*bench.plan, 0, 64U << 20U), nullptr);
}

TEST(result_tables, answers_several_threads) {
  const query_bench bench{R"([{"a":1},{"a":2}])"};
  std::vector<std::thread> threads;
  std::vector<std::string> answers(4);
  for (std::string& answer : answers) {
    threads.emplace_back([&] {
      for (int i = 0; i < 50; ++i)
        answer = bench.ask("SELECT sum(a) AS s FROM t");
    });
  }
  for (std::thread& each : threads) each.join();
  for (const std::string& answer : answers) EXPECT_EQ(answer, R"([{"s":3}])");
}

}  // namespace
