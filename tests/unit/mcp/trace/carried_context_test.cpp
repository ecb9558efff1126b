// SPDX-License-Identifier: MIT
#include "mcp/trace/carried_context.hpp"

#include "mcp/protocol/client_text.hpp"

#include <gtest/gtest.h>

#include <string>

namespace {

using namespace pith::mcp;  // NOLINT(google-build-using-namespace): a test

constexpr std::string_view parent =
    "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
constexpr std::string_view other =
    "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00";

trace_context context(std::string_view state = {}) {
  return read_trace_context(parent, state).value_or(trace_context{});
}

/// The text with the context, as a client's message that is read again.
std::string carried(std::string_view text, std::string_view state = {}) {
  const auto m = read_message(text);
  if (!m) return "not a message";
  const auto out = with_context(*m, context(state));
  if (!out) return "nothing";
  EXPECT_FALSE(read_client_text(*out).is_refused()) << *out;
  const auto again = read_message(*out);
  EXPECT_EQ(again ? context_of(*again) : std::nullopt, context(state)) << *out;
  return *out;
}

const std::string said = R"("traceparent":")" + std::string(parent) + '"';

TEST(mcp_carried_context, is_spliced_into_messages) {
  EXPECT_EQ(carried(R"({"id":1,"method":"ping","jsonrpc":"2.0" })"),
            R"({"id":1,"method":"ping","jsonrpc":"2.0" ,"params":{"_meta":{)" +
                said + "}}}");
  EXPECT_EQ(carried(R"({"jsonrpc":"2.0","id":1,"method":"ping","params":{ }})"),
            R"({"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{)" +
                said + "} }}");
  EXPECT_EQ(
      carried(
          R"({"jsonrpc":"2.0","id":1,"method":"x","params":{"a": 1.0},"e":2})"),
      R"({"jsonrpc":"2.0","id":1,"method":"x","params":{"_meta":{)" + said +
          R"(},"a": 1.0},"e":2})");
  EXPECT_EQ(
      carried(R"({"jsonrpc":"2.0","id":1,"method":"x","params":{"_meta":{}}})",
              "a=1"),
      R"({"jsonrpc":"2.0","id":1,"method":"x","params":{"_meta":{)" + said +
          R"(,"tracestate":"a=1"}}})");
}

TEST(mcp_carried_context, takes_the_place_of_another) {
  const std::string text =
      R"({"jsonrpc":"2.0","id":1,"method":"x","params":{"z":[],"_meta":{)"
      R"("traceparent":")" +
      std::string(other) +
      R"(", "k" : 1e2,"tr\u0061cestate":"b=2","progressToken":7}}})";
  EXPECT_EQ(carried(text),
            R"({"jsonrpc":"2.0","id":1,"method":"x","params":{"z":[],"_meta":{)"
            R"("k" : 1e2,"progressToken":7,)" +
                said + "}}}");
}

TEST(mcp_carried_context, leaves_alone_what_is_not_an_object) {
  EXPECT_EQ(carried(R"({"jsonrpc":"2.0","id":1,"method":"x","params":[1]})"),
            "nothing");
  EXPECT_EQ(
      carried(R"({"jsonrpc":"2.0","id":1,"method":"x","params":{"_meta":3}})"),
      "nothing");
}

TEST(mcp_carried_context, is_read_from_messages) {
  const auto of = [](const std::string& meta) {
    const std::string text =
        R"({"jsonrpc":"2.0","id":1,"method":"x","params":{"_meta":)" + meta +
        "}}";
    const auto m = read_message(text);
    return m ? context_of(*m) : std::nullopt;
  };
  EXPECT_EQ(of("{" + said + R"(,"tracestate":"a=1"})"), context("a=1"));
  EXPECT_EQ(of("{" + said + R"(,"tracestate":7})"), context());
  EXPECT_FALSE(of("{" + said + "," + said + "}"));
  EXPECT_FALSE(of(R"({"traceparent":7})"));
  EXPECT_FALSE(of(R"({"Traceparent":")" + std::string(parent) + "\"}"));
  EXPECT_FALSE(of("{}"));
  EXPECT_FALSE(of("[]"));
}

TEST(mcp_carried_context, is_read_from_heads_and_set_there) {
  http_fields fields{{"Traceparent", std::string(parent)},
                     {"tracestate", "a=1"},
                     {"Tracestate", "b=2"}};
  EXPECT_EQ(context_of(fields), context("a=1,b=2"));
  set_context(fields, context());
  EXPECT_EQ(fields.count("tracestate"), 0U);
  EXPECT_EQ(fields.find("traceparent"), parent);
  set_context(fields, context("c=3"));
  EXPECT_EQ(context_of(fields), context("c=3"));
  fields.add("traceparent", std::string(parent));
  EXPECT_FALSE(context_of(fields));
  EXPECT_FALSE(context_of(http_fields{{"tracestate", "a=1"}}));
}

}  // namespace
