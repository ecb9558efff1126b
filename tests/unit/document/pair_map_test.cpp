// SPDX-License-Identifier: MIT
#include "document/pair_map.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace {

using pith::detail::pair_map;

TEST(pair_map, keeps_what_it_is_given) {
  pair_map map;
  EXPECT_EQ(map.find(1, 2), pair_map::none);
  for (std::uint32_t i = 0; i < 5000; ++i) map.set(i % 7, i, i * 3);
  for (std::uint32_t i = 0; i < 5000; ++i) {
    ASSERT_EQ(map.find(i % 7, i), i * 3);
    ASSERT_EQ(map.find(i % 7 + 7, i), pair_map::none);
  }
  map.set(1, 1, 9);
  EXPECT_EQ(map.find(1, 1), 9u);
  map.clear();
  EXPECT_EQ(map.find(1, 1), pair_map::none);
}

}  // namespace
