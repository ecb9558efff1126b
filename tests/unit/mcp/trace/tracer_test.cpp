// SPDX-License-Identifier: MIT
/// @file
/// Which spans become of calls: their ids, parents, names and attributes.
#include "mcp/trace/tracer.hpp"

#include "mcp/observe/metrics.hpp"
#include "mcp/trace/traced_call.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

namespace {

using namespace pith::mcp;  // NOLINT(google-build-using-namespace): a test

constexpr std::string_view remote =
    "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
constexpr std::string_view remote_http =
    "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

std::string request_with(std::string_view meta) {
  return R"({"jsonrpc":"2.0","id":"a7","method":"tools/call","params":)"
         R"({"name":"find","arguments":{"secret":1},"_meta":{)" +
         std::string(meta) + "}}}";
}

std::string parented(std::string_view parent) {
  return request_with(R"("traceparent":")" + std::string(parent) +
                      R"(","tracestate":"v=1")");
}

class tracer_test : public testing::Test {
 protected:
  void SetUp() override { made->turn_on(1, principal_form::none); }

  std::shared_ptr<traced_call> begin(std::string text, call_facts more) {
    texts.push_back(std::move(text));
    const auto m = read_message(texts.back());
    EXPECT_TRUE(m);
    const call_facts facts{.request = m.value(),
                           .server = "files",
                           .tool = "find",
                           .principal = more.principal,
                           .session = more.session,
                           .transport = "pipe",
                           .is_endpoint = more.is_endpoint,
                           .since = std::chrono::steady_clock::now(),
                           .heard = more.heard,
                           .within = more.within};
    return made->begin(facts);
  }
  std::shared_ptr<traced_call> begin(std::string text) {
    return begin(std::move(text), call_facts{.request = nothing});
  }

  std::vector<trace_span> spans() { return made->queue().take(); }

  static std::map<std::string, std::string> attributes(const trace_span& one) {
    std::map<std::string, std::string> all;
    for (const auto& [key, value] : one.attributes) {
      const auto* const text = std::get_if<std::string>(&value);
      all[std::string(key)] =
          text != nullptr ? *text : std::to_string(std::get<1>(value));
    }
    return all;
  }

  static std::string text(const span_id& id) {
    return {reinterpret_cast<const char*>(id.data()), id.size()};
  }

  gateway_metrics metrics;
  std::shared_ptr<tracer> made = std::make_shared<tracer>(&metrics);
  message nothing{};
  std::vector<std::string> texts;
};

TEST_F(tracer_test, a_call_has_a_span_to_each_side) {
  const auto call = begin(parented(remote));
  EXPECT_TRUE(call->is_recorded());
  EXPECT_FALSE(call->is_in_message());
  const trace_context next = call->passed_on();
  EXPECT_EQ(next.trace, read_traceparent(remote)->trace);
  EXPECT_EQ(next.state, "v=1");
  call->answered();
  call->note_tokens(100, 40);
  call->end({});
  call->end("twice");
  const auto all = spans();
  ASSERT_EQ(all.size(), 2U);
  const trace_span& client = all[0];
  const trace_span& server = all[1];
  EXPECT_EQ(server.kind, span_kind::server);
  EXPECT_EQ(client.kind, span_kind::client);
  EXPECT_EQ(server.parent, read_traceparent(remote)->span);
  EXPECT_TRUE(server.is_parent_remote);
  EXPECT_EQ(client.parent, server.own.span);
  EXPECT_FALSE(client.is_parent_remote);
  EXPECT_EQ(client.own.span, next.span);
  EXPECT_EQ(client.own.trace, server.own.trace);
  EXPECT_EQ(server.name, "tools/call find");
  EXPECT_LE(server.begin, server.end);
  EXPECT_LE(client.end, server.end);
  EXPECT_FALSE(server.is_error);
  const std::map<std::string, std::string> to_client{
      {"gen_ai.operation.name", "execute_tool"},
      {"gen_ai.tool.name", "find"},
      {"jsonrpc.request.id", "a7"},
      {"mcp.method.name", "tools/call"},
      {"network.transport", "tcp"},
      {"pith.server", "files"},
      {"pith.tokens.after", "40"},
      {"pith.tokens.before", "100"}};
  EXPECT_EQ(attributes(server), to_client);
  const std::map<std::string, std::string> to_server{
      {"gen_ai.operation.name", "execute_tool"},
      {"gen_ai.tool.name", "find"},
      {"mcp.method.name", "tools/call"},
      {"network.transport", "pipe"},
      {"pith.server", "files"}};
  EXPECT_EQ(attributes(client), to_server);
}

TEST_F(tracer_test, the_message_comes_before_the_head) {
  const http_fields fields{{"traceparent", std::string(remote_http)},
                           {"MCP-Protocol-Version", "2025-11-25"}};
  const auto heard = made->hear(fields);
  begin(parented(remote), {.request = nothing, .heard = heard.get()})->end({});
  const auto both = spans();
  EXPECT_EQ(both[1].parent, read_traceparent(remote)->span);
  ASSERT_TRUE(both[1].link);
  EXPECT_EQ(both[1].link->span, read_traceparent(remote_http)->span);
  EXPECT_FALSE(both[0].link);
  EXPECT_EQ(attributes(both[1])["mcp.protocol.version"], "2025-11-25");
  begin(request_with(""), {.request = nothing, .heard = heard.get()})->end({});
  const auto head = spans();
  EXPECT_EQ(head[1].parent, read_traceparent(remote_http)->span);
  EXPECT_FALSE(head[1].link);
}

TEST_F(tracer_test, the_same_in_both_is_not_a_link) {
  const http_fields fields{{"traceparent", std::string(remote)},
                           {"tracestate", "v=1"}};
  const auto heard = made->hear(fields);
  begin(parented(remote), {.request = nothing, .heard = heard.get()})->end({});
  EXPECT_FALSE(spans()[1].link);
}

TEST_F(tracer_test, a_parent_that_is_not_recorded_decides) {
  std::string quiet(remote);
  quiet.back() = '0';
  const auto call = begin(parented(quiet));
  EXPECT_FALSE(call->is_recorded());
  EXPECT_TRUE(call->is_in_message());
  EXPECT_EQ(traceparent_text(call->passed_on()), quiet);
  call->end({});
  EXPECT_TRUE(spans().empty());
  // From the head it has to be carried into the message.
  const auto heard = made->hear({{"traceparent", quiet}});
  const auto other =
      begin(request_with(""), {.request = nothing, .heard = heard.get()});
  EXPECT_FALSE(other->is_in_message());
  EXPECT_EQ(traceparent_text(other->passed_on()), quiet);
}

TEST_F(tracer_test, samples_what_begins_here) {
  made->turn_on(0, principal_form::none);
  const auto call = begin(request_with(""));
  EXPECT_FALSE(call->is_recorded());
  EXPECT_FALSE(call->passed_on().is_sampled());
  EXPECT_TRUE(read_traceparent(traceparent_text(call->passed_on())));
  made->turn_on(0.25, principal_form::none);
  int recorded = 0;
  for (int i = 0; i < 4'000; ++i) {
    recorded += begin(request_with(""))->is_recorded() ? 1 : 0;
    texts.clear();
  }
  EXPECT_GT(recorded, 800);
  EXPECT_LT(recorded, 1'200);
  EXPECT_TRUE(begin(parented(remote))->is_recorded());
}

TEST_F(tracer_test, ids_differ) {
  std::map<std::string, int> seen;
  for (int i = 0; i < 500; ++i) {
    begin(request_with(""))->end({});
    for (const trace_span& one : spans()) ++seen[text(one.own.span)];
    texts.clear();
  }
  EXPECT_EQ(seen.size(), 1'000U);
}

TEST_F(tracer_test, modern_requests_have_no_session) {
  const http_fields fields{{"MCP-Protocol-Version", "2025-11-25"}};
  const auto heard = made->hear(fields);
  const std::string modern =
      request_with(R"("io.modelcontextprotocol/protocolVersion":"2026-07-28")");
  begin(modern, {.request = nothing, .session = "abc", .heard = heard.get()})
      ->end({});
  auto now = attributes(spans()[1]);
  EXPECT_EQ(now["mcp.protocol.version"], "2026-07-28");
  EXPECT_FALSE(now.contains("mcp.session.id"));
  begin(request_with(""),
        {.request = nothing, .session = "abc", .heard = heard.get()})
      ->end({});
  now = attributes(spans()[1]);
  EXPECT_EQ(now["mcp.session.id"], "abc");
}

TEST_F(tracer_test, errors_have_a_type) {
  begin(request_with(""))->end_with_error(R"({"code":-32602,"message":"x"})");
  auto failed = spans();
  EXPECT_TRUE(failed[0].is_error && failed[1].is_error);
  EXPECT_EQ(attributes(failed[1])["error.type"], "-32602");
  EXPECT_EQ(attributes(failed[1])["rpc.response.status_code"], "-32602");
  const auto tool = begin(request_with(""));
  tool->note_error("tool_error");
  tool->end({});
  failed = spans();
  EXPECT_EQ(attributes(failed[0])["error.type"], "tool_error");
  EXPECT_FALSE(attributes(failed[0]).contains("rpc.response.status_code"));
  static_cast<void>(begin(request_with("")));  // dropped
  failed = spans();
  ASSERT_EQ(failed.size(), 2U);
  EXPECT_EQ(attributes(failed[0])["error.type"], "cancelled");
}

TEST_F(tracer_test, of_an_error_only_a_number_is_taken) {
  for (const char* const raw :
       {R"({"code":"secret"})", R"({"code":1.5})", R"({"code":1e400})",
        R"({"code":99999999999999999999})", "{\"code\":\"\xff\"}", "{}", "",
        "[]"}) {
    begin(request_with(""))->end_with_error(raw);
    auto all = attributes(spans()[1]);
    EXPECT_EQ(all["error.type"], "error") << raw;
    EXPECT_FALSE(all.contains("rpc.response.status_code")) << raw;
  }
}

TEST_F(tracer_test, heads_may_have_any_bytes) {
  const auto heard = made->hear({{"MCP-Protocol-Version", "\xff"}});
  begin(request_with(""),
        {.request = nothing, .session = "\xfe", .heard = heard.get()})
      ->end({});
  auto all = attributes(spans()[1]);
  EXPECT_EQ(all["mcp.session.id"], "\xef\xbf\xbd");
  EXPECT_EQ(all["mcp.protocol.version"], "\xef\xbf\xbd");
}

TEST_F(tracer_test, what_is_answered_here_asks_nobody) {
  const auto call = begin(request_with(""));
  call->keep_here();
  call->end({});
  const auto only = spans();
  ASSERT_EQ(only.size(), 1U);
  EXPECT_EQ(only[0].kind, span_kind::server);
}

TEST_F(tracer_test, an_endpoint_and_its_servers_share_a_trace) {
  const auto endpoint =
      begin(parented(remote), {.request = nothing, .is_endpoint = true});
  const auto first =
      begin(parented(remote), {.request = nothing, .within = endpoint});
  EXPECT_NE(first->passed_on().span, endpoint->passed_on().span);
  first->note_tokens(9, 3);
  first->note_error("tool_error");
  first->end({});
  endpoint->end({});
  const auto all = spans();
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].kind, span_kind::client);
  EXPECT_EQ(all[0].parent, all[1].own.span);
  EXPECT_FALSE(all[0].is_parent_remote);
  EXPECT_EQ(all[1].kind, span_kind::server);
  EXPECT_EQ(all[1].parent, read_traceparent(remote)->span);
  EXPECT_EQ(attributes(all[1])["error.type"], "tool_error");
  EXPECT_EQ(attributes(all[1])["pith.tokens.after"], "3");
}

TEST_F(tracer_test, names_whoever_calls_only_when_asked_to) {
  const auto named = [this](principal_form form) {
    made->turn_on(1, form);
    begin(request_with(""), {.request = nothing, .principal = "alice"})
        ->end({});
    return attributes(spans()[1]);
  };
  EXPECT_EQ(named(principal_form::plain)["enduser.id"], "alice");
  // printf alice | sha256sum
  EXPECT_EQ(named(principal_form::hashed)["enduser.pseudo.id"],
            "2bd806c97f0e00af");
  EXPECT_FALSE(named(principal_form::none).contains("enduser.pseudo.id"));
}

TEST_F(tracer_test, texts_are_bounded) {
  const std::string text = R"({"jsonrpc":"2.0","id":")" +
                           std::string(1'000, 'i') + R"(","method":")" +
                           std::string(1'000, 'm') + R"("})";
  const auto m = read_message(text);
  ASSERT_TRUE(m);
  made->begin({.request = m.value(), .transport = "tcp"})->end({});
  const auto all = spans();
  EXPECT_LE(all[1].name.size(), 128U);
  EXPECT_EQ(attributes(all[1])["jsonrpc.request.id"].size(), 64U);
}

TEST_F(tracer_test, counts_what_it_drops) {
  for (std::size_t i = 0; i < span_queue::capacity / 2 + 3; ++i) {
    begin(request_with(""))->end({});
    texts.clear();
  }
  EXPECT_EQ(metrics.spans_dropped, 6U);
}

TEST_F(tracer_test, hears_nothing_while_it_is_off) {
  made->turn_off();
  EXPECT_EQ(made->hear({{"traceparent", std::string(remote)}}), nullptr);
}

}  // namespace
