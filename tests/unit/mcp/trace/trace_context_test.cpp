// SPDX-License-Identifier: MIT
#include "mcp/trace/trace_context.hpp"

#include <gtest/gtest.h>

#include <string>

namespace {

using namespace pith::mcp;  // NOLINT(google-build-using-namespace): a test

constexpr std::string_view good =
    "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

TEST(mcp_trace_context, is_read_and_written) {
  const auto read = read_traceparent(good);
  ASSERT_TRUE(read);
  EXPECT_TRUE(read->is_sampled());
  EXPECT_EQ(read->trace[0], 0x4b);
  EXPECT_EQ(read->trace[15], 0x36);
  EXPECT_EQ(read->span[1], 0xf0);
  EXPECT_EQ(traceparent_text(*read), good);
  const auto quiet = read_traceparent(
      "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00");
  ASSERT_TRUE(quiet);
  EXPECT_FALSE(quiet->is_sampled());
}

TEST(mcp_trace_context, keeps_only_flags_that_it_knows) {
  const auto read = read_traceparent(
      "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-ff");
  ASSERT_TRUE(read);
  EXPECT_EQ(traceparent_text(*read).substr(53), "03");
}

TEST(mcp_trace_context, takes_what_it_knows_of_later_versions) {
  const std::string later = "cc" + std::string(good.substr(2));
  ASSERT_TRUE(read_traceparent(later));
  ASSERT_TRUE(read_traceparent(later + "-what-the-future-is-like"));
  EXPECT_EQ(traceparent_text(*read_traceparent(later + "-x")), good);
  EXPECT_FALSE(read_traceparent(later + ".x"));
  EXPECT_FALSE(read_traceparent(later + "x"));
}

TEST(mcp_trace_context, refuses_what_is_wrong) {
  for (const std::string_view wrong :
       {"", "00", "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
        "00-4BF92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-1",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0G",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-x",
        "00_4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736x00f067aa0ba902b7-01",
        "0x-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        " 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"}) {
    EXPECT_FALSE(read_traceparent(wrong)) << wrong;
  }
  EXPECT_FALSE(read_traceparent("01" + std::string(good.substr(2)) + "-" +
                                std::string(max_traceparent_bytes, 'x')));
}

TEST(mcp_trace_context, reads_a_state) {
  EXPECT_EQ(read_tracestate(""), "");
  EXPECT_EQ(read_tracestate("rojo=00f067aa0ba902b7,congo=t61rcWkgMzE"),
            "rojo=00f067aa0ba902b7,congo=t61rcWkgMzE");
  EXPECT_EQ(read_tracestate(" a=1 ,\t, 0b@c=x y "), "a=1,0b@c=x y");
  for (const std::string_view wrong :
       {"a", "a=", "=1", "A=1", "a=1,a=2", "a=1=2", "a=\x01", "_a=1",
        "a=\xc3\xbc", "a b=1"}) {
    EXPECT_FALSE(read_tracestate(wrong)) << wrong;
  }
  std::string many = "k0=1";
  for (int i = 1; i < 32; ++i) many += ",k" + std::to_string(i) + "=1";
  EXPECT_EQ(read_tracestate(many), many);
  EXPECT_FALSE(read_tracestate(many + ",k32=1"));
  EXPECT_FALSE(read_tracestate("a=" + std::string(max_tracestate_bytes, 'x')));
}

TEST(mcp_trace_context, a_wrong_state_does_not_lose_the_parent) {
  const auto read = read_trace_context(good, "a=1,a=2");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->state, "");
  EXPECT_EQ(read_trace_context(good, "a=1")->state, "a=1");
  EXPECT_FALSE(read_trace_context("", "a=1"));
}

}  // namespace
