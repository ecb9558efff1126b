// SPDX-License-Identifier: MIT
#include "files/ignore_rules.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace cli::files {
namespace {

bool matches(std::string_view pattern, std::string_view text) {
  return glob(pattern).matches(text);
}

TEST(glob, stars_and_slashes) {
  EXPECT_TRUE(matches("*.c", "a.c"));
  EXPECT_FALSE(matches("*.c", "d/a.c"));
  EXPECT_TRUE(matches("d/*", "d/a"));
  EXPECT_FALSE(matches("d/*", "d/a/b"));
  EXPECT_TRUE(matches("**/b", "b"));
  EXPECT_TRUE(matches("**/b", "a/c/b"));
  EXPECT_TRUE(matches("a/**", "a/b/c"));
  EXPECT_FALSE(matches("a/**", "a"));
  EXPECT_TRUE(matches("a/**/b", "a/b"));
  EXPECT_TRUE(matches("a/**/b", "a/x/y/b"));
  EXPECT_FALSE(matches("a/**/b", "ab"));
  EXPECT_FALSE(matches("?/x**/b", "a/xy/z/b"));
  // As git, for which stars after a literal beginning come first.
  EXPECT_TRUE(matches("a/x**/b", "a/xy/z/b"));
}

TEST(glob, sets_and_escapes) {
  EXPECT_TRUE(matches("[a-c]x", "bx"));
  EXPECT_FALSE(matches("[!a-c]x", "bx"));
  EXPECT_TRUE(matches("[]]", "]"));
  EXPECT_TRUE(matches("[a\\]b]", "]"));
  EXPECT_TRUE(matches("[[:digit:]x]", "7"));
  EXPECT_TRUE(matches("[[:]", ":"));
  EXPECT_FALSE(matches("[!a]", "/"));
  EXPECT_TRUE(matches("\\*", "*"));
  EXPECT_FALSE(matches("\\*", "a"));
  for (const std::string_view malformed :
       {"[a", "[", "[[:alpha", "[[:none:]]", "a\\", "[a\\"}) {
    for (const std::string_view text : {"a", "[a", "[", "a\\", ""}) {
      EXPECT_FALSE(matches(malformed, text)) << malformed << ' ' << text;
    }
  }
}

TEST(glob, many_stars_take_little_time) {
  std::string pattern;
  for (int i = 0; i < 500; ++i) pattern += "*a";
  pattern += 'b';
  EXPECT_FALSE(matches(pattern, std::string(2000, 'a')));
  std::string deep;
  for (int i = 0; i < 300; ++i) deep += "**/";
  std::string path;
  for (int i = 0; i < 1000; ++i) path += "x/";
  EXPECT_FALSE(matches(deep + "y", path + "z"));
  EXPECT_TRUE(matches(deep + "z", path + "z"));
}

TEST(ignore_rules, lines) {
  const ignore_rules rules(
      "\xEF\xBB\xBF*.o\r\n# note\n\n!keep.o\n/top\nsub/\na/b\n\\#x\n\\!y\n"
      "blank \nkept\\ \n/\n!\n");
  EXPECT_EQ(rules.decide("d/x.o", false), true);
  EXPECT_EQ(rules.decide("d/keep.o", false), false);
  EXPECT_EQ(rules.decide("top", false), true);
  EXPECT_EQ(rules.decide("d/top", false), std::nullopt);
  EXPECT_EQ(rules.decide("d/sub", true), true);
  EXPECT_EQ(rules.decide("d/sub", false), std::nullopt);
  EXPECT_EQ(rules.decide("a/b", false), true);
  EXPECT_EQ(rules.decide("d/a/b", false), std::nullopt);
  EXPECT_EQ(rules.decide("#x", false), true);
  EXPECT_EQ(rules.decide("!y", false), true);
  EXPECT_EQ(rules.decide("blank", false), true);
  EXPECT_EQ(rules.decide("kept ", false), true);
  EXPECT_EQ(rules.decide("note", false), std::nullopt);
}

TEST(ignore_stack, the_nearest_rules_decide) {
  ignore_stack stack;
  stack.push("", ignore_rules("*.log\n"));
  stack.push("d/", ignore_rules("!a.log\n/b\n"));
  EXPECT_FALSE(stack.ignores("d/a.log", false));
  EXPECT_TRUE(stack.ignores("d/c.log", false));
  EXPECT_TRUE(stack.ignores("d/b", false));
  EXPECT_FALSE(stack.ignores("d/e/b", false));
  stack.pop();
  EXPECT_TRUE(stack.ignores("d/a.log", false));
}

}  // namespace
}  // namespace cli::files
