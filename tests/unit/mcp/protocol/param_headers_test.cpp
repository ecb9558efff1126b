// SPDX-License-Identifier: MIT
#include "mcp/protocol/param_headers.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace {

using pith::mcp::check_param_headers;
using pith::mcp::http_fields;
using pith::mcp::param_headers_of;

constexpr std::string_view schema = R"({"type":"object","properties":{
  "region":{"type":"string","x-mcp-header":"Region"},
  "query":{"type":"string"},
  "count":{"type":"integer","x-mcp-header":"Count"},
  "dry":{"type":"boolean","x-mcp-header":"Dry"},
  "where":{"type":"object","properties":{
    "zone":{"type":"string","x-mcp-header":"Zone"}}}}})";

int code_of(const http_fields& fields, std::string_view arguments) {
  const auto refusal = check_param_headers(fields, schema, arguments);
  if (!refusal) return 0;
  EXPECT_EQ(refusal->status, 400);
  EXPECT_EQ(refusal->text.find("Header mismatch: Mcp-Param-"), 0U);
  return refusal->code;
}

TEST(mcp_param_headers, finds_marks_in_order) {
  const auto found = param_headers_of(schema);
  ASSERT_TRUE(found);
  ASSERT_EQ(found->size(), 4U);
  EXPECT_EQ((*found)[0].field, "Mcp-Param-Region");
  EXPECT_EQ((*found)[0].path, std::vector<std::string>{"region"});
  EXPECT_EQ((*found)[3].field, "Mcp-Param-Zone");
  EXPECT_EQ((*found)[3].path, (std::vector<std::string>{"where", "zone"}));
}

TEST(mcp_param_headers, finds_none_where_there_are_none) {
  for (const std::string_view none :
       {R"({"type":"object"})", "{}", "true", "", "[", "{",
        R"({"properties":{"x-mcp-header":{"type":"string"}}})",
        R"({"properties":{"a":{"default":{"x-mcp-header":"A"}}}})",
        R"({"properties":{"a":{"description":"x-mcp-header"}}})"}) {
    const auto found = param_headers_of(none);
    ASSERT_TRUE(found) << none;
    EXPECT_TRUE(found->empty()) << none;
  }
}

TEST(mcp_param_headers, refuses_marks_that_break_a_rule) {
  for (const std::string_view bad : {
           R"({"x-mcp-header":"A","type":"string"})",
           R"({"properties":{"a":{"type":"string","x-mcp-header":""}}})",
           R"({"properties":{"a":{"type":"string","x-mcp-header":"A B"}}})",
           R"({"properties":{"a":{"type":"string","x-mcp-header":"A\nB"}}})",
           R"({"properties":{"a":{"type":"string","x-mcp-header":"A:"}}})",
           R"({"properties":{"a":{"type":"string","x-mcp-header":")"
           "\xC3\xA4"
           R"("}}})",
           R"({"properties":{"a":{"type":"string","x-mcp-header":7}}})",
           R"({"properties":{"a":{"type":"number","x-mcp-header":"A"}}})",
           R"({"properties":{"a":{"type":"object","x-mcp-header":"A"}}})",
           R"({"properties":{"a":{"type":"array","x-mcp-header":"A"}}})",
           R"({"properties":{"a":{"x-mcp-header":"A"}}})",
           R"({"properties":{"a":{"type":"string","x-mcp-header":"A"},)"
           R"("b":{"type":"string","x-mcp-header":"a"}}})",
           R"({"properties":{"a":{"type":"array","items":)"
           R"({"type":"string","x-mcp-header":"A"}}}})",
           R"({"oneOf":[{"properties":{"a":)"
           R"({"type":"string","x-mcp-header":"A"}}}]})",
           R"({"if":{"properties":{"a":)"
           R"({"type":"string","x-mcp-header":"A"}}}})",
           R"({"$defs":{"d":{"type":"string","x-mcp-header":"A"}}})",
           R"({"patternProperties":{"a":{"type":"string",)"
           R"("x-mcp-header":"A"}}})",
       }) {
    EXPECT_FALSE(param_headers_of(bad)) << bad;
    EXPECT_FALSE(check_param_headers({}, bad, R"({"a":"x"})")) << bad;
  }
}

TEST(mcp_param_headers, does_not_follow_a_schema_into_any_depth) {
  std::string deep = R"({"type":"string","x-mcp-header":"A"})";
  for (int i = 0; i < 100; ++i) deep = R"({"properties":{"p":)" + deep + "}}";
  const auto found = param_headers_of(deep);
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->empty());
}

struct param_case {
  std::string_view field;
  std::string_view value;
  std::string_view arguments;
  int code;
};

TEST(mcp_param_headers, compares_values) {
  constexpr param_case table[] = {
      {"Mcp-Param-Region", "eu", R"({"region":"eu"})", 0},
      {"mcp-param-region", "eu", R"({"region":"eu"})", 0},
      {"Mcp-Param-Region", "eu", R"({"region":"\u0065u"})", 0},
      {"Mcp-Param-Region", "EU", R"({"region":"eu"})", -32020},
      {"Mcp-Param-Region", "", R"({"region":""})", 0},
      {"Mcp-Param-Region", "=?base64?SGVsbG8=?=", R"({"region":"Hello"})", 0},
      {"Mcp-Param-Region", "=?base64?SGVsbG8?=", R"({"region":"Hello"})",
       -32020},
      {"Mcp-Param-Region", "=?base64?SGVs!!!bG8=?=", R"({"region":"Hello"})",
       -32020},
      {"Mcp-Param-Region", "SGVsbG8=", R"({"region":"SGVsbG8="})", 0},
      {"Mcp-Param-Region",
       "=?base64?SGVsbG8=", R"({"region":"=?base64?SGVsbG8="})", 0},
      {"Mcp-Param-Other", "eu", R"({"region":"eu"})", -32020},
      {"Mcp-Param-Count", "42", R"({"count":42})", 0},
      {"Mcp-Param-Count", "42.0", R"({"count":42})", 0},
      {"Mcp-Param-Count", "42", R"({"count":42.0})", 0},
      {"Mcp-Param-Count", "42", R"({"count":4.2e1})", 0},
      {"Mcp-Param-Count", "042", R"({"count":42})", 0},
      {"Mcp-Param-Count", "-7", R"({"count":-7})", 0},
      {"Mcp-Param-Count", "=?base64?NDI=?=", R"({"count":42})", 0},
      {"Mcp-Param-Count", "43", R"({"count":42})", -32020},
      {"Mcp-Param-Count", "4 2", R"({"count":42})", -32020},
      {"Mcp-Param-Count", "0x2a", R"({"count":42})", -32020},
      {"Mcp-Param-Count", "inf", R"({"count":42})", -32020},
      {"Mcp-Param-Count", "", R"({"count":42})", -32020},
      {"Mcp-Param-Count", "9007199254740993", R"({"count":9007199254740993})",
       0},
      {"Mcp-Param-Count", "9007199254740992", R"({"count":9007199254740993})",
       -32020},
      {"Mcp-Param-Other", "", R"({"count":9007199254740993})", 0},
      {"Mcp-Param-Dry", "true", R"({"dry":true})", 0},
      {"Mcp-Param-Dry", "false", R"({"dry":false})", 0},
      {"Mcp-Param-Dry", "True", R"({"dry":true})", -32020},
      {"Mcp-Param-Dry", "1", R"({"dry":true})", -32020},
      {"Mcp-Param-Other", "", R"({"dry":false})", -32020},
      {"Mcp-Param-Zone", "z", R"({"where":{"zone":"z"}})", 0},
      {"Mcp-Param-Zone", "y", R"({"where":{"zone":"z"}})", -32020},
      {"Mcp-Param-Other", "", R"({"where":{"zone":"z"}})", -32020},
      {"Mcp-Param-Other", "", R"({"where":{}})", 0},
      {"Mcp-Param-Other", "", R"({"where":"zone"})", 0},
      {"Mcp-Param-Other", "", R"({"region":null})", 0},
      {"Mcp-Param-Other", "", R"({})", 0},
      {"Mcp-Param-Other", "", "", 0},
      // A field without its argument need not be there, but must be one.
      {"Mcp-Param-Region", "eu", R"({"query":"q"})", 0},
      {"Mcp-Param-Region", "\x01", R"({"query":"q"})", -32020},
      {"Mcp-Param-Region", "=?base64?x?=", "{}", -32020},
      {"Mcp-Param-Unknown", "\x01", R"({"query":"q"})", 0},
  };
  for (const param_case& c : table) {
    const http_fields fields{{std::string(c.field), std::string(c.value)}};
    EXPECT_EQ(code_of(fields, c.arguments), c.code)
        << c.field << ": " << c.value << ' ' << c.arguments;
  }
}

TEST(mcp_param_headers, refuses_a_field_that_comes_twice) {
  EXPECT_EQ(code_of({{"Mcp-Param-Region", "eu"}, {"mcp-param-region", "eu"}},
                    R"({"region":"eu"})"),
            -32020);
}

TEST(mcp_param_headers, refuses_arguments_of_which_another_may_be_read) {
  for (const std::string_view arguments :
       {R"({"region":"eu","region":"us"})", R"({"region":"us","region":"eu"})",
        R"({"region":"eu","r\u0065gion":"us"})",
        R"({"region":"eu","Region":"us"})", R"({"REGION":"us"})",
        R"({"region":"eu","region\u0000":"us"})",
        R"({"region":"eu","\ud800":"us"})",
        R"({"region":"eu","where":{},"where":{"zone":"z"}})",
        R"({"region":"eu","where":{"zone":null,"zone":"z"}})"}) {
    EXPECT_EQ(code_of({{"Mcp-Param-Region", "eu"}}, arguments), -32020)
        << arguments;
    http_fields fields{{"Mcp-Param-Zone", "stale"}};
    set_param_headers(fields, *param_headers_of(schema), arguments);
    EXPECT_EQ(fields.count("Mcp-Param-Zone"), 0U) << arguments;
  }
  // What is not marked is for the server alone.
  EXPECT_EQ(code_of({{"Mcp-Param-Region", "eu"}},
                    R"({"region":"eu","query":1,"query":{"region":"us"}})"),
            0);
}

TEST(mcp_param_headers, sets_what_it_checks) {
  const auto declared = param_headers_of(schema);
  ASSERT_TRUE(declared);
  for (const std::string_view arguments :
       {R"({"region":" )"
        "\xC3\xA4"
        R"(\n","count":4.2e1,"dry":true,"where":{"zone":""}})",
        R"({"count":-0.0})", R"({"count":null,"region":{}})", "{}"}) {
    http_fields fields{{"Mcp-Param-Region", "stale"}, {"Mcp-Param-X", "kept"}};
    set_param_headers(fields, *declared, arguments);
    EXPECT_EQ(code_of(fields, arguments), 0) << arguments;
    EXPECT_EQ(fields.find("Mcp-Param-X"), "kept");
  }
  http_fields fields;
  set_param_headers(fields, *declared, R"({"count":4.2e1})");
  EXPECT_EQ(fields.find("Mcp-Param-Count"), "42");
}

}  // namespace
