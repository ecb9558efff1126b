// SPDX-License-Identifier: MIT
#include "mcp/observe/shown_text.hpp"

#include <gtest/gtest.h>

namespace {

using pith::mcp::shown_text;

TEST(shown_text, utf_8_stays) {
  EXPECT_EQ(shown_text("", 10), "");
  EXPECT_EQ(shown_text("a\u20ac\U0001F600\n", 100), "a\u20ac\U0001F600\n");
}

TEST(shown_text, what_is_no_utf_8_is_replaced) {
  EXPECT_EQ(shown_text("\xff", 10), "\uFFFD");
  EXPECT_EQ(shown_text("a\xc3", 10), "a\uFFFD");
  EXPECT_EQ(shown_text("\xed\xa0\x80", 10), "\uFFFD\uFFFD\uFFFD");
}

TEST(shown_text, cut_between_characters) {
  EXPECT_EQ(shown_text("abc", 2), "ab");
  EXPECT_EQ(shown_text("a\u20ac", 3), "a");
  EXPECT_EQ(shown_text("a\u20ac", 4), "a\u20ac");
  EXPECT_EQ(shown_text("\U0001F600x", 3), "");
  EXPECT_EQ(shown_text("abc", 0), "");
  EXPECT_EQ(shown_text("\x80\x80\x80\x80\x80\x80", 5).size(), 15U);
}

}  // namespace
