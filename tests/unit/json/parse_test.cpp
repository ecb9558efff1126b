// SPDX-License-Identifier: MIT
#include <pith/equality.hpp>
#include <pith/json.hpp>

#include "cases.hpp"
#include "root_of.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

namespace {

using pith::error_code;
using pith::json::parse;
using pith::json::write;

pith::error error_of(std::string_view text, const pith::limits& bounds = {}) {
  const auto doc = parse(text, {.bounds = bounds});
  EXPECT_FALSE(doc) << text.substr(0, 100);
  return doc ? pith::error{} : doc.error();
}

void expect_error(std::string_view text, error_code code, std::size_t offset,
                  const pith::limits& bounds = {}) {
  const pith::error e = error_of(text, bounds);
  EXPECT_EQ(name(e.code), name(code)) << text.substr(0, 100);
  EXPECT_EQ(e.offset, offset) << text.substr(0, 100);
}

std::string nested(std::size_t depth, std::string_view open,
                   std::string_view middle, std::string_view close) {
  std::string text;
  for (std::size_t i = 0; i < depth; ++i) text += open;
  text += middle;
  for (std::size_t i = 0; i < depth; ++i) text += close;
  return text;
}

TEST(json_parse, accepts_what_is_right_and_keeps_its_meaning) {
  const auto cases = pith_tests::read_cases("accept.txt");
  ASSERT_GE(cases.size(), 140u);
  for (const auto& c : cases) {
    const std::string text = pith_tests::decode_percent(c.first);
    const std::string expected =
        c.second.empty() ? text : pith_tests::decode_percent(c.second);
    const auto doc = parse(text);
    ASSERT_TRUE(doc) << "line " << c.line << ": " << c.first;
    EXPECT_EQ(*write(doc->root()), expected) << "line " << c.line;
    // What was written reads back as the same.
    const auto again = parse(expected);
    ASSERT_TRUE(again) << "line " << c.line;
    EXPECT_TRUE(pith::equal(doc->root(), again->root(),
                            pith::member_order::significant))
        << "line " << c.line;
  }
}

TEST(json_parse, rejects_what_is_wrong_with_its_code_and_offset) {
  const auto cases = pith_tests::read_cases("reject.txt");
  ASSERT_GE(cases.size(), 440u);
  for (const auto& c : cases) {
    std::string text = pith_tests::decode_percent(c.second);
    const std::size_t offset = text.find("<<");
    ASSERT_NE(offset, std::string::npos) << "line " << c.line;
    text.erase(offset, 2);
    const auto doc = parse(text);
    ASSERT_FALSE(doc) << "line " << c.line << ": " << c.second;
    EXPECT_EQ(name(doc.error().code), c.first)
        << "line " << c.line << ": " << c.second;
    EXPECT_EQ(doc.error().offset, offset)
        << "line " << c.line << ": " << c.second;
    EXPECT_STRNE(doc.error().detail, "");
  }
}

TEST(json_parse, gives_the_values_their_kinds) {
  const auto doc = parse(
      R"({"n":null,"t":true,"f":false,"i":-12,"big":9223372036854775807,)"
      R"("ts":1700000000123,"r":2.5,"e":1e3,"s":"x\ny","a":[1,[]],"o":{}})");
  ASSERT_TRUE(doc);
  const pith::value root = doc->root();
  EXPECT_EQ(root.get_object()->size(), 11u);
  EXPECT_TRUE(root.find("n")->is_null());
  EXPECT_EQ(root.find("t")->get_boolean(), true);
  EXPECT_EQ(root.find("f")->get_boolean(), false);
  EXPECT_EQ(root.find("i")->get_integer(), -12);
  EXPECT_EQ(root.find("big")->get_integer(),
            std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(root.find("ts")->get_integer(), 1700000000123);
  EXPECT_EQ(root.find("r")->get_double(), 2.5);
  EXPECT_EQ(root.find("r")->type(), pith::kind::real);
  EXPECT_EQ(root.find("e")->get_double(), 1000.0);
  EXPECT_EQ(root.find("e")->type(), pith::kind::real);
  EXPECT_EQ(root.find("s")->get_string(), "x\ny");
  EXPECT_EQ(root.find("a")->get_array()->size(), 2u);
  EXPECT_EQ(root.find("a")->at(1)->get_array()->size(), 0u);
  EXPECT_EQ(root.find("o")->get_object()->size(), 0u);
}

TEST(json_parse, does_not_need_the_text_afterwards) {
  std::string text = R"({"key":"value","list":[1,2]})";
  const auto doc = parse(text);
  text.assign(text.size(), '#');
  ASSERT_TRUE(doc);
  EXPECT_EQ(*write(doc->root()), R"({"key":"value","list":[1,2]})");
}

TEST(json_parse, does_not_read_after_the_text) {
  // What stands there would complete the text.
  const std::string text = R"([1,"a",true])";
  for (std::size_t size = 0; size < text.size(); ++size) {
    EXPECT_FALSE(parse(std::string_view(text).substr(0, size)));
  }
  EXPECT_TRUE(parse(std::string_view("12345").substr(0, 3)));
  EXPECT_EQ(*write(pith_tests::root_of(
                parse(std::string_view("12345").substr(0, 3)))),
            "123");
}

TEST(json_parse, holds_depth_against_its_limit) {
  pith::limits bounds;
  for (const std::size_t limit : {0u, 1u, 2u, 512u}) {
    bounds.max_depth = limit;
    EXPECT_TRUE(parse(nested(limit, "[", "1", "]"), {.bounds = bounds}));
    expect_error(nested(limit + 1, "[", "1", "]"), error_code::depth_limit,
                 limit, bounds);
    EXPECT_TRUE(parse(nested(limit, R"({"a":)", "1", "}"), {.bounds = bounds}));
    expect_error(nested(limit + 1, R"({"a":)", "1", "}"),
                 error_code::depth_limit, limit * 5, bounds);
    expect_error(nested(limit, "[", "{}", "]"), error_code::depth_limit, limit,
                 bounds);
  }
}

TEST(json_parse, has_a_depth_limit_of_512_unless_told_otherwise) {
  EXPECT_TRUE(parse(nested(512, "[", "", "]")));
  expect_error(nested(513, "[", "", "]"), error_code::depth_limit, 512);
  expect_error(std::string(1'000'000, '['), error_code::depth_limit, 512);
}

TEST(json_parse, nests_as_deeply_as_it_is_allowed_to) {
  constexpr std::size_t depth = 1'000'000;
  pith::limits bounds;
  bounds.max_depth = depth;
  const std::string arrays = nested(depth, "[", "7", "]");
  const auto doc = parse(arrays, {.bounds = bounds});
  ASSERT_TRUE(doc);
  EXPECT_EQ(*write(doc->root()), arrays);
  const std::string objects = nested(depth, R"({"a":)", "7", "}");
  const auto other = parse(objects, {.bounds = bounds});
  ASSERT_TRUE(other);
  EXPECT_EQ(*write(other->root()), objects);
  expect_error(std::string(depth, '['), error_code::unexpected_end, depth,
               bounds);
}

TEST(json_parse, holds_items_against_their_limit) {
  pith::limits bounds;
  bounds.max_items = 2;
  EXPECT_TRUE(parse("[1,2]", {.bounds = bounds}));
  EXPECT_TRUE(parse(R"({"a":1,"b":[1,2]})", {.bounds = bounds}));
  expect_error("[1,2,3]", error_code::item_limit, 5, bounds);
  expect_error("[1,[],[3]]", error_code::item_limit, 6, bounds);
  expect_error(R"({"a":1,"b":2,"c":3})", error_code::item_limit, 13, bounds);
  expect_error("[[1,2,3]]", error_code::item_limit, 6, bounds);
  bounds.max_items = 0;
  EXPECT_TRUE(parse("[]", {.bounds = bounds}));
  expect_error("[1]", error_code::item_limit, 1, bounds);
  expect_error(R"({"a":1})", error_code::item_limit, 1, bounds);
}

TEST(json_parse, holds_bytes_against_their_limit) {
  pith::limits bounds;
  bounds.max_bytes = 5;
  EXPECT_TRUE(parse("[1,2]", {.bounds = bounds}));
  expect_error("[1,23]", error_code::size_limit, 5, bounds);
  expect_error("nonsense", error_code::size_limit, 5, bounds);
}

TEST(json_parse, limits_the_length_of_keys_but_not_of_strings) {
  const std::string long_text((std::size_t{1} << 24) - 1, 'k');
  const auto doc = parse("{\"" + long_text + "\":1}");
  ASSERT_TRUE(doc);
  EXPECT_EQ(doc->root().find(long_text)->get_integer(), 1);
  expect_error("[{\"" + long_text + "k\":1}]", error_code::size_limit, 2);
  const auto value = parse("[\"" + long_text + "k\"]");
  ASSERT_TRUE(value);
  EXPECT_EQ(value->root().at(0)->get_string()->size(), long_text.size() + 1);
  EXPECT_EQ(write(value->root())->size(), long_text.size() + 5);
}

TEST(json_parse, reads_long_strings_with_escapes) {
  std::string text = "[\"";
  std::string decoded;
  for (int i = 0; i < 300'000; ++i) {
    text += "ab\\n\\u00e9";
    decoded += "ab\n\u00e9";
  }
  text += "\"]";
  const auto doc = parse(text);
  ASSERT_TRUE(doc);
  EXPECT_EQ(doc->root().at(0)->get_string(), decoded);
}

TEST(json_parse, remembers_shapes_of_any_width) {
  for (const int width : {1, 2, 15, 16, 17, 40, 1023, 1024, 1025, 3000}) {
    std::string row = "{";
    for (int i = 0; i < width; ++i) {
      if (i != 0) row += ',';
      row += "\"key" + std::to_string(i) + "\":" + std::to_string(i);
    }
    row += '}';
    const std::string text = "[" + row + "," + row + "," + row + "]";
    const auto doc = parse(text);
    ASSERT_TRUE(doc) << width;
    EXPECT_EQ(*write(doc->root()), text) << width;
    // One key more, which comes again: the first, or the one just before.
    for (const int again : {0, width / 2, width - 1}) {
      const std::string key = "key" + std::to_string(again);
      std::string twice = text;
      twice.insert(twice.size() - 2, ",\"" + key + "\":0");
      expect_error(twice, error_code::duplicate_key, text.size() - 1);
    }
  }
}

TEST(json_parse, keeps_wide_objects_apart) {
  // The same thousands of keys, but turned around from some key on.
  constexpr int width = 2000;
  for (const int turn : {1000, 1022, 1023, 1024, 1025, 1500, 1998}) {
    std::string text = "[";
    for (int row = 0; row < 4; ++row) {
      text += row == 0 ? "{" : ",{";
      for (int i = 0; i < width; ++i) {
        const int key = row % 2 == 1 && i >= turn ? width - 1 + turn - i : i;
        if (i != 0) text += ',';
        text += "\"" + std::to_string(key) + "\":" + std::to_string(key);
      }
      text += '}';
    }
    text += ']';
    const auto doc = parse(text);
    ASSERT_TRUE(doc);
    EXPECT_EQ(*write(doc->root()), text);
  }
}

TEST(json_parse, guesses_keys_that_change_from_object_to_object) {
  // Every object has the keys of the one before with one left out, doubled in
  // length, or spelt with an escape: each is a chance for a wrong guess.
  const std::string text =
      R"([{"aaaa":1,"bbbb":2,"cccc":3},{"aaaa":1,"cccc":3},)"
      R"({"aaaa":1,"bbbb":2,"cccc":3},{"aaab":1,"bbbb":2},)"
      R"({"aaaaaaaa":1,"bbbb":2},{"bbbb":1,"aaaa":2},{"aaaa":1},{},)"
      R"({"aaaabbbbccccdddd":1,"x":{"aaaa":2}},{"aaaabbbbccccddde":1},)"
      R"({"aaaabbbbccccddddeeeeffffgggghhhh":1,"y":[{"aaaa":2},{"z":3}]},)"
      R"({"aaaabbbbccccddddeeeeffffgggghhhi":1,"y":[{"z":2},{"aaaa":3}]}])";
  const auto doc = parse(text);
  ASSERT_TRUE(doc);
  EXPECT_EQ(*write(doc->root()), text);
  const auto spelt =
      parse(R"([{"ab":1},{"a\u0062":2},{"ab":3},{"\u0061b":4},{"ab" :5}])");
  ASSERT_TRUE(spelt);
  EXPECT_EQ(*write(spelt->root()),
            R"([{"ab":1},{"ab":2},{"ab":3},{"ab":4},{"ab":5}])");
}

TEST(json_parser, reuses_a_document_and_its_own_memory) {
  pith::json::parser parser;
  pith::document doc;
  for (int round = 0; round < 3; ++round) {
    for (const std::string_view text :
         {R"({"a":[1,2,{"b":"c"}]})", "7", R"([{"x":1},{"x":2}])", "\"\\n\"",
          "[]"}) {
      ASSERT_TRUE(parser.parse_into(doc, text));
      EXPECT_EQ(*write(doc.root()), text);
    }
  }
}

TEST(json_parser, leaves_null_after_when_it_fails) {
  pith::json::parser parser;
  pith::document doc;
  ASSERT_TRUE(parser.parse_into(doc, "[1,2,3]"));
  for (const std::string_view text :
       {"[1,2,", "{\"a\":1,\"a\":2}", "\"\xFF\"", "", "[[[["}) {
    EXPECT_FALSE(parser.parse_into(doc, text));
    EXPECT_TRUE(doc.root().is_null());
    EXPECT_EQ(*write(doc.root()), "null");
  }
  ASSERT_TRUE(parser.parse_into(doc, "[1]"));
  EXPECT_EQ(*write(doc.root()), "[1]");
}

TEST(json_parser, can_be_moved_and_fills_documents_that_were_moved_from) {
  pith::json::parser first;
  pith::json::parser parser = std::move(first);
  pith::document doc;
  ASSERT_TRUE(parser.parse_into(doc, "[1]"));
  const pith::document kept = std::move(doc);
  ASSERT_TRUE(parser.parse_into(doc, "[2]"));
  EXPECT_EQ(*write(kept.root()), "[1]");
  EXPECT_EQ(*write(doc.root()), "[2]");
  first = std::move(parser);
  ASSERT_TRUE(first.parse_into(doc, "[3]"));
  EXPECT_EQ(*write(doc.root()), "[3]");
}

TEST(json_parser, obeys_its_limits_every_time) {
  pith::json::parser parser({.bounds = {.max_depth = 1}});
  pith::document doc;
  EXPECT_TRUE(parser.parse_into(doc, "[1]"));
  EXPECT_FALSE(parser.parse_into(doc, "[[1]]"));
  EXPECT_TRUE(parser.parse_into(doc, "{\"a\":1}"));
}

TEST(json_parse, takes_texts_of_every_size) {
  // Around the sizes of blocks, where a reader may look too far.
  for (std::size_t size = 0; size < 300; ++size) {
    const std::string text = "[\"" + std::string(size, 'x') + "\",1]";
    const auto doc = parse(text);
    ASSERT_TRUE(doc) << size;
    EXPECT_EQ(*write(doc->root()), text);
    const std::string blanks = std::string(size, ' ') + "7";
    ASSERT_TRUE(parse(blanks)) << size;
    EXPECT_FALSE(parse(std::string(size, ' ')));
  }
}

}  // namespace
