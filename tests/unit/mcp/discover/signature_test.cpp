// SPDX-License-Identifier: MIT
#include "mcp/discover/signature.hpp"

#include <gtest/gtest.h>

#include <string>

namespace {

using namespace pith::mcp;  // NOLINT(google-build-using-namespace): a test

std::string whole(std::string_view schema) {
  bool was_cut = false;
  std::string out = signature_of(schema, whole_text, was_cut);
  EXPECT_FALSE(was_cut) << schema;
  return out;
}

TEST(signature, has_types_and_what_is_optional) {
  EXPECT_EQ(whole(R"({"type":"object","properties":{"path":{"type":"string"},)"
                  R"("tail":{"type":"number","description":"Lines"}},)"
                  R"("required":["path"],"additionalProperties":false})"),
            "{path: string, tail?: number /*Lines*/}");
  EXPECT_EQ(whole(R"({"type":"object"})"), "{}");
  EXPECT_EQ(whole(R"({"type":"object","properties":{}})"), "{}");
}

TEST(signature, has_choices_defaults_and_lists) {
  EXPECT_EQ(whole(R"({"properties":{"a":{"type":"string","enum":["x", "y"]},)"
                  R"("b":{"type":"array","items":{"type":"string"}},)"
                  R"("c":{"type":"boolean","default":true},)"
                  R"("d":{"type":"array","items":{"enum":[1,2]}},)"
                  R"("x-e":{"type":"integer"}}})"),
            R"({a?: "x"|"y", b?: string[], c?: boolean = true, d?: (1|2)[], )"
            R"("x-e"?: integer})");
}

TEST(signature, leaves_json_schema_where_it_says_more) {
  EXPECT_EQ(whole(R"({"properties":{"a":{"type":"number", "minimum": 1},)"
                  R"("b":{"type":["string","null"]},"c":true,)"
                  R"("d":{"type":"object","properties":{}}}})"),
            R"({a?: {"type":"number","minimum":1}, )"
            R"(b?: {"type":["string","null"]}, c?: true, )"
            R"(d?: {"type":"object","properties":{}}})");
  EXPECT_EQ(whole(R"({"oneOf": [ {} ]})"), R"({"oneOf":[{}]})");
}

TEST(signature, comments_cannot_be_left) {
  EXPECT_EQ(whole(R"({"properties":{"a":{"type":"string",)"
                  R"("description":"x */ y\n z"}}})"),
            "{a?: string /*x * / y z*/}");
  EXPECT_EQ(whole(R"({"properties":{"a":{"type":"string",)"
                  R"("description":"*/*/"}}})"),
            "{a?: string /** /* /*/}");
}

TEST(signature, of_what_is_no_schema_is_empty) {
  for (const std::string_view schema :
       {"", "7", "[]", "{", R"({"properties":7})", R"({"properties":{"a"}})"}) {
    EXPECT_EQ(whole(schema), "{}") << schema;
  }
}

TEST(signature, cuts_long_texts_and_says_so) {
  bool was_cut = false;
  const std::string out = signature_of(
      R"({"properties":{"a":{"type":"string","description":"one two three"}}})",
      {.description = 5, .hint = 8, .schema = 99}, was_cut);
  EXPECT_EQ(out, "{a?: string /*one two...*/}");
  EXPECT_TRUE(was_cut);
}

TEST(signature, cuts_large_schemas_inside_it) {
  const std::string large = R"({"properties":{"a":{"type":"object",)"
                            R"("properties":{"b":{"description":")" +
                            std::string(2'000, 'x') + R"("}}}}})";
  bool was_cut = false;
  const std::string out = signature_of(large, text_limits{}, was_cut);
  EXPECT_EQ(out, "{a?: object...}");
  EXPECT_TRUE(was_cut);
  EXPECT_GT(whole(large).size(), 2'000U);
}

TEST(one_line, joins_lines_and_cuts_after_a_word) {
  bool was_cut = false;
  EXPECT_EQ(one_line(" a\n\n b\t c ", 99, was_cut), "a b c");
  EXPECT_EQ(one_line("", 99, was_cut), "");
  EXPECT_EQ(one_line("abc", 3, was_cut), "abc");
  EXPECT_FALSE(was_cut);
  EXPECT_EQ(one_line("abc def", 5, was_cut), "abc...");
  EXPECT_TRUE(was_cut);
  EXPECT_EQ(one_line("\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4", 3, was_cut),
            "\xc3\xa4...");
}

}  // namespace
