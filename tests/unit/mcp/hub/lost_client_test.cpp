// SPDX-License-Identifier: MIT
// Clients that leave before they are answered, and what they had.
#include "hub_bench.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace {

using namespace pith_tests;  // NOLINT(google-build-using-namespace): a test

std::string number(int n) { return std::to_string(n); }

TEST(lost_client, gives_its_place_back_at_once) {
  hub_bench bench;
  bench.options.limits.in_flight_per_client = 1;
  ASSERT_TRUE(bench.initialize());
  const auto lost = bench.post(call_body("1", "sleep"));
  EXPECT_EQ(bench.post(call_body("2", "echo"))->status, 429);
  lost->vanish();
  EXPECT_TRUE(bench.run_until([&] { return bench.metrics.in_flight == 0; }));
  // To leave is not to cancel: the server goes on.
  const auto heard = bench.post_and_wait(call_body("3", "cancelled"));
  EXPECT_TRUE(heard->has(R"("[]")")) << heard->body;
}

TEST(lost_client, whose_requests_are_many_cancels_them) {
  hub_bench bench;
  ASSERT_TRUE(bench.initialize());
  std::vector<exchange_ptr> all;
  for (int i = 1; i <= 20; ++i) {
    all.push_back(bench.post(call_body(number(i), "sleep")));
  }
  EXPECT_EQ(bench.metrics.in_flight, 20U);
  for (const auto& each : all) each->vanish();
  EXPECT_TRUE(bench.run_until([&] { return bench.metrics.in_flight == 0; }));
  const auto heard = bench.post_and_wait(call_body("99", "cancelled"));
  EXPECT_TRUE(heard->has("[17, 18, 19, 20]")) << heard->body;
}

TEST(lost_client, of_a_batch) {
  hub_bench bench;
  ASSERT_TRUE(bench.initialize("2025-03-26"));
  const auto lost = bench.post("[" + call_body("1", "sleep") + "," +
                               call_body("2", "sleep") + "]");
  EXPECT_EQ(bench.metrics.in_flight, 2U);
  lost->vanish();
  EXPECT_TRUE(bench.run_until([&] { return bench.metrics.in_flight == 0; }));
  EXPECT_EQ(bench.post_and_wait(call_body("3", "echo"))->status, 200);
}

// What may be resumed keeps its place for a while, and its answer longer.
TEST(lost_client, of_a_stream) {
  hub_bench bench;
  bench.options.resume_time = 100ms;
  ASSERT_TRUE(bench.initialize());
  const auto lost =
      bench.post(call_body("1", "progress", R"({"n":2,"pause":0.6})",
                           R"(,"_meta":{"progressToken":"p"})"));
  ASSERT_TRUE(bench.run_until([&] { return !lost->events().empty(); }));
  const std::string last = lost->raw_events().back().first;
  lost->vanish();
  bench.run_for(20ms);
  EXPECT_EQ(bench.metrics.in_flight, 1U);
  EXPECT_TRUE(bench.run_until([&] { return bench.metrics.in_flight == 0; }));
  const auto again = bench.listen(last);
  EXPECT_TRUE(bench.run_until([&] { return again->has("done"); }))
      << again->body;
}

TEST(lost_client, of_a_session_that_it_was_not_told) {
  hub_bench bench;
  const auto lost =
      bench.send("POST",
                 R"({"jsonrpc":"2.0","id":0,"method":"initialize",)"
                 R"("params":{"protocolVersion":"silent","capabilities":{}}})",
                 {});
  EXPECT_EQ(bench.metrics.sessions, 1U);
  lost->vanish();
  EXPECT_TRUE(bench.run_until([&] { return bench.metrics.sessions == 0; }));
  EXPECT_TRUE(bench.run_until([&] { return bench.metrics.children == 0; }));
}

}  // namespace
