// SPDX-License-Identifier: MIT
#include "mcp/gateway/readiness.hpp"

#include <gtest/gtest.h>

namespace {

using pith::mcp::readiness_response;
using pith::mcp::service_phase;

TEST(readiness, only_a_gateway_that_serves_is_ready) {
  const auto starting = readiness_response({});
  EXPECT_EQ(starting.status, 503);
  EXPECT_EQ(starting.body, "starting\n");
  const auto serving = readiness_response({.phase = service_phase::serving});
  EXPECT_EQ(serving.status, 200);
  EXPECT_EQ(serving.body, "ready\n");
  const auto draining = readiness_response({.phase = service_phase::draining});
  EXPECT_EQ(draining.status, 503);
  EXPECT_EQ(draining.body, "draining\n");
}

TEST(readiness, what_it_lacks_is_named_and_changes_nothing) {
  const auto serving = readiness_response(
      {.phase = service_phase::serving, .lacks = {"store: unreachable"}});
  EXPECT_EQ(serving.status, 200);
  EXPECT_EQ(serving.body, "ready\nstore: unreachable\n");
  const auto draining = readiness_response(
      {.phase = service_phase::draining, .lacks = {"a: b", "c: d"}});
  EXPECT_EQ(draining.status, 503);
  EXPECT_EQ(draining.body, "draining\na: b\nc: d\n");
}

/// A cache between a balancer and a gateway would keep it in or out.
TEST(readiness, nobody_keeps_the_answer) {
  EXPECT_EQ(readiness_response({}).fields.find("Cache-Control"), "no-store");
}

}  // namespace
