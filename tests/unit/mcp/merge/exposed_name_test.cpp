// SPDX-License-Identifier: MIT
/// @file
/// Names and URIs that an endpoint offers.
#include "mcp/merge/exposed_name.hpp"

#include "mcp/merge/exposed_parts.hpp"

#include <gtest/gtest.h>

namespace {

using namespace pith::mcp;  // NOLINT(google-build-using-namespace): a test

TEST(exposed_name, begins_with_the_prefix) {
  EXPECT_EQ(exposed_name("files", "files", "read_file", 48),
            "files__read_file");
  EXPECT_EQ(exposed_name("", "files", "read_file", 48), "read_file");
}

TEST(exposed_name, ends_with_a_hash_where_characters_were_replaced) {
  const std::string dotted = exposed_name("a", "a", "x.y", 48);
  EXPECT_EQ(dotted.substr(0, 7), "a__x_y_");
  EXPECT_EQ(dotted.size(), 15U);
  // Two names that become alike stay apart, and so do two members.
  EXPECT_NE(dotted, exposed_name("a", "a", "x y", 48));
  EXPECT_NE(dotted, exposed_name("a", "b", "x.y", 48));
  EXPECT_EQ(dotted, exposed_name("a", "a", "x.y", 48));
}

TEST(exposed_name, is_never_longer_than_it_may_be) {
  const std::string name(200, 'n');
  EXPECT_EQ(exposed_name("p", "p", name, 48).size(), 48U);
  EXPECT_EQ(exposed_name("p", "p", name, 128).size(), 128U);
  const std::string fits(45, 'n');
  EXPECT_EQ(exposed_name("p", "p", fits, 48), "p__" + fits);
  EXPECT_EQ(exposed_name("p", "p", fits + "n", 48).size(), 48U);
  EXPECT_NE(exposed_name("p", "p", name, 48),
            exposed_name("p", "p", name + "n", 48));
}

TEST(exposed_uri, keeps_what_clients_know) {
  EXPECT_EQ(exposed_uri("git", "file:///a"), "git+file:///a");
  EXPECT_EQ(exposed_uri("git", "ui://page/x"), "ui://git+page/x");
  EXPECT_EQ(exposed_uri("", "file:///a"), "file:///a");
}

TEST(exposed_uri, is_split_into_what_it_was_made_of) {
  for (const std::string_view uri :
       {"file:///a", "ui://page/x", "git+https://x/y", "x:+", ""}) {
    const std::string whole = exposed_uri("my-1", uri);
    const member_uri parts = split_uri(whole);
    EXPECT_EQ(parts.prefix, "my-1");
    EXPECT_EQ(parts.uri, uri);
  }
  EXPECT_EQ(split_uri("file:///a+b").prefix, "");
  EXPECT_EQ(split_uri("file:///a+b").uri, "file:///a+b");
  EXPECT_EQ(split_uri("+a").prefix, "");
}

std::string exposed(std::string_view text, answer_shape shape) {
  exposed_parts parts{text, "p"};
  parts.add(text, shape);
  return parts.finish();
}

TEST(exposed_parts, changes_links_and_embedded_resources_alone) {
  EXPECT_EQ(
      exposed(R"({"content":[{"type":"text","text":"file:///a"},)"
              R"({"type":"resource_link", "uri" : "file:///a","name":"n"},)"
              R"({"type":"resource","resource":{"uri":"ui://a","text":""}}]})",
              answer_shape::tool),
      R"({"content":[{"type":"text","text":"file:///a"},)"
      R"({"type":"resource_link", "uri" : "p+file:///a","name":"n"},)"
      R"({"type":"resource","resource":{"uri":"ui://p+a","text":""}}]})");
}

TEST(exposed_parts, changes_prompts_resources_and_lists) {
  EXPECT_EQ(exposed(R"({"messages":[{"role":"user","content":)"
                    R"({"type":"resource_link","uri":"a:b"}}]})",
                    answer_shape::prompt),
            R"({"messages":[{"role":"user","content":)"
            R"({"type":"resource_link","uri":"p+a:b"}}]})");
  EXPECT_EQ(exposed(R"({"contents":[{"uri":"a:b"},{"uri":"a:c"}]})",
                    answer_shape::resource),
            R"({"contents":[{"uri":"p+a:b"},{"uri":"p+a:c"}]})");
  EXPECT_EQ(exposed(R"({"uriTemplate":"a:{x}"})", answer_shape::pattern),
            R"({"uriTemplate":"p+a:{x}"})");
  EXPECT_EQ(exposed(R"({"name":"n","_meta":{"ui":{"resourceUri":"ui://x"},)"
                    R"("ui/resourceUri":"ui://x"}})",
                    answer_shape::tool_item),
            R"({"name":"n","_meta":{"ui":{"resourceUri":"ui://p+x"},)"
            R"("ui/resourceUri":"ui://p+x"}})");
}

TEST(exposed_parts, changes_task_ids) {
  EXPECT_EQ(
      exposed(R"({"task":{"taskId":"7"},"_meta":{)"
              R"("io.modelcontextprotocol/related-task":{"taskId":"7"}}})",
              answer_shape::tool),
      R"({"task":{"taskId":"p+7"},"_meta":{)"
      R"("io.modelcontextprotocol/related-task":{"taskId":"p+7"}}})");
}

TEST(exposed_parts, leaves_what_is_not_what_it_seems) {
  for (const std::string_view text :
       {R"({"content":{"type":"resource_link","uri":"a:b"}})",
        R"({"content":[{"type":"resource_link","uri":7}]})",
        R"({"content":[7,null,"x",[]]})", "[]", "7"}) {
    EXPECT_EQ(exposed(text, answer_shape::tool), text);
  }
}

}  // namespace
