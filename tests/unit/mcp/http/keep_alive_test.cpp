// SPDX-License-Identifier: MIT
#include "mcp/http/keep_alive.hpp"

#include <gtest/gtest.h>

namespace {

using namespace std::chrono_literals;
using pith::mcp::http_fields;
using pith::mcp::keep_alive_time;

TEST(keep_alive_time, is_what_the_field_says) {
  EXPECT_EQ(keep_alive_time({{"Keep-Alive", "timeout=5"}}), 5s);
  EXPECT_EQ(keep_alive_time({{"keep-alive", "max=100, Timeout = 7"}}), 7s);
  EXPECT_EQ(keep_alive_time({{"Keep-Alive", "timeout=0"}}), 0s);
}

TEST(keep_alive_time, is_nothing_if_no_field_says_it) {
  for (const char* const text :
       {"", "max=100", "timeout", "timeout=", "timeout=five", "timeout=-1",
        "timeout=5s", "xtimeout=5", "timeout=\"5\""}) {
    EXPECT_FALSE(keep_alive_time({{"Keep-Alive", text}})) << text;
  }
  EXPECT_FALSE(keep_alive_time({{"Connection", "timeout=5"}}));
}

TEST(keep_alive_time, is_the_least_and_at_most_a_day) {
  EXPECT_EQ(keep_alive_time({{"Keep-Alive", "timeout=9, timeout=8"},
                             {"Keep-Alive", "timeout=10"}}),
            8s);
  EXPECT_EQ(keep_alive_time({{"Keep-Alive", "timeout=99999999999999999999"}}),
            86'400s);
}

}  // namespace
