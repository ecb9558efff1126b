// SPDX-License-Identifier: MIT
#include <pith/json.hpp>

#include "interchange/interchange.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace {

using pith::error_code;
using pith::option_value;

/// What a text becomes; "code@offset" when it is refused.
std::string read(std::string_view text, std::vector<option_value> options,
                 std::string_view format = "json") {
  const pith::codec& c = *pith::interchange::all_codecs().find(format);
  const auto doc = c.decode(text, {.options = options});
  if (!doc) {
    return std::string(name(doc.error().code)) + '@' +
           std::to_string(doc.error().offset);
  }
  return *pith::json::write(doc->root());
}

const std::vector<option_value> comments = {{"comments", "true"}};
const std::vector<option_value> strings = {{"big-integers", "string"}};
const std::vector<option_value> floats = {{"big-integers", "float"}};
const std::vector<option_value> replace = {{"lone-surrogates", "replace"}};

TEST(lenient_json, reads_comments_and_last_commas) {
  EXPECT_EQ(read("// a\n{\"a\": /* b */ [1, 2, // c\n],}", comments),
            R"({"a":[1,2]})");
  EXPECT_EQ(read("[1]//", comments), "[1]");
  EXPECT_EQ(read("/**/1/***/", comments), "1");
  EXPECT_EQ(read("[\"// no\", \"/* no */\", \"a,]\", \"\\\"//\"]", comments),
            R"(["// no","/* no */","a,]","\"//"])");
  EXPECT_EQ(read("{\"a\":1,/*x*/}", comments), R"({"a":1})");
  // A line ends with CR, too.
  EXPECT_EQ(read("[1, // x\r2]", comments), "[1,2]");
}

TEST(lenient_json, accepts_nothing_else) {
  EXPECT_EQ(read("[,]", comments), "unexpected_character@1");
  EXPECT_EQ(read("{,}", comments), "unexpected_character@1");
  EXPECT_EQ(read("[1,,]", comments), "unexpected_character@3");
  EXPECT_EQ(read("{\"a\":,}", comments), "unexpected_character@5");
  EXPECT_EQ(read("1,", comments), "trailing_characters@1");
  EXPECT_EQ(read("[1/]", comments).substr(0, 10), "unexpected");
  EXPECT_EQ(read("[1] /* x", comments), "unexpected_end@4");
  EXPECT_EQ(read("[1] /*/", comments), "unexpected_end@4");
  EXPECT_EQ(read("# x\n1", comments).substr(0, 10), "unexpected");
  EXPECT_EQ(read("[1,]", {}), "unexpected_character@3");
  EXPECT_EQ(read("[1]//", {}), "trailing_characters@3");
  EXPECT_EQ(read("\"a", comments), read("\"a", {}));
  EXPECT_EQ(read("\"a\\", comments), read("\"a\\", {}));
}

TEST(lenient_json, keeps_the_places_of_errors) {
  EXPECT_EQ(read("/* x */ [1, ;]", comments), "unexpected_character@12");
  EXPECT_EQ(read("[18446744073709551616, 99999999999999999999, ;]", strings),
            "unexpected_character@45");
  EXPECT_EQ(read("[18446744073709551616, ;]", floats),
            "unexpected_character@23");
}

TEST(lenient_json, reads_integers_of_any_size) {
  EXPECT_EQ(read("[9223372036854775807,-9223372036854775808]", strings),
            "[9223372036854775807,-9223372036854775808]");
  EXPECT_EQ(read("[9223372036854775808,-9223372036854775809]", strings),
            R"(["9223372036854775808","-9223372036854775809"])");
  EXPECT_EQ(read("{\"a\":18446744073709551615}", floats),
            "{\"a\":1.8446744073709552e+19}");
  EXPECT_EQ(read("18446744073709551615", strings), "\"18446744073709551615\"");
  EXPECT_EQ(read("\"18446744073709551615\"", floats),
            "\"18446744073709551615\"");
  // Reals, and what is not a number, stay what they are.
  EXPECT_EQ(read("1e400", strings), "out_of_range@0");
  EXPECT_EQ(read("0018446744073709551615", strings),
            read("0018446744073709551615", {}));
  EXPECT_EQ(read(std::string(400, '9'), floats), "out_of_range@0");
  // A number must not become a key.
  EXPECT_EQ(read("{18446744073709551615:1}", strings),
            "unexpected_character@1");
  EXPECT_EQ(read("{18446744073709551615 :1}", strings),
            "unexpected_character@1");
}

TEST(lenient_json, rounding_is_reported_and_refused) {
  const pith::codec& c = *pith::interchange::all_codecs().find("json");
  pith::rounded_numbers rounded;
  ASSERT_TRUE(c.decode("[18446744073709551615,18446744073709551615]",
                       {.options = floats, .numbers = {.rounded = &rounded}}));
  EXPECT_EQ(rounded.count, 2U);
  EXPECT_EQ(rounded.first_offset, 1U);
  const auto refused = c.decode(
      " 18446744073709551615", {.options = floats, .numbers = {.exact = true}});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, error_code::out_of_range);
  EXPECT_EQ(refused.error().offset, 1U);
}

TEST(lenient_json, replaces_halves_of_pairs) {
  EXPECT_EQ(read(R"(["\ud800","\uDC00x","\ud800\ud83d\ude00","\ud83d"])", {}),
            "invalid_surrogate@2");
  EXPECT_EQ(
      read(R"(["\ud800","\uDC00x","\ud800\ud83d\ude00","\\ud800"])", replace),
      "[\"\uFFFD\",\"\uFFFDx\",\"\uFFFD\U0001F600\",\"\\\\ud800\"]");
  EXPECT_EQ(read("\"a\xED\xA0\x80z\"", replace), "\"a\uFFFDz\"");
  EXPECT_EQ(read("\"a\xED\x9F\xBFz\"", replace), "\"a\xED\x9F\xBFz\"");
  EXPECT_EQ(read("\"a\xFFz\"", replace), "invalid_utf8@2");
  EXPECT_EQ(read(R"({"\ud800":1,"\ud801":2})", replace), "duplicate_key@12");
}

TEST(lenient_json, lines_have_the_same_options_but_comments) {
  EXPECT_EQ(read("{\"a\":18446744073709551615}\n\"\\ud800\"\n",
                 {{"big-integers", "string"}, {"lone-surrogates", "replace"}},
                 "ndjson"),
            "[{\"a\":\"18446744073709551615\"},\"\uFFFD\"]");
  EXPECT_EQ(read("1\n", comments, "ndjson").substr(0, 14), "unknown_option");
}

TEST(lenient_json, options_are_checked_when_writing) {
  const pith::codec& c = *pith::interchange::all_codecs().find("json");
  const pith::document nothing;
  const auto written =
      c.encode(nothing.root(),
               {.options = std::vector<option_value>{{"big-integers", "x"}}});
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().code, error_code::invalid_option);
}

TEST(lenient_binary, reads_integers_of_any_size) {
  using namespace std::string_view_literals;
  const auto cbor =
      "\x82\x1B\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"
      "\x3B\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"sv;
  EXPECT_EQ(read(cbor, {}, "cbor"), "out_of_range@1");
  EXPECT_EQ(read(cbor, strings, "cbor"),
            R"(["18446744073709551615","-18446744073709551616"])");
  EXPECT_EQ(read(cbor, floats, "cbor"),
            "[1.8446744073709552e+19,-1.8446744073709552e+19]");
  EXPECT_EQ(read("\x3B\x80\0\0\0\0\0\0\0"sv, strings, "cbor"),
            "\"-9223372036854775809\"");
  const auto msgpack = "\xCF\x80\0\0\0\0\0\0\0"sv;
  EXPECT_EQ(read(msgpack, {}, "msgpack"), "out_of_range@0");
  EXPECT_EQ(read(msgpack, strings, "msgpack"), "\"9223372036854775808\"");
  EXPECT_EQ(read(msgpack, floats, "msgpack"), "9.223372036854776e+18");
  // As a key it is still not text.
  EXPECT_EQ(read("\x81\xCF\xFF\0\0\0\0\0\0\0\xC0"sv, floats, "msgpack"),
            "not_supported@1");
}

}  // namespace
