// SPDX-License-Identifier: MIT
#include "tokenizer/pieces/pretokenize.hpp"

#include <gmock/gmock.h>

#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace pith::tokens;
using testing::ElementsAre;

template <piece_rules rules>
std::vector<std::string> pieces(std::string_view text) {
  std::vector<std::string> out;
  const char* p = text.data();
  const char* const end = p + text.size();
  while (p != end) {
    const char* const next = piece_cutter<rules>::cut(p, end);
    out.emplace_back(p, next);
    p = next;
  }
  return out;
}

TEST(unicode_test, ascii_has_the_classes_of_unicode) {
  for (std::uint32_t code = 0; code < ascii_classes.size(); ++code) {
    EXPECT_EQ(ascii_classes[code], classes_of(code)) << code;
  }
}

TEST(pretokenize_test, words_take_one_character_before_them) {
  EXPECT_THAT(pieces<cl100k_rules>("Hello world,\tx"),
              ElementsAre("Hello", " world", ",", "\tx"));
  EXPECT_THAT(pieces<cl100k_rules>("{\"id\":1}"),
              ElementsAre("{\"", "id", "\":", "1", "}"));
  EXPECT_THAT(pieces<cl100k_rules>("a|b"), ElementsAre("a", "|b"));
}

TEST(pretokenize_test, only_a_space_goes_before_words_of_gpt2) {
  EXPECT_THAT(pieces<gpt2_rules>("a|b 12 \tc"),
              ElementsAre("a", "|", "b", " 12", " ", "\t", "c"));
}

TEST(pretokenize_test, digits_go_by_threes) {
  EXPECT_THAT(pieces<cl100k_rules>("1234567"), ElementsAre("123", "456", "7"));
  EXPECT_THAT(pieces<qwen_rules>("123"), ElementsAre("1", "2", "3"));
  EXPECT_THAT(pieces<gpt2_rules>("1234567"), ElementsAre("1234567"));
  // Numbers of other scripts count as characters, not as bytes.
  EXPECT_THAT(pieces<o200k_rules>("1\u00b2\u0663\u096612"),
              ElementsAre("1\u00b2\u0663", "\u096612"));
}

TEST(pretokenize_test, contractions) {
  EXPECT_THAT(pieces<cl100k_rules>("it's IT'S"),
              ElementsAre("it", "'s", " IT", "'S"));
  EXPECT_THAT(pieces<o200k_rules>("it's IT'S"), ElementsAre("it's", " IT'S"));
  EXPECT_THAT(pieces<gpt2_rules>("it's IT'S"),
              ElementsAre("it", "'s", " IT", "'", "S"));
  // U+017F folds to s, but not where case counts.
  EXPECT_THAT(pieces<cl100k_rules>("x'\u017fy"),
              ElementsAre("x", "'\u017f", "y"));
  EXPECT_THAT(pieces<gpt2_rules>("x'\u017fy"),
              ElementsAre("x", "'", "\u017fy"));
  EXPECT_THAT(pieces<cl100k_rules>("'re've'll'"),
              ElementsAre("'re", "'ve", "'ll", "'"));
}

TEST(pretokenize_test, cased_words_end_before_upper_case) {
  EXPECT_THAT(pieces<o200k_rules>("HTTPServerName"),
              ElementsAre("HTTPServer", "Name"));
  EXPECT_THAT(pieces<o200k_rules>("\u4e9a\u6d32AV"),
              ElementsAre("\u4e9a\u6d32", "AV"));
  EXPECT_THAT(pieces<o200k_rules>("AV\u4e9a\u6d32"),
              ElementsAre("AV\u4e9a\u6d32"));
}

TEST(pretokenize_test, a_mark_before_upper_case_stands_alone) {
  EXPECT_THAT(pieces<o200k_rules>("\u0301ABC"), ElementsAre("\u0301", "ABC"));
  EXPECT_THAT(pieces<o200k_rules>("|\u0301ABC"), ElementsAre("|\u0301", "ABC"));
  EXPECT_THAT(pieces<o200k_rules>("\u0301Abc"), ElementsAre("\u0301Abc"));
}

TEST(pretokenize_test, white_space_leaves_its_last_character) {
  EXPECT_THAT(pieces<cl100k_rules>("a   b"), ElementsAre("a", "  ", " b"));
  EXPECT_THAT(pieces<cl100k_rules>("a  1"), ElementsAre("a", " ", " ", "1"));
  EXPECT_THAT(pieces<cl100k_rules>("a   "), ElementsAre("a", "   "));
  EXPECT_THAT(pieces<cl100k_rules>("a \n  b"),
              ElementsAre("a", " \n", " ", " b"));
  EXPECT_THAT(pieces<gpt2_rules>("a \n  b"), ElementsAre("a", " \n ", " b"));
}

TEST(pretokenize_test, punctuation_takes_line_ends) {
  EXPECT_THAT(pieces<cl100k_rules>("}\n\n/x"), ElementsAre("}\n\n", "/x"));
  EXPECT_THAT(pieces<o200k_rules>("}\n\n/x"), ElementsAre("}\n\n/", "x"));
  EXPECT_THAT(pieces<o200k_rules>("\n/x"), ElementsAre("\n", "/x"));
}

TEST(pretokenize_test, broken_utf8_is_punctuation_byte_by_byte) {
  EXPECT_THAT(pieces<cl100k_rules>("a\xff\xfe"), ElementsAre("a", "\xff\xfe"));
  EXPECT_THAT(pieces<cl100k_rules>("\xe4\xb8"), ElementsAre("\xe4\xb8"));
  EXPECT_THAT(pieces<o200k_rules>("\xc3"
                                  "a"),
              ElementsAre("\xc3"
                          "a"));
}

}  // namespace
