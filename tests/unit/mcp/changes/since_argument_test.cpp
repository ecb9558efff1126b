// SPDX-License-Identifier: MIT
#include "mcp/changes/since_argument.hpp"

#include "mcp/raw_json/json_span.hpp"

#include <gtest/gtest.h>

namespace {

using namespace pith::mcp;  // NOLINT(google-build-using-namespace): a test

TEST(since_argument, is_added_to_the_properties_of_a_tool) {
  const std::string_view tool =
      R"({"name":"list","inputSchema":{"type":"object","properties":)"
      R"({"a":{"type":"string"}},"required":["a"]}})";
  const auto changed = with_since(tool);
  ASSERT_TRUE(changed);
  EXPECT_TRUE(has_since(*changed));
  EXPECT_EQ(find_path(*changed, {"inputSchema", "properties", "a", "type"}),
            R"("string")");
  EXPECT_EQ(find_path(*changed, {"inputSchema", "required"}), R"(["a"])");
  EXPECT_FALSE(find_json_fault(*changed));
}

TEST(since_argument, is_added_where_there_are_no_properties) {
  for (const std::string_view tool :
       {R"({"name":"t","inputSchema":{}})",
        R"({"name":"t","inputSchema":{"type":"object"}})",
        R"({"name":"t","inputSchema":{"type":"object","properties":{}}})",
        R"({"name":"t","inputSchema":{"type":"object","properties":{ }}})"}) {
    const auto changed = with_since(tool);
    ASSERT_TRUE(changed) << tool;
    EXPECT_TRUE(has_since(*changed)) << *changed;
    EXPECT_FALSE(find_json_fault(*changed)) << *changed;
  }
}

TEST(since_argument, stays_with_a_tool_that_has_one_of_the_name) {
  EXPECT_FALSE(with_since(
      R"({"name":"t","inputSchema":{"properties":{"pith_since":{}}}})"));
  EXPECT_FALSE(with_since(R"({"name":"t"})"));
  EXPECT_FALSE(with_since(R"({"name":"t","inputSchema":true})"));
  EXPECT_FALSE(with_since(R"({"inputSchema":{"properties":[]}})"));
}

TEST(since_argument, is_taken_out_of_arguments) {
  const auto taken = [](std::string_view text) {
    return take_since(text, *find_path(text, {"params", "arguments"}));
  };
  auto first =
      taken(R"({"params":{"arguments":{"pith_since":"h", "a":1},"x":2}})");
  ASSERT_TRUE(first);
  EXPECT_EQ(first->handle, "h");
  EXPECT_EQ(first->text, R"({"params":{"arguments":{"a":1},"x":2}})");
  first = taken(R"({"params":{"arguments":{"a":1,"pith\u005fsince":"h"}}})");
  ASSERT_TRUE(first);
  EXPECT_EQ(first->handle, "h");
  EXPECT_EQ(first->text, R"({"params":{"arguments":{"a":1}}})");
  first = taken(R"({"params":{"arguments":{"pith_since":7}}})");
  ASSERT_TRUE(first);
  EXPECT_EQ(first->handle, "");
  EXPECT_EQ(first->text, R"({"params":{"arguments":{}}})");
  EXPECT_FALSE(taken(R"({"params":{"arguments":{"since":"h"}}})"));
  EXPECT_FALSE(taken(R"({"params":{"arguments":["pith_since"]}})"));
}

// A server reads the last of two members of one name; none may be left over.
TEST(since_argument, is_taken_as_often_as_it_is_there) {
  const std::string_view text =
      R"({"params":{"arguments":{"pith_since":"a","b":1,"pith_since":"c"}}})";
  const auto taken =
      take_since(text, *find_path(text, {"params", "arguments"}));
  ASSERT_TRUE(taken);
  EXPECT_EQ(taken->handle, "c");
  EXPECT_EQ(taken->text.find("pith_since"), std::string::npos);
  EXPECT_FALSE(find_json_fault(taken->text)) << taken->text;
}

}  // namespace
