// SPDX-License-Identifier: MIT
#include <pith/encode_within.hpp>
#include <pith/gcf.hpp>
#include <pith/json.hpp>

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace {

/// A tokenizer whose tokens are bytes.
struct byte_counter {
  std::size_t count(std::string_view text) const { return text.size(); }
};

std::string orders(int rows) {
  std::string text = R"({"shop":"Oslo","orders":[)";
  for (int i = 0; i < rows; ++i) {
    text += (i == 0 ? "" : ",");
    text += R"({"identifier":)" + std::to_string(i) + R"(,"name":"x"})";
  }
  return text + "]}";
}

TEST(encode_within, keeps_everything_that_fits) {
  const byte_counter bytes;
  const auto doc = pith::json::parse(orders(20));
  ASSERT_TRUE(doc);
  const auto whole = pith::encode_within(doc->root(), bytes, 100000);
  ASSERT_TRUE(whole);
  EXPECT_EQ(whole->rows, 20U);
  EXPECT_EQ(whole->left_out, 0U);
  EXPECT_EQ(whole->name, "gcf");
  EXPECT_EQ(whole->text, *pith::gcf::encode(doc->root()));
  EXPECT_EQ(whole->tokens, whole->text.size());
}

TEST(encode_within, leaves_out_as_few_rows_as_possible) {
  const byte_counter bytes;
  const auto doc = pith::json::parse(orders(200));
  ASSERT_TRUE(doc);
  for (const std::size_t budget : {110U, 200U, 333U, 1000U}) {
    const auto part = pith::encode_within(doc->root(), bytes, budget);
    ASSERT_TRUE(part) << budget;
    EXPECT_LE(part->tokens, budget);
    EXPECT_EQ(part->tokens, part->text.size());
    EXPECT_GT(part->rows, 0U);
    EXPECT_EQ(part->rows + part->left_out, 200U);
    const auto back = part->name == "gcf" ? pith::gcf::decode(part->text)
                                          : pith::json::parse(part->text);
    ASSERT_TRUE(back);
    EXPECT_EQ(back->root()["orders"].elements().size(), part->rows);
    EXPECT_EQ(back->root()["shop"].get_string(), "Oslo");
    // One more does not fit.
    const auto more = pith::with_rows(
        doc->root(), *pith::find_rows(doc->root()), 0, part->rows + 1);
    ASSERT_TRUE(more);
    EXPECT_GT(pith::auto_encode(more->root(), bytes)->tokens, budget);
  }
}

TEST(encode_within, refuses_what_does_not_fit_without_rows) {
  const byte_counter bytes;
  const auto doc = pith::json::parse(orders(5));
  ASSERT_TRUE(doc);
  EXPECT_EQ(pith::encode_within(doc->root(), bytes, 3).error().code,
            pith::error_code::size_limit);
  const auto word = pith::json::parse(R"("a string")");
  ASSERT_TRUE(word);
  EXPECT_EQ(pith::encode_within(word->root(), bytes, 3).error().code,
            pith::error_code::size_limit);
}

TEST(find_rows_or_members, finds_the_longest_of_both) {
  const auto found = [](std::string_view json) -> std::string {
    const auto doc = pith::json::parse(json);
    const auto place = pith::find_rows_or_members(doc->root());
    if (!place) return "none";
    return std::string(place->member.value_or(".")) + ' ' +
           std::to_string(place->count) + (place->is_map ? " members" : "");
  };
  EXPECT_EQ(found("[1,2]"), ". 2");
  EXPECT_EQ(found("[]"), ". 0");
  EXPECT_EQ(found(R"({"a":{},"b":{}})"), ". 2 members");
  EXPECT_EQ(found(R"({"a":{"x":{},"y":{}}})"), "a 2 members");
  EXPECT_EQ(found(R"({"a":{"x":{},"y":{}},"b":[1,2]})"), "b 2");
  EXPECT_EQ(found(R"({"a":{"x":{},"y":{}},"b":[1]})"), "a 2 members");
  EXPECT_EQ(found(R"({"a":{"x":1},"b":2})"), "none");
  EXPECT_EQ(found("{}"), "none");
  EXPECT_EQ(found("1"), "none");
}

TEST(with_rows, takes_members_in_their_order) {
  const auto part = [](std::string_view json, std::size_t first,
                       std::size_t count) {
    const auto doc = pith::json::parse(json);
    const auto place = pith::find_rows_or_members(doc->root());
    const auto some = pith::with_rows(doc->root(), *place, first, count);
    return *pith::json::write(some->root());
  };
  const std::string_view map = R"({"c":{"n":1},"a":{"n":2},"b":{}})";
  EXPECT_EQ(part(map, 0, 2), R"({"c":{"n":1},"a":{"n":2}})");
  EXPECT_EQ(part(map, 1, 9), R"({"a":{"n":2},"b":{}})");
  EXPECT_EQ(part(map, 3, 1), "{}");
  EXPECT_EQ(part(map, 0, 0), "{}");
  EXPECT_EQ(part(R"({"p":1,"m":{"c":{"n":1},"a":{}},"q":[2]})", 1, 1),
            R"({"p":1,"m":{"a":{}},"q":[2]})");
}

}  // namespace
