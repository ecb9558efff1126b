// SPDX-License-Identifier: MIT
/// @file
/// What passes between a client and a server, and what of it changes.
#include "mcp/interpret/conversation.hpp"

#include <pith/gcf.hpp>

#include "mcp/raw_json/json_span.hpp"
#include "mcp/state/memory_store.hpp"

#include <gtest/gtest.h>

namespace {

using namespace pith::mcp;  // NOLINT(google-build-using-namespace): a test

/// A table that costs less as GCF.
std::string rows(int count) {
  std::string text = "[";
  for (int i = 0; i < count; ++i) {
    if (i != 0) text += ',';
    text += R"({"identifier":)" + std::to_string(i) +
            R"(,"customer_name":"name )" + std::to_string(i) +
            R"(","is_active":true})";
  }
  return text + "]";
}

std::string call(std::string_view id, std::string_view tool) {
  return R"({"jsonrpc":"2.0","id":)" + std::string(id) +
         R"(,"method":"tools/call","params":{"name":)" + quoted_json(tool) +
         R"(,"arguments":{}}})";
}

std::string answer(std::string_view id, std::string_view text) {
  return R"({"jsonrpc":"2.0","x":1.0,"id":)" + std::string(id) +
         R"(,"result":{"content":[{"type":"text","text":)" + quoted_json(text) +
         R"(}],"_meta":{"k":1e2}}})";
}

class conversation_test : public testing::Test {
 protected:
  void SetUp() override { open(); }

  void open() {
    server->name = "server";
    server->pages = &pages;
    server->metrics = &metrics;
    interpreter = message_interpreter::make(server);
    ASSERT_TRUE(interpreter);
    talk = std::make_unique<conversation>(*interpreter, caller{});
  }

  /// What the server is sent.
  std::string ask(std::string_view text) {
    talk->from_client(text, last);
    return std::string(last.forward);
  }

  memory_store pages;
  gateway_metrics metrics;
  std::shared_ptr<server_state> server = std::make_shared<server_state>();
  std::unique_ptr<message_interpreter> interpreter;
  std::unique_ptr<conversation> talk;
  handled_message last;
};

TEST_F(conversation_test, requests_pass_byte_for_byte) {
  const std::string text =
      R"( {"jsonrpc":"2.0","id":7 ,"params":{"name":"t","arguments":{"a":"GCF profile=generic"}},"method":"tools/call","y":1.50})";
  EXPECT_EQ(ask(text), text);
  EXPECT_EQ(talk->open_requests(), 1U);
}

TEST_F(conversation_test, calls_without_an_id_do_not_pass) {
  EXPECT_EQ(
      ask(R"({"jsonrpc":"2.0","method":"tools/call","params":{"name":"t"}})"),
      "");
}

TEST_F(conversation_test, results_are_rewritten_in_place) {
  ask(call("7", "query"));
  const std::string text = answer("7", rows(20));
  const auto instead = talk->from_server(text);
  ASSERT_TRUE(instead);
  const auto m = read_message(*instead);
  ASSERT_TRUE(m);
  EXPECT_EQ(m->id, "7");
  EXPECT_TRUE(instead->starts_with(R"({"jsonrpc":"2.0","x":1.0,"id":7,)"));
  EXPECT_NE(instead->find(R"("_meta":{"k":1e2})"), instead->npos);
  EXPECT_NE(instead->find("GCF profile=generic"), instead->npos);
  EXPECT_LT(instead->size(), text.size());
  EXPECT_EQ(talk->open_requests(), 0U);
  EXPECT_FALSE(talk->from_server(text)) << "an answer to nothing passes";
}

TEST_F(conversation_test, other_answers_pass) {
  ask(R"({"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"x"}})");
  EXPECT_FALSE(talk->from_server(answer("1", rows(20))));
  ask(call("\"a\"", "query"));
  EXPECT_FALSE(talk->from_server(error_message("\"a\"", -32000, "no")));
  EXPECT_FALSE(talk->from_server("no message"));
  EXPECT_FALSE(talk->from_server(R"({"method":"notifications/progress"})"));
}

TEST_F(conversation_test, ids_keep_their_type) {
  ask(call("1", "query"));
  ask(call("\"1\"", "read_text_file"));
  EXPECT_FALSE(talk->from_server(answer("\"1\"", rows(20))));
  EXPECT_TRUE(talk->from_server(answer("1", rows(20))));
}

/// What prints its messages itself may spell an id in another way.
TEST_F(conversation_test, ids_may_come_back_in_another_spelling) {
  ask(call(R"("a/b")", "query"));
  EXPECT_TRUE(talk->from_server(answer(R"("a\/b")", rows(20))));
  ask(call("1", "query"));
  EXPECT_TRUE(talk->from_server(answer("1.0", rows(20))));
  EXPECT_EQ(talk->open_requests(), 0U);
}

TEST_F(conversation_test, pages_that_are_fetched_count) {
  server->policy.more = true;
  caller who;
  who.client.max_tokens = 300;
  talk = std::make_unique<conversation>(*interpreter, who);
  ask(call("1", "query"));
  const auto first = talk->from_server(answer("1", rows(200)));
  ASSERT_TRUE(first);
  const std::size_t at = first->find("pith_more");
  ASSERT_NE(at, first->npos) << *first;
  const auto before = metrics.totals();
  ask(call("2", "pith_more"));  // without a handle: an error, which is read too
  const auto after = metrics.totals();
  EXPECT_EQ(after.calls, before.calls + 1);
  EXPECT_EQ(after.tokens_before, before.tokens_before);
  EXPECT_GT(after.tokens_after, before.tokens_after);
}

TEST_F(conversation_test, polls_of_a_task_are_no_calls) {
  ask(call("1", "query"));
  static_cast<void>(talk->from_server(
      R"({"id":1,"result":{"task":{"taskId":"t-1","status":"working"}}})"));
  const auto before = metrics.totals();
  ask(R"({"jsonrpc":"2.0","id":2,"method":"tasks/get","params":{"taskId":"t-1"}})");
  EXPECT_FALSE(talk->from_server(
      R"({"id":2,"result":{"taskId":"t-1","status":"working"}})"));
  EXPECT_EQ(metrics.totals().calls, before.calls);
}

TEST_F(conversation_test, batches) {
  const std::string batch =
      "[" + call("1", "query") + "," +
      R"({"jsonrpc":"2.0","method":"notifications/initialized"}])";
  EXPECT_EQ(ask(batch), batch);
  const auto instead =
      talk->from_server("[" + answer("1", rows(20)) + R"(,{"method":"x"}])");
  ASSERT_TRUE(instead);
  EXPECT_TRUE(read_batch(*instead));
  EXPECT_TRUE(instead->ends_with(R"(,{"method":"x"}])"));
}

TEST_F(conversation_test, denied_tools_are_answered_here) {
  server->policy.deny = {"rm"};
  EXPECT_EQ(ask(call("7", "rm")), "");
  ASSERT_EQ(last.answers.size(), 1U);
  const auto m = read_message(last.answers[0]);
  ASSERT_TRUE(m);
  EXPECT_EQ(m->kind, message_kind::failure);
  EXPECT_EQ(m->id, "7");
  const std::string batch = "[" + call("1", "rm") + "," + call("2", "q") + "]";
  EXPECT_EQ(ask(batch), "[" + call("2", "q") + "]");
  EXPECT_EQ(last.answers.size(), 1U);
}

TEST_F(conversation_test, more_is_answered_here) {
  server->policy.more = true;
  EXPECT_EQ(ask(call("7", "pith_more")), "");
  ASSERT_EQ(last.answers.size(), 1U);
  EXPECT_NE(last.answers[0].find("\"isError\":true"), std::string::npos);
}

TEST_F(conversation_test, questions_are_answered_here) {
  EXPECT_NE(ask(call("1", "pith_query")), "");  // nobody offered it
  server->policy.ask = true;
  caller who;
  who.client.max_tokens = 300;
  who.owner = "me";
  talk = std::make_unique<conversation>(*interpreter, who);
  ask(call("1", "query"));
  const auto first = talk->from_server(answer("1", rows(200)));
  ASSERT_TRUE(first);
  constexpr std::string_view head = R"({\"handle\":\")";
  const std::size_t at = first->find(head);
  ASSERT_NE(at, first->npos) << *first;
  const std::string handle = first->substr(at + head.size(), 32);
  const std::string question =
      R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":)"
      R"("pith_query","arguments":{"handle":")" +
      handle + R"(","sql":"SELECT count(*) AS n FROM t"}}})";
  EXPECT_EQ(ask(question), "");
  ASSERT_EQ(last.answers.size(), 1U);
  EXPECT_NE(last.answers[0].find(R"([{\"n\":200}])"), std::string::npos)
      << last.answers[0];
  const std::string stats = metrics.json();
  EXPECT_NE(stats.find(R"("asking":{"results":1,)"), std::string::npos)
      << stats;
  EXPECT_NE(stats.find(R"("name":"pith_query","calls":1,)"), std::string::npos);
  // To somebody else the handle is one that never was.
  who.owner = "you";
  talk = std::make_unique<conversation>(*interpreter, who);
  ask(question);
  EXPECT_NE(last.answers[0].find("this handle has expired"), std::string::npos);
}

TEST_F(conversation_test, lists_lose_their_output_schemas) {
  ask(R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})");
  const auto instead = talk->from_server(
      R"({"id":1,"result":{"tools":[{"name":"t","inputSchema":{"type":)"
      R"("object"},"outputSchema":{"type":"object"}}]}})");
  ASSERT_TRUE(instead);
  EXPECT_EQ(*instead,
            R"({"id":1,"result":{"tools":[{"name":"t","inputSchema":{"type":)"
            R"("object"}}]}})");
}

TEST_F(conversation_test, apps_keep_their_results) {
  ask(R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})");
  EXPECT_FALSE(talk->from_server(
      R"({"id":1,"result":{"tools":[{"name":"app","inputSchema":{},)"
      R"("outputSchema":{},"_meta":{"ui":{"resourceUri":"ui://x"}}}]}})"));
  ask(call("2", "app"));
  EXPECT_FALSE(talk->from_server(answer("2", rows(20))));
}

TEST_F(conversation_test, results_of_tasks) {
  ask(call("1", "query"));
  EXPECT_FALSE(talk->from_server(
      R"({"id":1,"result":{"task":{"taskId":"t-1","status":"working"}}})"));
  ask(R"({"jsonrpc":"2.0","id":2,"method":"tasks/result","params":{"taskId":"t-1"}})");
  EXPECT_TRUE(talk->from_server(answer("2", rows(20))));
  ask(R"({"jsonrpc":"2.0","id":3,"method":"tasks/get","params":{"taskId":"t-1"}})");
  const std::string inner = answer("3", rows(20));
  const std::string result(*find_member(inner, "result"));
  EXPECT_TRUE(talk->from_server(
      R"({"id":3,"result":{"status":"completed","result":)" + result + "}}"));
  EXPECT_TRUE(talk->from_server(
      R"({"method":"notifications/tasks","params":{"taskId":"t-1","result":)" +
      result + "}}"));
  ask(R"({"jsonrpc":"2.0","id":4,"method":"tasks/result","params":{"taskId":"unknown"}})");
  EXPECT_FALSE(talk->from_server(answer("4", rows(20))));
}

TEST_F(conversation_test, cancelled_requests_are_forgotten) {
  ask(call("1", "query"));
  ask(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}})");
  EXPECT_EQ(talk->open_requests(), 0U);
}

TEST_F(conversation_test, the_end_of_the_server_answers_all) {
  ask(call("1", "query"));
  ask(call("\"b\"", "query"));
  const auto errors = talk->fail_all("gone");
  EXPECT_EQ(errors.size(), 2U);
  for (const std::string& error : errors) EXPECT_TRUE(read_message(error));
  EXPECT_EQ(talk->open_requests(), 0U);
}

}  // namespace
