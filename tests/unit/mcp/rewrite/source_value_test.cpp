// SPDX-License-Identifier: MIT
#include "mcp/rewrite/source_value.hpp"

#include "mcp/raw_json/json_span.hpp"

#include <gtest/gtest.h>

#include <string>

namespace {

using namespace pith::mcp;

source_kind choose(std::string_view structured, std::string_view text,
                   shown_form shows = shown_form::structured,
                   bool unfold = true) {
  pith::json::parser parser;
  const auto doc = pith::json::parse(structured);
  EXPECT_TRUE(doc);
  pith::document text_value;
  return choose_source({doc->root(), structured, text}, shows, unfold, parser,
                       text_value);
}

bool covers_json(std::string_view rich, std::string_view poor) {
  const auto a = pith::json::parse(rich);
  const auto b = pith::json::parse(poor);
  EXPECT_TRUE(a && b);
  return covers(a->root(), b->root());
}

TEST(source_value, takes_either_of_two_that_are_equal) {
  EXPECT_EQ(choose(R"({"a":1})", R"({"a":1})"), source_kind::structured);
  EXPECT_EQ(choose(R"({"a":1,"b":[2]})", "{\n \"b\": [2.0], \"a\": 1e0 }"),
            source_kind::structured);
}

TEST(source_value, keeps_the_name_of_what_is_wrapped) {
  EXPECT_EQ(choose(R"({"entities":[1,2]})", "[1,2]"), source_kind::structured);
  EXPECT_EQ(choose(R"({"entities":[1,2]})", "[1,2]", shown_form::both),
            source_kind::structured);
  EXPECT_EQ(choose(R"({"entities":[1,2]})", "[1,2]", shown_form::text),
            source_kind::text);
  EXPECT_EQ(choose("[1,2]", R"({"entities":[1,2]})"), source_kind::text);
  EXPECT_EQ(choose(R"({"entities":[1,2],"n":2})", "[1,2]"),
            source_kind::nothing);
}

TEST(source_value, unwraps_strings) {
  EXPECT_EQ(choose(R"({"content":"[1, 2]"})", "[1, 2]"), source_kind::text);
  EXPECT_EQ(choose(R"({"content":"[1, 2]"})", "[1, 2]", shown_form::structured,
                   false),
            source_kind::bare_text);
  EXPECT_EQ(choose(R"({"content":"plain"})", "plain"), source_kind::bare_text);
  EXPECT_EQ(choose(R"("plain")", "plain"), source_kind::bare_text);
  EXPECT_EQ(
      choose(R"({"content":"[9223372036854775808]"})", "[9223372036854775808]"),
      source_kind::bare_text);
  EXPECT_EQ(choose(R"({"content":"plain"})", "plain "), source_kind::nothing);
  EXPECT_EQ(choose(R"({"content":"x","more":1})", "x"), source_kind::nothing);
}

TEST(source_value, takes_the_richer_one) {
  EXPECT_EQ(choose(R"({"a":1})", R"({"a":1,"message":null})"),
            source_kind::text);
  EXPECT_EQ(choose(R"({"a":1,"message":null})", R"({"a":1})"),
            source_kind::structured);
  EXPECT_EQ(choose(R"({"a":1,"b":null})", R"({"a":1,"c":null})"),
            source_kind::nothing);
}

TEST(source_value, sees_that_two_differ) {
  EXPECT_EQ(choose(R"({"a":1})", "Found 1 item"), source_kind::nothing);
  EXPECT_EQ(choose(R"({"a":1})", R"({"a":2})"), source_kind::nothing);
  EXPECT_EQ(choose(R"({"a":[1,2]})", R"({"a":[1]})"), source_kind::nothing);
  EXPECT_EQ(
      choose(R"({"a":3.141592653589793})", R"({"a":3.14159265358979323846})"),
      source_kind::nothing);
}

TEST(source_value, compares_nulls_at_any_depth) {
  EXPECT_TRUE(covers_json(R"([{"a":{"b":null,"c":[1]},"d":null}])",
                          R"([{"a":{"c":[1]}}])"));
  EXPECT_TRUE(covers_json("[1,\"x\",null]", "[1,\"x\",null]"));
  EXPECT_FALSE(covers_json(R"({"a":null})", R"({"a":1})"));
  EXPECT_FALSE(covers_json(R"({"a":1})", R"({"a":null})"));
  EXPECT_FALSE(covers_json(R"({})", R"({"a":null})"));
  EXPECT_FALSE(covers_json(R"({"a":0})", R"({})"));
  EXPECT_FALSE(covers_json(R"([1,null])", R"([1])"));
  EXPECT_FALSE(covers_json(R"({"a":[]})", R"({"a":{}})"));
  std::string rich(400, '[');
  rich.append(R"({"a":null})").append(400, ']');
  std::string poor(400, '[');
  poor.append("{}").append(400, ']');
  EXPECT_TRUE(covers_json(rich, poor));
}

pass_reason read(std::string_view text) {
  pith::json::parser parser;
  pith::document into;
  return read_source(parser, into, text);
}

TEST(source_value, reads_objects_and_arrays_alone) {
  EXPECT_EQ(read(" {\"a\":1}\n"), pass_reason::none);
  EXPECT_EQ(read("[]"), pass_reason::none);
  for (const char* text : {"", "1", "\"x\"", "null", "true", "plain", "{a:1}",
                           "[1,2", "[1] and more", "GCF profile=generic"}) {
    EXPECT_EQ(read(text), pass_reason::not_json) << text;
  }
}

TEST(source_value, refuses_what_a_document_cannot_carry) {
  for (const char* text :
       {"[9223372036854775808]", "[1e400]", R"({"a":1,"a":2})", R"(["\ud800"])",
        "[0.1234567890123456789]", "[1e-400]"}) {
    EXPECT_EQ(read(text), pass_reason::outside_domain) << text;
  }
  EXPECT_EQ(read(std::string(2000, '[').append(2000, ']')),
            pass_reason::outside_domain);
}

}  // namespace
