// SPDX-License-Identifier: MIT
// Beyond the fixtures: what does not fit into JSON, limits, memory.
#include <pith/equality.hpp>
#include <pith/json.hpp>
#include <pith/toon.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace {

namespace toon = pith::toon;
using pith::error_code;
using pith::kind;

std::string decoded(std::string_view text,
                    const toon::decode_options& options = {}) {
  const auto doc = toon::decode(text, options);
  if (!doc) {
    return std::string(pith::name(doc.error().code)) + "@" +
           std::to_string(doc.error().offset);
  }
  return *pith::json::write(doc->root());
}

TEST(toon_decode, tells_integers_from_doubles) {
  const auto doc = toon::decode(
      "[9]: 1,1.0,-0,1e2,9223372036854775807,-9223372036854775808,"
      "9223372036854776000,18446744073709552000,-100000000000000000000");
  ASSERT_TRUE(doc.has_value()) << pith::message(doc.error());
  const kind expected[] = {kind::integer, kind::real,    kind::integer,
                           kind::real,    kind::integer, kind::integer,
                           kind::real,    kind::real,    kind::real};
  for (std::size_t i = 0; i < std::size(expected); ++i) {
    EXPECT_EQ(doc->root().at(i)->type(), expected[i]) << i;
  }
  EXPECT_EQ(doc->root().at(4)->get_integer(), INT64_MAX);
  EXPECT_EQ(doc->root().at(5)->get_integer(), INT64_MIN);
  EXPECT_EQ(doc->root().at(7)->get_double(), 18446744073709551616.0);
  EXPECT_EQ(doc->root().at(8)->get_double(), -1e20);
}

TEST(toon_decode, rounds_no_integer) {
  EXPECT_EQ(decoded("9223372036854775809"), "out_of_range@0");
  EXPECT_EQ(decoded("18446744073709551616"), "out_of_range@0");
  EXPECT_EQ(decoded("a: 1\nb: 1000000000000000000000"), "out_of_range@8");
  EXPECT_EQ(decoded("\"9223372036854775809\""), "\"9223372036854775809\"");
  EXPECT_EQ(decoded("[2]: 0,-1e309"), "out_of_range@7");
  EXPECT_EQ(decoded("1e-400"), "0");
}

TEST(toon_decode, keeps_limits) {
  toon::decode_options options;
  options.bounds.max_depth = 2;
  EXPECT_EQ(decoded("a:\n  b: 1", options), R"({"a":{"b":1}})");
  EXPECT_EQ(decoded("a:\n  b:\n    c: 1", options), "depth_limit@7");
  EXPECT_EQ(decoded("a:\n  b[1]: 1", options), "depth_limit@11");
  EXPECT_EQ(decoded("[1]{a}:\n  1", options), R"([{"a":1}])");
  EXPECT_EQ(decoded("[1]{a{b}}:\n  1", options), "depth_limit@10");

  options = {};
  options.bounds.max_items = 2;
  EXPECT_EQ(decoded("[2]: 1,2", options), "[1,2]");
  EXPECT_EQ(decoded("[3]: 1,2,3", options), "item_limit@9");
  EXPECT_EQ(decoded("[3]:\n  - 1\n  - 2\n  - 3", options), "item_limit@19");
  EXPECT_EQ(decoded("[3]{a}:\n  1\n  2\n  3", options), "item_limit@18");
  EXPECT_EQ(decoded("a: 1\nb: 2\nc: 3", options), "item_limit@10");

  options = {};
  options.bounds.max_fields = 2;
  EXPECT_EQ(decoded("[1]{a,b}:\n  1,2", options), R"([{"a":1,"b":2}])");
  EXPECT_EQ(decoded("[1]{a,b,c}:\n  1,2,3", options), "field_limit@8");

  options = {};
  options.bounds.max_bytes = 4;
  EXPECT_EQ(decoded("a: 1", options), R"({"a":1})");
  EXPECT_EQ(decoded("a: 12", options), "size_limit@4");

  options = {};
  options.bounds.max_line_bytes = 4;
  EXPECT_EQ(decoded("a: 1\nb: 2\n", options), R"({"a":1,"b":2})");
  EXPECT_EQ(decoded("a: 1\nb: 23\n", options), "line_limit@9");
}

TEST(toon_decode, bounds_what_deep_groups_make_of_short_rows) {
  std::string text = "[20000]{";
  for (int i = 0; i < 400; ++i) text += "a{";
  text += "a" + std::string(400, '}') + "}:";
  for (int i = 0; i < 20'000; ++i) text += "\n  1";
  const auto doc = toon::decode(text);
  ASSERT_FALSE(doc.has_value());
  EXPECT_EQ(doc.error().code, error_code::expansion_limit);
  EXPECT_LE(doc.error().offset, text.size());
}

TEST(toon_decode, takes_no_memory_for_counts) {
  EXPECT_EQ(decoded("a[18446744073709551615]: 1"), "count_mismatch@25");
  EXPECT_EQ(decoded("a[99999999999999999999999]{x}:\n  1"),
            "count_mismatch@34");
  EXPECT_EQ(
      decoded("a[99999999999999999999999]: 1", {.strict = false, .bounds = {}}),
      R"({"a":[1]})");
}

TEST(toon_decode, refuses_what_is_no_utf8) {
  EXPECT_EQ(decoded("a: \xFF"), "invalid_utf8@3");
  EXPECT_EQ(decoded("a: \xED\xA0\x80"), "invalid_utf8@3");
  EXPECT_EQ(decoded("a: \xFF", {.strict = false, .bounds = {}}),
            "invalid_utf8@3");
}

TEST(toon_decode, takes_zero_bytes_for_text) {
  EXPECT_EQ(decoded(std::string_view("a: \0b", 5)), R"({"a":"\u0000b"})");
  EXPECT_EQ(decoded(std::string_view("a\0: 1\n", 6)), R"({"a\u0000":1})");
  EXPECT_EQ(decoded(std::string_view("\0", 1)), R"("\u0000")");
}

TEST(toon_decode, refuses_levels_without_spaces) {
  EXPECT_EQ(decoded("a: 1", {.indent_size = 0, .bounds = {}}),
            "invalid_indent@0");
}

TEST(toon_decode, reads_cells_across_every_window) {
  // Cells are found 64 bytes at a time: move every kind over the border.
  constexpr std::string_view cells =
      "1,\"a,b\",\"q\\\"\\n\",x y , 2.5,true,null,-7,\"\",,2025-01-01,\"z\"";
  const std::string fields = "{a,b,c,d,e,f,g,h,i,j,k,l}";
  for (std::size_t shift = 0; shift < 140; ++shift) {
    const std::string pad(shift, 'p');
    const std::string text = "r[2]{p," + fields.substr(1) + ":\n  " + pad +
                             "," + std::string(cells) + "\n  " + pad + "," +
                             std::string(cells) + "\r\n";
    const std::string row =
        "{\"p\":\"" + pad +
        R"(","a":1,"b":"a,b","c":"q\"\n","d":"x y","e":2.5,"f":true,)"
        R"("g":null,"h":-7,"i":"","j":"","k":"2025-01-01","l":"z"})";
    ASSERT_EQ(decoded(text), "{\"r\":[" + row + "," + row + "]}") << shift;
  }
}

TEST(toon_decode, reads_odd_cells_up_to_the_last_byte) {
  // Nothing is read far after the text, whatever its length.
  for (std::size_t size = 1; size < 200; ++size) {
    const std::string cell = "x\"" + std::string(size, 'y');
    EXPECT_EQ(decoded("[2]: 1," + cell), "[1,\"x\\\"" + cell.substr(2) + "\"]");
  }
}

TEST(toon_decode, expects_long_keys_only_inside_the_text) {
  const std::string key(200, 'k');
  const std::string object = "  - x: 1\n    " + key + ": 2\n";
  EXPECT_EQ(decoded("[2]:\n" + object + object.substr(0, 40)),
            "invalid_line@" + std::to_string(5 + object.size() + 13));
  EXPECT_EQ(decoded("[2]:\n" + object + "  - x: 1\n    " + key),
            "invalid_line@" + std::to_string(5 + object.size() + 13));
}

TEST(toon_decode, expects_keys_that_come_in_another_order) {
  EXPECT_EQ(decoded("a[4]:\n  - a: 1\n    b: 2\n    c[1]: 3\n"
                    "  - a: \"4\"\n    c[1]: 5\n    b: 6\n"
                    "  - b: 7\n    a: x\n"
                    "  - a: 8\n    b:\n      a: 9\n      b: \"\\t\""),
            R"({"a":[{"a":1,"b":2,"c":[3]},{"a":"4","c":[5],"b":6},)"
            R"({"b":7,"a":"x"},{"a":8,"b":{"a":9,"b":"\t"}}]})");
  EXPECT_EQ(decoded("a[2]:\n  - a: 1\n    b: 2\n  - a: 1\n    a: 2"),
            "duplicate_key@37");
}

TEST(toon_decode, reuses_memory_and_forgets_the_last_text) {
  toon::decoder decoder;
  pith::document doc;
  ASSERT_TRUE(decoder.decode_into(doc, "[2]{a,b}:\n  1,2\n  3,4"));
  ASSERT_FALSE(decoder.decode_into(doc, "[2]{a,b}:\n  1,2\n"));
  EXPECT_TRUE(doc.root().is_null());
  ASSERT_TRUE(decoder.decode_into(doc, "[1]{a,b}:\n  5,6"));
  EXPECT_EQ(*pith::json::write(doc.root()), R"([{"a":5,"b":6}])");
  ASSERT_TRUE(decoder.decode_into(doc, ""));
  EXPECT_EQ(*pith::json::write(doc.root()), "{}");
}

TEST(toon_decode, replaces_duplicates_inside_one_another_when_not_strict) {
  EXPECT_EQ(decoded("a:\n  b: 1\n  b: 2\n  c: 3\na:\n  d: 4\n  d: []\ne: 5",
                    {.strict = false, .bounds = {}}),
            R"({"a":{"d":[]},"e":5})");
  EXPECT_EQ(decoded("a: 1\na: 2", {.strict = false, .bounds = {}}),
            R"({"a":2})");
}

TEST(toon_decode, makes_empty_containers_of_tables_without_rows) {
  const auto doc = toon::decode("a[0:]{x}:\nb[0:]{x}:\nc[0]{x}:");
  ASSERT_TRUE(doc.has_value());
  EXPECT_EQ(*toon::encode(doc->root()), "a:\nb:\nc: []");
  EXPECT_EQ(*toon::encode(*doc->root().find("a")), "");
  const auto maps = toon::decode("a[0:]{x}:\nb[0:]{x}:");
  ASSERT_TRUE(maps.has_value());
  EXPECT_EQ(*toon::encode(maps->root()), "a:\nb:");
}

TEST(toon_decode, marks_what_containers_hold) {
  // Flags decide how a document is written again.
  const auto doc = toon::decode("a: 1\na:\n  b: []\nt[1]{g{x},g,y}:\n  1,2,3",
                                {.strict = false, .bounds = {}});
  ASSERT_TRUE(doc.has_value());
  EXPECT_EQ(*toon::encode(doc->root()), "a:\n  b: []\nt[1]{g,y}:\n  2,3");
}

}  // namespace
