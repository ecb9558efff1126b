// SPDX-License-Identifier: MIT
#include <pith/builder.hpp>
#include <pith/equality.hpp>
#include <pith/json.hpp>
#include <pith/sink.hpp>
#include <pith/toon.hpp>

#include "toon/scalar.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace {

namespace toon = pith::toon;
using pith::error_code;

pith::document parsed(std::string_view json) {
  auto doc = pith::json::parse(json);
  EXPECT_TRUE(doc.has_value()) << json;
  return std::move(*doc);
}

std::string encoded(std::string_view json,
                    const toon::encode_options& options = {}) {
  const pith::document doc = parsed(json);
  auto text = toon::encode(doc.root(), options);
  EXPECT_TRUE(text.has_value()) << json;
  return text ? *text : std::string{};
}

/// The value comes back, whatever the delimiter.
void expect_round_trip(const pith::document& doc) {
  for (const auto delimiter :
       {toon::delimiter::comma, toon::delimiter::tab, toon::delimiter::pipe}) {
    const auto text = toon::encode(
        doc.root(), {.delimiter = delimiter, .indent_size = 2, .bounds = {}});
    ASSERT_TRUE(text.has_value());
    const auto back = toon::decode(*text);
    ASSERT_TRUE(back.has_value()) << pith::message(back.error()) << "\n"
                                  << *text;
    EXPECT_TRUE(pith::equal(doc.root(), back->root())) << *text;
  }
}

TEST(toon_encode, quotes_strings_of_every_length_by_the_rule) {
  // The fast path looks at two blocks; the slow ones take over after them.
  constexpr std::string_view specials = ":\"\\[]{}|,\t\n -#7a";
  for (std::size_t size = 1; size <= 70; ++size) {
    for (std::size_t place = 0; place < size; ++place) {
      for (const char c : specials) {
        std::string text(size, 'x');
        text[place] = c;
        pith::builder b;
        b.begin_array().string(text).string("y").end_array();
        const auto doc = b.finish();
        ASSERT_TRUE(doc.has_value());
        const auto out = toon::encode(doc->root());
        ASSERT_TRUE(out.has_value());
        const bool is_quoted = out->starts_with("[2]: \"");
        ASSERT_EQ(is_quoted, toon::needs_quotes(text, ',')) << *out;
      }
    }
  }
}

TEST(toon_encode, writes_strings_of_any_size) {
  for (const std::size_t size : {1023u, 1024u, 1025u, 5000u, 70'000u,
                                 1'048'575u, 1'048'576u, 1'200'000u}) {
    for (const char special : {'x', '\n', ','}) {
      std::string text(size, 'x');
      text[size / 2] = special;
      text[size - 1] = special;
      pith::builder b;
      b.begin_object().key("a").string(text).key("b").begin_array();
      b.string(text).integer(1).end_array().end_object();
      const auto doc = b.finish();
      ASSERT_TRUE(doc.has_value());
      expect_round_trip(*doc);
    }
  }
}

TEST(toon_encode, writes_keys_of_any_size) {
  for (const std::size_t size : {15u, 16u, 17u, 1024u, 1025u, 100'000u}) {
    for (const char special : {'x', '\n'}) {
      const std::string key = std::string(size, 'k') + special;
      pith::builder b;
      b.begin_array();
      for (int i = 0; i < 3; ++i) {
        b.begin_object().key(key).integer(i).key("b").null().end_object();
      }
      const auto doc = b.end_array().finish();
      ASSERT_TRUE(doc.has_value());
      expect_round_trip(*doc);
    }
  }
}

TEST(toon_encode, indents_further_than_a_buffer) {
  pith::builder b;
  for (int i = 0; i < 40; ++i) b.begin_object().key("k");
  b.integer(1);
  for (int i = 0; i < 40; ++i) b.end_object();
  const auto doc = b.finish();
  ASSERT_TRUE(doc.has_value());
  toon::encode_options writing;
  writing.indent_size = 2000;
  writing.bounds.max_expansion = 1'000'000;
  const auto text = toon::encode(doc->root(), writing);
  ASSERT_TRUE(text.has_value());
  EXPECT_EQ(text->size(), 39u * 2 + 4 + 39 + 2000u * (39 * 40 / 2));
  const auto back = toon::decode(*text, {.indent_size = 2000, .bounds = {}});
  ASSERT_TRUE(back.has_value());
  EXPECT_TRUE(pith::equal(doc->root(), back->root()));
}

TEST(toon_encode, takes_the_order_of_the_first_row) {
  const pith::document doc =
      parsed(R"([{"a":1,"g":{"x":2,"y":3}},{"g":{"y":4,"x":5},"a":6}])");
  const auto text = toon::encode(doc.root());
  ASSERT_TRUE(text.has_value());
  EXPECT_EQ(*text, "[2]{a,g{x,y}}:\n  1,2,3\n  6,5,4");
  const auto back = toon::decode(*text);
  ASSERT_TRUE(back.has_value());
  EXPECT_EQ(*pith::json::write(back->root()),
            R"([{"a":1,"g":{"x":2,"y":3}},{"a":6,"g":{"x":5,"y":4}}])");
}

TEST(toon_encode, compares_rows_by_key_sets) {
  EXPECT_EQ(encoded(R"([{"a":1,"b":2},{"a":3,"c":4}])"),
            "[2]:\n  - a: 1\n    b: 2\n  - a: 3\n    c: 4");
  EXPECT_EQ(encoded(R"([{"a":1},{"a":3,"b":4}])"),
            "[2]:\n  - a: 1\n  - a: 3\n    b: 4");
  EXPECT_EQ(encoded(R"([{"a":{"b":1}},{"a":2}])"),
            "[2]:\n  - a:\n      b: 1\n  - a: 2");
  EXPECT_EQ(encoded(R"([{"a":1},{"a":{"b":1}}])"),
            "[2]:\n  - a: 1\n  - a:\n      b: 1");
  EXPECT_EQ(encoded(R"([{"a":[]}])"), "[1]:\n  - a: []");
  // The shape of the row is the same, that of the group is not.
  EXPECT_EQ(encoded(R"([{"a":{"b":1}},{"a":{"c":2}}])"),
            "[2]:\n  - a:\n      b: 1\n  - a:\n      c: 2");
}

TEST(toon_encode, does_not_know_whether_a_document_marks_its_trees) {
  // A document that was decoded has no marks, one that was parsed has.
  const std::string json =
      R"({"a":[{"b":{"c":1}},{"b":{"c":[]}}],"d":[{"e":{}},{"e":{}}]})";
  const std::string text = encoded(json);
  const auto decoded = toon::decode(text);
  ASSERT_TRUE(decoded.has_value());
  const auto again = toon::encode(decoded->root());
  ASSERT_TRUE(again.has_value());
  EXPECT_EQ(*again, text);
}

TEST(toon_encode, encodes_a_part_of_a_document) {
  const pith::document doc = parsed(R"({"a":{"b":[1,2]},"c":3})");
  const auto text = toon::encode(*doc.root().find("a"));
  ASSERT_TRUE(text.has_value());
  EXPECT_EQ(*text, "b[2]: 1,2");
}

TEST(toon_encode, keeps_limits) {
  const pith::document deep = parsed(R"({"a":{"b":{"c":1}}})");
  toon::encode_options options;
  options.bounds.max_depth = 2;
  EXPECT_EQ(toon::encode(deep.root(), options).error().code,
            error_code::depth_limit);
  options.bounds.max_depth = 3;
  EXPECT_TRUE(toon::encode(deep.root(), options).has_value());

  const pith::document table = parsed(R"([{"a":1,"g":{"b":2,"c":3}}])");
  options.bounds.max_depth = 2;
  EXPECT_EQ(toon::encode(table.root(), options).error().code,
            error_code::depth_limit);
  options.bounds.max_depth = 3;
  options.bounds.max_fields = 2;
  EXPECT_EQ(toon::encode(table.root(), options).error().code,
            error_code::field_limit);
  options.bounds.max_fields = 3;
  EXPECT_TRUE(toon::encode(table.root(), options).has_value());
}

TEST(toon_encode, stops_when_the_text_grows_too_large) {
  std::string json(300, '[');
  json += std::string(300, ']');
  const pith::document doc = parsed(json);
  toon::encode_options options;
  options.bounds.max_expansion = 1;
  std::string out = "before";
  options.indent_size = 1000;
  EXPECT_EQ(toon::append(out, doc.root(), options).error().code,
            error_code::expansion_limit);
  EXPECT_EQ(out, "before");
}

TEST(toon_encode, refuses_levels_without_spaces) {
  const pith::document doc = parsed("1");
  EXPECT_EQ(
      toon::encode(doc.root(), {.indent_size = 0, .bounds = {}}).error().code,
      error_code::invalid_indent);
}

class refusing_sink final : public pith::sink {
 public:
  bool write(std::string_view) override { return false; }
};

TEST(toon_encode, reports_a_sink_that_refuses) {
  std::string json = "[[0]";
  for (int i = 0; i < 100'000; ++i) json += ",12345";
  const pith::document doc = parsed(json + "]");
  refusing_sink sink;
  EXPECT_EQ(toon::encode_to(sink, doc.root()).error().code,
            error_code::write_failed);
}

}  // namespace
