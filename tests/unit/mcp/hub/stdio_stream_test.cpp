// SPDX-License-Identifier: MIT
// Streams of legacy sessions: which message goes where, and resumption.
#include "hub_bench.hpp"

#include <gtest/gtest.h>

#include <string>

namespace {

using namespace pith_tests;  // NOLINT(google-build-using-namespace)

const std::string token = R"(,"_meta":{"progressToken":"t"})";

TEST(stdio_stream, becomes_a_stream_with_the_first_other_message) {
  hub_bench b;
  ASSERT_TRUE(b.initialize("2025-06-18"));
  const auto e =
      b.post_and_wait(call_body("1", "progress", R"({"n":2})", token));
  EXPECT_TRUE(e->is_stream);
  EXPECT_EQ(e->field("Content-Type"), "text/event-stream");
  EXPECT_EQ(e->field("X-Accel-Buffering"), "no");
  const auto events = e->events();
  ASSERT_EQ(events.size(), 3U);
  EXPECT_NE(events[0].find("notifications/progress"), std::string::npos);
  EXPECT_NE(events[2].find("done"), std::string::npos);
  EXPECT_EQ(e->raw_events().size(), 3U);
  EXPECT_EQ(b.metrics.streams, 0U);
}

TEST(stdio_stream, is_primed_from_2025_11_25_on) {
  hub_bench b;
  ASSERT_TRUE(b.initialize("2025-11-25"));
  const auto e = b.post_and_wait(call_body("1", "log"));
  const auto events = e->raw_events();
  ASSERT_EQ(events.size(), 3U);
  EXPECT_FALSE(events[0].first.empty());
  EXPECT_EQ(events[0].second, "");
  EXPECT_NE(events[1].second.find("hello"), std::string::npos);
  EXPECT_NE(events[2].second.find("logged"), std::string::npos);
  const auto channel = b.listen();
  ASSERT_EQ(channel->raw_events().size(), 1U);
  EXPECT_NE(channel->raw_events()[0].first, events[0].first);
}

TEST(stdio_stream, answers_json_only_to_who_reads_nothing_else) {
  hub_bench b;
  ASSERT_TRUE(b.initialize());
  const auto e =
      b.send("POST", call_body("1", "log"),
             {{"Mcp-Session-Id", b.session}, {"Accept", "application/json"}});
  ASSERT_TRUE(b.run_until([&] { return e->is_done; }));
  EXPECT_FALSE(e->is_stream);
  EXPECT_TRUE(e->has("logged"));
  // The message waited for a channel.
  EXPECT_TRUE(b.listen()->has("hello"));
  const auto stream = b.send(
      "POST", call_body("2", "echo"),
      {{"Mcp-Session-Id", b.session}, {"Accept", "text/event-stream;q=1"}});
  ASSERT_TRUE(b.run_until([&] { return stream->is_done; }));
  EXPECT_TRUE(stream->is_stream);
  EXPECT_EQ(stream->events().size(), 1U);
}

TEST(stdio_stream, carries_requests_of_the_server_and_their_answers) {
  hub_bench b;
  ASSERT_TRUE(b.initialize());
  const auto channel = b.listen();
  const auto e = b.post(call_body("1", "ask"));
  ASSERT_TRUE(b.run_until([&] { return e->has("elicitation/create"); }));
  EXPECT_FALSE(channel->has("elicitation"));
  const auto reply =
      b.post(R"({"jsonrpc":"2.0","id":"srv-1","result":{"action":"accept"}})");
  EXPECT_EQ(reply->status, 202);
  ASSERT_TRUE(b.run_until([&] { return e->is_done; }));
  EXPECT_TRUE(e->has("accept"));
}

TEST(stdio_stream, routes_progress_by_its_token) {
  hub_bench b;
  ASSERT_TRUE(b.initialize());
  const auto quiet = b.post(call_body("1", "sleep"));
  const auto channel = b.listen();
  const auto busy = b.post_and_wait(call_body(
      "2", "progress", R"({"n":3})", R"(,"_meta":{"progressToken":17})"));
  EXPECT_EQ(busy->events().size(), 4U);
  EXPECT_FALSE(quiet->is_stream);
  EXPECT_TRUE(channel->events().empty());
}

TEST(stdio_stream, sends_what_belongs_to_no_request_on_one_channel) {
  hub_bench b;
  ASSERT_TRUE(b.initialize());
  const auto one = b.listen();
  const auto two = b.listen();
  EXPECT_EQ(b.metrics.streams, 2U);
  b.post_and_wait(call_body("1", "notify_after", R"({"n":5})"));
  ASSERT_TRUE(b.run_until(
      [&] { return one->events().size() + two->events().size() == 5; }));
  b.run_for(50ms);
  EXPECT_EQ(one->events().size() + two->events().size(), 5U);
}

TEST(stdio_stream, keeps_messages_until_a_channel_opens) {
  hub_bench b;
  ASSERT_TRUE(b.initialize());
  b.post_and_wait(call_body("1", "notify_after", R"({"n":300})"));
  b.post_and_wait(call_body("2", "echo"));  // so all of them have come
  const auto channel = b.listen();
  const auto events = channel->events();
  // The oldest went.
  ASSERT_EQ(events.size(), 256U);
  EXPECT_NE(events.front().find("u:44"), std::string::npos);
  EXPECT_NE(events.back().find("u:299"), std::string::npos);
  // Only once.
  EXPECT_TRUE(b.listen()->events().empty());
}

TEST(stdio_stream, tells_a_server_when_its_question_is_lost) {
  hub_bench b;
  ASSERT_TRUE(b.initialize());
  const auto e =
      b.send("POST", call_body("1", "ask_and_forget", R"({"n":300})"),
             {{"Mcp-Session-Id", b.session}, {"Accept", "application/json"}});
  ASSERT_TRUE(b.run_until([&] { return e->is_done; }));
  EXPECT_TRUE(e->has("does not listen")) << e->body;
}

TEST(stdio_stream, resumes_a_channel_after_the_last_event) {
  hub_bench b;
  ASSERT_TRUE(b.initialize());
  const auto first = b.listen();
  b.post_and_wait(call_body("1", "notify_after", R"({"n":4})"));
  ASSERT_TRUE(b.run_until([&] { return first->events().size() == 4; }));
  const auto seen = first->raw_events();
  first->vanish();
  b.run_for(20ms);
  EXPECT_EQ(b.metrics.streams, 0U);
  b.post_and_wait(call_body("2", "notify_after", R"({"n":1})"));
  b.post_and_wait(call_body("3", "echo"));  // so it has come
  const auto again = b.listen(seen[2].first);
  const auto events = again->events();
  ASSERT_EQ(events.size(), 3U);
  EXPECT_NE(events[0].find("u:2"), std::string::npos);
  EXPECT_NE(events[1].find("u:3"), std::string::npos);
  EXPECT_NE(events[2].find("u:0"), std::string::npos);
  // It is the same stream: ids go on.
  EXPECT_EQ(again->raw_events()[0].first, seen[3].first);
}

TEST(stdio_stream, replaces_a_connection_that_was_not_known_to_be_dead) {
  hub_bench b;
  ASSERT_TRUE(b.initialize());
  const auto first = b.listen();
  const std::string id = first->raw_events()[0].first;
  const auto again = b.listen(id);
  EXPECT_TRUE(first->is_aborted);
  EXPECT_EQ(b.metrics.streams, 1U);
  first->vanish();
  b.post_and_wait(call_body("1", "notify_after"));
  EXPECT_TRUE(b.run_until([&] { return again->events().size() == 1; }));
}

TEST(stdio_stream, keeps_the_answer_for_a_client_that_comes_back) {
  hub_bench b;
  ASSERT_TRUE(b.initialize());
  const auto e =
      b.post(call_body("1", "progress", R"({"n":2,"pause":0.15})", token));
  ASSERT_TRUE(b.run_until([&] { return e->events().size() == 1; }));
  const std::string last = e->raw_events().back().first;
  e->vanish();
  // It is not cancelled, and done by now: the server does one after the other.
  EXPECT_TRUE(b.post_and_wait(call_body("2", "cancelled"))->has(R"("[]")"));
  const auto other = b.listen();
  EXPECT_TRUE(other->events().empty());
  const auto again = b.listen(last);
  const auto events = again->events();
  ASSERT_EQ(events.size(), 2U);
  EXPECT_NE(events[0].find("progress"), std::string::npos);
  EXPECT_NE(events[1].find("done"), std::string::npos);
  EXPECT_TRUE(again->is_done);
}

TEST(stdio_stream, goes_on_live_when_the_answer_is_not_there_yet) {
  hub_bench b;
  ASSERT_TRUE(b.initialize());
  const auto e =
      b.post(call_body("1", "progress", R"({"n":3,"pause":0.15})", token));
  ASSERT_TRUE(b.run_until([&] { return e->events().size() == 1; }));
  const std::string last = e->raw_events().back().first;
  e->vanish();
  b.run_for(10ms);
  const auto again = b.listen(last);
  EXPECT_FALSE(again->is_done);
  ASSERT_TRUE(b.run_until([&] { return again->is_done; }));
  EXPECT_EQ(again->events().size(), 3U);
}

TEST(stdio_stream, opens_a_channel_for_an_event_nobody_knows) {
  hub_bench b;
  ASSERT_TRUE(b.initialize());
  for (const std::string id : {"999-1", "nonsense", "1-99999999999999999999"}) {
    const auto e = b.listen(id);
    EXPECT_TRUE(e->is_stream);
    EXPECT_FALSE(e->is_done);
    EXPECT_EQ(e->raw_events().size(), 1U);
  }
}

TEST(stdio_stream, never_replays_the_stream_of_another_session) {
  hub_bench b;
  ASSERT_TRUE(b.initialize());
  const auto mine = b.listen();
  b.post_and_wait(call_body("1", "notify_after", R"({"n":3})"));
  ASSERT_TRUE(b.run_until([&] { return mine->events().size() == 3; }));
  const std::string id = mine->raw_events()[0].first;
  ASSERT_TRUE(b.initialize());
  EXPECT_TRUE(b.listen(id)->events().empty());
}

TEST(stdio_stream, shows_signs_of_life) {
  hub_bench b;
  b.options.heartbeat = 100ms;
  ASSERT_TRUE(b.initialize());
  const auto channel = b.listen();
  const auto slow = b.post(call_body("1", "later", R"({"s":1})"));
  const auto plain =
      b.send("POST", call_body("2", "later", R"({"s":1})"),
             {{"Mcp-Session-Id", b.session}, {"Accept", "application/json"}});
  ASSERT_TRUE(b.run_until([&] { return slow->is_done && plain->is_done; }));
  EXPECT_TRUE(channel->has(":\n\n"));
  EXPECT_TRUE(slow->is_stream);
  EXPECT_TRUE(slow->has(":\n\n") && slow->has("late"));
  EXPECT_FALSE(plain->is_stream);
  EXPECT_TRUE(plain->has("late"));
}

TEST(stdio_stream, refuses_more_streams_than_allowed) {
  hub_bench b;
  b.options.limits.streams_per_client = 2;
  ASSERT_TRUE(b.initialize());
  const auto one = b.listen();
  const auto two = b.listen();
  const auto three = b.listen();
  EXPECT_EQ(three->status, 429);
  EXPECT_TRUE(three->has("\"error\""));
  one->vanish();
  b.run_for(20ms);
  EXPECT_TRUE(b.listen()->is_stream);
  const auto html = b.send(
      "GET", "", {{"Mcp-Session-Id", b.session}, {"Accept", "text/html"}});
  EXPECT_EQ(html->status, 406);
}

TEST(stdio_stream, does_not_read_the_child_while_a_client_is_slow) {
  hub_bench b;
  ASSERT_TRUE(b.initialize());
  const auto channel = b.listen();
  channel->waiting = 100U << 20U;
  b.post_and_wait(call_body("1", "notify_after", R"({"n":1})"));
  ASSERT_TRUE(b.run_until([&] { return channel->drained != nullptr; }));
  const auto e = b.post(call_body("2", "echo"));
  b.run_for(100ms);
  EXPECT_FALSE(e->is_done);
  channel->waiting = 0;
  channel->drained();
  EXPECT_TRUE(b.run_until([&] { return e->is_done; }));
}

}  // namespace
