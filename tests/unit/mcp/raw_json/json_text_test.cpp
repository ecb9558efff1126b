// SPDX-License-Identifier: MIT
#include "mcp/raw_json/json_text.hpp"

#include <pith/json.hpp>

#include "random.hpp"

#include <gtest/gtest.h>

#include <iterator>
#include <string>

namespace {

using namespace pith::mcp;  // NOLINT(google-build-using-namespace): a test

TEST(text_of, escapes) {
  EXPECT_EQ(text_of(R"("a\n\u00e9\ud83d\ude00\/")"),
            "a\n\xC3\xA9\xF0\x9F\x98\x80/");
  EXPECT_EQ(text_of(R"("")"), "");
}

TEST(text_of, refuses_what_is_no_string) {
  for (const char* raw :
       {R"("\x")", R"("\u12")", R"("\ud800")", R"("\ud800\n")",
        R"("\ud800\u0041")", R"("\udc00")", R"("abc)", R"(abc")", R"(")", "",
        R"("abc\")", R"("\u")", R"("\uD83D\uDE0")", "7", R"("a"b")",
        R"("a" )"}) {
    EXPECT_FALSE(text_of(raw)) << raw;
  }
}

/// Escapes at every place of a block, as the parser reads them.
TEST(text_of, agrees_with_the_parser) {
  pith_tests::random_source random{11};
  const char* const parts[] = {"a",
                               "\\n",
                               "\\\"",
                               "\\\\",
                               "b",
                               "\\/",
                               "\\u00e9",
                               "\\ud83d\\ude00",
                               "-",
                               "\xC3\xA9",
                               "0123456789abcdefgh",
                               "\\u0000"};
  for (int i = 0; i < 3000; ++i) {
    std::string raw{'"'};
    for (auto n = random.below(40); n > 0; --n) {
      raw.append(parts[random.below(std::size(parts))]);
    }
    raw.push_back('"');
    const auto parsed = pith::json::parse(raw);
    ASSERT_TRUE(parsed) << raw;
    ASSERT_EQ(text_of(raw), *parsed->root().get_string()) << raw;
  }
}

TEST(is_text, compares_decoded) {
  EXPECT_TRUE(is_text(R"("a")", "a"));
  EXPECT_TRUE(is_text(R"("\u0061")", "a"));
  EXPECT_FALSE(is_text(R"("a\\b")", R"(a\\b)"));
  EXPECT_FALSE(is_text("a", "a"));
}

TEST(quoted, is_read_back) {
  std::string text;
  for (int c = 0; c < 128; ++c) text.push_back(static_cast<char>(c));
  text += "\xE2\x82\xAC plain text that is longer than one block of bytes";
  EXPECT_EQ(text_of(quoted_json(text)), text);
  EXPECT_EQ(quoted_json(""), "\"\"");
}

}  // namespace
