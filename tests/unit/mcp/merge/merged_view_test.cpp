// SPDX-License-Identifier: MIT
/// @file
/// The lists of several servers as one.
#include "mcp/merge/merged_view.hpp"

#include <gtest/gtest.h>

#include <array>
#include <initializer_list>

namespace {

using namespace pith::mcp;  // NOLINT(google-build-using-namespace): a test

std::shared_ptr<const member_catalog> tools(
    std::initializer_list<std::string> definitions) {
  auto made = std::make_shared<member_catalog>();
  made->tools = definitions;
  return made;
}

TEST(merged_view, finds_what_it_offers_and_nothing_else) {
  const std::array<view_member, 2> members{{
      {"a", "a", tools({R"({"name":"x","description":"1"})"})},
      {"b", "b", tools({R"({ "name" : "x" })", R"({"name":"y"})"})},
  }};
  const merged_view view{members, 48};
  EXPECT_EQ(view.tool_array(), R"([{"name":"a__x","description":"1"},)"
                               R"({ "name" : "b__x" },{"name":"b__y"}])");
  ASSERT_NE(view.find_tool("b__x"), nullptr);
  EXPECT_EQ(view.find_tool("b__x")->member, 1U);
  EXPECT_EQ(view.find_tool("b__x")->original, "x");
  EXPECT_EQ(view.find_tool("x"), nullptr);
  EXPECT_EQ(view.find_tool("a__y"), nullptr);
}

TEST(merged_view, hides_both_of_two_that_share_a_name) {
  const std::array<view_member, 2> members{{
      {"a", "", tools({R"({"name":"b__x"})", R"({"name":"z"})"})},
      {"b", "b", tools({R"({"name":"x"})"})},
  }};
  const merged_view view{members, 48};
  EXPECT_EQ(view.tool_array(), R"([{"name":"z"}])");
  EXPECT_EQ(view.find_tool("b__x"), nullptr);
  EXPECT_EQ(view.hidden(), std::vector<std::string>{"b__x"});
}

TEST(merged_view, does_not_let_a_server_take_names_of_pith) {
  const std::array<view_member, 2> members{{
      {"a", "", tools({R"({"name":"pith_more"})"})},
      {"b", "b", tools({R"({"name":"pith_more"})"})},
  }};
  const merged_view view{members, 48};
  EXPECT_EQ(view.tool_array(), R"([{"name":"b__pith_more"}])");
}

TEST(merged_view, marks_differ_when_lists_do) {
  const std::array<view_member, 1> one{
      {{"a", "a", tools({R"({"name":"x"})"})}}};
  const std::array<view_member, 1> two{
      {{"a", "a", tools({R"({"name":"x","description":"d"})"})}}};
  EXPECT_EQ(merged_view(one, 48).tool_mark(), merged_view(one, 48).tool_mark());
  EXPECT_NE(merged_view(one, 48).tool_mark(), merged_view(two, 48).tool_mark());
}

TEST(merged_view, has_no_items_without_a_name) {
  const std::array<view_member, 1> members{
      {{"a", "a", tools({R"({"name":7})", "{}", "[]", R"({"name":""})"})}}};
  EXPECT_EQ(merged_view(members, 48).tool_array(), "[]");
}

}  // namespace
