// SPDX-License-Identifier: MIT
// Modern requests (2026-07-28): stateless, one child per principal.
#include "mcp/hub/shared_server.hpp"

#include "hub_bench.hpp"

#include <gtest/gtest.h>

#include <string>

namespace {

using namespace pith_tests;  // NOLINT(google-build-using-namespace)

struct modern_bench : hub_bench {
  static std::string body(std::string id, std::string method,
                          std::string params, std::string meta) {
    return R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":")" + method +
           R"(","params":{)" + params +
           R"("_meta":{"io.modelcontextprotocol/protocolVersion":)"
           R"("2026-07-28","io.modelcontextprotocol/clientCapabilities":{})" +
           meta + "}}}";
  }
  exchange_ptr ask(std::string id, std::string method, std::string params = {},
                   std::string meta = {}, std::string principal = "me") {
    return send(
        "POST", body(id, method, std::move(params), std::move(meta)),
        {{"MCP-Protocol-Version", "2026-07-28"}, {"Mcp-Method", method}},
        std::move(principal));
  }
  exchange_ptr call(std::string id, std::string tool,
                    std::string arguments = "{}", std::string meta = {},
                    std::string principal = "me", http_fields more = {}) {
    more.add("MCP-Protocol-Version", "2026-07-28");
    more.add("Mcp-Method", "tools/call");
    more.add("Mcp-Name", tool);
    const std::string params =
        R"("name":")" + tool + R"(","arguments":)" + arguments + ",";
    return send("POST", body(id, "tools/call", params, std::move(meta)), more,
                std::move(principal));
  }
  exchange_ptr wait(exchange_ptr e) {
    EXPECT_TRUE(run_until([&] { return e->is_done; })) << e->body;
    return e;
  }
};

TEST(shared_server, answers_with_the_id_of_the_client) {
  modern_bench b;
  for (const std::string id : {"1", "1", "\"\\u0061b\"", "-5"}) {
    const auto e = b.wait(b.call(id, "echo", R"({"text":"hi"})"));
    EXPECT_EQ(e->status, 200);
    EXPECT_TRUE(e->has("\"id\": " + id)) << e->body;
    EXPECT_TRUE(e->has("hi"));
    EXPECT_EQ(e->field("Mcp-Session-Id"), "");
  }
  EXPECT_EQ(b.metrics.children_started, 1U);
  EXPECT_EQ(b.metrics.sessions, 0U);
}

TEST(shared_server, keeps_requests_with_the_same_id_apart) {
  modern_bench b;
  const auto late = b.call("7", "later", R"({"s":0.2})");
  const auto soon = b.call("7", "echo", R"({"text":"soon"})");
  b.wait(late);
  EXPECT_TRUE(late->has("late") && late->has("\"id\": 7"));
  EXPECT_TRUE(soon->has("soon") && soon->has("\"id\": 7"));
}

TEST(shared_server, has_a_child_for_each_principal) {
  modern_bench b;
  const auto pid = [&](std::string who) {
    return b.wait(b.call("1", "pid", "{}", {}, std::move(who)))->body;
  };
  const std::string mine = pid("me");
  EXPECT_EQ(pid("me"), mine);
  EXPECT_NE(pid("you"), mine);
  EXPECT_EQ(b.metrics.children, 2U);
}

TEST(shared_server, rewrites_progress_tokens_and_back) {
  modern_bench b;
  const std::string meta = R"(,"progressToken":"same")";
  const auto one = b.call("1", "progress", R"({"n":2})", meta);
  const auto two = b.call("2", "progress", R"({"n":3})", meta);
  b.wait(one);
  b.wait(two);
  EXPECT_EQ(one->events().size(), 3U);
  EXPECT_EQ(two->events().size(), 4U);
  EXPECT_TRUE(one->has(R"("progressToken": "same")")) << one->body;
  // No ids: nothing can be resumed.
  EXPECT_EQ(one->raw_events()[0].first, "");
  EXPECT_EQ(b.metrics.streams, 0U);
}

TEST(shared_server, maps_errors_to_statuses) {
  modern_bench b;
  const auto status = [&](std::string code) {
    return b.wait(b.call("1", "code", "{\"code\":" + code + "}"))->status;
  };
  EXPECT_EQ(status("-32601"), 404);
  EXPECT_EQ(status("-32022"), 400);
  EXPECT_EQ(status("-32021"), 400);
  EXPECT_EQ(status("-32020"), 400);
  EXPECT_EQ(status("-32602"), 200);
  EXPECT_EQ(status("-32603"), 200);
  EXPECT_EQ(b.wait(b.ask("1", "no/such"))->status, 404);
}

TEST(shared_server, holds_the_head_against_the_body) {
  modern_bench b;
  const std::string body =
      modern_bench::body("1", "tools/call", R"("name":"echo",)", {});
  const auto send = [&](http_fields fields) {
    return b.send("POST", body, std::move(fields));
  };
  EXPECT_TRUE(send({})->has("-32020"));
  EXPECT_EQ(send({})->status, 400);
  EXPECT_TRUE(send({{"MCP-Protocol-Version", "2026-07-28"},
                    {"Mcp-Method", "tools/list"},
                    {"Mcp-Name", "echo"}})
                  ->has("-32020"));
  EXPECT_TRUE(send({{"MCP-Protocol-Version", "2026-07-28"},
                    {"Mcp-Method", "tools/call"},
                    {"Mcp-Name", "other"}})
                  ->has("-32020"));
  // Without _meta it is not a modern request.
  const auto bare = b.send(
      "POST", R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})",
      {{"MCP-Protocol-Version", "2026-07-28"}, {"Mcp-Method", "tools/list"}});
  EXPECT_EQ(bare->status, 400);
  EXPECT_TRUE(bare->has("-32602"));
  EXPECT_EQ(b.metrics.children_started, 0U);
}

TEST(shared_server, checks_arguments_that_are_repeated_in_the_head) {
  modern_bench b;
  b.wait(b.ask("1", "tools/list"));
  const auto call = [&](http_fields fields) {
    return b
        .wait(b.call("2", "echo", R"({"text":"hi"})", {}, "me",
                     std::move(fields)))
        ->status;
  };
  EXPECT_EQ(call({{"Mcp-Param-Text", "hi"}}), 200);
  EXPECT_EQ(call({{"Mcp-Param-Text", "ho"}}), 400);
  EXPECT_EQ(call({}), 400);
}

TEST(shared_server, has_neither_get_nor_delete) {
  modern_bench b;
  const http_fields modern{{"MCP-Protocol-Version", "2026-07-28"}};
  EXPECT_EQ(b.send("GET", "", modern)->status, 405);
  EXPECT_EQ(b.send("DELETE", "", modern)->status, 405);
  EXPECT_EQ(b.send("GET", "", {})->status, 405);
  EXPECT_EQ(b.send("GET", "", {})->field("Allow"), "POST");
}

TEST(shared_server, cancels_when_the_client_goes) {
  modern_bench b;
  const auto e = b.call("9", "sleep");
  const auto other = b.call("9", "sleep");
  b.run_for(50ms);
  e->vanish();
  b.run_for(20ms);
  EXPECT_EQ(b.metrics.in_flight, 1U);
  // By the number that the child knows.
  EXPECT_TRUE(b.wait(b.call("1", "cancelled"))->has("[1]"));
  EXPECT_FALSE(other->is_done);
}

TEST(shared_server, carries_subscriptions) {
  modern_bench b;
  const auto one = b.ask("\"sub\"", "subscriptions/listen");
  const auto two = b.ask("5", "subscriptions/listen");
  ASSERT_TRUE(b.run_until([&] { return two->events().size() == 1; }));
  EXPECT_TRUE(one->has("acknowledged"));
  b.wait(b.call("1", "change"));
  ASSERT_TRUE(b.run_until([&] { return two->events().size() == 2; }));
  EXPECT_TRUE(one->events()[1].find(
                  R"("io.modelcontextprotocol/subscriptionId": "sub")") !=
              std::string::npos)
      << one->body;
  EXPECT_TRUE(two->has(R"("io.modelcontextprotocol/subscriptionId": 5)"));
  EXPECT_FALSE(one->is_done);
  b.wait(b.call("2", "close"));
  EXPECT_TRUE(one->is_done && two->is_done);
  EXPECT_TRUE(one->has(R"("id": "sub")"));
  EXPECT_EQ(b.metrics.streams, 0U);
}

TEST(shared_server, ends_subscriptions_that_the_server_cancelled) {
  modern_bench b;
  const auto e = b.ask("3", "subscriptions/listen");
  b.wait(b.call("1", "close_by_note"));
  b.wait(e);
  const auto events = e->events();
  ASSERT_EQ(events.size(), 3U);
  EXPECT_NE(events[1].find(R"("requestId": 3)"), std::string::npos);
  EXPECT_NE(events[2].find("complete"), std::string::npos);
}

TEST(shared_server, gives_logs_to_the_request_they_belong_to) {
  modern_bench b;
  const auto sole = b.wait(b.call("1", "log"));
  EXPECT_TRUE(sole->is_stream && sole->has("hello"));
  const auto idle = b.call("2", "sleep");
  const auto unsure = b.wait(b.call("3", "log"));
  EXPECT_FALSE(unsure->has("hello"));
  const auto asked = b.wait(b.call(
      "4", "log", "{}", R"(,"io.modelcontextprotocol/logLevel":"info")"));
  EXPECT_TRUE(asked->has("hello"));
  EXPECT_FALSE(idle->is_stream);
}

TEST(shared_server, answers_all_and_starts_again_when_the_child_dies) {
  modern_bench b;
  const auto one = b.call("\"x\"", "sleep");
  const auto sub = b.ask("2", "subscriptions/listen");
  ASSERT_TRUE(b.run_until([&] { return sub->is_stream; }));
  const auto killer = b.wait(b.call("3", "die"));
  EXPECT_TRUE(one->is_done && sub->is_done);
  EXPECT_TRUE(one->has("\"id\":\"x\"") && one->has("-32000")) << one->body;
  EXPECT_TRUE(killer->has("exit code 3"));
  EXPECT_EQ(b.wait(b.call("4", "echo"))->status, 200);
  EXPECT_EQ(b.metrics.children_started, 2U);
  EXPECT_EQ(b.metrics.in_flight, 0U);
}

TEST(shared_server, does_not_start_a_child_again_and_again) {
  modern_bench b;
  b.options.command.words = {"sh", "-c", "exit 1"};
  for (int i = 0; i < 10; ++i) {
    const auto e = b.wait(b.call("1", "echo"));
    EXPECT_TRUE(e->has("-32000")) << e->body;
  }
  EXPECT_LE(b.metrics.children_started, 4U);
}

TEST(shared_server, forwards_that_a_legacy_child_knows_no_discover) {
  modern_bench b;
  b.options.command.environment = {{"LEGACY", "1"}};
  const auto e = b.wait(b.ask("1", "server/discover"));
  EXPECT_EQ(e->status, 400);
  EXPECT_TRUE(e->has("-32602") && e->has("what?"));
  // The client falls back.
  EXPECT_TRUE(b.initialize());
  modern_bench c;
  EXPECT_EQ(c.wait(c.ask("1", "server/discover"))->status, 200);
}

TEST(shared_server, fails_a_request_that_is_not_answered_in_time) {
  modern_bench b;
  b.options.timeout = 2s;
  for (int i = 0; i < 20 && !b.wait(b.call("1", "echo"))->has("content");) ++i;
  const auto e = b.wait(b.call("12", "sleep"));
  EXPECT_TRUE(e->has("-32001") && e->has("\"id\":12")) << e->body;
  const auto known = b.wait(b.call("13", "cancelled"));
  EXPECT_TRUE(known->has("content") && !known->has("[]")) << known->body;
}

TEST(shared_server, stops_its_child_when_it_is_idle) {
  modern_bench b;
  b.options.limits.session_idle_time = 1s;
  b.wait(b.call("1", "echo"));
  EXPECT_EQ(b.metrics.children, 1U);
  EXPECT_TRUE(b.run_until([&] { return b.metrics.children == 0; }));
  EXPECT_EQ(b.wait(b.call("1", "echo"))->status, 200);
}

TEST(shared_server, takes_notifications) {
  modern_bench b;
  const auto e = b.send(
      "POST",
      R"({"jsonrpc":"2.0","method":"notifications/x","params":{"_meta":{)"
      R"("io.modelcontextprotocol/protocolVersion":"2026-07-28"}}})",
      {{"MCP-Protocol-Version", "2026-07-28"}});
  EXPECT_EQ(e->status, 202);
  const auto call = b.call("77", "sleep");
  const auto cancel =
      b.send("POST",
             R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{)"
             R"("requestId":77}})",
             {{"MCP-Protocol-Version", "2026-07-28"}});
  EXPECT_EQ(cancel->status, 202);
  // Somebody else may have a request of that id.
  b.run_for(50ms);
  EXPECT_FALSE(call->is_done);
}

TEST(shared_server, denies_calls_without_an_id) {
  modern_bench b;
  EXPECT_EQ(b.wait(b.call("1", "pid"))->status, 200);
  const auto told = b.send(
      "POST",
      R"({"jsonrpc":"2.0","method":"tools/call","params":{"name":"die",)"
      R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}})",
      {{"MCP-Protocol-Version", "2026-07-28"},
       {"Mcp-Method", "tools/call"},
       {"Mcp-Name", "die"}});
  EXPECT_EQ(told->status, 202);
  // It would be dead by now.
  EXPECT_EQ(b.wait(b.call("2", "echo"))->status, 200);
}

TEST(shared_server, shows_signs_of_life) {
  modern_bench b;
  b.options.heartbeat = 100ms;
  const auto e = b.wait(b.call("1", "later", R"({"s":0.4})"));
  EXPECT_TRUE(e->is_stream);
  EXPECT_TRUE(e->has(":\n\n") && e->has("late"));
}

TEST(shared_server, lets_go_of_a_client_that_does_not_read) {
  modern_bench b;
  const auto e = b.call("1", "progress", R"({"n":50,"pause":0.02})",
                        R"(,"progressToken":1)");
  e->waiting = 100U << 20U;
  EXPECT_TRUE(b.run_until([&] { return e->is_aborted; }));
  EXPECT_EQ(b.metrics.in_flight, 0U);
}

}  // namespace
