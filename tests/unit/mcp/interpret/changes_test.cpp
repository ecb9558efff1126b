// SPDX-License-Identifier: MIT
/// @file
/// A model that asks what has changed since an answer that it still has.
#include <pith/equality.hpp>
#include <pith/gcf_delta.hpp>
#include <pith/json.hpp>

#include "mcp/changes/base_handle.hpp"
#include "mcp/interpret/conversation.hpp"
#include "mcp/protocol/call_result.hpp"
#include "mcp/raw_json/json_span.hpp"
#include "mcp/state/base_store.hpp"

#include <gtest/gtest.h>

namespace {

using namespace pith::mcp;  // NOLINT(google-build-using-namespace): a test

/// 60 rows, of which the one with this number has changed.
std::string table_json(int changed = -1) {
  std::string text = "[";
  for (int i = 0; i < 60; ++i) {
    if (i != 0) text += ',';
    text += R"({"id":)" + std::to_string(i) + R"(,"customer_name":"name )" +
            std::to_string(i) + R"(","state":")" +
            (i == changed ? "paid" : "open") + R"("})";
  }
  return text + "]";
}

class changes_test : public testing::Test {
 protected:
  void SetUp() override {
    server->name = "server";
    server->policy.changes = {{.tools = "list"}};
    server->pages = &pages;
    server->bases = &bases;
    server->handles = &handles;
    interpreter = message_interpreter::make(server);
    ASSERT_TRUE(interpreter);
    become("me");
  }
  void become(std::string_view owner) {
    caller who;
    who.owner = owner;
    talk = std::make_unique<conversation>(*interpreter, who);
  }
  /// The texts that the model gets, and what the server was sent.
  std::vector<std::string> call(std::string_view rows,
                                std::string_view since = {},
                                std::string_view tool = "list") {
    std::string request =
        R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":")";
    request.append(tool).append(R"(","arguments":{"a":1)");
    if (!since.empty()) {
      request.append(R"(,"pith_since":")").append(since).append("\"");
    }
    request.append("}}}");
    talk->from_client(request, last);
    sent = std::string(last.forward);
    std::string answer = R"({"jsonrpc":"2.0","id":1,"result":{"content":[)";
    answer.append(text_block(rows)).append("]}}");
    const auto changed = talk->from_server(answer, *interpreter);
    const std::string text = changed.value_or(answer);
    std::vector<std::string> texts;
    const auto result = read_call_result(*find_member(text, "result"));
    for (const content_block& block : result->blocks) {
      texts.push_back(text_of(block.text).value_or(""));
    }
    return texts;
  }
  static std::string handle_in(const std::vector<std::string>& texts) {
    constexpr std::string_view mark = "[pith] pith_since=";
    return texts.size() == 2 && texts[1].starts_with(mark)
               ? texts[1].substr(mark.size())
               : "";
  }

  memory_store pages;
  memory_base_store bases;
  base_handles handles;
  std::shared_ptr<server_state> server = std::make_shared<server_state>();
  std::unique_ptr<message_interpreter> interpreter;
  std::unique_ptr<conversation> talk;
  handled_message last;
  std::string sent;
};

TEST_F(changes_test, are_all_that_is_sent) {
  pith::gcf::delta_consumer model;
  auto texts = call(table_json());
  ASSERT_EQ(texts.size(), 2U);
  ASSERT_TRUE(model.receive(texts[0])) << texts[0];
  const std::string handle = handle_in(texts);
  ASSERT_TRUE(is_base_handle(handle)) << texts[1];

  texts = call(table_json(), handle);
  ASSERT_EQ(texts.size(), 1U);
  EXPECT_NE(texts[0].find("unchanged=true"), std::string::npos);
  EXPECT_EQ(sent.find("pith_since"), std::string::npos) << sent;
  EXPECT_NE(sent.find(R"("arguments":{"a":1})"), std::string::npos) << sent;

  const std::size_t whole = table_json().size();
  texts = call(table_json(7), handle);
  ASSERT_EQ(texts.size(), 2U);
  EXPECT_LT(texts[0].size(), whole / 4);
  ASSERT_TRUE(model.receive(texts[0])) << texts[0];
  const auto truth = pith::json::parse(table_json(7));
  EXPECT_TRUE(pith::equal(model.rows(), truth->root()));

  texts = call(table_json(8), handle_in(texts));
  ASSERT_TRUE(model.receive(texts[0])) << texts[0];
  const auto after = pith::json::parse(table_json(8));
  EXPECT_TRUE(pith::equal(model.rows(), after->root()));
}

TEST_F(changes_test, are_not_sent_for_a_handle_that_is_not_known) {
  const auto first = call(table_json());
  EXPECT_EQ(call(table_json(), "AAAAAAAAAAAA"), first);
  EXPECT_EQ(call(table_json(), "not a handle"), first);
  memory_base_store empty;
  server->bases = &empty;
  EXPECT_EQ(call(table_json(), handle_in(first)), first);
}

TEST_F(changes_test, are_not_for_somebody_else) {
  const std::string handle = handle_in(call(table_json()));
  become("you");
  const auto texts = call(table_json(), handle);
  ASSERT_EQ(texts.size(), 2U);
  EXPECT_NE(texts[0].find("name 59"), std::string::npos);
  EXPECT_NE(handle_in(texts), handle);
}

// Whoever keeps bases may give back anything.
TEST_F(changes_test, are_not_made_from_a_base_that_is_not_its_own) {
  const std::string handle = handle_in(call(table_json()));
  const std::string other = handle_in(call(table_json(5)));
  const auto bytes = bases.find("me", other);
  ASSERT_TRUE(bytes);
  memory_base_store poisoned;
  poisoned.put("me", handle, *bytes);
  server->bases = &poisoned;
  const auto texts = call(table_json(5), handle);
  ASSERT_EQ(texts.size(), 2U);
  EXPECT_NE(texts[0].find("name 59"), std::string::npos);
}

TEST_F(changes_test, are_for_tools_of_the_policy) {
  EXPECT_EQ(call(table_json(), {}, "other").size(), 1U);
  call(table_json(), "AAAAAAAAAAAA", "other");
  EXPECT_NE(sent.find("pith_since"), std::string::npos);
}

TEST_F(changes_test, are_not_offered_for_what_the_client_cuts) {
  caller who;
  who.owner = "me";
  who.client.max_tokens = 300;
  talk = std::make_unique<conversation>(*interpreter, who);
  EXPECT_EQ(handle_in(call(table_json())), "");
}

TEST_F(changes_test, are_not_offered_where_the_handle_costs_more) {
  EXPECT_EQ(handle_in(call(R"([{"id":1},{"id":2}])")), "");
}

TEST_F(changes_test, are_offered_in_the_list) {
  const std::string tools =
      R"({"tools":[{"name":"list","inputSchema":{"type":"object"}},)"
      R"({"name":"other","inputSchema":{"type":"object"}},)"
      R"({"name":"all","inputSchema":{"type":"object"}}]})";
  auto listed = interpreter->list_tools(tools);
  ASSERT_TRUE(listed.result);
  EXPECT_EQ(listed.result->find(R"("pith_since":{)"),
            listed.result->rfind(R"("pith_since":{)"));
  // Of all tools, those that have answered with rows.
  server->policy.changes = {{.tools = "*"}};
  listed = interpreter->list_tools(tools);
  EXPECT_FALSE(listed.result);
  call(table_json(), {}, "all");
  listed = interpreter->list_tools(tools);
  ASSERT_TRUE(listed.result);
  EXPECT_GT(listed.result->find("pith_since"), listed.result->find("all"));
}

}  // namespace
