// SPDX-License-Identifier: MIT
#include "stats/stats_table.hpp"

#include <pith/json.hpp>

#include <gtest/gtest.h>

namespace {

std::optional<std::string> table(std::string_view json) {
  const auto stats = pith::json::parse(json);
  EXPECT_TRUE(stats);
  return stats ? cli::stats_table(stats->root()) : std::nullopt;
}

TEST(stats_table, tools_by_server_and_saving) {
  EXPECT_EQ(table(R"({"totals":{"calls":1203,"tokens_before":4000,)"
                  R"("tokens_after":2000,"passed":{"mode":2,"small":1000},)"
                  R"("limit_crossings_avoided":3,)"
                  R"("added_ms":{"p50":0.25,"p99":12.5}},"servers":[)"
                  R"({"name":"db","tools":[{"name":"query","calls":2,)"
                  R"("tokens_before":1000,"tokens_after":1100}]},)"
                  R"({"name":"github","tools":[{"name":"a","calls":1,)"
                  R"("tokens_before":0,"tokens_after":0},{"name":"log",)"
                  R"("calls":1200,"tokens_before":3000,"tokens_after":900}],)"
                  R"("tool_list":{"tools_before":3,"tools_after":2,)"
                  R"("tokens_before":300,"tokens_after":100}}]})"),
            "server  tool   calls  tokens before  tokens after  saving\n"
            "db      query      2          1,000         1,100  -10.0%\n"
            "github  log    1,200          3,000           900   70.0%\n"
            "github  a          1              0             0    0.0%\n"
            "total          1,203          4,000         2,000   50.0%\n"
            "\n"
            "tool lists  tools  tokens before  tokens after  saving\n"
            "github          2            300           100   66.7%\n"
            "\n"
            "passed        small 1,000, mode 2\n"
            "time added    0.250 ms median, 12.500 ms p99\n"
            "below limits  3\n");
}

TEST(stats_table, nothing_yet) {
  EXPECT_EQ(table(R"({"totals":{"calls":0},"servers":[]})"),
            "no tool calls yet\n");
}

TEST(stats_table, what_is_no_statistics) {
  for (const std::string_view json :
       {"{}", "[]", "7", R"({"totals":7,"servers":[]})",
        R"({"totals":{},"servers":{}})", R"({"totals":{}})"}) {
    EXPECT_FALSE(table(json)) << json;
  }
}

TEST(stats_table, names_cannot_steer_a_terminal) {
  const auto text = table(R"({"totals":{"calls":1},"servers":[7,{"tools":[)"
                          R"({"name":"\u001b[2J\u202e","calls":-5},8]}]})");
  ASSERT_TRUE(text);
  EXPECT_EQ(text->find('\x1b'), std::string::npos);
  EXPECT_EQ(text->find("\u202e"), std::string::npos);
}

TEST(stats_table, long_names_are_cut) {
  const auto text = table(
      R"({"totals":{"calls":1},"servers":[{"name":"s","tools":[{"name":")" +
      std::string(200, 'x') + R"("}]}]})");
  ASSERT_TRUE(text);
  EXPECT_NE(text->find(std::string(37, 'x') + "..."), std::string::npos);
  EXPECT_EQ(text->find(std::string(38, 'x')), std::string::npos);
}

}  // namespace
