// SPDX-License-Identifier: MIT
/// @file
/// An endpoint of several servers, as its client sees it.
#include "mcp/merge/merged_server.hpp"

#include "merge_bench.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace {

using namespace pith::mcp;  // NOLINT(google-build-using-namespace): a test
using ::testing::HasSubstr;
using ::testing::Not;
using testing_merge::merge_bench;
using testing_merge::tool;
using testing_merge::welcome;

constexpr std::string_view text_result =
    R"({"content":[{"type":"text","text":"hello"}]})";

class merged_server_test : public ::testing::Test, protected merge_bench {
 protected:
  void SetUp() override {
    one = &add("one", "one", tool("read"));
    two = &add("two", "two", tool("read") + "," + tool("write"));
    one->results["tools/call"] = text_result;
    two->results["tools/call"] = text_result;
  }
  void begin() {
    connect();
    initialize();
  }

  testing_merge::fake_server* one = nullptr;
  testing_merge::fake_server* two = nullptr;
};

TEST_F(merged_server_test, greets_for_all) {
  one->results["initialize"] =
      R"({"protocolVersion":"2025-11-25","capabilities":{"tools":{},)"
      R"("logging":{}},"serverInfo":{},"instructions":"be kind"})";
  two->results["initialize"] =
      welcome(R"({"tools":{},"resources":{"subscribe":true}})");
  two->results["resources/list"] = R"({"resources":[]})";
  connect();
  const std::string answer = initialize();
  EXPECT_THAT(answer, HasSubstr(R"("protocolVersion":"2025-06-18")"));
  EXPECT_THAT(answer, HasSubstr(R"("logging":{})"));
  EXPECT_THAT(answer, HasSubstr(R"("subscribe":true)"));
  EXPECT_THAT(answer, Not(HasSubstr("prompts")));
  EXPECT_THAT(answer, HasSubstr("one: be kind"));
  EXPECT_TRUE(one->has_heard("notifications/initialized"));
}

TEST_F(merged_server_test, lists_all_and_calls_each) {
  begin();
  EXPECT_THAT(ask("tools/list"),
              HasSubstr(R"("tools":[{"name":"one__read","inputSchema":)"
                        R"({"type":"object"}},{"name":"two__read")"));
  EXPECT_THAT(ask("tools/call", R"({"name":"two__write","arguments":{"a":1}})",
                  "\"c\""),
              HasSubstr(R"("id":"c")"));
  EXPECT_TRUE(two->has_heard(R"({"name":"write","arguments":{"a":1}})"));
  EXPECT_FALSE(one->has_heard("tools/call"));
}

TEST_F(merged_server_test, follows_all_pages) {
  one->results["tools/list"] =
      R"({"tools":[)" + tool("a") + R"(],"nextCursor":"p2"})";
  one->pages["p2"] = R"({"tools":[)" + tool("b") + R"(],"nextCursor":"p3"})";
  one->pages["p3"] = R"({"tools":[)" + tool("c") + "]}";
  begin();
  const std::string list = ask("tools/list");
  EXPECT_THAT(list, HasSubstr("one__a"));
  EXPECT_THAT(list, HasSubstr("one__b"));
  EXPECT_THAT(list, HasSubstr("one__c"));
}

TEST_F(merged_server_test, asks_no_server_for_what_was_not_offered) {
  begin();
  EXPECT_THAT(ask("tools/call", R"({"name":"one__write"})"),
              HasSubstr("Unknown tool: one__write"));
  EXPECT_THAT(ask("tools/call", R"({"name":"read"})"),
              HasSubstr("Unknown tool"));
  EXPECT_FALSE(one->has_heard("tools/call"));
  EXPECT_FALSE(two->has_heard("tools/call"));
}

TEST_F(merged_server_test, hides_and_refuses_what_is_denied) {
  settings->members[0].server->policy.deny = {"read"};
  begin();
  EXPECT_THAT(ask("tools/list"), Not(HasSubstr("one__read")));
  EXPECT_THAT(ask("tools/call", R"({"name":"one__read"})"),
              HasSubstr("Unknown tool"));
  EXPECT_FALSE(one->has_heard("tools/call"));
}

TEST_F(merged_server_test, leaves_out_who_is_down_and_says_so) {
  two->is_down = true;
  begin();
  const std::string list = ask("tools/list");
  EXPECT_THAT(list, HasSubstr("one__read"));
  EXPECT_THAT(list, Not(HasSubstr("two__")));
  EXPECT_THAT(words, ::testing::Contains(HasSubstr("it is down")));
  // It comes back.
  two->is_down = false;
  EXPECT_THAT(ask("tools/list"), HasSubstr("two__write"));
}

TEST_F(merged_server_test, fails_without_one_that_is_required) {
  settings->members[1].is_required = true;
  two->is_down = true;
  begin();
  EXPECT_THAT(ask("tools/list"),
              HasSubstr("The server 'two' is not available: it is down"));
}

TEST_F(merged_server_test, tells_the_model_when_a_server_died) {
  begin();
  ask("tools/list");
  two->is_silent = true;
  link->send(R"({"jsonrpc":"2.0","id":5,"method":"tools/call","params":)"
             R"({"name":"two__read"}})");
  run();
  heard.clear();
  two->to_us.on_end(1, "it exited with code 1");
  run();
  ASSERT_EQ(heard.size(), 1U);
  EXPECT_THAT(heard[0], HasSubstr(R"("id":5)"));
  EXPECT_THAT(heard[0], HasSubstr(R"("isError":true)"));
  EXPECT_THAT(heard[0], HasSubstr("it exited with code 1"));
  // The next call starts it again.
  two->is_silent = false;
  EXPECT_THAT(ask("tools/call", R"({"name":"two__read"})"), HasSubstr("hello"));
  EXPECT_EQ(two->started, 2);
}

TEST_F(merged_server_test, starts_nothing_that_it_knows_from_before) {
  begin();
  ask("tools/list");
  EXPECT_EQ(one->started, 1);
  connect();
  initialize();
  EXPECT_THAT(ask("tools/list"), HasSubstr("two__write"));
  EXPECT_EQ(one->started, 1);
  EXPECT_THAT(ask("tools/call", R"({"name":"one__read"})"), HasSubstr("hello"));
  EXPECT_EQ(one->started, 2);
  EXPECT_EQ(two->started, 1);
}

TEST_F(merged_server_test, shows_nobody_what_another_was_shown) {
  connect("alice");
  initialize();
  ask("tools/list");
  one->results["tools/list"] = R"({"tools":[]})";
  connect("bob");
  initialize();
  EXPECT_THAT(ask("tools/list"), Not(HasSubstr("one__read")));
}

TEST_F(merged_server_test, passes_on_requests_of_servers_and_their_answers) {
  begin();
  const std::string request =
      R"({"jsonrpc":"2.0","id":0,"method":"roots/list","params":{}})";
  heard.clear();
  one->to_us.on_message(request);
  two->to_us.on_message(request);
  run();
  ASSERT_EQ(heard.size(), 2U);
  const auto first = read_message(heard[0]);
  const auto second = read_message(heard[1]);
  ASSERT_TRUE(first && second);
  EXPECT_NE(first->id, second->id);
  link->send(R"({"jsonrpc":"2.0","id":)" + std::string(second->id) +
             R"(,"result":{"roots":["s"]}})");
  run();
  EXPECT_TRUE(two->has_heard(R"("id":0,"result":{"roots":["s"]})"));
  EXPECT_FALSE(one->has_heard("roots\":[\"s"));
  // A second answer, and one to nothing, reach nobody.
  const std::size_t before = two->heard.size();
  link->send(R"({"jsonrpc":"2.0","id":)" + std::string(second->id) +
             R"(,"result":{"roots":["t"]}})");
  link->send(R"({"jsonrpc":"2.0","id":"pith-99","result":{}})");
  run();
  EXPECT_EQ(two->heard.size(), before);
}

TEST_F(merged_server_test, holds_requests_until_the_client_is_ready) {
  connect();
  ask("initialize", R"({"protocolVersion":"2025-06-18","capabilities":{}})");
  heard.clear();
  one->to_us.on_message(
      R"({"jsonrpc":"2.0","id":0,"method":"roots/list","params":{}})");
  run();
  EXPECT_TRUE(heard.empty());
  tell("notifications/initialized");
  EXPECT_EQ(heard.size(), 1U);
}

TEST_F(merged_server_test, cancels_at_the_one_that_has_it) {
  begin();
  ask("tools/list");
  two->is_silent = true;
  link->send(R"({"jsonrpc":"2.0","id":"x","method":"tools/call","params":)"
             R"({"name":"two__read"}})");
  run();
  tell("notifications/cancelled", R"({"requestId":"x","reason":"enough"})");
  EXPECT_TRUE(two->has_heard("notifications/cancelled"));
  EXPECT_TRUE(two->has_heard("enough"));
  EXPECT_FALSE(one->has_heard("notifications/cancelled"));
}

TEST_F(merged_server_test, lets_no_server_speak_for_another_about_progress) {
  begin();
  ask("tools/list");
  two->is_silent = true;
  link->send(R"({"jsonrpc":"2.0","id":3,"method":"tools/call","params":)"
             R"({"name":"two__read","_meta":{"progressToken":"t"}}})");
  run();
  heard.clear();
  const std::string progress =
      R"({"jsonrpc":"2.0","method":"notifications/progress","params":)"
      R"({"progressToken":"t","progress":1}})";
  one->to_us.on_message(progress);
  run();
  EXPECT_TRUE(heard.empty());
  two->to_us.on_message(progress);
  run();
  EXPECT_EQ(heard, std::vector<std::string>{progress});
}

TEST_F(merged_server_test, says_once_that_a_list_has_changed) {
  begin();
  ask("tools/list");
  one->results["tools/list"] = R"({"tools":[)" + tool("new") + "]}";
  heard.clear();
  const std::string changed =
      R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed"})";
  one->to_us.on_message(changed);
  one->to_us.on_message(changed);
  EXPECT_TRUE(run_until([this] { return !heard.empty(); }));
  run(std::chrono::milliseconds(600));
  EXPECT_EQ(heard, std::vector<std::string>{changed});
  EXPECT_THAT(ask("tools/list"), HasSubstr("one__new"));
  // The same list again changes nothing.
  heard.clear();
  one->to_us.on_message(changed);
  run(std::chrono::milliseconds(600));
  EXPECT_TRUE(heard.empty());
}

TEST_F(merged_server_test, routes_resources_by_their_uris) {
  two->results["initialize"] = welcome(R"({"tools":{},"resources":{}})");
  two->results["resources/list"] =
      R"({"resources":[{"uri":"mem://a","name":"a"}]})";
  two->results["resources/read"] =
      R"({"contents":[{"uri":"mem://a","text":"x"}]})";
  begin();
  EXPECT_THAT(ask("resources/list"), HasSubstr(R"("uri":"two+mem://a")"));
  EXPECT_THAT(ask("resources/read", R"({"uri":"two+mem://a"})"),
              HasSubstr(R"("uri":"two+mem://a","text":"x")"));
  EXPECT_TRUE(two->has_heard(R"({"uri":"mem://a"})"));
  EXPECT_THAT(ask("resources/read", R"({"uri":"mem://a"})"),
              HasSubstr("Resource not found"));
}

TEST_F(merged_server_test, pages_of_resources_are_of_one_list) {
  std::string all;
  for (int i = 0; i < 1500; ++i) {
    if (i != 0) all += ',';
    all += R"({"uri":"m:)" + std::to_string(i) + R"(","name":"n"})";
  }
  one->results["initialize"] = welcome(R"({"resources":{}})");
  one->results["resources/list"] = R"({"resources":[)" + all + "]}";
  begin();
  const std::string first = ask("resources/list");
  const auto m = read_message(first);
  ASSERT_TRUE(m);
  const std::string cursor{member_or_none(m->result, "nextCursor")};
  ASSERT_FALSE(cursor.empty());
  EXPECT_THAT(ask("resources/list", R"({"cursor":)" + cursor + "}"),
              HasSubstr("one+m:1499"));
  EXPECT_THAT(ask("resources/list", R"({"cursor":""})"),
              HasSubstr("Invalid cursor"));
  EXPECT_THAT(ask("resources/list", R"({"cursor":"1-0"})"),
              HasSubstr("Invalid cursor"));
  EXPECT_THAT(ask("tools/list", R"({"cursor":"x"})"),
              HasSubstr("Invalid cursor"));
}

TEST_F(merged_server_test, offers_the_modern_revision_if_all_speak_it) {
  const std::string meta =
      R"({"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
      R"("io.modelcontextprotocol/clientCapabilities":{}}})";
  const std::string discovered =
      R"({"resultType":"complete","supportedVersions":["2026-07-28"],)"
      R"("capabilities":{"tools":{}}})";
  one->results["server/discover"] = discovered;
  connect();
  EXPECT_THAT(ask("server/discover", meta), HasSubstr("-32601"));
  two->results["server/discover"] = discovered;
  connect("other");
  const std::string answer = ask("server/discover", meta);
  EXPECT_THAT(answer, HasSubstr(R"("supportedVersions":["2026-07-28"])"));
  EXPECT_THAT(answer, HasSubstr(R"("resultType":"complete")"));
  const std::string list = ask("tools/list", meta);
  EXPECT_THAT(list, HasSubstr("two__write"));
  EXPECT_THAT(list, HasSubstr(R"("ttlMs":)"));
  EXPECT_FALSE(one->has_heard("initialized"));
}

TEST_F(merged_server_test, listens_at_the_servers_for_a_modern_client) {
  const std::string meta =
      R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
      R"("io.modelcontextprotocol/clientCapabilities":{}})";
  for (auto* const server : {one, two}) {
    server->results["server/discover"] =
        R"({"resultType":"complete","supportedVersions":["2026-07-28"],)"
        R"("capabilities":{"tools":{}}})";
    server->is_silent = true;
  }
  connect();
  ask("server/discover", "{" + meta + "}");
  heard.clear();
  link->send(
      R"({"jsonrpc":"2.0","id":9,"method":"subscriptions/listen","params":{)" +
      meta +
      R"(,"notifications":{"toolsListChanged":true,)"
      R"("resourceSubscriptions":["two+m:1","m:1"]}}})");
  run();
  ASSERT_EQ(heard.size(), 1U);
  EXPECT_THAT(heard[0], HasSubstr("notifications/subscriptions/acknowledged"));
  EXPECT_THAT(heard[0], HasSubstr(R"("resourceSubscriptions":["two+m:1"])"));
  ASSERT_TRUE(two->has_heard(R"("resourceSubscriptions":["m:1"])"));
  const auto listen = std::find_if(
      two->heard.begin(), two->heard.end(), [](const std::string& text) {
        return text.find("subscriptions/listen") != text.npos;
      });
  const std::string listened = *listen;
  const auto asked = read_message(listened);
  ASSERT_TRUE(asked);
  heard.clear();
  two->to_us.on_message(
      R"({"jsonrpc":"2.0","method":"notifications/resources/updated",)"
      R"("params":{"_meta":{"io.modelcontextprotocol/subscriptionId":)" +
      std::string(asked->id) + R"(},"uri":"m:1"}})");
  run();
  ASSERT_EQ(heard.size(), 1U);
  EXPECT_THAT(heard[0], HasSubstr(R"("uri":"two+m:1")"));
  EXPECT_THAT(heard[0], HasSubstr(R"(subscriptionId":9)"));
  // A change is announced, though nobody has listed anything.
  two->results["tools/list"] =
      R"({"resultType":"complete","ttlMs":60000,"tools":[)" + tool("new") +
      "]}";
  heard.clear();
  two->to_us.on_message(
      R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed",)"
      R"("params":{"_meta":{"io.modelcontextprotocol/subscriptionId":)" +
      std::string(asked->id) + "}}}");
  ASSERT_TRUE(run_until([this] { return !heard.empty(); }));
  ASSERT_EQ(heard.size(), 1U);
  EXPECT_THAT(heard[0], HasSubstr("notifications/tools/list_changed"));
  EXPECT_THAT(heard[0], HasSubstr(R"(subscriptionId":9)"));
  tell("notifications/cancelled", R"({"requestId":9})");
  EXPECT_TRUE(two->has_heard("notifications/cancelled"));
}

TEST_F(merged_server_test, ends_with_all_its_servers) {
  begin();
  ask("tools/list");
  EXPECT_EQ(one->running + two->running, 2);
  link->stop();
  run();
  EXPECT_TRUE(is_over);
  EXPECT_EQ(one->running + two->running, 0);
}

TEST_F(merged_server_test, answers_what_is_its_own) {
  begin();
  EXPECT_THAT(ask("ping"), HasSubstr(R"("result":{})"));
  EXPECT_THAT(ask("logging/setLevel", R"({"level":"info"})"),
              HasSubstr(R"("result":{})"));
  EXPECT_THAT(ask("no/such"), HasSubstr("-32601"));
}

TEST_F(merged_server_test, rewrites_results_by_the_policy_of_their_server) {
  std::string rows = "[";
  for (int i = 0; i < 60; ++i) {
    if (i != 0) rows += ',';
    rows += R"({"identifier":)" + std::to_string(i) +
            R"(,"customer":"name","is_active":true})";
  }
  rows += "]";
  one->results["tools/call"] =
      R"({"content":[{"type":"text","text":)" + quoted_json(rows) + "}]}";
  two->results["tools/call"] = one->results["tools/call"];
  settings->members[1].server->policy.mode = rewrite_mode::passthrough;
  begin();
  EXPECT_THAT(ask("tools/call", R"({"name":"one__read"})"),
              HasSubstr("GCF profile=generic"));
  EXPECT_THAT(ask("tools/call", R"({"name":"two__read"})"),
              HasSubstr("identifier"));
  EXPECT_EQ(metrics.totals().calls, 2U);
}

TEST_F(merged_server_test, hands_out_and_answers_what_any_server_kept) {
  std::string rows = "[";
  for (int i = 0; i < 400; ++i) {
    if (i != 0) rows += ',';
    rows += R"({"identifier":)" + std::to_string(i) + R"(,"team":"t"})";
  }
  two->results["tools/call"] =
      R"({"content":[{"type":"text","text":)" + quoted_json(rows + "]") + "}]}";
  settings->members[1].server->policy.ask = true;
  settings->members[1].server->policy.ask_tokens = 300;
  begin();
  const std::string list = ask("tools/list");
  EXPECT_THAT(list, HasSubstr(R"("name":"pith_more")"));
  EXPECT_THAT(list, HasSubstr(R"("name":"pith_query")"));
  EXPECT_THAT(list, Not(HasSubstr("__pith_")));
  const std::string shown = ask("tools/call", R"({"name":"two__read"})");
  const std::size_t at = shown.find("handle");
  ASSERT_NE(at, shown.npos) << shown;
  const std::size_t digits =
      shown.find_first_of("0123456789abcdef", shown.find(':', at));
  const std::string handle = shown.substr(digits, 32);
  EXPECT_THAT(ask("tools/call",
                  R"({"name":"pith_query","arguments":{"handle":")" + handle +
                      R"(","sql":"SELECT count(*) AS n FROM t"}})"),
              HasSubstr("400"))
      << shown;
}

TEST_F(merged_server_test, lets_a_few_tools_find_and_call_all_others) {
  settings->options.discover = discover_mode::on;
  settings->options.pin = {"two__write"};
  settings->options.read_only = {"*__read"};
  begin();
  const std::string list = ask("tools/list");
  EXPECT_THAT(list, HasSubstr(R"("name":"two__write")"));
  EXPECT_THAT(list, HasSubstr(R"("name":"pith_find")"));
  EXPECT_THAT(list, HasSubstr(R"("name":"pith_read")"));
  EXPECT_THAT(list, HasSubstr(R"("name":"pith_call")"));
  EXPECT_THAT(list, Not(HasSubstr(R"("name":"one__read")")));
  EXPECT_THAT(
      ask("tools/call",
          R"({"name":"pith_find","arguments":{"query":"read with one"}})"),
      HasSubstr("one__read"));
  // The server sees a call of its own tool.
  EXPECT_THAT(ask("tools/call",
                  R"({"name":"pith_read","arguments":{"tool":"one__read",)"
                  R"("arguments":{"a":1}}})"),
              HasSubstr("hello"));
  EXPECT_TRUE(one->has_heard(R"("name":"read","arguments":{"a":1})"));
  EXPECT_THAT(ask("tools/call",
                  R"({"name":"pith_call","arguments":{"tool":"two__write"}})"),
              HasSubstr("hello"));
  // What is not declared to change nothing is not read, and what does not exist
  // is not called.
  EXPECT_THAT(ask("tools/call",
                  R"({"name":"pith_read","arguments":{"tool":"two__write"}})"),
              HasSubstr(R"("isError":true)"));
  EXPECT_THAT(
      ask("tools/call", R"({"name":"pith_call","arguments":{"tool":"three"}})"),
      HasSubstr(R"("isError":true)"));
  EXPECT_EQ(metrics.disclosed_lists, 1U);
  EXPECT_GT(metrics.finding_tokens, 0U);
  EXPECT_EQ(metrics.totals().calls, 2U);
}

TEST_F(merged_server_test, denies_a_tool_through_others_too) {
  settings->options.discover = discover_mode::on;
  settings->members[0].server->policy.deny = {"read"};
  begin();
  ask("tools/list");
  EXPECT_THAT(ask("tools/call",
                  R"({"name":"pith_call","arguments":{"tool":"one__read"}})"),
              HasSubstr(R"("isError":true)"));
  EXPECT_FALSE(one->has_heard("tools/call"));
}

TEST_F(merged_server_test, lists_all_where_that_is_short) {
  begin();
  EXPECT_THAT(ask("tools/list"), Not(HasSubstr("pith_find")));
  EXPECT_THAT(
      ask("tools/call", R"({"name":"pith_find","arguments":{"query":"read"}})"),
      HasSubstr("Unknown tool: pith_find"));
}

TEST_F(merged_server_test, takes_back_a_request_of_a_server) {
  begin();
  heard.clear();
  one->to_us.on_message(
      R"({"jsonrpc":"2.0","id":7,"method":"roots/list","params":)"
      R"({"_meta":{"progressToken":"p"}}})");
  run();
  ASSERT_EQ(heard.size(), 1U);
  const std::string request = heard[0];
  const auto asked = read_message(request);
  ASSERT_TRUE(asked);
  tell("notifications/progress", R"({"progressToken":"p","progress":1})");
  EXPECT_TRUE(one->has_heard(R"("progressToken":"p","progress":1)"));
  EXPECT_FALSE(two->has_heard("progressToken"));
  heard.clear();
  one->to_us.on_message(
      R"({"jsonrpc":"2.0","method":"notifications/cancelled",)"
      R"("params":{"requestId":7}})");
  two->to_us.on_message(
      R"({"jsonrpc":"2.0","method":"notifications/cancelled",)"
      R"("params":{"requestId":7}})");
  run();
  ASSERT_EQ(heard.size(), 1U);
  EXPECT_THAT(heard[0], HasSubstr(R"("requestId":)" + std::string(asked->id)));
}

TEST_F(merged_server_test, speaks_no_modern_revision_that_is_not_configured) {
  settings->options.era = endpoint_era::legacy;
  connect();
  const std::string meta =
      R"({"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
      R"("io.modelcontextprotocol/clientCapabilities":{}}})";
  EXPECT_THAT(ask("server/discover", meta), HasSubstr("-32601"));
  EXPECT_THAT(ask("tools/list", meta), HasSubstr("-32601"));
  EXPECT_EQ(one->started, 0);
  initialize();
  EXPECT_THAT(ask("tools/list"), HasSubstr("one__read"));
}

}  // namespace
