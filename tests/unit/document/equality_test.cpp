// SPDX-License-Identifier: MIT
#include <pith/builder.hpp>
#include <pith/equality.hpp>
#include <pith/json.hpp>

#include <gtest/gtest.h>

#include <string>

namespace {

using pith::member_order;

bool same(const char* a, const char* b,
          member_order order = member_order::ignored) {
  const auto left = pith::json::parse(a);
  const auto right = pith::json::parse(b);
  EXPECT_TRUE(left) << a;
  EXPECT_TRUE(right) << b;
  return pith::equal(left->root(), right->root(), order);
}

TEST(equality, compares_numbers_by_value) {
  EXPECT_TRUE(same("1", "1.0"));
  EXPECT_TRUE(same("1e2", "100"));
  EXPECT_TRUE(same("-0.0", "0"));
  EXPECT_TRUE(same("0.0", "-0.0"));
  EXPECT_FALSE(same("1", "1.5"));
  EXPECT_FALSE(same("9007199254740993", "9007199254740992.0"));
  EXPECT_TRUE(same("9007199254740992", "9007199254740992.0"));
  EXPECT_FALSE(same("9223372036854775807", "9223372036854775808.0"));
  EXPECT_TRUE(same("-9223372036854775808", "-9223372036854775808.0"));
  EXPECT_FALSE(same("1", "1e300"));
}

TEST(equality, tells_kinds_apart) {
  const char* kinds[] = {"null", "true", "false", "1",      "\"\"",
                         "[]",   "{}",   "\"1\"", "[null]", "{\"a\":null}"};
  for (const char* a : kinds) {
    for (const char* b : kinds) EXPECT_EQ(same(a, b), a == b) << a << b;
  }
}

TEST(equality, sees_order_only_when_told_to) {
  const char* a = R"({"x":1,"y":[{"a":1,"b":2}],"z":3})";
  const char* b = R"({"z":3,"y":[{"b":2,"a":1}],"x":1})";
  EXPECT_TRUE(same(a, b));
  EXPECT_FALSE(same(a, b, member_order::significant));
  EXPECT_TRUE(same(a, a, member_order::significant));
  EXPECT_FALSE(same("[1,2]", "[2,1]"));
}

TEST(equality, finds_the_difference_wherever_it_is) {
  EXPECT_FALSE(same(R"({"a":1,"b":2})", R"({"b":2,"c":1})"));
  EXPECT_FALSE(same(R"({"a":1,"b":2})", R"({"b":2,"a":2})"));
  EXPECT_FALSE(
      same(R"({"a":{"b":[1,2,{"c":3}]}})", R"({"a":{"b":[1,2,{"c":4}]}})"));
  EXPECT_FALSE(same("[1,2,3]", "[1,2]"));
  EXPECT_FALSE(same(R"({"a":1})", R"({"a":1,"b":1})"));
  EXPECT_FALSE(same("\"a\"", "\"b\""));
}

TEST(equality, is_linear_in_wide_reordered_objects) {
  std::string a = "{";
  std::string b = "{";
  constexpr int width = 50'000;
  for (int i = 0; i < width; ++i) {
    a += "\"k" + std::to_string(i) + "\":" + std::to_string(i) + ",";
    const int j = width - 1 - i;
    b += "\"k" + std::to_string(j) + "\":" + std::to_string(j) + ",";
  }
  a.back() = b.back() = '}';
  EXPECT_TRUE(same(a.c_str(), b.c_str()));
}

}  // namespace
