// SPDX-License-Identifier: MIT
#include "terminal/layout.hpp"

#include "terminal/code_point.hpp"

#include <gtest/gtest.h>

namespace {

using cli::columns_of;
using cli::cut_to;

TEST(layout, counts_columns_as_a_terminal_does) {
  EXPECT_EQ(columns_of("abc"), 3U);
  EXPECT_EQ(columns_of("\u4e2d\u6587"), 4U);
  EXPECT_EQ(columns_of("\U0001F600"), 2U);
  EXPECT_EQ(columns_of("e\u0301"), 1U);
  EXPECT_EQ(columns_of("\xff\xc3"), 2U);  // each stands for a '?'
  EXPECT_EQ(columns_of(U'\u115F'), 2U);   // the ends of a range
  EXPECT_EQ(columns_of(U'\u1160'), 1U);
  EXPECT_EQ(columns_of(U'\U0003134A'), 2U);
  EXPECT_EQ(columns_of(U'\U0003134B'), 1U);
}

TEST(layout, cuts_only_what_does_not_fit) {
  EXPECT_EQ(cut_to("abcdef", 6, "..."), "abcdef");
  EXPECT_EQ(cut_to("abcdefg", 6, "..."), "abc...");
  EXPECT_EQ(cut_to("abcdefg", 6, "\u2026"), "abcde\u2026");
  EXPECT_EQ(cut_to("abcdefg", 2, "..."), "");
  EXPECT_EQ(cut_to("abc", 0, ""), "");
  // A wide character is not cut in halves.
  EXPECT_EQ(cut_to("\u4e2d\u6587\u5b57", 4, "\u2026"), "\u4e2d\u2026");
  // Marks stay with their letter.
  EXPECT_EQ(cut_to("e\u0301e\u0301e\u0301", 2, "\u2026"), "e\u0301\u2026");
}

TEST(layout, pads_by_columns) {
  EXPECT_EQ(cli::padded("\u4e2d", 4, false), "\u4e2d  ");
  EXPECT_EQ(cli::padded("12", 4, true), "  12");
  EXPECT_EQ(cli::padded("12345", 4, true), "12345");
}

}  // namespace
