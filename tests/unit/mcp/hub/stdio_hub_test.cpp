// SPDX-License-Identifier: MIT
// Limits, retirement and the end of a hub.
#include "mcp/hub/stdio_hub.hpp"

#include "hub_bench.hpp"
#include "mcp/interpret/slow_lane.hpp"
#include "watched_child.hpp"

#include <gtest/gtest.h>

#include <sys/wait.h>

#include <cerrno>
#include <future>
#include <string>

namespace {

using namespace pith_tests;  // NOLINT(google-build-using-namespace)

const std::string modern_ping =
    R"({"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{)"
    R"("io.modelcontextprotocol/protocolVersion":"2026-07-28"}}})";
const http_fields modern_fields{{"MCP-Protocol-Version", "2026-07-28"},
                                {"Mcp-Method", "tools/list"}};

TEST(stdio_hub, ids_of_sessions_tell_the_replica) {
  hub_bench alone;
  ASSERT_TRUE(alone.initialize());
  EXPECT_EQ(alone.session.find('.'), std::string::npos);
  hub_bench b;
  b.options.replica = "b-2";
  ASSERT_TRUE(b.initialize());
  const std::string end = ".b-2";
  ASSERT_GT(b.session.size(), end.size() + 16);
  EXPECT_EQ(b.session.substr(b.session.size() - end.size()), end);
  EXPECT_TRUE(b.hub->has_session(b.session));
}

TEST(stdio_hub, refuses_more_sessions_than_allowed) {
  hub_bench b;
  b.options.limits.sessions = 1;
  ASSERT_TRUE(b.initialize());
  const std::string first = b.session;
  const auto e = b.send("POST",
                        R"({"jsonrpc":"2.0","id":8,"method":"initialize",)"
                        R"("params":{"protocolVersion":"2025-11-25"}})",
                        {});
  EXPECT_EQ(e->status, 503);
  EXPECT_TRUE(e->has("\"id\":8") && e->has("\"error\""));
  EXPECT_NE(e->field("Retry-After"), "");
  b.send("DELETE", "", {{"Mcp-Session-Id", first}});
  EXPECT_TRUE(b.initialize());
}

TEST(stdio_hub, refuses_more_children_than_allowed) {
  hub_bench b;
  b.options.limits.children = 1;
  ASSERT_TRUE(b.initialize());
  EXPECT_FALSE(b.initialize());
  const auto e = b.send("POST", modern_ping, modern_fields);
  EXPECT_EQ(e->status, 503);
  EXPECT_TRUE(e->has("too many children"));
  EXPECT_EQ(b.metrics.children, 1U);
}

TEST(stdio_hub, refuses_more_open_requests_than_allowed) {
  hub_bench b;
  b.options.limits.in_flight = 2;
  ASSERT_TRUE(b.initialize());
  const auto one = b.post(call_body("1", "sleep"));
  const auto two = b.post(call_body("2", "sleep"));
  EXPECT_EQ(b.post(call_body("3", "echo"))->status, 503);
  EXPECT_EQ(b.send("POST", modern_ping, modern_fields)->status, 503);
  EXPECT_GE(b.metrics.requests_refused, 2U);
  // Notifications and answers are not requests.
  EXPECT_EQ(b.post(R"({"jsonrpc":"2.0","method":"notifications/x"})")->status,
            202);
}

TEST(stdio_hub, refuses_when_the_child_takes_nothing) {
  hub_bench b;
  // It answers initialize and reads no more.
  b.options.command.words = {
      "sh", "-c",
      R"(read x; echo '{"jsonrpc":"2.0","id":0,"result":)"
      R"({"protocolVersion":"2025-11-25"}}'; sleep 60)"};
  ASSERT_TRUE(b.initialize());
  const std::string large =
      R"({"text":")" + std::string(12U << 20U, 'x') + R"("})";
  int status = 0;
  for (int i = 1; i < 6 && status == 0; ++i) {
    status = b.post(call_body(std::to_string(i), "echo", large))->status;
  }
  EXPECT_EQ(status, 503);
}

TEST(stdio_hub, stops_all_children) {
  hub_bench b;
  ASSERT_TRUE(b.initialize());
  ASSERT_TRUE(b.initialize());
  const auto open = b.post(call_body("1", "sleep"));
  const auto channel = b.listen();
  const auto modern = b.send("POST", modern_ping, modern_fields);
  ASSERT_TRUE(b.run_until([&] { return modern->is_done; }));
  EXPECT_EQ(b.metrics.children, 3U);
  bool is_over = false;
  b.hub->stop([&] { is_over = true; });
  EXPECT_FALSE(is_over);
  EXPECT_TRUE(open->is_done && channel->is_done);
  ASSERT_TRUE(b.run_until([&] { return is_over; }));
  EXPECT_EQ(b.metrics.children, 0U);
  EXPECT_EQ(b.metrics.sessions, 0U);
  EXPECT_EQ(b.metrics.streams, 0U);
  EXPECT_EQ(b.metrics.in_flight, 0U);
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
  // Nothing new.
  EXPECT_FALSE(b.initialize());
  bool again = false;
  b.hub->stop([&] { again = true; });
  EXPECT_TRUE(again);
}

TEST(stdio_hub, stops_children_that_do_not_want_to) {
  hub_bench b;
  b.options.command.words = {
      "sh", "-c",
      R"(trap '' TERM; read x; echo '{"jsonrpc":"2.0","id":0,"result":)"
      R"({"protocolVersion":"2025-11-25"}}'; while :; do sleep 1; done)"};
  ASSERT_TRUE(b.initialize());
  bool is_over = false;
  b.hub->stop([&] { is_over = true; });
  EXPECT_TRUE(b.run_until([&] { return is_over; }));
}

TEST(stdio_hub, retires_with_its_last_session) {
  hub_bench b;
  ASSERT_TRUE(b.initialize());
  const std::string kept = b.session;
  const auto listen = b.send(
      "POST",
      R"({"jsonrpc":"2.0","id":4,"method":"subscriptions/listen","params":{)"
      R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}})",
      {{"MCP-Protocol-Version", "2026-07-28"},
       {"Mcp-Method", "subscriptions/listen"}});
  ASSERT_TRUE(b.run_until([&] { return listen->is_stream; }));
  bool is_over = false;
  b.hub->retire([&] { is_over = true; });
  // Subscriptions end in good order, to be renewed elsewhere.
  EXPECT_TRUE(listen->is_done && listen->has("complete"));
  EXPECT_EQ(b.send("POST", modern_ping, modern_fields)->status, 503);
  EXPECT_FALSE(b.initialize());
  b.session = kept;
  EXPECT_TRUE(b.hub->has_session(kept));
  EXPECT_EQ(b.post_and_wait(call_body("1", "echo"))->status, 200);
  EXPECT_FALSE(is_over);
  b.send("DELETE", "", {{"Mcp-Session-Id", kept}});
  EXPECT_TRUE(b.run_until([&] { return is_over; }));
  EXPECT_EQ(b.metrics.children, 0U);
}

TEST(stdio_hub, retires_when_its_sessions_are_idle_and_not_before) {
  hub_bench b;
  b.options.limits.session_idle_time = 2s;
  ASSERT_TRUE(b.initialize());
  bool is_over = false;
  b.hub->retire([&] { is_over = true; });
  const auto until = std::chrono::steady_clock::now() + 4s;
  while (std::chrono::steady_clock::now() < until) {
    b.post(R"({"jsonrpc":"2.0","method":"notifications/x"})");
    b.run_for(50ms);
  }
  EXPECT_FALSE(is_over);
  EXPECT_TRUE(b.run_until([&] { return is_over; }));
}

TEST(stdio_hub, tells_of_its_retirement_when_it_is_stopped_in_between) {
  hub_bench b;
  ASSERT_TRUE(b.initialize());
  int over = 0;
  b.hub->retire([&] { ++over; });
  b.hub->stop([&] { ++over; });
  EXPECT_TRUE(b.run_until([&] { return over == 2; }));
}

TEST(stdio_hub, retires_at_once_without_sessions) {
  hub_bench b;
  bool is_over = false;
  b.start().retire([&] { is_over = true; });
  EXPECT_TRUE(is_over);
}

TEST(stdio_hub, leaves_nothing_open) {
  const std::size_t before = open_descriptors();
  {
    hub_bench b;
    for (int i = 0; i < 5; ++i) ASSERT_TRUE(b.initialize());
    const auto e = b.send("POST", modern_ping, modern_fields);
    ASSERT_TRUE(b.run_until([&] { return e->is_done; }));
    bool is_over = false;
    b.hub->stop([&] { is_over = true; });
    ASSERT_TRUE(b.run_until([&] { return is_over; }));
  }
  EXPECT_EQ(open_descriptors(), before);
}

TEST(stdio_hub, drops_lines_of_the_child_that_are_no_messages) {
  hub_bench b;
  b.options.command.words = {
      "sh", "-c",
      R"(echo hello; echo '{"a":1}'; echo oops >&2; read x; )"
      R"(echo '{"jsonrpc":"2.0","id":0,"result":)"
      R"({"protocolVersion":"2025-11-25"}}'; cat >/dev/null)"};
  EXPECT_TRUE(b.initialize());
  EXPECT_NE(b.log.find("no message: hello"), std::string::npos);
  // It comes by another pipe, perhaps after the answer.
  EXPECT_TRUE(
      b.run_until([&] { return b.log.find("oops") != std::string::npos; }));
}

TEST(stdio_hub, rewrites_results_by_its_policy) {
  hub_bench b;
  b.server->policy.deny = {"echo"};
  ASSERT_TRUE(b.initialize());
  const auto denied = b.post_and_wait(call_body("1", "echo"));
  EXPECT_TRUE(denied->has("-32602")) << denied->body;
  const auto list =
      b.post_and_wait(R"({"jsonrpc":"2.0","id":2,"method":"tools/list"})");
  EXPECT_FALSE(list->has("echo")) << list->body;
}

TEST(stdio_hub, rewrites_large_answers_aside) {
  hub_bench b;
  b.options.lane = std::make_shared<pith::mcp::slow_lane>();
  ASSERT_TRUE(b.initialize());
  const std::string large =
      R"({"text":")" + std::string(400'000, 'x') + R"("})";
  const auto legacy = b.post(call_body("1", "echo", large));
  const auto modern = b.send(
      "POST",
      R"({"jsonrpc":"2.0","id":"m","method":"tools/call","params":{"name":)"
      R"("echo","arguments":)" +
          large +
          R"(,"_meta":{"io.modelcontextprotocol/protocolVersion":)"
          R"("2026-07-28"}}})",
      {{"MCP-Protocol-Version", "2026-07-28"},
       {"Mcp-Method", "tools/call"},
       {"Mcp-Name", "echo"}});
  // The child ends before they are rewritten, perhaps: they arrive all the
  // same.
  b.post(call_body("2", "die"));
  ASSERT_TRUE(b.run_until([&] { return legacy->is_done && modern->is_done; }));
  EXPECT_GT(legacy->body.size(), 400'000U);
  EXPECT_GT(modern->body.size(), 400'000U);
  EXPECT_TRUE(modern->has(R"("id": "m")"));
}

/// A request is in flight until its answer is there, wherever that waits.
TEST(stdio_hub, counts_answers_that_are_rewritten_aside) {
  hub_bench b;
  b.options.lane = std::make_shared<pith::mcp::slow_lane>();
  std::promise<void> go;
  b.options.lane->run(b.server, 0, [&go](pith::mcp::message_interpreter&) {
    go.get_future().wait();
  });
  ASSERT_TRUE(b.initialize());
  const auto slow = b.post(call_body(
      "1", "echo", R"({"text":")" + std::string(400'000, 'x') + R"("})"));
  EXPECT_EQ(b.post_and_wait(call_body("2", "echo"))->status, 200);
  EXPECT_FALSE(slow->is_done);
  EXPECT_EQ(b.metrics.in_flight, 1U);
  go.set_value();
  ASSERT_TRUE(b.run_until([&] { return slow->is_done; }));
  EXPECT_TRUE(b.run_until([&] { return b.metrics.in_flight == 0; }));
}

TEST(stdio_hub, says_so_when_it_is_not_set_up) {
  hub_bench b;
  b.server->policy.tokenizer = "no such tokenizer";
  EXPECT_FALSE(b.initialize());
  EXPECT_EQ(b.send("POST", modern_ping, modern_fields)->status, 500);
}

/// Those of others do not notice.
TEST(stdio_hub, ends_what_a_principal_has_open) {
  hub_bench b;
  ASSERT_TRUE(b.initialize("2025-11-25", "bob"));
  const std::string of_bob = b.session;
  const auto stream = b.send(
      "GET", "", {{"Mcp-Session-Id", of_bob}, {"Accept", "text/event-stream"}},
      "bob");
  const auto asleep = b.send("POST", call_body("7", "sleep"),
                             {{"Mcp-Session-Id", of_bob}}, "bob");
  ASSERT_TRUE(b.initialize());
  b.run_for(50ms);
  b.hub->keep_only([](const pith::mcp::caller_identity& who) {
    return who.principal != "bob";
  });
  EXPECT_TRUE(b.run_until([&] { return asleep->is_done && stream->is_done; }));
  EXPECT_TRUE(asleep->has("the rules of the gateway have changed"));
  EXPECT_FALSE(b.hub->has_session(of_bob));
  EXPECT_EQ(b.post_and_wait(call_body("1", "echo"))->status, 200);
}

/// A session ends with the proof of who has it, unless it is proven again.
TEST(stdio_hub, ends_what_is_open_when_its_proof_does) {
  hub_bench b;
  b.options.tick = 20ms;
  const auto until = [](std::chrono::milliseconds time) {
    pith::mcp::caller_identity who;
    who.principal = "me";
    who.expires = pith::mcp::caller_identity::clock::now() + time;
    return std::make_shared<const pith::mcp::caller_identity>(std::move(who));
  };
  b.whose = until(60s);
  ASSERT_TRUE(b.initialize());
  const std::string lasting = b.session;
  b.whose = until(1s);
  // A shorter proof does not end what a longer one keeps.
  EXPECT_EQ(b.post_and_wait(call_body("1", "echo"))->status, 200);
  bool is_begun = false;
  for (int tries = 1; tries < 30 && !is_begun; ++tries) {
    b.whose = until(tries * 500ms);  // a busy machine takes its time
    is_begun = b.initialize();
  }
  ASSERT_TRUE(is_begun);
  const std::string passing = b.session;
  EXPECT_TRUE(b.run_until([&] { return !b.hub->has_session(passing); }));
  EXPECT_TRUE(b.hub->has_session(lasting));
  b.whose = until(60s);
  EXPECT_EQ(b.post_and_wait(call_body("2", "echo"))->status, 404);
}

/// A server may have been told of the groups.
TEST(stdio_hub, a_session_is_of_a_caller_with_its_groups) {
  hub_bench b;
  const auto in = [](std::vector<std::string> groups) {
    pith::mcp::caller_identity who;
    who.principal = "me";
    who.groups = std::move(groups);
    return std::make_shared<const pith::mcp::caller_identity>(std::move(who));
  };
  b.whose = in({"dev", "ops"});
  ASSERT_TRUE(b.initialize());
  EXPECT_EQ(b.post_and_wait(call_body("1", "echo"))->status, 200);
  b.whose = in({"dev"});
  EXPECT_EQ(b.post_and_wait(call_body("2", "echo"))->status, 404);
}

TEST(stdio_hub, counts_calls_that_end_without_an_answer) {
  hub_bench b;
  b.options.timeout = 3s;
  ASSERT_TRUE(b.initialize_at_last());
  EXPECT_TRUE(b.post_and_wait(call_body("1", "sleep"))->has("in time"));
  b.post(call_body("2", "later", R"({"s":30})"));
  b.post(R"({"jsonrpc":"2.0","method":"notifications/cancelled",)"
         R"("params":{"requestId":2}})");
  const auto dead = b.post_and_wait(call_body("3", "die"));
  EXPECT_TRUE(dead->has("gone"));
  b.run_until([&] { return b.metrics.in_flight == 0; });
  const std::string text = b.metrics.prometheus();
  for (const std::string tool : {"sleep", "later", "die"}) {
    const std::string labels =
        "{server=\"scripted\",tool=\"" + tool + "\"} 1\n";
    EXPECT_NE(text.find("pith_calls_total" + labels), std::string::npos)
        << tool;
    EXPECT_NE(text.find("pith_call_failures_total" + labels), std::string::npos)
        << tool;
  }
  EXPECT_NE(text.find("reason=\"timeout\"} 1"), std::string::npos) << text;
  EXPECT_NE(text.find("reason=\"gone\"}"), std::string::npos) << text;
}

}  // namespace
