// SPDX-License-Identifier: MIT
#include "mcp/protocol/call_result.hpp"

#include <gtest/gtest.h>

#include <string>

namespace {

using namespace pith::mcp;

TEST(call_result, finds_content_and_structured_content) {
  const std::string raw =
      R"( { "content" : [ {"type":"text","text":"a\nb"} ] , )"
      R"("structuredContent" : {"a":[1,"]}"]} , "x":1 } )";
  const auto call = read_call_result(raw);
  ASSERT_TRUE(call);
  ASSERT_EQ(call->blocks.size(), 1U);
  EXPECT_EQ(call->blocks[0].raw, R"({"type":"text","text":"a\nb"})");
  EXPECT_EQ(call->blocks[0].text, R"("a\nb")");
  EXPECT_EQ(call->blocks[0].kind, block_text::text);
  ASSERT_TRUE(call->has_content() && call->has_structured());
  EXPECT_EQ(call->content.value, R"([ {"type":"text","text":"a\nb"} ])");
  EXPECT_EQ(call->structured.value, R"({"a":[1,"]}"]})");
  EXPECT_TRUE(call->is_complete);
  EXPECT_FALSE(call->is_error);
}

TEST(call_result, knows_kinds_of_blocks) {
  const auto call = read_call_result(
      R"({"content":[{"type":"image","data":"AA==","mimeType":"image/png"},)"
      R"({"type":"resource","resource":{"uri":"x:y","mimeType":)"
      R"("application/json; charset=utf-8","text":"{}"}},)"
      R"({"type":"resource","resource":{"uri":"x:y","blob":"AA=="}},)"
      R"({"type":"resource","resource":{"mimeType":"application/jsonl",)"
      R"("text":"1"}},{"type":"resource_link","uri":"x:y"},)"
      R"({"type":"new","text":"t"},{"type":"text","text":7},{}, 3 ,[]]})");
  ASSERT_TRUE(call);
  ASSERT_EQ(call->blocks.size(), 10U);
  EXPECT_EQ(call->blocks[0].kind, block_text::none);
  EXPECT_EQ(call->blocks[1].kind, block_text::resource);
  EXPECT_TRUE(call->blocks[1].is_json_resource);
  EXPECT_EQ(call->blocks[1].text, R"("{}")");
  EXPECT_EQ(call->blocks[2].kind, block_text::none);
  EXPECT_EQ(call->blocks[3].kind, block_text::resource);
  EXPECT_FALSE(call->blocks[3].is_json_resource);
  for (std::size_t i = 4; i < 10; ++i) {
    EXPECT_EQ(call->blocks[i].kind, block_text::none) << i;
  }
  EXPECT_EQ(call->blocks[8].raw, "3");
}

TEST(call_result, sees_what_forbids_changes) {
  EXPECT_TRUE(read_call_result(R"({"content":[],"isError":true})")->is_error);
  EXPECT_FALSE(read_call_result(R"({"content":[],"isError":false})")->is_error);
  EXPECT_FALSE(
      read_call_result(R"({"content":[],"resultType":"task"})")->is_complete);
  EXPECT_TRUE(read_call_result(R"({"content":[],"resultType":"complete"})")
                  ->is_complete);
  EXPECT_TRUE(
      read_call_result(R"({"content":[{"type":"text","text":"x","_meta":)"
                       R"({"codex/encryptedContent":"y"}}]})")
          ->is_encrypted);
  EXPECT_FALSE(
      read_call_result(R"({"content":[{"type":"text","text":"x","_meta":)"
                       R"({"codex/imageDetail":"y"}}]})")
          ->is_encrypted);
}

TEST(call_result, knows_the_audience) {
  const auto for_model = [](const char* annotations) {
    std::string raw = R"({"content":[{"type":"text","text":"x",)";
    raw.append(R"("annotations":)").append(annotations).append("}]}");
    return read_call_result(raw)->blocks[0].is_for_model;
  };
  EXPECT_TRUE(for_model(R"({"priority":1})"));
  EXPECT_TRUE(for_model(R"({"audience":[]})"));
  EXPECT_TRUE(for_model(R"({"audience":["user","assistant"]})"));
  EXPECT_FALSE(for_model(R"({"audience":["user"]})"));
}

TEST(call_result, takes_null_for_no_structured_content) {
  const auto call =
      read_call_result(R"({"content":[],"structuredContent":null})");
  ASSERT_TRUE(call);
  EXPECT_FALSE(call->has_structured());
  EXPECT_FALSE(read_call_result(R"({"structuredContent":null})"));
}

TEST(call_result, refuses_what_is_none) {
  for (const char* raw :
       {"", "[]", "1", "{}", R"({"tools":[]})", R"({"content":{}})",
        R"({"content":"x"})", R"({"content":[1,]})", R"({"content":[)",
        R"({"content":[]}x)", R"({"content":[],})", R"({"content" []})",
        R"({"content":[{"type":"text","text":"x"])",
        // of two members nobody knows which one counts
        R"({"content":[],"content":[]})",
        R"({"content":[],"structuredContent":{},"structuredContent":1})",
        R"({"content":[],"\u0063ontent":[]})",
        R"({"content":[{"type":"text","text":"a","text":"b"}]})",
        R"({"content":[{"type":"resource","resource":{"text":"a",)"
        R"("text":"b"}}]})"}) {
    EXPECT_FALSE(read_call_result(raw)) << raw;
  }
}

TEST(call_result, changes_the_text_of_a_block_alone) {
  const auto call = read_call_result(
      R"({"content":[{"a" : 1, "type":"text", "text" : "old" ,"z":[ ]}]})");
  ASSERT_TRUE(call);
  EXPECT_EQ(with_text(call->blocks[0], "new\n\"x\""),
            R"({"a" : 1, "type":"text", "text" : "new\n\"x\"" ,"z":[ ]})");
  EXPECT_EQ(text_block("a\"b"), R"({"type":"text","text":"a\"b"})");
}

}  // namespace
