// SPDX-License-Identifier: MIT
/// @file
/// Which spans come of what passes between a client and a server, and what the
/// server is told.
#include "mcp/interpret/conversation.hpp"
#include "mcp/raw_json/json_span.hpp"
#include "mcp/state/memory_store.hpp"
#include "mcp/trace/carried_context.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace {

using namespace pith::mcp;  // NOLINT(google-build-using-namespace): a test

constexpr std::string_view remote =
    "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

std::string call(std::string_view id, std::string_view tool,
                 std::string_view meta = "{}") {
  return R"({"jsonrpc":"2.0","id":)" + std::string(id) +
         R"(,"method":"tools/call","params":{"name":)" + quoted_json(tool) +
         R"(,"arguments":{"q":1},"_meta":)" + std::string(meta) + "}}";
}

std::string answer(std::string_view id, std::string_view rest) {
  return R"({"jsonrpc":"2.0","id":)" + std::string(id) + "," +
         std::string(rest) + "}";
}

class traced_talk : public testing::Test {
 protected:
  void SetUp() override {
    server->name = "files";
    server->pages = &pages;
    server->metrics = &metrics;
    server->traces = traces;
    server->policy.deny = {"forbidden"};
    server->policy.more = true;
    interpreter = message_interpreter::make(server);
    ASSERT_TRUE(interpreter);
    talk = std::make_unique<conversation>(*interpreter, caller{});
    traces->turn_on(1, principal_form::none);
  }

  /// What the server is sent.
  std::string ask(std::string_view text) {
    talk->from_client(text, last);
    return std::string(last.forward);
  }

  static std::string attribute(const trace_span& one, std::string_view key) {
    for (const auto& [name, value] : one.attributes) {
      if (name != key) continue;
      const auto* const text = std::get_if<std::string>(&value);
      return text != nullptr ? *text : std::to_string(std::get<1>(value));
    }
    return "none";
  }

  gateway_metrics metrics;
  memory_store pages;
  std::shared_ptr<tracer> traces = std::make_shared<tracer>(&metrics);
  std::shared_ptr<server_state> server = std::make_shared<server_state>();
  std::unique_ptr<message_interpreter> interpreter;
  std::unique_ptr<conversation> talk;
  handled_message last;
};

TEST_F(traced_talk, a_call_and_its_answer) {
  const std::string sent =
      ask(call("1", "find",
               R"({"traceparent":")" + std::string(remote) + R"(","k":2})"));
  const auto m = read_message(sent);
  ASSERT_TRUE(m);
  const auto told = context_of(*m);
  ASSERT_TRUE(told && last.trace);
  EXPECT_EQ(*told, last.trace->passed_on());
  EXPECT_EQ(find_path(m->params, {"_meta", "k"}), "2");
  EXPECT_EQ(find_path(m->params, {"arguments", "q"}), "1");
  static_cast<void>(talk->from_server(
      answer("1", R"("result":{"content":[{"type":"text","text":"a b c"}]})")));
  const auto spans = traces->queue().take();
  ASSERT_EQ(spans.size(), 2U);
  EXPECT_EQ(spans[0].own.span, told->span);
  EXPECT_EQ(spans[1].parent, read_traceparent(remote)->span);
  EXPECT_EQ(attribute(spans[1], "pith.tokens.before"), "3");
  EXPECT_EQ(attribute(spans[1], "error.type"), "none");
}

TEST_F(traced_talk, failures_have_their_types) {
  ask(call("1", "find"));
  static_cast<void>(talk->from_server(
      answer("1", R"("error":{"code":-32603,"message":"secret"})")));
  ask(call("2", "find"));
  static_cast<void>(talk->from_server(
      answer("2", R"("result":{"content":[],"isError":true})")));
  ask(call("3", "find"));
  talk->lose_all(call_outcome::timeout, "secret");
  ask(call("4", "forbidden"));
  const auto spans = traces->queue().take();
  ASSERT_EQ(spans.size(), 7U);
  std::vector<std::string> types;
  for (const trace_span& one : spans) {
    if (one.kind == span_kind::server) {
      types.push_back(attribute(one, "error.type"));
      EXPECT_TRUE(one.is_error);
    }
    for (const auto& [key, value] : one.attributes) {
      const auto* const text = std::get_if<std::string>(&value);
      EXPECT_FALSE(text != nullptr && *text == "secret") << key;
    }
  }
  EXPECT_EQ(types, (std::vector<std::string>{"-32603", "tool_error", "timeout",
                                             "-32602"}));
}

TEST_F(traced_talk, other_methods_too) {
  const std::string sent =
      ask(R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})");
  EXPECT_NE(sent.find("traceparent"), sent.npos);
  static_cast<void>(talk->from_server(answer("1", R"("result":{"tools":[]})")));
  const auto spans = traces->queue().take();
  ASSERT_EQ(spans.size(), 2U);
  EXPECT_EQ(spans[0].name, "tools/list");
  // Notifications are not.
  const std::string note =
      R"({"jsonrpc":"2.0","method":"notifications/initialized"})";
  EXPECT_EQ(ask(note), note);
  EXPECT_EQ(traces->queue().size(), 0U);
}

TEST_F(traced_talk, what_is_stripped_and_what_is_added_are_both_there) {
  const std::string sent = ask(call(
      "1", "find", R"({"pith/result-encoding":{"formats":["gcf"]},"k":1})"));
  EXPECT_EQ(sent.find("pith/result-encoding"), sent.npos) << sent;
  EXPECT_NE(sent.find("traceparent"), sent.npos) << sent;
}

TEST_F(traced_talk, nothing_changes_while_it_is_off) {
  traces->turn_off();
  const std::string text =
      call("1", "find", R"({"traceparent":")" + std::string(remote) + R"("})");
  EXPECT_EQ(ask(text), text);
  EXPECT_EQ(last.trace, nullptr);
  static_cast<void>(
      talk->from_server(answer("1", R"("result":{"content":[]})")));
  EXPECT_EQ(traces->queue().size(), 0U);
}

TEST_F(traced_talk, an_endpoint_has_only_the_span_to_its_client) {
  server->is_endpoint = true;
  const std::string text = call("1", "files__find");
  EXPECT_EQ(ask(text), text);
  static_cast<void>(
      talk->from_server(answer("1", R"("result":{"content":[]})")));
  const auto spans = traces->queue().take();
  ASSERT_EQ(spans.size(), 1U);
  EXPECT_EQ(spans[0].kind, span_kind::server);
}

}  // namespace
