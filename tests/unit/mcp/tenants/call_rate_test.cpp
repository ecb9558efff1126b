// SPDX-License-Identifier: MIT
#include "mcp/tenants/call_rate.hpp"

#include <gtest/gtest.h>

#include <string>

namespace {

using pith::mcp::call_rate;
using std::chrono::milliseconds;

const call_rate::clock::time_point start{std::chrono::hours{1}};

TEST(call_rate, lets_a_second_of_calls_in_at_once) {
  call_rate rate;
  EXPECT_TRUE(rate.take("alice", 3, 2, start));
  EXPECT_TRUE(rate.take("alice", 3, 1, start));
  EXPECT_FALSE(rate.take("alice", 3, 1, start));
  EXPECT_TRUE(rate.take("bob", 3, 3, start));
}

TEST(call_rate, fills_up_as_time_passes) {
  call_rate rate;
  ASSERT_TRUE(rate.take("alice", 10, 10, start));
  EXPECT_FALSE(rate.take("alice", 10, 1, start + milliseconds{99}));
  EXPECT_TRUE(rate.take("alice", 10, 1, start + milliseconds{101}));
  EXPECT_FALSE(rate.take("alice", 10, 10, start + milliseconds{600}));
  EXPECT_TRUE(rate.take("alice", 10, 10, start + milliseconds{9000}));
  EXPECT_FALSE(rate.take("alice", 10, 1, start + milliseconds{9000}));
}

TEST(call_rate, never_lets_more_than_a_second_of_calls_in) {
  call_rate rate;
  EXPECT_FALSE(rate.take("alice", 3, 4, start));
  EXPECT_TRUE(rate.take("alice", 3, 3, start));
}

// Addresses without tokens are whatever a network likes.
TEST(call_rate, forgets_who_was_quiet_for_a_second) {
  call_rate rate;
  auto now = start;
  for (int i = 0; i < 100'000; ++i) {
    now += milliseconds{1};
    ASSERT_TRUE(rate.take(std::to_string(i), 1, 1, now));
  }
  EXPECT_LE(rate.size(), 2050U);
  EXPECT_FALSE(rate.take("99999", 1, 1, now));
}

}  // namespace
