// SPDX-License-Identifier: MIT
#include "mcp/trace/span_queue.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace pith::mcp;  // NOLINT(google-build-using-namespace): a test

trace_span named(std::size_t number) {
  trace_span one;
  one.name = std::to_string(number);
  return one;
}

TEST(mcp_span_queue, is_bounded_and_in_order) {
  span_queue queue;
  int woken = 0;
  queue.wake_with([&woken] { ++woken; });
  for (std::size_t i = 0; i < span_queue::capacity; ++i) {
    ASSERT_EQ(queue.push(named(i)), span_queue::taken::kept);
  }
  EXPECT_EQ(woken, 4);
  EXPECT_EQ(queue.push(named(0)), span_queue::taken::dropped);
  EXPECT_EQ(queue.size(), span_queue::capacity);
  const auto first = queue.take();
  ASSERT_EQ(first.size(), span_queue::batch);
  EXPECT_EQ(first.front().name, "0");
  EXPECT_EQ(first.back().name, "511");
  EXPECT_EQ(queue.take().front().name, "512");
  EXPECT_EQ(queue.push(named(7)), span_queue::taken::kept);
  queue.wake_with(nullptr);
  while (!queue.take().empty()) {
  }
  EXPECT_EQ(queue.size(), 0U);
}

TEST(mcp_span_queue, loses_nothing_between_threads) {
  span_queue queue;
  std::atomic<std::size_t> kept{0};
  std::atomic<std::size_t> dropped{0};
  std::atomic<int> writing{4};
  std::vector<std::thread> writers;
  for (int w = 0; w < 4; ++w) {
    writers.emplace_back([&] {
      for (std::size_t i = 0; i < 2'000; ++i) {
        ++(queue.push(named(i)) == span_queue::taken::kept ? kept : dropped);
      }
      --writing;
    });
  }
  std::size_t taken = 0;
  for (;;) {
    const bool is_last = writing == 0;
    const std::size_t got = queue.take().size();
    taken += got;
    if (is_last && got == 0) break;
  }
  for (std::thread& one : writers) one.join();
  EXPECT_EQ(taken, kept);
  EXPECT_EQ(kept + dropped, 8'000U);
}

}  // namespace
