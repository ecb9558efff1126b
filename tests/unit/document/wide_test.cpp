// SPDX-License-Identifier: MIT
#include "document/wide.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>

namespace {

using pith::detail::portable_wide;

portable_wide make(std::uint64_t high, std::uint64_t low) {
  return (portable_wide{high} << 64) + portable_wide{low};
}
std::uint64_t high_of(portable_wide v) {
  return static_cast<std::uint64_t>(v >> 64);
}
std::uint64_t low_of(portable_wide v) { return static_cast<std::uint64_t>(v); }

TEST(wide_test, carries_and_borrows) {
  const portable_wide most{~std::uint64_t{0}};
  const portable_wide sum = most + portable_wide{1};
  EXPECT_EQ(high_of(sum), 1u);
  EXPECT_EQ(low_of(sum), 0u);
  EXPECT_EQ(sum - portable_wide{1}, most);
  const portable_wide square = most * most;
  EXPECT_EQ(high_of(square), ~std::uint64_t{0} - 1);
  EXPECT_EQ(low_of(square), 1u);
  EXPECT_LT(most, sum);
  EXPECT_GT(make(2, 0), make(1, ~std::uint64_t{0}));
}

#if defined(__SIZEOF_INT128__)
__extension__ using builtin = unsigned __int128;

// As the compiler computes it.
TEST(wide_test, as_the_type_of_the_compiler) {
  std::mt19937_64 random{1};
  // Numbers of every length, so that all carries occur.
  const auto number = [&] {
    const std::uint64_t all = random();
    return all >> (random() % 64);
  };
  const auto same = [](portable_wide mine, builtin theirs) {
    return high_of(mine) == static_cast<std::uint64_t>(theirs >> 64) &&
           low_of(mine) == static_cast<std::uint64_t>(theirs);
  };
  for (int i = 0; i < 100'000; ++i) {
    const std::uint64_t words[4] = {number(), number(), number(), number()};
    const portable_wide a = make(words[0], words[1]);
    const portable_wide b = make(words[2], words[3]);
    const builtin c = (builtin{words[0]} << 64) | words[1];
    const builtin d = (builtin{words[2]} << 64) | words[3];
    const auto by = static_cast<unsigned>(random() % 128);
    ASSERT_TRUE(same(a + b, c + d));
    ASSERT_TRUE(same(a - b, c - d));
    ASSERT_TRUE(same(a * b, c * d));
    ASSERT_TRUE(same(a << by, c << by)) << by;
    ASSERT_TRUE(same(a >> by, c >> by)) << by;
    ASSERT_EQ(a < b, c < d);
    ASSERT_EQ(a == b, c == d);
  }
}
#endif

}  // namespace
