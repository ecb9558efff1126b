// SPDX-License-Identifier: MIT
#include "mcp/tenants/fair_queue.hpp"

#include <gtest/gtest.h>

#include <string>

namespace {

using letters = pith::mcp::fair_queue<char>;

std::string order_of(letters& queue) {
  std::string order;
  while (!queue.empty()) order += queue.pop();
  return order;
}

TEST(fair_queue, keeps_the_order_of_one_tenant) {
  letters queue;
  queue.push("alice", 9U << 20U, 'x');
  queue.push("alice", 0, 'y');
  queue.push("alice", letters::quantum + 1, 'z');
  EXPECT_EQ(order_of(queue), "xyz");
}

TEST(fair_queue, small_jobs_take_turns) {
  letters queue;
  for (int i = 0; i < 4; ++i) queue.push("alice", 1, 'a');
  queue.push("bob", 1, 'b');
  queue.push("carol", letters::quantum, 'c');
  EXPECT_EQ(order_of(queue), "abcaaa");
}

// Each of alice's jobs is worth four of bob's.
TEST(fair_queue, large_jobs_wait_for_as_many_bytes_of_others) {
  letters queue;
  for (int i = 0; i < 2; ++i) queue.push("alice", 4 * letters::quantum, 'A');
  for (int i = 0; i < 9; ++i) queue.push("bob", letters::quantum, 'b');
  EXPECT_EQ(order_of(queue), "bbbAbbbbAbb");
}

TEST(fair_queue, nobody_saves_up) {
  letters queue;
  queue.push("alice", letters::quantum / 2, 'a');
  EXPECT_EQ(queue.pop(), 'a');
  queue.push("bob", letters::quantum, 'b');
  for (int i = 0; i < 3; ++i) queue.push("alice", letters::quantum, 'a');
  queue.push("bob", letters::quantum, 'b');
  EXPECT_EQ(order_of(queue), "babaa");
}

TEST(fair_queue, counts_the_bytes_that_wait) {
  letters queue;
  queue.push("alice", 5, 'a');
  queue.push("bob", 7, 'b');
  EXPECT_EQ(queue.bytes(), 12U);
  EXPECT_EQ(queue.pop(), 'a');
  EXPECT_EQ(queue.bytes(), 7U);
  queue.clear();
  EXPECT_TRUE(queue.empty());
  EXPECT_EQ(queue.bytes(), 0U);
}

}  // namespace
