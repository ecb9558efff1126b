// SPDX-License-Identifier: MIT
#include "mcp/raw_json/json_span.hpp"

#include <gtest/gtest.h>

namespace {

using namespace pith::mcp;  // NOLINT(google-build-using-namespace): a test

TEST(value_length, whole_values) {
  for (const std::string_view text :
       {"0", "-1", "1.5e-7", "true", "false", "null", R"("a\"b\\")", "[]", "{}",
        "[1,[2,{}],[]]", R"({"a":{"b":[]},"c":"}"})",
        "[ 1 , { \"a\" : null } ]"}) {
    EXPECT_EQ(value_length(text), text.size()) << text;
  }
}

TEST(value_length, stops_after_the_value) {
  EXPECT_EQ(value_length("1,2"), 1U);
  EXPECT_EQ(value_length("{} x"), 2U);
  EXPECT_EQ(value_length("\"a\":1"), 3U);
}

TEST(value_length, refuses_what_is_none) {
  for (const std::string_view text :
       {"",         " 1",       "[",     "]",       "{",   "[1,]",
        "{\"a\"}",  "{\"a\":}", "{a:1}", "tru",     "-",   "1.",
        "1e",       ".5",       "\"a",   "\"a\\\"", "[1}", "{\"a\":1]",
        "\"a\nb\"", "{,}",      "[,1]"}) {
    EXPECT_FALSE(value_length(text)) << text;
  }
}

TEST(value_length, bounded_depth) {
  const std::string deep(max_json_depth, '[');
  EXPECT_TRUE(value_length(deep + std::string(max_json_depth, ']')));
  const std::string deeper(100'000, '[');
  EXPECT_FALSE(value_length(deeper + std::string(100'000, ']')));
}

TEST(members_of, in_place_and_in_order) {
  const std::string_view text = R"( { "a" : 1 , "b":[2] , "a":"x" } )";
  const auto members = members_of(text);
  ASSERT_TRUE(members);
  ASSERT_EQ(members->size(), 3U);
  EXPECT_EQ((*members)[0].key, "\"a\"");
  EXPECT_EQ((*members)[1].value, "[2]");
  EXPECT_EQ(find_member(text, "a"), "\"x\"");
  EXPECT_FALSE(members_of("{} {}"));
  EXPECT_FALSE(members_of("[]"));
}

TEST(members_of, keys_are_compared_decoded) {
  EXPECT_EQ(find_member(R"({"\u0061b":7})", "ab"), "7");
  EXPECT_FALSE(find_member(R"({"a\\b":7})", "a\\\\b"));
}

TEST(find_path, walks) {
  EXPECT_EQ(find_path(R"({"a":{"b":{"c":3}}})", {"a", "b", "c"}), "3");
  EXPECT_FALSE(find_path(R"({"a":3})", {"a", "b"}));
}

TEST(elements_of, in_place) {
  const auto elements = elements_of("[1, [2,3] ,{}]");
  ASSERT_TRUE(elements);
  ASSERT_EQ(elements->size(), 3U);
  EXPECT_EQ((*elements)[1], "[2,3]");
  EXPECT_TRUE(elements_of("[]")->empty());
  EXPECT_FALSE(elements_of("[1,]"));
}

TEST(splice, replaces_and_keeps) {
  const std::string_view text = R"({"a": 1, "b" : [2 ], "c":3})";
  splice s{text};
  s.replace(*find_member(text, "b"), "true");
  EXPECT_EQ(s.finish(), R"({"a": 1, "b" : true, "c":3})");
}

TEST(splice, removes_members_with_one_comma) {
  const std::string_view text = R"({"a": 1, "b" : [2 ], "c":3})";
  const auto members = *members_of(text);
  const auto without = [&](std::initializer_list<std::size_t> which) {
    splice s{text};
    for (const std::size_t i : which) s.remove_member(members[i]);
    return s.finish();
  };
  EXPECT_EQ(without({0}), R"({"b" : [2 ], "c":3})");
  EXPECT_EQ(without({1}), R"({"a": 1, "c":3})");
  EXPECT_EQ(without({2}), R"({"a": 1, "b" : [2 ]})");
  EXPECT_EQ(without({1, 2}), R"({"a": 1})");
  EXPECT_EQ(without({0, 2}), R"({"b" : [2 ]})");
  EXPECT_EQ(without({0, 1, 2}), "{}");
}

TEST(splice, keeps_the_layout_of_the_members_that_stay) {
  const std::string_view text = "{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3\n}";
  const auto members = *members_of(text);
  const auto without = [&](std::initializer_list<std::size_t> which) {
    splice s{text};
    for (const std::size_t i : which) s.remove_member(members[i]);
    return s.finish();
  };
  EXPECT_EQ(without({0}), "{\n  \"b\": 2,\n  \"c\": 3\n}");
  EXPECT_EQ(without({2}), "{\n  \"a\": 1,\n  \"b\": 2\n}");
  EXPECT_EQ(without({1, 2}), "{\n  \"a\": 1\n}");
  EXPECT_EQ(without({0, 1, 2}), "{\n}");
}

TEST(splice, removes_the_member_after_a_replaced_value) {
  const std::string_view text = R"({"a":1,"b":2})";
  const auto members = *members_of(text);
  splice s{text};
  s.replace(members[0].value, "true");
  s.remove_member(members[1]);
  EXPECT_EQ(s.finish(), R"({"a":true})");
}

}  // namespace
