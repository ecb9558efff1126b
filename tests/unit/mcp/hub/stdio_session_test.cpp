// SPDX-License-Identifier: MIT
#include "hub_bench.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace {

using namespace pith_tests;  // NOLINT(google-build-using-namespace)

TEST(stdio_session, begins_with_initialize) {
  hub_bench b;
  auto e = b.send("POST",
                  R"({"jsonrpc":"2.0","id":"i-1","method":"initialize",)"
                  R"("params":{"protocolVersion":"2025-11-25"}})",
                  {});
  ASSERT_TRUE(b.run_until([&] { return e->is_done; }));
  EXPECT_EQ(e->status, 200);
  EXPECT_EQ(e->field("Content-Type"), "application/json");
  EXPECT_TRUE(e->has(R"("id": "i-1")")) << e->body;
  EXPECT_TRUE(e->has("2025-11-25"));
  const std::string id = e->field("Mcp-Session-Id");
  EXPECT_EQ(id.size(), 32U);
  EXPECT_EQ(id.find_first_not_of("0123456789abcdef"), std::string::npos);
  EXPECT_TRUE(b.hub->has_session(id));
  EXPECT_EQ(b.metrics.sessions, 1U);
  EXPECT_EQ(b.metrics.children, 1U);
  EXPECT_EQ(b.metrics.children_started, 1U);
  EXPECT_EQ(b.metrics.in_flight, 0U);
  // The log knows that a child was started, but not the id.
  EXPECT_NE(b.log.find("started"), std::string::npos);
  EXPECT_EQ(b.log.find(id), std::string::npos);
}

TEST(stdio_session, gives_every_session_its_own_id_and_child) {
  hub_bench b;
  std::set<std::string> ids;
  std::set<std::string> pids;
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(b.initialize());
    ids.insert(b.session);
    pids.insert(b.post_and_wait(call_body("1", "pid"))->body);
  }
  EXPECT_EQ(ids.size(), 3U);
  EXPECT_EQ(pids.size(), 3U);
}

TEST(stdio_session, answers_requests_as_json) {
  hub_bench b;
  ASSERT_TRUE(b.initialize());
  for (const std::string id : {"1", "\"a\"", "-7", "9007199254740991"}) {
    const auto e = b.post_and_wait(call_body(id, "echo", R"({"text":"hi"})"));
    EXPECT_EQ(e->status, 200);
    EXPECT_FALSE(e->is_stream);
    EXPECT_TRUE(e->has("\"id\": " + id)) << e->body;
    EXPECT_TRUE(e->has("hi"));
    EXPECT_EQ(e->answers, 1);
  }
}

TEST(stdio_session, forwards_a_body_with_line_breaks_as_one_line) {
  hub_bench b;
  ASSERT_TRUE(b.initialize());
  const auto e = b.post_and_wait(
      "{\n\"jsonrpc\":\"2.0\",\r\n \"id\": 5,\r\"method\":\"ping\"\n}\n");
  EXPECT_TRUE(e->has("\"id\": 5")) << e->body;
}

TEST(stdio_session, answers_notifications_and_responses_with_202) {
  hub_bench b;
  ASSERT_TRUE(b.initialize());
  const auto n = b.post_and_wait(
      R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
  EXPECT_EQ(n->status, 202);
  EXPECT_TRUE(n->body.empty());
  const auto r = b.post_and_wait(R"({"jsonrpc":"2.0","id":3,"result":{}})");
  EXPECT_EQ(r->status, 202);
}

TEST(stdio_session, denies_calls_without_an_id) {
  hub_bench b;
  ASSERT_TRUE(b.initialize());
  const auto told = b.post_and_wait(
      R"({"jsonrpc":"2.0","method":"tools/call","params":{"name":"die"}})");
  EXPECT_EQ(told->status, 202);
  // It would be dead by now.
  EXPECT_EQ(b.post_and_wait(call_body("1", "echo"))->status, 200);
}

TEST(stdio_session, refuses_requests_without_a_known_session) {
  hub_bench b;
  ASSERT_TRUE(b.initialize());
  const std::string ping = R"({"jsonrpc":"2.0","id":1,"method":"ping"})";
  EXPECT_EQ(b.send("POST", ping, {})->status, 400);
  EXPECT_TRUE(b.send("POST", ping, {})->has("\"id\":1"));
  const auto unknown =
      b.send("POST", ping, {{"Mcp-Session-Id", "0123456789abcdef"}});
  EXPECT_EQ(unknown->status, 404);
  EXPECT_EQ(b.send("GET", "", {{"Mcp-Session-Id", "x"}})->status, 404);
  EXPECT_EQ(b.send("DELETE", "", {{"Mcp-Session-Id", "x"}})->status, 404);
  EXPECT_EQ(b.send("GET", "", {{"MCP-Protocol-Version", "2025-06-18"}})->status,
            400);
  EXPECT_EQ(b.send("PUT", "", {})->status, 405);
}

TEST(stdio_session, belongs_to_its_principal_alone) {
  hub_bench b;
  ASSERT_TRUE(b.initialize("2025-11-25", "alice"));
  const http_fields fields{{"Mcp-Session-Id", b.session}};
  const std::string ping = R"({"jsonrpc":"2.0","id":1,"method":"ping"})";
  EXPECT_EQ(b.send("POST", ping, fields, "bob")->status, 404);
  EXPECT_EQ(b.send("GET", "", fields, "bob")->status, 404);
  EXPECT_EQ(b.send("DELETE", "", fields, "bob")->status, 404);
  EXPECT_EQ(b.send("POST", ping, fields, "")->status, 404);
  const auto own = b.send("POST", ping, fields, "alice");
  ASSERT_TRUE(b.run_until([&] { return own->is_done; }));
  EXPECT_EQ(own->status, 200);
}

TEST(stdio_session, ends_by_delete_with_its_child) {
  hub_bench b;
  ASSERT_TRUE(b.initialize());
  const auto open = b.post(call_body("1", "sleep"));
  const auto channel = b.listen();
  const auto e = b.send("DELETE", "", {{"Mcp-Session-Id", b.session}});
  EXPECT_EQ(e->status, 204);
  EXPECT_TRUE(open->has("-32000"));
  EXPECT_TRUE(channel->is_done);
  EXPECT_EQ(b.post(call_body("2", "echo"))->status, 404);
  EXPECT_TRUE(b.run_until([&] { return b.metrics.children == 0; }));
  EXPECT_EQ(b.metrics.sessions, 0U);
  EXPECT_EQ(b.metrics.streams, 0U);
  EXPECT_EQ(b.metrics.in_flight, 0U);
}

TEST(stdio_session, checks_the_revision_in_the_head) {
  hub_bench b;
  ASSERT_TRUE(b.initialize());
  const std::string ping = R"({"jsonrpc":"2.0","id":1,"method":"ping"})";
  const auto with = [&](std::string version) {
    auto e = b.send(
        "POST", ping,
        {{"Mcp-Session-Id", b.session}, {"MCP-Protocol-Version", version}});
    b.run_until([&] { return e->is_done; });
    return e->status;
  };
  EXPECT_EQ(with("2025-11-25"), 200);
  EXPECT_EQ(with("2025-03-26"), 200);
  EXPECT_EQ(with("1999-01-01"), 400);
  EXPECT_EQ(with("nonsense"), 400);
}

TEST(stdio_session, refuses_bodies_that_are_no_messages) {
  hub_bench b;
  ASSERT_TRUE(b.initialize());
  EXPECT_TRUE(b.post("{nonsense")->has("-32700"));
  EXPECT_EQ(b.post("{nonsense")->status, 400);
  EXPECT_TRUE(b.post("{}")->has("-32600"));
  EXPECT_TRUE(b.post("")->has("-32700"));
  EXPECT_EQ(b.send("POST", "{nonsense", {})->status, 400);
  EXPECT_EQ(b.post(R"({"jsonrpc":"2.0","id":null,"method":"ping"})")->status,
            400);
  const auto text = std::make_shared<recorded_exchange>(
      b.io, http_request{"POST", "/", {{"Content-Type", "text/plain"}}, "{}"},
      "me");
  b.hub->handle(text, b.client);
  EXPECT_EQ(text->status, 415);
  const auto picky = b.send("POST", "{}", {{"Accept", "text/html"}});
  EXPECT_EQ(picky->status, 406);
}

TEST(stdio_session, refuses_an_id_that_is_in_use) {
  hub_bench b;
  ASSERT_TRUE(b.initialize());
  const auto first = b.post(call_body("\"x\"", "sleep"));
  const auto again = b.post(call_body("\"\\u0078\"", "echo"));
  EXPECT_EQ(again->status, 400);
  EXPECT_TRUE(again->has("-32600"));
  EXPECT_EQ(b.post_and_wait(call_body("8", "echo"))->status, 200);
  EXPECT_EQ(b.post_and_wait(call_body("8", "echo"))->status, 200);
  EXPECT_FALSE(first->is_done);
}

TEST(stdio_session, answers_all_when_the_child_dies) {
  hub_bench b;
  ASSERT_TRUE(b.initialize());
  const auto one = b.post(call_body("1", "sleep"));
  const auto two = b.post(call_body("\"two\"", "sleepy_log"));
  const auto channel = b.listen();
  const auto killer = b.post(call_body("3", "die"));
  ASSERT_TRUE(b.run_until([&] { return killer->is_done; }));
  EXPECT_TRUE(one->is_done && two->is_done && channel->is_done);
  EXPECT_TRUE(one->has("\"id\":1") && one->has("-32000")) << one->body;
  EXPECT_TRUE(two->has("\"id\":\"two\"") && two->has("exit code 3"));
  EXPECT_EQ(b.post(call_body("4", "echo"))->status, 404);
  EXPECT_EQ(b.metrics.in_flight, 0U);
  ASSERT_TRUE(b.initialize());
}

TEST(stdio_session, is_none_when_the_server_refuses_to_initialize) {
  hub_bench b;
  EXPECT_FALSE(b.initialize("refuse"));
  EXPECT_EQ(b.session, "");
  EXPECT_TRUE(b.run_until([&] { return b.metrics.children == 0; }));
  EXPECT_EQ(b.hub->sessions(), 0U);
}

TEST(stdio_session, is_none_when_the_child_cannot_start_or_dies_at_once) {
  hub_bench b;
  b.options.command.words = {"pith-no-such-program"};
  EXPECT_FALSE(b.initialize());
  EXPECT_EQ(b.hub->sessions(), 0U);
  hub_bench c;
  c.options.command.words = {"sh", "-c", "exit 9"};
  auto e = c.send("POST",
                  R"({"jsonrpc":"2.0","id":0,"method":"initialize",)"
                  R"("params":{"protocolVersion":"2025-11-25"}})",
                  {});
  ASSERT_TRUE(c.run_until([&] { return e->is_done; }));
  EXPECT_TRUE(e->has("exit code 9")) << e->body;
  EXPECT_EQ(e->field("Mcp-Session-Id"), "");
}

TEST(stdio_session, fails_a_request_that_is_not_answered_in_time) {
  hub_bench b;
  b.options.timeout = 2s;
  ASSERT_TRUE(b.initialize_at_last());
  const auto e = b.post(call_body("41", "sleep"));
  // Progress keeps it alive.
  const auto busy = b.post(call_body("42", "progress", R"({"n":6,"pause":0.5})",
                                     R"(,"_meta":{"progressToken":"t"})"));
  ASSERT_TRUE(b.run_until([&] { return e->is_done; }));
  EXPECT_TRUE(e->has("-32001") && e->has("\"id\":41")) << e->body;
  ASSERT_TRUE(b.run_until([&] { return busy->is_done; }));
  EXPECT_TRUE(busy->has("done")) << busy->body;
  const auto known = b.post_and_wait(call_body("43", "cancelled"));
  EXPECT_TRUE(known->has("[41]")) << known->body;
  // What it says of the request later does not matter.
  EXPECT_EQ(b.metrics.in_flight, 0U);
}

TEST(stdio_session, ends_when_initialize_is_not_answered_in_time) {
  hub_bench b;
  b.options.timeout = 1s;
  EXPECT_FALSE(b.initialize("silent"));
  EXPECT_TRUE(b.run_until([&] { return b.metrics.children == 0; }));
  EXPECT_EQ(b.hub->sessions(), 0U);
}

TEST(stdio_session, ends_a_request_that_its_client_cancelled) {
  hub_bench b;
  ASSERT_TRUE(b.initialize());
  const auto e = b.post(call_body("5", "sleep"));
  const auto c =
      b.post(R"({"jsonrpc":"2.0","method":"notifications/cancelled",)"
             R"("params":{"requestId":5}})");
  EXPECT_EQ(c->status, 202);
  EXPECT_TRUE(b.run_until([&] { return e->is_done; }));
  EXPECT_TRUE(b.post_and_wait(call_body("6", "cancelled"))->has("[5]"));
}

TEST(stdio_session, takes_batches_of_2025_03_26_only) {
  const std::string batch =
      "[" + call_body("1", "echo", R"({"text":"one"})") +
      R"(,{"jsonrpc":"2.0","method":"notifications/initialized"},)" +
      call_body("2", "later", R"({"s":0.1})") + "]";
  hub_bench b;
  ASSERT_TRUE(b.initialize("2025-03-26"));
  const auto e = b.post_and_wait(batch);
  EXPECT_EQ(e->status, 200);
  EXPECT_EQ(e->body.front(), '[');
  EXPECT_EQ(e->body.back(), ']');
  EXPECT_TRUE(e->has("one") && e->has("late")) << e->body;
  EXPECT_EQ(b.post_and_wait(R"([{"jsonrpc":"2.0","method":"x"}])")->status,
            202);
  EXPECT_EQ(b.post("[]")->status, 400);
  EXPECT_EQ(b.post("[1]")->status, 400);
  const auto twice =
      b.post("[" + call_body("1", "echo") + "," + call_body("1", "echo") + "]");
  EXPECT_EQ(twice->status, 400);
  ASSERT_TRUE(b.initialize("2025-06-18"));
  EXPECT_EQ(b.post(batch)->status, 400);
}

TEST(stdio_session, ends_when_it_is_idle) {
  hub_bench b;
  b.options.limits.session_idle_time = 1s;
  ASSERT_TRUE(b.initialize());
  const std::string idle = b.session;
  ASSERT_TRUE(b.initialize());
  const auto channel = b.listen();
  EXPECT_TRUE(b.run_until([&] { return !b.hub->has_session(idle); }));
  // A stream holds it longer, but not for ever.
  EXPECT_TRUE(b.hub->has_session(b.session));
  EXPECT_TRUE(b.run_until([&] { return channel->is_done; }));
  EXPECT_TRUE(b.run_until([&] { return b.metrics.children == 0; }));
}

}  // namespace
