// SPDX-License-Identifier: MIT
#include "mcp/hub/open_calls.hpp"

#include "mcp/protocol/message.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

namespace {

using pith::mcp::id_key;
using pith::mcp::open_call;
using pith::mcp::open_calls;

TEST(open_calls, are_found_by_id) {
  open_calls calls;
  EXPECT_TRUE(calls.empty());
  EXPECT_EQ(calls.only(), nullptr);
  open_call& first = calls.add("1", "");
  EXPECT_EQ(first.id, "1");
  EXPECT_EQ(calls.only(), &first);
  calls.add("\"1\"", "");
  EXPECT_EQ(calls.only(), nullptr);
  EXPECT_EQ(calls.find(id_key("1")), &first);
  EXPECT_TRUE(calls.contains(id_key("\"1\"")));
  EXPECT_EQ(calls.find(id_key("2")), nullptr);
}

TEST(open_calls, are_found_by_progress_token) {
  open_calls calls;
  calls.add("1", "\"t\"");
  EXPECT_EQ(calls.find_token("\"t\""), calls.find(id_key("1")));
  EXPECT_EQ(calls.find_token("7"), nullptr);
  // A client that gives two requests one token hears of the later.
  calls.add("2", "\"t\"");
  EXPECT_EQ(calls.find_token("\"t\""), calls.find(id_key("2")));
  EXPECT_TRUE(calls.take(id_key("1")).has_value());
  EXPECT_EQ(calls.find_token("\"t\""), calls.find(id_key("2")));
  EXPECT_TRUE(calls.take(id_key("2")).has_value());
  EXPECT_EQ(calls.find_token("\"t\""), nullptr);
}

TEST(open_calls, are_taken_once) {
  open_calls calls;
  calls.add("1", "").what.method = "tools/call";
  calls.add("2", "");
  const auto taken = calls.take(id_key("1"));
  ASSERT_TRUE(taken.has_value());
  EXPECT_EQ(taken->what.method, "tools/call");
  EXPECT_FALSE(calls.take(id_key("1")).has_value());
  EXPECT_TRUE(calls.take_first().has_value());
  EXPECT_FALSE(calls.take_first().has_value());
  EXPECT_TRUE(calls.empty());
}

TEST(open_calls, expire_at_their_deadlines) {
  using namespace std::chrono_literals;
  open_calls calls;
  const open_calls::clock::time_point start(1h);
  calls.add("1", "").deadline = start + 2s;
  calls.add("2", "").deadline = start + 1s;
  calls.add("3", "");  // has all the time
  EXPECT_TRUE(calls.late_keys(start).empty());
  EXPECT_EQ(calls.late_keys(start + 1s), std::vector{id_key("2")});
  EXPECT_EQ(calls.late_keys(start + 1h).size(), 2U);
}

TEST(open_calls, are_chosen_by_what_they_are) {
  open_calls calls;
  for (const char* const id : {"1", "2", "3"}) calls.add(id, "");
  calls.find(id_key("2"))->is_abandoned = true;
  EXPECT_EQ(calls.abandoned_count(), 1U);
  const auto is_abandoned = [](const open_call& c) { return c.is_abandoned; };
  EXPECT_EQ(calls.keys_if(is_abandoned), std::vector{id_key("2")});
  EXPECT_EQ(calls.find_if(is_abandoned), calls.find(id_key("2")));
  calls.for_each([](open_call& c) { c.is_abandoned = false; });
  EXPECT_EQ(calls.find_if(is_abandoned), nullptr);
}

}  // namespace
