// SPDX-License-Identifier: MIT
// One JSON text per line.
#include <pith/builder.hpp>
#include <pith/equality.hpp>
#include <pith/json.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace {

using pith::error_code;
using pith::json::parse;
using pith::json::parse_lines;

/// What parse() says of each line.
pith::result<pith::document> line_by_line(std::string_view text) {
  pith::builder all;
  all.begin_array();
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    if (line.find_first_not_of(" \t\r") != std::string_view::npos) {
      const auto doc = parse(line);
      if (!doc) {
        pith::error what = doc.error();
        what.offset += begin;
        return what;
      }
      all.copy(doc->root());
    }
    begin = end + 1;
  }
  return all.end_array().finish();
}

void expect_agreement(std::string_view text) {
  const auto expected = line_by_line(text);
  const auto made = parse_lines(text);
  ASSERT_EQ(made.has_value(), expected.has_value()) << text;
  if (made) {
    ASSERT_TRUE(pith::equal(made->root(), expected->root(),
                            pith::member_order::significant))
        << text;
    // Whatever reads the tape sees an array like any other.
    ASSERT_EQ(*pith::json::write(made->root()),
              *pith::json::write(expected->root()))
        << text;
  } else {
    ASSERT_EQ(made.error(), expected.error()) << text;
  }
}

void expect_error(std::string_view text, error_code code, std::size_t offset,
                  const pith::limits& bounds = {}) {
  const auto made = parse_lines(text, {.bounds = bounds});
  ASSERT_FALSE(made.has_value()) << text;
  EXPECT_EQ(name(made.error().code), name(code)) << text;
  EXPECT_EQ(made.error().offset, offset) << text;
}

TEST(json_parse_lines, makes_an_array_of_any_values) {
  const auto made = parse_lines(
      "{\"a\":1,\"b\":\"x\\ny\"}\n"
      "\n"
      "  [1.5, {\"a\":2}] \r\n"
      "\"\\n\"\n"
      "-2.25\n"
      "9223372036854775807\r\n"
      " \t\r\n"
      "null");
  ASSERT_TRUE(made.has_value()) << pith::message(made.error());
  EXPECT_EQ(*pith::json::write(made->root()),
            "[{\"a\":1,\"b\":\"x\\ny\"},[1.5,{\"a\":2}],\"\\n\",-2.25,"
            "9223372036854775807,null]");
}

TEST(json_parse_lines, a_text_without_values_is_an_empty_array) {
  for (const std::string_view text : {"", "\n", " \r\n\t\n", "\r"}) {
    const auto made = parse_lines(text);
    ASSERT_TRUE(made.has_value()) << text;
    ASSERT_TRUE(made->root().get_array().has_value());
    EXPECT_TRUE(made->root().get_array()->empty());
  }
}

TEST(json_parse_lines, errors_are_those_of_the_line_at_their_place) {
  expect_error("1\n2 3\n", error_code::trailing_characters, 4);
  expect_error("1\n[2\n]", error_code::unexpected_end, 4);
  expect_error("{}\n{\"a\":1,\n\"b\":2}\n", error_code::unexpected_end, 10);
  expect_error("{\"a\":1}\n{\"a\":1,\"a\":2}\n", error_code::duplicate_key, 15);
  expect_error("1,2\n", error_code::trailing_characters, 1);
  expect_error("1\n\"a\nb\"", error_code::unterminated_quote, 2);
  expect_error(
      "\xEF\xBB\xBF"
      "1\n",
      error_code::unexpected_character, 0);
  expect_error("1\n\"\xFF\"", error_code::invalid_utf8, 3);
  // Together they have the brackets and the number of values of good lines.
  expect_error("[[1\n2]]\n1],[2\n", error_code::unexpected_end, 3);
  expect_error("[1\n2]\n3,4\n", error_code::unexpected_end, 2);
  expect_error("{\"a\":[{}\n{}]}\n{},{}", error_code::unexpected_end, 8);
}

TEST(json_parse_lines, limits_are_those_of_the_array) {
  pith::limits bounds;
  bounds.max_depth = 2;
  EXPECT_TRUE(parse_lines("[1]\n2", {.bounds = bounds}).has_value());
  expect_error("1\n[[2]]", error_code::depth_limit, 3, bounds);
  bounds.max_depth = 0;
  expect_error("1", error_code::depth_limit, 0, bounds);
  expect_error("", error_code::depth_limit, 0, bounds);
  bounds = {};
  bounds.max_items = 2;
  EXPECT_TRUE(parse_lines("1\n\n2\n", {.bounds = bounds}).has_value());
  expect_error("1\n2\n\n 3\n", error_code::item_limit, 6, bounds);
  bounds = {};
  bounds.max_bytes = 4;
  EXPECT_TRUE(parse_lines("1\n2\n", {.bounds = bounds}).has_value());
  expect_error("1\n2\n3", error_code::size_limit, 4, bounds);
}

/// Every short text over the characters that decide where values end.
TEST(json_parse_lines, agrees_with_parse_line_by_line) {
  constexpr std::string_view alphabet = "[],1\"\n {:";
  for (std::size_t length = 0; length <= 5; ++length) {
    std::size_t count = 1;
    for (std::size_t i = 0; i < length; ++i) count *= alphabet.size();
    std::string text(length, ' ');
    for (std::size_t n = 0; n < count; ++n) {
      std::size_t rest = n;
      for (char& c : text) {
        c = alphabet[rest % alphabet.size()];
        rest /= alphabet.size();
      }
      expect_agreement(text);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(json_parse_lines, many_rows_of_one_shape) {
  std::string text;
  for (int i = 0; i < 5000; ++i) {
    const std::string n = std::to_string(i);
    text += "{\"id\":" + n + ",\"name\":\"n\\t" + n + "\",\"at\":{\"x\":" + n +
            ".5}" + (i % 7 == 0 ? ",\"odd" + n + "\":[" + n + "]}" : "}") +
            '\n';
  }
  expect_agreement(text);
  std::string reals;  // two words on the tape for each token
  for (int i = 0; i < 5000; ++i) reals += std::to_string(i) + ".5\n";
  expect_agreement(reals);
}

TEST(json_parse_lines, a_parser_may_be_used_for_both) {
  pith::json::parser parser;
  pith::document doc;
  ASSERT_TRUE(parser.parse_lines_into(doc, "1\n2\n"));
  EXPECT_EQ(*pith::json::write(doc.root()), "[1,2]");
  ASSERT_TRUE(parser.parse_into(doc, "{\"a\":1}"));
  EXPECT_EQ(*pith::json::write(doc.root()), "{\"a\":1}");
  EXPECT_FALSE(parser.parse_lines_into(doc, "1\n2,\n"));
  EXPECT_TRUE(doc.root().is_null());
}

}  // namespace
