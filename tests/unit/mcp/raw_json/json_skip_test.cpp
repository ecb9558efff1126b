// SPDX-License-Identifier: MIT
#include "mcp/raw_json/json_skip.hpp"

#include <pith/json.hpp>

#include "mcp/raw_json/json_span.hpp"
#include "random_document.hpp"

#include <gtest/gtest.h>

#include <string>

namespace {

using namespace pith::mcp;

TEST(json_skip, finds_the_end_of_strings) {
  EXPECT_EQ(skip_string(R"("")"), 2U);
  EXPECT_EQ(skip_string(R"("a" ,"b")"), 3U);
  EXPECT_EQ(skip_string(R"("a\"b")"), 6U);
  EXPECT_EQ(skip_string(R"("a\\"b")"), 5U);
  EXPECT_EQ(skip_string(R"("a\\\"b")"), 8U);
  EXPECT_EQ(skip_string(R"(abc)"), 0U);
  EXPECT_EQ(skip_string(R"("abc)"), 0U);
  EXPECT_EQ(skip_string(R"("abc\")"), 0U);
  EXPECT_EQ(skip_string(""), 0U);
}

/// Strings of every length, so that the character is at every place of a step.
TEST(json_skip, finds_no_string_with_a_control_character) {
  for (std::size_t before = 0; before < 140; ++before) {
    for (const char c : {'\0', '\n', '\x1f'}) {
      std::string text{'"'};
      text.append(before, 'x').push_back(c);
      text.append("yz\"");
      ASSERT_EQ(skip_string(text), 0U) << before;
      text = '"' + std::string(before, 'x') + '"' + c + '"';
      ASSERT_EQ(skip_string(text), before + 2) << before;
    }
  }
}

/// Runs of backslashes that begin and end at every place of a step.
TEST(json_skip, counts_backslashes_across_steps) {
  for (std::size_t before = 0; before < 140; ++before) {
    for (std::size_t slashes = 0; slashes < 140; ++slashes) {
      std::string text{'"'};
      text.append(before, 'x').append(slashes, '\\').push_back('"');
      const std::size_t end = slashes % 2 == 0 ? text.size() : 0;
      ASSERT_EQ(skip_string(text), end) << before << ' ' << slashes;
      text.append("yz\" ,");
      const std::size_t other = slashes % 2 == 0 ? end : text.size() - 2;
      ASSERT_EQ(skip_string(text), other) << before << ' ' << slashes;
    }
  }
}

TEST(json_skip, finds_the_end_of_values) {
  for (const char* json :
       {"1", "-1.5e3", "true", "null", R"("x")", "[]", "{}", "[[],{}]",
        R"({"a":"]}","b":[1,{"c":"\"}"}]})", "[1 , 2]"}) {
    const std::string text = json;
    for (const char* after : {"", ",", "]", "}", " ", "\n"}) {
      EXPECT_EQ(skip_value(text + after), text.size()) << json << after;
    }
  }
  for (const char* json : {"", "[", "{\"a\":[1}", "[\"]", ","}) {
    EXPECT_EQ(skip_value(json), 0U) << json;
  }
}

TEST(json_skip, agrees_with_the_careful_scanner) {
  pith_tests::random_documents documents;
  pith::document doc;
  for (std::uint64_t seed = 0; seed < 5000; ++seed) {
    ASSERT_TRUE(documents.draw_into(doc, seed));
    for (const unsigned indent : {0U, 2U}) {
      const std::string json =
          *pith::json::write(doc.root(), {.indent = indent, .bounds = {}});
      ASSERT_EQ(value_length(json), json.size()) << json;
      ASSERT_EQ(skip_value(json + ",[]"), json.size()) << json;
    }
  }
}

}  // namespace
