// SPDX-License-Identifier: MIT
#include "mcp/search/words.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace {

using namespace pith::mcp;  // NOLINT(google-build-using-namespace): a test
using testing::ElementsAre;
using testing::IsEmpty;

TEST(search_words, are_cut_at_all_that_is_not_a_letter_or_digit) {
  EXPECT_THAT(words_of("Make a new-folder, (NOW)!", 9),
              ElementsAre("make", "a", "new", "folder", "now"));
  EXPECT_THAT(words_of("\" OR * NEAR(x) : {name}", 9),
              ElementsAre("or", "near", "x", "name"));
  EXPECT_THAT(words_of("", 9), IsEmpty());
  EXPECT_THAT(words_of(" \t\n\"*", 9), IsEmpty());
}

TEST(search_words, keep_bytes_outside_ascii) {
  EXPECT_THAT(words_of("\xc3\x9c"
                       "ber \xff\xfe ok",
                       9),
              ElementsAre("\xc3\x9c"
                          "ber",
                          "\xff\xfe", "ok"));
}

TEST(search_words, are_bounded_in_number_and_length) {
  EXPECT_THAT(words_of("a b c d", 2), ElementsAre("a", "b"));
  EXPECT_THAT(words_of("a b", 0), IsEmpty());
  const auto words = words_of(std::string(1'000, 'x'), 9);
  ASSERT_EQ(words.size(), 1U);
  EXPECT_EQ(words[0].size(), max_word_bytes);
}

TEST(search_words, of_names_are_cut_at_marks_case_and_digits) {
  EXPECT_EQ(split_name("list_directory_with_sizes"),
            "list directory with sizes");
  EXPECT_EQ(split_name("API-retrieve-a-page"), "API retrieve a page");
  EXPECT_EQ(split_name("nextThoughtNeeded"), "next Thought Needed");
  EXPECT_EQ(split_name("HTTPServer"), "HTTP Server");
  EXPECT_EQ(split_name("context7.query"), "context 7 query");
  EXPECT_EQ(split_name("__"), "");
  EXPECT_EQ(split_name(""), "");
}

TEST(search_words, have_one_base_form_in_all_numbers_and_tenses) {
  EXPECT_EQ(base_form("folders"), base_form("folder"));
  EXPECT_EQ(base_form("entities"), base_form("entity"));
  EXPECT_EQ(base_form("stopped"), base_form("stop"));
  EXPECT_EQ(base_form("moving"), base_form("move"));
  EXPECT_EQ(base_form("branches"), base_form("branch"));
  EXPECT_EQ(base_form("written"), base_form("write"));
  EXPECT_EQ(base_form("found"), base_form("find"));
  EXPECT_EQ(base_form("people"), base_form("person"));
  EXPECT_EQ(base_form("status"), "status");
  EXPECT_EQ(base_form("is"), "is");
  EXPECT_EQ(base_form(""), "");
  EXPECT_NE(base_form("form"), base_form("from"));
}

TEST(search_words, that_say_nothing_are_known) {
  EXPECT_TRUE(is_stop_word("the"));
  EXPECT_TRUE(is_stop_word("a"));
  EXPECT_TRUE(is_stop_word("yourself"));
  EXPECT_FALSE(is_stop_word("folder"));
  EXPECT_FALSE(is_stop_word(""));
}

}  // namespace
