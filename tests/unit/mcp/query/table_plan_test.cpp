// SPDX-License-Identifier: MIT
#include "mcp/query/table_plan.hpp"

#include "query_bench.hpp"

#include <gtest/gtest.h>

#include <string>

namespace {

using mcp_test::query_bench;
using namespace pith::mcp;

/// "t(id,name) t_items(_parent,sku)"
std::string tables_of(const query_bench& bench) {
  std::string out;
  if (!bench.plan) return "none";
  for (const plan_table& table : bench.plan->tables()) {
    if (!out.empty()) out.push_back(' ');
    out.append(table.name).push_back('(');
    const auto add = [&](std::string_view name) {
      if (!out.ends_with('(')) out.push_back(',');
      out.append(name);
    };
    if (table.has_children) add("_row");
    if (table.parent != no_index) add("_parent");
    if (table.has_key) add("_key");
    for (const plan_column& column : table.columns) add(column.name);
    if (table.has_rest) add("_rest");
    out.push_back(')');
  }
  return out;
}

TEST(table_plan, takes_all_members_of_all_rows) {
  EXPECT_EQ(tables_of(query_bench{R"([{"id":1},{"name":"x","id":2}])"}),
            "t(id,name)");
}

TEST(table_plan, has_no_tables_where_there_are_no_rows) {
  EXPECT_EQ(tables_of(query_bench{"[]"}), "none");
  EXPECT_EQ(tables_of(query_bench{"{}"}), "none");
  EXPECT_EQ(tables_of(query_bench{"7"}), "none");
  EXPECT_EQ(tables_of(query_bench{R"({"a":[1]})", {"b"}}), "none");
}

TEST(table_plan, makes_columns_of_inner_objects) {
  EXPECT_EQ(tables_of(query_bench{
                R"([{"a":{"b":1,"c":{"d":2}},"e":3},{"a":null,"e":4}])"}),
            "t(a_b,a_c_d,e)");
}

TEST(table_plan, leaves_what_is_too_deep_as_json) {
  const query_bench bench{R"([{"a":{"b":{"c":{"d":{"e":1}}}}}])"};
  EXPECT_EQ(tables_of(bench), "t(a_b_c_d)");
  EXPECT_EQ(bench.ask("SELECT a_b_c_d ->> 'e' AS e FROM t"), R"([{"e":1}])");
}

TEST(table_plan, makes_tables_of_arrays_of_objects) {
  const query_bench bench{
      R"([{"id":7,"items":[{"sku":"a","parts":[{"n":1}]},{"sku":"b"}]},)"
      R"({"id":8,"items":[]},{"id":9,"items":[{"sku":"c"}]}])"};
  EXPECT_EQ(tables_of(bench),
            "t(_row,id) t_items(_row,_parent,sku) t_items_parts(_parent,n)");
  EXPECT_EQ(bench.ask("SELECT t.id, i.sku FROM t_items i "
                      "JOIN t ON t._row = i._parent"),
            R"([{"id":7,"sku":"a"},{"id":7,"sku":"b"},{"id":9,"sku":"c"}])");
  EXPECT_EQ(bench.ask("SELECT sku FROM t_items_parts p "
                      "JOIN t_items i ON i._row = p._parent"),
            R"([{"sku":"a"}])");
}

TEST(table_plan, leaves_other_arrays_as_json) {
  const query_bench bench{
      R"([{"tags":["a","b"],"mixed":[{"x":1}]},{"tags":[],"mixed":[2]}])"};
  EXPECT_EQ(tables_of(bench), "t(tags,mixed)");
  EXPECT_EQ(bench.ask("SELECT value FROM t, json_each(t.tags)"),
            R"([{"value":"a"},{"value":"b"}])");
  EXPECT_EQ(bench.ask("SELECT mixed FROM t"),
            R"([{"mixed":"[{\"x\":1}]"},{"mixed":"[2]"}])");
}

TEST(table_plan, leaves_a_member_as_json_that_is_sometimes_something_else) {
  const query_bench bench{R"([{"a":{"b":1}},{"a":5},{"a":[1]}])"};
  EXPECT_EQ(tables_of(bench), "t(a)");
  EXPECT_EQ(bench.ask("SELECT a FROM t"),
            R"([{"a":"{\"b\":1}"},{"a":5},{"a":"[1]"}])");
}

TEST(table_plan, gives_every_column_a_name_of_its_own) {
  EXPECT_EQ(tables_of(query_bench{
                R"([{"a_b":1,"a":{"b":2,"B":3},"":4,"_row":5,"x\ny":6}])"}),
            "t(a_b,a_b_2,a_B_3,_,_row_2,x_y)");
  const query_bench bench{R"([{"a_b":1,"a":{"b":2}}])"};
  EXPECT_EQ(bench.ask("SELECT a_b, a_b_2 FROM t"), R"([{"a_b":1,"a_b_2":2}])");
}

TEST(table_plan, gives_every_table_a_name_of_its_own) {
  EXPECT_EQ(
      tables_of(query_bench{
          R"([{"a_b":[{"x":1}],"a":{"b":[{"y":1}]},"A":{"B":[{"z":1}]}}])"}),
      "t(_row) t_a_b(_parent,x) t_a_b_2(_parent,y) t_A_B_3(_parent,z)");
}

TEST(table_plan, makes_rows_of_what_is_not_an_object) {
  const query_bench bench{R"([1,"two",null,[3],{"id":4}])"};
  EXPECT_EQ(tables_of(bench), "t(id,value)");
  EXPECT_EQ(bench.ask("SELECT value, id FROM t"),
            R"([{"value":1,"id":null},{"value":"two","id":null},)"
            R"({"value":null,"id":null},{"value":"[3]","id":null},)"
            R"({"value":null,"id":4}])");
}

TEST(table_plan, makes_rows_of_the_members_of_an_object) {
  std::string json = "{";
  for (int i = 0; i < 9; ++i) {
    if (i != 0) json.push_back(',');
    json.append("\"k" + std::to_string(i) + "\":{\"n\":" + std::to_string(i) +
                "}");
  }
  const query_bench bench{json + "}"};
  EXPECT_EQ(tables_of(bench), "t(_key,n)");
  EXPECT_EQ(bench.ask("SELECT _key FROM t WHERE n = 5"), R"([{"_key":"k5"}])");
  EXPECT_EQ(tables_of(query_bench{R"({"a":[{"x":1}],"b":2})"}),
            "t(_row,b) t_a(_parent,x)");
}

TEST(table_plan, keeps_what_is_beside_the_rows) {
  const query_bench bench{
      R"({"total":9,"data":{"page":1,"rows":[{"id":1},{"id":2}],"total":8}})",
      {"data", "rows"}};
  EXPECT_EQ(tables_of(bench), "t(id) t_beside(page,total)");
  EXPECT_EQ(bench.ask("SELECT count(*) AS n, (SELECT total FROM t_beside) "
                      "AS all_rows FROM t"),
            R"([{"n":2,"all_rows":8}])");
}

TEST(table_plan, puts_columns_beyond_the_limit_into_the_rest) {
  std::string row = "{";
  for (int i = 0; i < 250; ++i) {
    if (i != 0) row.push_back(',');
    row.append("\"c" + std::to_string(i) + "\":" + std::to_string(i));
  }
  const query_bench bench{"[" + row + "}]"};
  const plan_table& table = bench.plan->tables().front();
  EXPECT_EQ(table.columns.size(), table_plan::max_columns);
  EXPECT_TRUE(table.has_rest);
  EXPECT_EQ(bench.ask("SELECT c199, _rest ->> 'c249' AS last FROM t"),
            R"([{"c199":199,"last":249}])");
}

TEST(table_plan, keeps_members_beyond_all_counting) {
  std::string json = "[";
  for (int i = 0; i < 1'100; ++i) {
    if (i != 0) json.push_back(',');
    json.append("{\"k" + std::to_string(i) + "\":" + std::to_string(i) + "}");
  }
  const query_bench bench{json + "]"};
  EXPECT_EQ(bench.ask("SELECT _rest FROM t WHERE _rest ->> 'k1099' = 1099"),
            R"([{"_rest":"{\"k1099\":1099}"}])");
}

TEST(table_plan, leaves_objects_with_too_many_different_members_as_json) {
  std::string json = "[";
  for (int i = 0; i < 60; ++i) {
    if (i != 0) json.push_back(',');
    json.append("{\"a\":{\"k" + std::to_string(i) + "\":1}}");
  }
  EXPECT_EQ(tables_of(query_bench{json + "]"}), "t(a)");
}

TEST(table_plan, bounds_the_number_of_tables) {
  std::string row = "{";
  for (int i = 0; i < 40; ++i) {
    if (i != 0) row.push_back(',');
    row.append("\"a" + std::to_string(i) + "\":[{\"x\":1}]");
  }
  const query_bench bench{"[" + row + "}]"};
  EXPECT_EQ(bench.plan->tables().size(), table_plan::max_tables);
  EXPECT_EQ(bench.ask("SELECT a39 FROM t"), R"([{"a39":"[{\"x\":1}]"}])");
}

TEST(table_plan, counts_what_is_in_columns) {
  const query_bench bench{
      R"([{"a":1,"b":true},{"a":2.5,"b":null},{"a":"x"},{"a":-4}])"};
  const auto& columns = bench.plan->tables().front().columns;
  const column_facts& a = columns[0].field->facts;
  EXPECT_EQ(a.integers, 2U);
  EXPECT_EQ(a.least_integer, -4);
  EXPECT_EQ(a.most_integer, 1);
  EXPECT_EQ(a.reals, 1U);
  EXPECT_EQ(a.texts, 1U);
  EXPECT_EQ(columns[1].field->facts.booleans, 1U);
  EXPECT_EQ(columns[1].field->facts.nulls, 1U);
}

TEST(table_plan, writes_names_as_sql_reads_them) {
  EXPECT_EQ(sql_name("id"), "id");
  EXPECT_EQ(sql_name("order"), "\"order\"");
  EXPECT_EQ(sql_name("a b"), "\"a b\"");
  EXPECT_EQ(sql_name("a\"b"), "\"a\"\"b\"");
  EXPECT_EQ(sql_name("1a"), "\"1a\"");
  EXPECT_EQ(sql_name(""), "\"\"");
  const query_bench bench{R"([{"order":1,"a \"b":2,"1":3}])"};
  EXPECT_EQ(bench.ask(R"(SELECT "order", "a ""b", "1" FROM t)"),
            R"([{"order":1,"a \"b":2,"1":3}])");
}

}  // namespace
