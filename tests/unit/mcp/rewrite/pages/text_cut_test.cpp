// SPDX-License-Identifier: MIT
#include "mcp/rewrite/pages/text_cut.hpp"

#include "rewriter_bench.hpp"

namespace {

using namespace mcp_test;

std::string lines(std::size_t count) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) {
    out.append("line ").append(std::to_string(i)).append(" of many\n");
  }
  return out;
}

TEST(text_cut, counts_characters) {
  EXPECT_EQ(count_characters(""), 0U);
  EXPECT_EQ(count_characters("abc"), 3U);
  EXPECT_EQ(count_characters("\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80"), 3U);
}

TEST(text_cut, takes_all_of_what_fits) {
  auto counter = make_counter();
  const std::string text = lines(10);
  const text_cost cost = cost_of(counter, text);
  EXPECT_EQ(fitting_bytes(counter, text, cost), text.size());
  EXPECT_EQ(fitting_bytes(counter, text, {}), text.size());
  EXPECT_EQ(fitting_bytes(counter, "", {1, 1}), 0U);
}

TEST(text_cut, cuts_after_lines) {
  auto counter = make_counter();
  const std::string text = lines(2000);
  for (const std::size_t tokens : {50U, 51U, 100U, 777U, 5000U}) {
    const std::size_t cut = fitting_bytes(counter, text, {tokens, 0});
    ASSERT_GT(cut, 0U);
    EXPECT_EQ(text[cut - 1], '\n');
    EXPECT_LE(counter.count(std::string_view{text}.substr(0, cut)), tokens);
    // Another line would not fit.
    const std::size_t next = text.find('\n', cut) + 1;
    EXPECT_GT(counter.count(std::string_view{text}.substr(0, next)), tokens);
  }
}

TEST(text_cut, never_cuts_a_character) {
  auto counter = make_counter();
  std::string text;
  for (int i = 0; i < 3000; ++i) text.append("\xF0\x9F\x98\x80\xE2\x82\xAC");
  for (std::size_t limit = 1; limit < 60; ++limit) {
    for (const text_cost most : {text_cost{limit, 0}, text_cost{0, limit}}) {
      const std::size_t cut = fitting_bytes(counter, text, most);
      ASSERT_TRUE(cut == text.size() ||
                  (static_cast<unsigned char>(text[cut]) & 0xC0U) != 0x80U);
      const text_cost cost =
          cost_of(counter, std::string_view{text}.substr(0, cut));
      if (most.tokens != 0) {
        EXPECT_LE(cost.tokens, most.tokens);
      } else {
        EXPECT_LE(cost.characters, most.characters);
        EXPECT_GT(cut, 0U);
      }
    }
  }
}

TEST(text_cut, holds_both_limits) {
  auto counter = make_counter();
  const std::string text = lines(1000);
  const std::size_t cut = fitting_bytes(counter, text, {400, 900});
  const text_cost cost =
      cost_of(counter, std::string_view{text}.substr(0, cut));
  EXPECT_LE(cost.tokens, 400U);
  EXPECT_LE(cost.characters, 900U);
  EXPECT_GT(cost.characters, 600U);
}

TEST(text_cut, manages_words_without_end) {
  auto counter = make_counter();
  const std::string text(100'000, 'x');
  const std::size_t cut = fitting_bytes(counter, text, {100, 0});
  EXPECT_GT(cut, 100U);
  EXPECT_LE(counter.count(std::string_view{text}.substr(0, cut)), 100U);
}

TEST(text_cut, counts_up_to_what_is_enough) {
  auto counter = make_counter();
  const std::string text = lines(5000);
  const std::size_t all = counter.count(text);
  EXPECT_EQ(cost_up_to(counter, text, all).tokens, all);
  const text_cost some = cost_up_to(counter, text, 100);
  EXPECT_GT(some.tokens, 100U);
  EXPECT_LT(some.tokens, all);
  EXPECT_EQ(some.characters, text.size());
}

}  // namespace
