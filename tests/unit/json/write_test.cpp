// SPDX-License-Identifier: MIT
#include <pith/builder.hpp>
#include <pith/equality.hpp>
#include <pith/json.hpp>

#include "random_document.hpp"
#include "root_of.hpp"
#include "small_sink.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

namespace {

using pith::error_code;
using pith::json::append;
using pith::json::parse;
using pith::json::write;
using pith::json::write_to;
using pith_tests::json_rows;
using pith_tests::small_sink;

TEST(json_write, writes_values_that_were_built) {
  pith::builder b;
  b.begin_object();
  b.key("null").null().key("yes").boolean(true).key("no").boolean(false);
  b.key("zero").integer(0).key("small").integer(-12345678);
  b.key("large").integer(std::numeric_limits<std::int64_t>::max());
  b.key("least").integer(std::numeric_limits<std::int64_t>::min());
  b.key("half").real(0.5).key("third").real(1.0 / 3).key("tiny").real(5e-324);
  b.key("whole").real(3.0).key("minus zero").real(-0.0);
  b.key("text").string("a\"b\\c\n\x01/\u6f22").key("empty").string("");
  b.key("list").begin_array().end_array();
  b.key("object").begin_object().end_object();
  b.key("key \"with\" quotes\n").integer(1);
  b.end_object();
  const auto doc = b.finish();
  ASSERT_TRUE(doc);
  EXPECT_EQ(*write(doc->root()),
            R"({"null":null,"yes":true,"no":false,"zero":0,"small":-12345678,)"
            R"("large":9223372036854775807,"least":-9223372036854775808,)"
            R"("half":0.5,"third":0.3333333333333333,"tiny":5e-324,"whole":3,)"
            R"("minus zero":0,"text":"a\"b\\c\n\u0001/)"
            "\u6f22"
            R"(","empty":"","list":[],"object":{},"key \"with\" quotes\n":1})");
}

TEST(json_write, writes_scalars_at_the_top) {
  for (const std::string_view text :
       {"null", "true", "false", "0", "-1", "0.5", "\"\"", "\"x\"", "[]", "{}",
        "123456789012345678", "9223372036854775807"}) {
    EXPECT_EQ(*write(pith_tests::root_of(parse(text))), text);
    EXPECT_EQ(*write(pith_tests::root_of(parse(text)), {.indent = 2}), text);
  }
}

TEST(json_write, indents_when_asked_to) {
  const auto doc = parse(
      R"({"a":1,"b":[1,[],{},[2]],"c":{"d":{"e":null}},"f":"x","g":[{"h":1}]})");
  ASSERT_TRUE(doc);
  EXPECT_EQ(*write(doc->root(), {.indent = 2}), R"({
  "a": 1,
  "b": [
    1,
    [],
    {},
    [
      2
    ]
  ],
  "c": {
    "d": {
      "e": null
    }
  },
  "f": "x",
  "g": [
    {
      "h": 1
    }
  ]
})");
  EXPECT_EQ(*write(pith_tests::root_of(parse("[1,{\"a\":2}]")), {.indent = 1}),
            "[\n 1,\n {\n  \"a\": 2\n }\n]");
}

TEST(json_write, indents_any_number_of_spaces) {
  const auto doc = parse("[[{\"a\":[1]}]]");
  for (const unsigned indent : {4u, 100u, 300u, 60'000u}) {
    const auto text = write(doc->root(), {.indent = indent});
    ASSERT_TRUE(text) << indent;
    const auto again = parse(*text);
    ASSERT_TRUE(again);
    EXPECT_EQ(*write(again->root()), "[[{\"a\":[1]}]]");
    // Line breaks: two brackets in, the key, its value, and out again.
    EXPECT_EQ(text->size(), 13 + 1 + 8 + std::size_t{indent} * 16);
  }
}

TEST(json_write, writes_a_part_of_a_document) {
  const auto doc = parse(R"({"a":[{"x":1,"y":2},{"x":3}],"b":{"c":"d"}})");
  ASSERT_TRUE(doc);
  EXPECT_EQ(*write(*doc->root().find("a")), R"([{"x":1,"y":2},{"x":3}])");
  EXPECT_EQ(*write(*doc->root().find("a")->at(1)), R"({"x":3})");
  EXPECT_EQ(*write(*doc->root().find("b")->find("c")), R"("d")");
}

TEST(json_write, writes_objects_of_one_shape_alike) {
  // The first takes another path than the second and all others.
  for (
      const std::string_view keys :
      {R"("a":1)", R"("a":1,"b":"x","c":null)", R"("":1)",
       R"("a\"b":1,"\n":2,"\u0001":3)",
       R"("a key of more than thirty-two bytes":1,"b":2)",
       R"("a key that is much longer than all that fits into one step":1)",
       R"("b":2,"a key that is much longer than all that fits into a step":1)"}) {
    for (const int count : {1, 2, 3, 10}) {
      std::string text = "[";
      for (int i = 0; i < count; ++i) {
        text += i == 0 ? "{" : ",{";
        text += keys;
        text += '}';
      }
      text += ']';
      const auto doc = parse(text);
      ASSERT_TRUE(doc) << text;
      EXPECT_EQ(*write(doc->root()), text);
    }
  }
}

TEST(json_write, writes_more_shapes_than_it_remembers) {
  std::string text = "[";
  for (int i = 0; i < 70'000; ++i) {
    const std::string row = "{\"k" + std::to_string(i) + "\":1}";
    if (i != 0) text += ',';
    text += row + ',' + row + ',' + row;
  }
  text += ']';
  const auto doc = parse(text);
  ASSERT_TRUE(doc);
  EXPECT_EQ(*write(doc->root()), text);
}

TEST(json_write, writes_strings_of_every_length) {
  for (std::size_t size = 0; size < 5000; size += size < 200 ? 1 : 331) {
    for (const char c : {'x', '\n', '"', '\x01'}) {
      pith::builder b;
      b.begin_array().string(std::string(size, c)).string("next").end_array();
      const auto doc = b.finish();
      ASSERT_TRUE(doc);
      const auto text = write(doc->root());
      ASSERT_TRUE(text);
      const auto again = parse(*text);
      ASSERT_TRUE(again) << size;
      EXPECT_EQ(again->root().at(0)->get_string(), std::string(size, c));
    }
  }
}

TEST(json_write, hands_over_large_texts_in_pieces) {
  const std::string text = json_rows(20'000);
  const auto doc = parse(text);
  ASSERT_TRUE(doc);
  small_sink sink(text.size());
  ASSERT_TRUE(write_to(sink, doc->root()));
  EXPECT_EQ(sink.taken, text);
  EXPECT_GT(sink.pieces, 10u);
  EXPECT_LE(sink.largest, 64u * 1024);
  small_sink pretty(~std::size_t{0});
  ASSERT_TRUE(write_to(pretty, doc->root(), {.indent = 3}));
  EXPECT_EQ(*write(pith_tests::root_of(parse(pretty.taken))), text);
}

TEST(json_write, stops_when_the_sink_refuses) {
  const auto doc = parse(json_rows(20'000));
  ASSERT_TRUE(doc);
  for (const unsigned indent : {0u, 2u}) {
    small_sink sink(100'000);
    const auto written = write_to(sink, doc->root(), {.indent = indent});
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().code, error_code::write_failed);
    EXPECT_LE(sink.pieces, 3u);
  }
  small_sink none(0);
  EXPECT_EQ(write_to(none, pith_tests::root_of(parse("1"))).error().code,
            error_code::write_failed);
}

TEST(json_write, appends_after_what_is_there) {
  std::string out = "before ";
  ASSERT_TRUE(append(out, pith_tests::root_of(parse("[1]"))));
  EXPECT_EQ(out, "before [1]");
}

TEST(json_write, stops_at_the_expansion_limit_and_restores_the_text) {
  const auto doc = parse(json_rows(3000));
  ASSERT_TRUE(doc);
  pith::json::write_options options;
  options.indent = 1000;
  std::string out = "before";
  const auto written = append(out, doc->root(), options);
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().code, error_code::expansion_limit);
  EXPECT_EQ(out, "before");
  EXPECT_FALSE(write(doc->root(), options));
  options.bounds.max_expansion = std::numeric_limits<std::size_t>::max();
  EXPECT_TRUE(append(out, doc->root(), options));
  // Small documents may grow to the limit of larger ones.
  options.indent = 100;
  options.bounds.max_expansion = 1;
  EXPECT_TRUE(write(pith_tests::root_of(parse("[[[1]]]")), options));
  options.bounds.max_expansion = 0;
  EXPECT_EQ(write(pith_tests::root_of(parse("1")), options).error().code,
            error_code::expansion_limit);
}

TEST(json_write, gives_back_what_it_was_given) {
  pith_tests::random_documents documents;
  for (std::uint64_t seed = 0; seed < 5000; ++seed) {
    const auto doc = documents.draw(seed);
    ASSERT_TRUE(doc);
    const auto text = write(doc->root());
    ASSERT_TRUE(text);
    const auto again = parse(*text);
    ASSERT_TRUE(again) << *text;
    ASSERT_TRUE(pith::equal(doc->root(), again->root(),
                            pith::member_order::significant))
        << *text;
    // What was parsed has spellings; they are the same.
    ASSERT_EQ(*write(again->root()), *text);
    const auto pretty = write(again->root(), {.indent = 2});
    ASSERT_TRUE(pretty);
    ASSERT_EQ(*write(pith_tests::root_of(parse(*pretty))), *text);
  }
}

std::string lines_of(std::string_view json) {
  std::string out;
  pith::string_sink sink(out);
  const auto done =
      pith::json::write_lines_to(sink, pith_tests::root_of(parse(json)));
  EXPECT_TRUE(done.has_value());
  return out;
}

TEST(json_write, lines_of_an_array) {
  EXPECT_EQ(lines_of("[]"), "");
  EXPECT_EQ(lines_of(R"([{"a":1,"b":"x\ny"},[],null,{"a":[1.5]},{"a":2}])"),
            "{\"a\":1,\"b\":\"x\\ny\"}\n[]\nnull\n{\"a\":[1.5]}\n{\"a\":2}\n");
  std::string out;
  pith::string_sink sink(out);
  for (const std::string_view text : {"{}", "1", "\"[1]\""}) {
    const auto done =
        pith::json::write_lines_to(sink, pith_tests::root_of(parse(text)));
    ASSERT_FALSE(done.has_value());
    EXPECT_EQ(done.error().code, error_code::misplaced_value);
  }
  EXPECT_EQ(out, "");
}

TEST(json_write, lines_are_what_each_element_is) {
  pith_tests::random_documents documents;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    pith::builder all;
    all.begin_array();
    std::string expected;
    for (std::uint64_t i = 0; i < 5; ++i) {
      const auto doc = documents.draw(seed * 5 + i);
      ASSERT_TRUE(doc);
      all.copy(doc->root());
      expected += *write(doc->root()) + '\n';
    }
    const auto array = all.end_array().finish();
    ASSERT_TRUE(array);
    std::string out;
    pith::string_sink sink(out);
    ASSERT_TRUE(pith::json::write_lines_to(sink, array->root()));
    ASSERT_EQ(out, expected);
    const auto again = pith::json::parse_lines(out);
    ASSERT_TRUE(again);
    ASSERT_TRUE(pith::equal(again->root(), array->root(),
                            pith::member_order::significant));
  }
}

TEST(json_write, lines_stop_where_the_sink_does) {
  class closing_sink final : public pith::sink {
   public:
    bool write(std::string_view) override { return ++calls < 2; }
    int calls = 0;
  } sink;
  std::string text = "[0";
  for (int i = 0; i < 100'000; ++i) text += ",1234567890";
  const auto doc = parse(text + ']');
  ASSERT_TRUE(doc);
  EXPECT_EQ(pith::json::write_lines_to(sink, doc->root()).error().code,
            error_code::write_failed);
  EXPECT_EQ(sink.calls, 2);
}

}  // namespace
