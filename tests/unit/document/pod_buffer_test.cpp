// SPDX-License-Identifier: MIT
#include "document/pod_buffer.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <utility>

namespace {

using pith::detail::pod_buffer;

TEST(pod_buffer, keeps_its_elements_while_it_grows) {
  pod_buffer<std::uint32_t> b;
  EXPECT_TRUE(b.empty());
  for (std::uint32_t i = 0; i < 100'000; ++i) b.push_back(i);
  ASSERT_EQ(b.size(), 100'000u);
  for (std::uint32_t i = 0; i < 100'000; ++i) ASSERT_EQ(b[i], i);
  EXPECT_EQ(b.back(), 99'999u);
  b.pop_back();
  b.resize(100'002, 7);
  EXPECT_EQ(b[99'998], 99'998u);
  EXPECT_EQ(b[100'001], 7u);
  const std::uint32_t more[] = {1, 2, 3};
  b.append(more, 3);
  b.append(nullptr, 0);
  EXPECT_EQ(b.back(), 3u);
}

TEST(pod_buffer, moves_and_swaps) {
  pod_buffer<int> a;
  a.push_back(1);
  pod_buffer<int> b = std::move(a);
  EXPECT_EQ(b.size(), 1u);
  pod_buffer<int> c;
  c = std::move(b);
  EXPECT_EQ(c[0], 1);
}

TEST(pod_buffer, grows_seldom_when_asked_for_ever_more_room) {
  // Each request lies a little above the capacity, far above the size.
  pod_buffer<char> b;
  int moves = 0;
  const char* last = nullptr;
  for (std::size_t i = 0; i < 100'000; ++i) {
    b.ensure(1'000'000 + i);
    b.push_back('x');
    moves += b.data() != last ? 1 : 0;
    last = b.data();
  }
  EXPECT_LT(moves, 10);
}

}  // namespace
