// SPDX-License-Identifier: MIT
#include "mcp/protocol/message.hpp"

#include "mcp/rewrite/policy.hpp"

#include <gtest/gtest.h>

namespace {

using namespace pith::mcp;  // NOLINT(google-build-using-namespace): a test

TEST(read_message, kinds) {
  const auto request =
      read_message(R"( {"jsonrpc":"2.0","id":7,"method":"tools\/call",)"
                   R"("params":{"name":"x","_meta":{"progressToken":"p"}}} )");
  ASSERT_TRUE(request);
  EXPECT_EQ(request->kind, message_kind::request);
  EXPECT_EQ(request->id, "7");
  EXPECT_EQ(request->method, "tools/call");
  EXPECT_EQ(tool_name(*request), "x");
  EXPECT_EQ(progress_token(*request), "\"p\"");
  EXPECT_EQ(read_message(R"({"method":"a"})")->kind,
            message_kind::notification);
  EXPECT_EQ(read_message(R"({"id":"a","result":{}})")->kind,
            message_kind::result);
  EXPECT_EQ(read_message(R"({"id":null,"error":{}})")->kind,
            message_kind::failure);
}

TEST(read_message, refuses) {
  for (const std::string_view text :
       {"", "[]", "7", "{}", R"({"id":1})", R"({"id":null,"method":"a"})",
        R"({"id":[1],"method":"a"})", R"({"result":{}})", R"({"method":7})",
        R"({"id":1,"result":{},"error":{}})", R"({"id":1,"result":})"}) {
    EXPECT_FALSE(read_message(text)) << text;
  }
}

/// Servers differ in which of two members they take, and some in whether case
/// matters: whoever may not call `b` must not get there by such a spelling.
TEST(read_message, refuses_what_could_be_read_in_two_ways) {
  for (const std::string_view text :
       {R"({"id":1,"method":"a","method":"b"})",
        R"({"id":1,"method":"a","\u006dethod":"b"})",
        R"({"id":1,"method":"a","Method":"b"})",
        R"({"id":1,"id":2,"method":"a"})",
        R"({"id":1,"result":{},"METHOD":"b"})",
        R"({"id":1,"result":{},"result":{}})",
        R"({"id":1,"method":"tools/call","params":{"name":"a"},"params":{}})",
        "{\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"a\"},"
        "\"param\xC5\xBF\":{\"name\":\"b\"}}",
        R"({"method":"tools/call","params":{"name":"a","name":"b"}})",
        R"({"method":"tools/call","params":{"name":"a","Name":"b"}})",
        R"({"method":"tools/call","params":{"NAME":"b"}})"}) {
    EXPECT_FALSE(read_message(text)) << text;
  }
}

TEST(read_message, leaves_other_members_alone) {
  for (const std::string_view text :
       {R"({"id":1,"method":"a","x":1,"x":2,"methods":3,"metho":4})",
        R"({"id":1,"method":"tools/call","params":{"name":"a",)"
        R"("arguments":{"name":"b","name":"c","NAME":"d"}}})",
        R"({"id":1,"method":"prompts/get","params":{"Name":"a"}})",
        R"({"id":1,"method":"tools/call","params":[1]})"}) {
    EXPECT_TRUE(read_message(text)) << text;
  }
}

/// Whoever asked has to judge it; we must not lose it.
TEST(read_message, takes_answers_that_are_too_deep_or_odd_inside) {
  const std::string deep = std::string(10'000, '[') + std::string(10'000, ']');
  for (const std::string& inside : {deep, std::string("{nonsense}")}) {
    const std::string text =
        R"({"jsonrpc":"2.0","result":)" + inside + R"(,"id":7})";
    const auto answer = read_message(text);
    ASSERT_TRUE(answer) << inside;
    EXPECT_EQ(answer->kind, message_kind::result);
    EXPECT_EQ(answer->id, "7");
    EXPECT_FALSE(read_message(R"({"method":"a","params":)" + inside + "}"));
  }
}

TEST(id_key, is_the_same_for_all_spellings) {
  EXPECT_EQ(id_key(R"("a\/b")"), id_key(R"("a/b")"));
  EXPECT_EQ(id_key("1.0"), id_key("1"));
  EXPECT_EQ(id_key("1e2"), id_key("100"));
  EXPECT_NE(id_key("1"), id_key(R"("1")"));
  EXPECT_NE(id_key("1.5"), id_key("1"));
  EXPECT_EQ(id_key("12345678901234567890"), "12345678901234567890");
}

TEST(read_batch, all_or_nothing) {
  const auto batch = read_batch(R"([{"method":"a"},{"id":1,"result":2}])");
  ASSERT_TRUE(batch);
  EXPECT_EQ(batch->size(), 2U);
  EXPECT_FALSE(read_batch("[]"));
  EXPECT_FALSE(read_batch(R"([{"method":"a"},7])"));
  EXPECT_TRUE(is_batch(" \n["));
  EXPECT_FALSE(is_batch("{}"));
}

TEST(error_message, is_a_message) {
  const std::string text = error_message("\"x\"", -32000, "a \"b\"\n");
  const auto m = read_message(text);
  ASSERT_TRUE(m);
  EXPECT_EQ(m->kind, message_kind::failure);
  EXPECT_EQ(m->id, "\"x\"");
  EXPECT_TRUE(read_message(error_message("", -32700, "no")));
}

TEST(with_id, leaves_all_else) {
  const std::string_view text =
      R"({"x":1.0,"id" : 7,"result":{"a":1e2},"jsonrpc":"2.0"})";
  EXPECT_EQ(with_id(*read_message(text), "\"p-1\""),
            R"({"x":1.0,"id" : "p-1","result":{"a":1e2},"jsonrpc":"2.0"})");
}

TEST(modern_version, from_meta) {
  const auto m = read_message(
      R"({"id":1,"method":"a","params":{"_meta":)"
      R"({"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}})");
  EXPECT_EQ(modern_version(*m), "2026-07-28");
  EXPECT_EQ(modern_version(*read_message(R"({"id":1,"method":"a"})")), "");
}

TEST(policy, patterns) {
  EXPECT_TRUE(matches("*", ""));
  EXPECT_TRUE(matches("read_*", "read_x"));
  EXPECT_TRUE(matches("*a*b", "xaxbab"));
  EXPECT_FALSE(matches("read_*", "red_x"));
  EXPECT_FALSE(matches("", "x"));
}

TEST(policy, modes_and_lists) {
  rewrite_policy policy;
  EXPECT_EQ(policy.mode_of("query"), rewrite_mode::text_only);
  EXPECT_EQ(policy.mode_of("read_text_file"), rewrite_mode::passthrough);
  policy.tools.push_back({"read_*", rewrite_mode::keep_structured});
  EXPECT_EQ(policy.mode_of("read_text_file"), rewrite_mode::keep_structured);
  EXPECT_TRUE(policy.allows("x"));
  policy.allow = {"a*"};
  policy.deny = {"ab"};
  EXPECT_TRUE(policy.allows("aa"));
  EXPECT_FALSE(policy.allows("ab"));
  EXPECT_FALSE(policy.allows("x"));
  ASSERT_NE(known_client("codex"), nullptr);
  EXPECT_EQ(known_client("codex")->max_tokens, 10'000U);
  EXPECT_EQ(known_client("nobody"), nullptr);
  for (const std::string_view name : pith::mcp::known_client_names) {
    EXPECT_NE(known_client(name), nullptr) << name;
  }
}

}  // namespace
