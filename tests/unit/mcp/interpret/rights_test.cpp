// SPDX-License-Identifier: MIT
/// @file
/// Tools that are not for everybody, at one server.
#include "mcp/interpret/conversation.hpp"
#include "mcp/raw_json/json_span.hpp"
#include "mcp/state/memory_store.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using namespace pith::mcp;  // NOLINT(google-build-using-namespace): a test
using effect = access_rule::effect;

std::string call(std::string_view id, std::string_view tool) {
  return R"({"jsonrpc":"2.0","id":)" + std::string(id) +
         R"(,"method":"tools/call","params":{"name":)" + quoted_json(tool) +
         R"(,"arguments":{}}})";
}

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != text.npos;
}

/// bob may not write, and nobody drops without a scope.
class rights_test : public testing::Test {
 protected:
  void SetUp() override {
    access_rules rules;
    rules.rules.push_back({.who = {"bob"},
                           .servers = {"files"},
                           .tools = {"write_*"},
                           .does = effect::deny,
                           .scope = {}});
    rules.rules.push_back({.who = {"*"},
                           .servers = {},
                           .tools = {"drop"},
                           .does = effect::scope,
                           .scope = "files:drop"});
    rules.rules.push_back({.who = {"*"},
                           .servers = {},
                           .tools = {"burn"},
                           .does = effect::scope,
                           .scope = "files:burn files:drop"});
    rights->set(std::make_shared<const tool_rights>(std::move(rules)));
    server->name = "files";
    server->pages = &pages;
    server->rights = rights;
    interpreter = message_interpreter::make(server);
    ASSERT_TRUE(interpreter);
  }

  static caller named(std::string principal,
                      std::vector<std::string> scopes = {}) {
    caller_identity who;
    who.principal = std::move(principal);
    who.scopes = std::move(scopes);
    caller made;
    made.identity = std::make_shared<const caller_identity>(std::move(who));
    return made;
  }

  /// What a server that has these tools lists for a caller.
  std::string list_for(const caller& who, std::string_view more = "") {
    conversation talk(*interpreter, who);
    handled_message sent;
    talk.from_client(R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})", sent);
    const std::string answer =
        R"({"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"read"},)"
        R"({"name":"write_file"},{"name":"drop"}])" +
        std::string(more) + "}}";
    return talk.from_server(answer).value_or(answer);
  }

  std::shared_ptr<rights_in_force> rights = std::make_shared<rights_in_force>();
  memory_store pages;
  std::shared_ptr<server_state> server = std::make_shared<server_state>();
  std::unique_ptr<message_interpreter> interpreter;
};

TEST_F(rights_test, lists_and_calls_agree) {
  EXPECT_FALSE(has(list_for(named("bob")), "write_file"));
  EXPECT_TRUE(has(list_for(named("bob")), R"("drop")"));
  EXPECT_TRUE(has(list_for(named("alice")), "write_file"));
  conversation talk(*interpreter, named("bob"));
  handled_message sent;
  talk.from_client(call("1", "write_file"), sent);
  EXPECT_EQ(sent.forward, "");
  ASSERT_EQ(sent.answers.size(), 1U);
  EXPECT_TRUE(has(sent.answers[0], "Unknown tool: write_file"));
  conversation of_alice(*interpreter, named("alice"));
  const std::string asked = call("1", "write_file");
  of_alice.from_client(asked, sent);
  EXPECT_EQ(sent.forward, asked);
}

TEST_F(rights_test, the_rest_of_a_batch_goes_on) {
  conversation talk(*interpreter, named("bob"));
  handled_message sent;
  const std::string batch =
      "[" + call("1", "write_file") + "," + call("2", "read") + "]";
  talk.from_client(batch, sent);
  EXPECT_EQ(sent.forward, "[" + call("2", "read") + "]");
  ASSERT_EQ(sent.answers.size(), 1U);
  EXPECT_TRUE(has(sent.answers[0], R"("id":1)"));
}

TEST_F(rights_test, scopes_of_a_whole_body_are_named_once) {
  const std::string batch = "[" + call("1", "drop") + "," + call("2", "burn") +
                            "," + call("3", "read") + "]";
  const auto all = read_batch(batch);
  ASSERT_TRUE(all);
  EXPECT_EQ(interpreter->lacking_scopes(*all, named("bob")),
            "files:drop files:burn");
  EXPECT_EQ(interpreter->lacking_scopes(*all, named("bob", {"files:drop"})),
            "files:burn files:drop");
  EXPECT_EQ(interpreter->lacking_scopes(
                *all, named("bob", {"files:burn", "files:drop"})),
            "");
  // What is not to be seen is not told of either.
  const std::string hidden = call("1", "write_file");
  EXPECT_EQ(interpreter->lacking_scopes(*read_message(hidden), named("bob")),
            "");
}

TEST_F(rights_test, a_task_is_of_its_tool) {
  conversation of_alice(*interpreter, named("alice"));
  handled_message sent;
  of_alice.from_client(call("1", "write_file"), sent);
  static_cast<void>(of_alice.from_server(
      R"({"jsonrpc":"2.0","id":1,"result":{"task":{"taskId":"t-1",)"
      R"("status":"working"}}})"));
  for (const std::string_view method :
       {"tasks/get", "tasks/result", "tasks/cancel", "tasks/update"}) {
    const std::string text = R"({"jsonrpc":"2.0","id":2,"method":")" +
                             std::string(method) +
                             R"(","params":{"taskId":"t-1"}})";
    conversation of_bob(*interpreter, named("bob"));
    of_bob.from_client(text, sent);
    EXPECT_EQ(sent.forward, "") << method;
    ASSERT_EQ(sent.answers.size(), 1U);
    EXPECT_TRUE(has(sent.answers[0], "Unknown task"));
    of_alice.from_client(text, sent);
    EXPECT_EQ(sent.forward, text) << method;
  }
}

TEST_F(rights_test, what_is_for_one_is_not_cached_for_all) {
  const std::string list =
      list_for(named("alice"), R"(,"ttlMs":1000,"cacheScope":"public")");
  EXPECT_TRUE(has(list, R"("cacheScope":"private")"));
  EXPECT_FALSE(has(list, "public"));
  rights->set(std::make_shared<const tool_rights>());
  EXPECT_TRUE(
      has(list_for(named("alice"), R"(,"ttlMs":1000,"cacheScope":"public")"),
          R"("cacheScope":"public")"));
}

TEST_F(rights_test, new_rules_hold_at_once) {
  access_rules rules;
  rules.denies_by_default = true;
  rights->set(std::make_shared<const tool_rights>(std::move(rules)));
  EXPECT_FALSE(has(list_for(named("alice")), "read"));
  conversation talk(*interpreter, named("alice"));
  handled_message sent;
  talk.from_client(call("1", "read"), sent);
  EXPECT_EQ(sent.forward, "");
}

}  // namespace
