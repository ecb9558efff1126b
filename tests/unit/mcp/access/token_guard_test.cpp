// SPDX-License-Identifier: MIT
#include "mcp/access/token_guard.hpp"

#include <gtest/gtest.h>

#include <string>

namespace {

using pith::mcp::token_guard;
using namespace std::chrono_literals;

TEST(token_guard, one_line_per_address_and_minute) {
  token_guard guard;
  const auto begin = token_guard::clock::now();
  EXPECT_EQ(guard.refused("a", begin).unlogged, 1U);
  for (int i = 0; i < 5; ++i) {
    EXPECT_FALSE(guard.refused("a", begin + 1s).unlogged);
  }
  EXPECT_EQ(guard.refused("b", begin + 1s).unlogged, 1U);
  EXPECT_FALSE(guard.refused("a", begin + 59s).unlogged);
  // What was not told before is told now.
  EXPECT_EQ(guard.refused("a", begin + 60s).unlogged, 7U);
}

TEST(token_guard, delays_grow_and_are_forgotten) {
  token_guard guard;
  const auto begin = token_guard::clock::now();
  EXPECT_EQ(guard.refused("a", begin).delay, 10ms);
  EXPECT_EQ(guard.refused("a", begin).delay, 20ms);
  for (int i = 0; i < 1000; ++i) {
    EXPECT_LE(guard.refused("a", begin).delay, token_guard::max_delay);
  }
  EXPECT_EQ(guard.refused("a", begin).delay, token_guard::max_delay);
  EXPECT_EQ(guard.refused("b", begin).delay, 10ms);
  EXPECT_EQ(guard.refused("a", begin + 60s).delay, 10ms);
}

TEST(token_guard, knows_a_bounded_number_of_addresses) {
  token_guard guard;
  const auto begin = token_guard::clock::now();
  for (std::size_t i = 0; i < token_guard::max_addresses; ++i) {
    EXPECT_TRUE(guard.refused(std::to_string(i), begin).unlogged);
  }
  EXPECT_EQ(guard.refused("x", begin).unlogged, 1U);
  EXPECT_FALSE(guard.refused("y", begin).unlogged);  // counts as the same
  // Those who were quiet make room.
  EXPECT_EQ(guard.refused("z", begin + 61s).delay, 10ms);
  EXPECT_EQ(guard.refused("0", begin + 61s).delay, 10ms);
}

}  // namespace
