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

}  // namespace
