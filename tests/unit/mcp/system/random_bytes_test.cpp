// SPDX-License-Identifier: MIT
#include "mcp/system/random_bytes.hpp"

#include <gtest/gtest.h>

#include <array>

namespace {

using pith::mcp::fill_random;
using pith::mcp::max_random_bytes;

TEST(random_bytes, differ_each_time) {
  std::array<unsigned char, 32> first{};
  std::array<unsigned char, 32> second{};
  ASSERT_TRUE(fill_random(first));
  ASSERT_TRUE(fill_random(second));
  EXPECT_NE(first, second);
}

TEST(random_bytes, fill_all_of_it) {
  std::array<unsigned char, max_random_bytes> seen{};
  // A byte that stays zero for so many rounds is not written.
  for (int round = 0; round < 16; ++round) {
    std::array<unsigned char, max_random_bytes> now{};
    ASSERT_TRUE(fill_random(now));
    for (std::size_t i = 0; i < now.size(); ++i) seen[i] |= now[i];
  }
  for (const unsigned char each : seen) EXPECT_NE(each, 0);
}

TEST(random_bytes, refuses_more_than_a_system_gives) {
  std::array<unsigned char, max_random_bytes + 1> many{};
  EXPECT_FALSE(fill_random(many));
}

}  // namespace
