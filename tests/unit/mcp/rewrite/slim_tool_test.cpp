// SPDX-License-Identifier: MIT
#include "mcp/rewrite/slim_tool.hpp"

#include "mcp/raw_json/json_span.hpp"

#include <gtest/gtest.h>

namespace {

using pith::mcp::compact_json;
using pith::mcp::slim_request;
using pith::mcp::slim_tool;
using pith::mcp::slimming;

constexpr slimming all_rules{
    .titles = true, .examples = true, .schema_noise = true, .icons = true};
constexpr slimming no_rules{};

/// What is left; the definition itself when nothing goes.
std::string slim(std::string_view definition, const slimming& rules = all_rules,
                 bool output_schema = false) {
  return slim_tool(definition, {rules, output_schema})
      .value_or(std::string(definition));
}

/// The same of a definition that has nothing but this inputSchema.
std::string slim_schema(std::string_view schema,
                        const slimming& rules = all_rules) {
  const std::string tool =
      R"({"name":"t","inputSchema":)" + std::string(schema) + "}";
  const std::string out = slim(tool, rules);
  return std::string(*pith::mcp::find_member(out, "inputSchema"));
}

TEST(slim_tool, nothing_asked_nothing_gone) {
  EXPECT_FALSE(slim_tool(R"({"name":"a","title":"A"})", {no_rules, false}));
  EXPECT_FALSE(slim_tool(R"({"name":"a"})", {all_rules, true}));
  EXPECT_FALSE(slim_tool("[]", {all_rules, true}));
  EXPECT_FALSE(slim_tool("", {all_rules, true}));
  EXPECT_FALSE(slim_tool(R"({"title":"cut off)", {all_rules, true}));
}

TEST(slim_tool, each_rule_alone) {
  constexpr std::string_view tool =
      R"({"name":"a","title":"A","icons":[{"src":"x"}],"inputSchema":)"
      R"({"title":"B","$schema":"s","examples":[1],"type":"object"}})";
  EXPECT_EQ(slim(tool, {.titles = true}),
            R"({"name":"a","icons":[{"src":"x"}],"inputSchema":)"
            R"({"$schema":"s","examples":[1],"type":"object"}})");
  EXPECT_EQ(slim(tool, {.examples = true}),
            R"({"name":"a","title":"A","icons":[{"src":"x"}],"inputSchema":)"
            R"({"title":"B","$schema":"s","type":"object"}})");
  EXPECT_EQ(slim(tool, {.schema_noise = true}),
            R"({"name":"a","title":"A","icons":[{"src":"x"}],"inputSchema":)"
            R"({"title":"B","examples":[1],"type":"object"}})");
  EXPECT_EQ(slim(tool, {.icons = true}),
            R"({"name":"a","title":"A","inputSchema":)"
            R"({"title":"B","$schema":"s","examples":[1],"type":"object"}})");
}

TEST(slim_tool, output_schema_goes_on_its_own) {
  constexpr std::string_view tool =
      R"({"name":"a","outputSchema":{"type":"object"},"title":"A"})";
  EXPECT_EQ(slim(tool, no_rules, true), R"({"name":"a","title":"A"})");
  EXPECT_EQ(slim(tool, all_rules, false),
            R"({"name":"a","outputSchema":{"type":"object"}})");
}

TEST(slim_tool, an_output_schema_that_stays_keeps_every_byte) {
  constexpr std::string_view tool =
      R"({"name":"a","outputSchema":{"$schema":"s","title":"T",)"
      R"("additionalProperties":false}})";
  EXPECT_FALSE(slim_tool(tool, {all_rules, false}));
}

TEST(slim_tool, a_key_that_comes_twice_or_escaped_goes_too) {
  EXPECT_EQ(slim(R"({"title":"A","name":"a","\u0074itle":"B"})"),
            R"({"name":"a"})");
}

TEST(slim_tool, annotations_without_anything_left_go) {
  EXPECT_EQ(slim(R"({"name":"a","annotations":{"title":"A"}})"),
            R"({"name":"a"})");
  EXPECT_EQ(slim(R"({"annotations":{"title":"A","readOnlyHint":true}})"),
            R"({"annotations":{"readOnlyHint":true}})");
  for (const std::string_view stays :
       {R"({"annotations":{}})", R"({"annotations":7})",
        R"({"annotations":{"readOnlyHint":true}})"}) {
    EXPECT_FALSE(slim_tool(stays, {all_rules, false})) << stays;
  }
  EXPECT_FALSE(slim_tool(R"({"annotations":{"title":"A"}})",
                         {{.schema_noise = true}, false}));
}

TEST(slim_tool, properties_may_have_the_names_of_keywords) {
  constexpr std::string_view schema =
      R"({"type":"object","properties":{"title":{"type":"string"},)"
      R"("examples":{"type":"array"},"$schema":{"type":"string"},)"
      R"("default":{"type":"null"},"additionalProperties":{"type":"boolean"},)"
      R"("icons":{"type":"array"}},"required":["title","examples"]})";
  EXPECT_EQ(slim_schema(schema), schema);
}

TEST(slim_tool, keywords_go_inside_properties_of_such_names) {
  EXPECT_EQ(
      slim_schema(R"({"properties":{"title":{"title":"Title","type":"string"},)"
                  R"("properties":{"properties":{"title":{"title":"x"}}}}})"),
      R"({"properties":{"title":{"type":"string"},)"
      R"("properties":{"properties":{"title":{}}}}})");
}

TEST(slim_tool, all_places_of_schemas) {
  for (const std::string_view key :
       {"items", "additionalProperties", "unevaluatedProperties", "not", "if",
        "then", "else", "contains", "propertyNames", "contentSchema",
        "unevaluatedItems", "additionalItems"}) {
    const std::string open = "{\"" + std::string(key) + "\":";
    EXPECT_EQ(slim_schema(open + R"({"title":"x","type":"string"}})"),
              open + R"({"type":"string"}})");
  }
  for (const std::string_view key :
       {"properties", "patternProperties", "$defs", "definitions",
        "dependentSchemas", "dependencies"}) {
    const std::string open = "{\"" + std::string(key) + "\":";
    EXPECT_EQ(slim_schema(open + R"({"title":{"title":"x"},"b":["title"]}})"),
              open + R"({"title":{},"b":["title"]}})");
  }
  for (const std::string_view key :
       {"allOf", "anyOf", "oneOf", "prefixItems", "items"}) {
    const std::string open = "{\"" + std::string(key) + "\":";
    EXPECT_EQ(slim_schema(open + R"([{"title":"x"},{"type":"null"},true]})"),
              open + R"([{},{"type":"null"},true]})");
  }
}

TEST(slim_tool, values_are_data_and_not_looked_into) {
  for (const std::string_view schema :
       {R"({"default":{"title":"x","examples":[1]}})",
        R"({"const":{"title":"x","$schema":"y"}})",
        R"({"enum":[{"title":"x"},null]})",
        R"({"x-note":{"title":"x","additionalProperties":false}})",
        R"({"required":["title"],"description":"\"title\":\"x\""})"}) {
    EXPECT_EQ(slim_schema(schema), schema);
  }
}

TEST(slim_tool, values_of_another_type_than_the_keyword_stay) {
  for (const std::string_view schema :
       {R"({"title":{"type":"string"}})", R"({"examples":{"a":1}})",
        R"({"$schema":{"a":1}})", R"({"default":0})", R"({"default":false})",
        R"({"default":""})", R"({"additionalProperties":{"type":"string"}})"}) {
    EXPECT_EQ(slim_schema(schema), schema);
  }
}

TEST(slim_tool, noise) {
  EXPECT_EQ(slim_schema(R"({"$schema":"s","default":null,"a":1,)"
                        R"("additionalProperties":false})"),
            R"({"a":1})");
  EXPECT_EQ(slim_schema(R"({"additionalProperties":true})"), "{}");
}

TEST(slim_tool, titles_of_choices_stay) {
  constexpr std::string_view schema =
      R"({"oneOf":[{"const":"#f00","title":"Red"},)"
      R"({"title":"Green","const":"#0f0"}]})";
  EXPECT_EQ(slim_schema(schema), schema);
  // A property of that name is not a choice.
  EXPECT_EQ(slim_schema(R"({"title":"x","properties":{"const":{}}})"),
            R"({"properties":{"const":{}}})");
}

TEST(slim_tool, closed_objects_stay_closed_where_it_decides) {
  for (const std::string_view key : {"oneOf", "not", "if", "contains"}) {
    const std::string schema =
        "{\"" + std::string(key) +
        R"(":{"properties":{"a":{"additionalProperties":false}}}})";
    EXPECT_EQ(slim_schema(schema), schema);
  }
  EXPECT_EQ(slim_schema(R"({"anyOf":[{"additionalProperties":false}]})"),
            R"({"anyOf":[{}]})");
  // Only below: after it things are as before.
  EXPECT_EQ(slim_schema(R"({"not":{},"additionalProperties":false})"),
            R"({"not":{}})");
}

TEST(slim_tool, meta_and_all_other_bytes_stay) {
  constexpr std::string_view tool =
      R"({ "name" : "a" , "x":1.50e+3,"title":"A", "_meta":{"title":"m",)"
      R"("icons":[1]} , "execution":{"taskSupport":"forbidden"}})";
  EXPECT_EQ(slim(tool),
            R"({ "name" : "a" , "x":1.50e+3,"_meta":{"title":"m",)"
            R"("icons":[1]} , "execution":{"taskSupport":"forbidden"}})");
}

TEST(slim_tool, deep_schemas) {
  std::string schema;
  std::string slimmer;
  for (int i = 0; i < 500; ++i) {
    schema += R"({"title":"t","not":)";
    slimmer += R"({"not":)";
  }
  const std::string end(500, '}');
  EXPECT_EQ(slim_schema(schema + "{}" + end), slimmer + "{}" + end);
}

TEST(compact_json, blanks_between_tokens_go) {
  EXPECT_EQ(compact_json("{ \"a b\" :\n\t[ 1 , \"\\\" \\\\\" , true ]\r\n}"),
            "{\"a b\":[1,\"\\\" \\\\\",true]}");
  EXPECT_EQ(compact_json(""), "");
  EXPECT_EQ(compact_json("\"cut \\"), "\"cut \\");
}

}  // namespace
