// SPDX-License-Identifier: MIT
#include "gcf/lex/scalar.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace {

using pith::gcf::is_bare_key;
using pith::gcf::is_number;
using pith::gcf::needs_quote;

TEST(needs_quote, follows_section_2_4) {
  const std::vector<std::string> quoted = {
      "",
      "-",
      "~",
      "^",
      "true",
      "false",
      // numbers and what looks like one
      "0",
      "-0",
      "1",
      "12",
      "1.5",
      "-1.5e10",
      "1E5",
      "1e+5",
      "123456789012",
      "99999999999999999999999",
      "1e999",
      "01",
      "00",
      "007",
      "-1x",
      "+1",
      "+.5",
      "-.5x",
      "-5-",
      "+0",
      "00x",
      "01:23",
      // inline schema markers
      "^{a}",
      "^{}",
      "^{a,b}",
      "^{anything}",
      // blanks, comments, ids, attachments
      " x",
      "x ",
      " ",
      "#",
      "# x",
      "## x",
      "##! x",
      "@",
      "@0 a",
      ".",
      ".x",
      ".5",
      // delimiters, quotes, controls
      "a|b",
      "a,b",
      "|",
      ",",
      "\"",
      "a\"b",
      "\\",
      "a\\b",
      "\n",
      "a\nb",
      "a\rb",
      "a\tb",
      std::string("a\0b", 3),
      "\x1F",
      // what looks like an inline array
      "[1]:",
      "[]:",
      "x[2]: y",
      "[a] :",
      "[a]   :",
      "ERR[404]: Not Found",
      "[[1]:",
      "a[b]c[d]:",
      "[x]y[z] :",
      // C1 controls and Unicode white space
      "\xC2\x80",
      "a\xC2\x85",
      "\xC2\x9F"
      "b",
      "\xC2\xA0",
      "\xE1\x9A\x80",
      "\xE2\x80\x80",
      "\xE2\x80\x8A",
      "\xE2\x80\xA8",
      "\xE2\x80\xA9",
      "\xE2\x80\xAF",
      "\xE2\x81\x9F",
      "\xE3\x80\x80",
      "\xEF\xBB\xBF",
      "a long text that ends in one \xC2\xA0",
  };
  for (const std::string& s : quoted) EXPECT_TRUE(needs_quote(s)) << s;
}

TEST(needs_quote, leaves_other_strings_bare) {
  const std::vector<std::string> bare = {
      "a",
      "Alice Smith",
      "null",
      "NaN",
      "Infinity",
      "True",
      "truex",
      "tru",
      "falsey",
      "~x",
      "^x",
      "^{a",
      "^a}",
      "--",
      "-x",
      "-.",
      "-.x",
      "+",
      "+x",
      "+.",
      "1.",
      "1x",
      "1e",
      "1e+",
      "1.5.6",
      "12:30",
      "0x1f",
      "0.",
      "0.5.1",
      "1_000",
      "[",
      "]",
      "[]",
      "[1]",
      "]:",
      "x]:",
      "[1",
      ":",
      "a:b",
      "[a]b:",
      "]:[",
      "a=b",
      "=",
      "{}",
      "x#",
      "x@y.z",
      "a.b",
      "\x7F",
      "\xC3\xA9",
      "\xE2\x80\x8B",
      "\xE2\x80\x93",
      "\xE3\x80\x81",
      "\xE3\x81\x82",
      "\xF0\x9F\x98\x80",
      "\xEF\xBC\x91",
      "1.\xD9\xA5",
      "\xD9\xA5",
      "\xE1\x9A\x81",
      "\xEF\xBB\xBE",
  };
  for (const std::string& s : bare) EXPECT_FALSE(needs_quote(s)) << s;
}

TEST(needs_quote, is_linear_in_brackets) {
  // Quadratic rules take minutes here.
  for (const char* unit : {"[", "[]", "[ ", "] ", "[]     "}) {
    std::string s = "x";
    while (s.size() < 4'000'000) s += unit;
    s += "x";
    EXPECT_FALSE(needs_quote(s)) << unit;
    EXPECT_TRUE(needs_quote(s + "[a]  :")) << unit;
  }
}

TEST(is_number, matches_the_json_grammar_only) {
  for (const char* s : {"0", "-0", "10", "1.5", "0.5", "1e5", "1E-5", "1.5e+5",
                        "-12.25E10", "0e0"}) {
    EXPECT_TRUE(is_number(s)) << s;
  }
  for (const char* s : {"", "-", "+1", "01", "1.", ".5", "1e", "1e+", "0x1",
                        "1 ", " 1", "1.5.5", "--1", "1e5.5", "Infinity"}) {
    EXPECT_FALSE(is_number(s)) << s;
  }
}

TEST(is_bare_key, allows_letters_digits_and_underscores) {
  for (const char* s : {"a", "_", "Z9", "snake_case", "_0"}) {
    EXPECT_TRUE(is_bare_key(s)) << s;
  }
  for (const char* s :
       {"", "9a", "a-b", "a b", "a.b", "\xC3\xA9", "a>b", "@id", "a\n"}) {
    EXPECT_FALSE(is_bare_key(s)) << s;
  }
}

}  // namespace
