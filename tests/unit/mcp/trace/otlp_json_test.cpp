// SPDX-License-Identifier: MIT
#include "mcp/trace/otlp_json.hpp"

#include <pith/json.hpp>
#include <pith/version.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace {

using namespace pith::mcp;  // NOLINT(google-build-using-namespace): a test

const trace_context own =
    read_trace_context(
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", "a=1")
        .value_or(trace_context{});

TEST(mcp_otlp_json, is_written_as_the_protocol_has_it) {
  trace_span one;
  one.own = own;
  one.parent = span_id{1, 2, 3, 4, 5, 6, 7, 0xFF};
  one.is_parent_remote = true;
  one.name = "tools/call \"x\"";
  one.begin = 1'795'000'000'123'456'789;
  one.end = 1'795'000'000'223'456'789;
  one.attributes.push_back({"mcp.method.name", "tools/call"});
  one.attributes.push_back({"pith.tokens.before", std::int64_t{7}});
  one.link = own;
  one.link->state.clear();
  one.is_error = true;
  trace_span two;
  two.own = own;
  two.own.state.clear();
  two.name = "ping";
  two.kind = span_kind::client;
  const std::vector<trace_span> spans{one, two};
  const std::string ids = R"("traceId":"4bf92f3577b34da6a3ce929d0e0e4736",)"
                          R"("spanId":"00f067aa0ba902b7")";
  EXPECT_EQ(
      otlp_json({{"service.name", "pith"}}, spans),
      R"({"resourceSpans":[{"resource":{"attributes":[)"
      R"({"key":"service.name","value":{"stringValue":"pith"}}],)"
      R"("droppedAttributesCount":0},"scopeSpans":[{"scope":{"name":"pith",)"
      R"("version":")" +
          std::string(pith::version) + R"("},"spans":[{)" + ids +
          R"(,"traceState":"a=1","parentSpanId":"01020304050607ff",)"
          R"("flags":769,"name":"tools/call \"x\"","kind":2,)"
          R"("startTimeUnixNano":"1795000000123456789",)"
          R"("endTimeUnixNano":"1795000000223456789","attributes":[)"
          R"({"key":"mcp.method.name","value":{"stringValue":"tools/call"}},)"
          R"({"key":"pith.tokens.before","value":{"intValue":"7"}}],)"
          R"("droppedAttributesCount":0,"events":[],"droppedEventsCount":0,)"
          R"("status":{"code":2},"links":[{)" +
          ids +
          R"(,"attributes":[],"droppedAttributesCount":0,"flags":769}],)"
          R"("droppedLinksCount":0},{)" +
          ids +
          R"(,"flags":257,"name":"ping","kind":3,"startTimeUnixNano":"0",)"
          R"("endTimeUnixNano":"0","attributes":[],)"
          R"("droppedAttributesCount":0,"events":[],"droppedEventsCount":0,)"
          R"("status":{"code":0},"links":[],"droppedLinksCount":0}]}]}]})");
}

TEST(mcp_otlp_json, is_json_without_spans) {
  EXPECT_TRUE(pith::json::parse(otlp_json({}, {})));
}

}  // namespace
