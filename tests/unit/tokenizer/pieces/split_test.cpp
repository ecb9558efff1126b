// SPDX-License-Identifier: MIT
#include "tokenizer/pieces/split.hpp"

#include "tokenizer/pieces/regex.hpp"
#include "tokenizer/unicode/code_ranges.hpp"
#include "tokenizer/unicode/unicode.hpp"

#include <gmock/gmock.h>

#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace pith::tokens;
using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> pieces(const std::vector<split_step>& steps,
                                std::string_view text) {
  std::vector<std::string> out;
  piece_walk walk{steps};
  walk.each({text.data(), text.data() + text.size()},
            [&](text_range piece) { out.emplace_back(piece.view()); });
  return out;
}

std::vector<split_step> by_regex(std::string_view expression,
                                 match_behavior behavior,
                                 bool is_inverted = false) {
  auto made = make_regex_matcher(expression);
  EXPECT_TRUE(made) << expression << ": " << made.error().detail;
  return {{*made, behavior, is_inverted}};
}

TEST(split_test, behaviors) {
  using enum match_behavior;
  const std::string_view text = "a--b-c--";
  EXPECT_THAT(pieces(by_regex("-", isolated), text),
              ElementsAre("a", "-", "-", "b", "-", "c", "-", "-"));
  EXPECT_THAT(pieces(by_regex("-", removed), text), ElementsAre("a", "b", "c"));
  EXPECT_THAT(pieces(by_regex("-", removed, true), text),
              ElementsAre("-", "-", "-", "-", "-"));
  EXPECT_THAT(pieces(by_regex("-", merged_with_previous), text),
              ElementsAre("a-", "-", "b-", "c-", "-"));
  EXPECT_THAT(pieces(by_regex("-", merged_with_next), text),
              ElementsAre("a", "-", "-b", "-c", "-", "-"));
  EXPECT_THAT(pieces(by_regex("-", contiguous), text),
              ElementsAre("a", "--", "b", "-", "c", "--"));
}

TEST(split_test, empty_matches_cut_and_get_on) {
  EXPECT_THAT(
      pieces(by_regex("(?=\\p{Lu})", match_behavior::isolated), "oneTwoThree"),
      ElementsAre("one", "Two", "Three"));
  EXPECT_THAT(pieces(by_regex("x*", match_behavior::isolated), "axxb"),
              ElementsAre("a", "xx", "b"));
  EXPECT_THAT(pieces(by_regex("x*", match_behavior::isolated), ""), IsEmpty());
}

TEST(split_test, steps_work_on_the_pieces_of_those_before) {
  const std::vector<split_step> steps = {
      {make_number_matcher()}, {make_known_matcher(known_pattern::gpt2)}};
  EXPECT_THAT(pieces(steps, "ab 12 c"), ElementsAre("ab", " ", "1", "2", " c"));
}

TEST(split_test, numbers_are_of_a_newer_unicode_than_expressions) {
  const std::string_view text = "a\U00011de0\U00016ff6\u00b2";
  EXPECT_THAT(pieces({{make_number_matcher()}}, text),
              ElementsAre("a", "\U00011de0", "\U00016ff6", "\u00b2"));
  EXPECT_THAT(pieces(by_regex("\\p{N}", match_behavior::isolated), text),
              ElementsAre("a\U00011de0\U00016ff6", "\u00b2"));
}

TEST(split_test, bytes_that_are_no_text_match_nothing) {
  EXPECT_THAT(pieces(by_regex("[^b]", match_behavior::isolated),
                     "a\xff\xfe"
                     "c"),
              ElementsAre("a", "\xff\xfe", "c"));
}

TEST(regex_test, classes_are_of_unicode_16) {
  using enum match_behavior;
  // A letter since Unicode 16, and one that is none before 17; U+180E is
  // white space to PCRE2, and U+0085 is not to others.
  EXPECT_THAT(pieces(by_regex("\\p{L}", removed), "\u1c89\u088f"),
              ElementsAre("\u088f"));
  EXPECT_THAT(pieces(by_regex("\\s", removed), "\u180e\u0085"),
              ElementsAre("\u180e"));
  EXPECT_THAT(pieces(by_regex("[^\\S\\n]", removed), "\u3000\n \u0085"),
              ElementsAre("\n"));
  EXPECT_THAT(pieces(by_regex("\\P{L}", removed), "a1b"),
              ElementsAre("a", "b"));
  EXPECT_THAT(pieces(by_regex("[\\p{^L}a]", removed), "a1b"), ElementsAre("b"));
}

TEST(regex_test, case_folds_where_it_does_not_count) {
  EXPECT_THAT(
      pieces(by_regex("(?i:'s)", match_behavior::isolated), "x'Sy'\u017fz"),
      ElementsAre("x", "'S", "y", "'\u017f", "z"));
}

TEST(regex_test, properties_part_the_characters) {
  // Lu, Ll, Lt, Lm and Lo are L, and nothing is two of L, M, N, P, S.
  std::vector<int> found(0x110000);
  for (const char* name : {"Lu", "Ll", "Lt", "Lm", "Lo", "M", "N", "P", "S"}) {
    const auto ranges = property_ranges(name);
    ASSERT_TRUE(ranges) << name;
    for (const code_range& range : *ranges) {
      for (std::uint32_t code = range.first; code <= range.last; ++code) {
        ++found[code];
      }
    }
  }
  std::size_t letters = 0;
  for (std::uint32_t code = 0; code < found.size(); ++code) {
    ASSERT_LE(found[code], 1) << code;
    letters += (classes_of(code) & letter) != 0;
    if (classes_of(code) & (letter | number | upper | lower)) {
      ASSERT_EQ(found[code], 1) << code;
    }
  }
  EXPECT_EQ(letters, 141028u);
  EXPECT_FALSE(property_ranges("Han"));
}

TEST(regex_test, complements) {
  const code_ranges some = {{'b', 'd'}, {0xE000, 0x10FFFE}};
  const code_ranges rest = complement(some);
  ASSERT_EQ(rest.size(), 3u);
  EXPECT_EQ(rest[0].last, std::uint32_t{'a'});
  EXPECT_EQ(rest[1].first, std::uint32_t{'e'});
  EXPECT_EQ(rest[1].last, 0xD7FFu);
  EXPECT_EQ(rest[2].first, 0x10FFFFu);
  EXPECT_EQ(complement({}).size(), 2u);
  EXPECT_TRUE(complement(complement({})).empty());
}

TEST(regex_test, known_expressions_are_known_and_translate) {
  for (const auto pattern :
       {known_pattern::gpt2, known_pattern::cl100k, known_pattern::qwen,
        known_pattern::o200k, known_pattern::tekken}) {
    EXPECT_EQ(find_known_pattern(expression_of(pattern)), pattern);
    EXPECT_TRUE(make_regex_matcher(expression_of(pattern)));
  }
  EXPECT_EQ(find_known_pattern("\\p{L}+"), known_pattern::none);
}

TEST(regex_test, an_expression_that_explodes_is_given_up) {
  const std::string text(60, 'a');
  EXPECT_THAT(
      pieces(by_regex("(?:a|a)*b", match_behavior::isolated), text + "c"),
      ElementsAre(text + "c"));
}

}  // namespace
