// SPDX-License-Identifier: MIT
#include "mcp/hub/event_log.hpp"

#include <gtest/gtest.h>

#include <string>

namespace {

using pith::mcp::event_id;
using pith::mcp::event_log;
using pith::mcp::event_place;
using pith::mcp::read_event_id;

TEST(event_log, reads_the_ids_that_it_writes) {
  const event_place where{7, 18446744073709551615U};
  EXPECT_EQ(event_id(where), "7-18446744073709551615");
  EXPECT_EQ(read_event_id(event_id(where)), where);
  for (const char* bad : {"", "-", "1", "1-", "-1", "1-2-3", " 1-2", "01-2",
                          "1-2 ", "1--2", "99999999999999999999-1", "a-b"}) {
    EXPECT_FALSE(read_event_id(bad)) << bad;
  }
}

TEST(event_log, keeps_the_last_events) {
  event_log log;
  for (std::size_t i = 1; i <= event_log::max_events + 10; ++i) {
    EXPECT_EQ(log.append("x"), i);
  }
  EXPECT_EQ(log.entries().size(), event_log::max_events);
  EXPECT_EQ(log.entries().front().number, 11U);
  EXPECT_TRUE(log.reaches(10));
  EXPECT_FALSE(log.reaches(9));
  EXPECT_TRUE(log.reaches(log.last()));
  EXPECT_FALSE(log.reaches(log.last() + 1));
}

TEST(event_log, is_bounded_in_bytes_but_keeps_the_newest) {
  event_log log;
  log.append(std::string(600'000, 'a'));
  log.append(std::string(600'000, 'b'));
  EXPECT_EQ(log.entries().size(), 1U);
  log.append(std::string(5'000'000, 'c'));
  ASSERT_EQ(log.entries().size(), 1U);
  EXPECT_EQ(log.bytes(), 5'000'000U);
  log.append(std::string(event_log::max_event_bytes + 1, 'd'));
  EXPECT_TRUE(log.entries().empty());
  EXPECT_EQ(log.bytes(), 0U);
  EXPECT_FALSE(log.reaches(3));
  EXPECT_TRUE(log.reaches(4));
}

}  // namespace
