// SPDX-License-Identifier: MIT
#include "mcp/redis/reply.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using namespace pith::mcp;
using type = redis_reply::type;

TEST(redis_reply_reader, reads_replies_however_their_bytes_arrive) {
  using namespace std::string_literals;
  const std::string bytes =
      "+OK\r\n:-7\r\n$3\r\na\0b\r\n$-1\r\n-MOVED 1 h:2\r\n"
      "*3\r\n:1\r\n*1\r\n$1\r\nx\r\n*-1\r\n"s;
  for (std::size_t step = 1; step <= bytes.size(); ++step) {
    redis_reply_reader reader({});
    std::vector<redis_reply> all;
    for (std::size_t at = 0; at < bytes.size(); at += step) {
      ASSERT_TRUE(reader.feed(std::string_view(bytes).substr(at, step)));
      while (auto reply = reader.next()) all.push_back(std::move(*reply));
    }
    ASSERT_FALSE(reader.failed());
    ASSERT_EQ(all.size(), 6U);
    EXPECT_EQ(all[0].what, type::status);
    EXPECT_EQ(all[0].text, "OK");
    EXPECT_EQ(all[1].number, -7);
    EXPECT_EQ(all[2].text, std::string("a\0b", 3));
    EXPECT_EQ(all[3].what, type::nil);
    EXPECT_TRUE(all[4].is_error("MOVED"));
    EXPECT_FALSE(all[4].is_error("MOVE"));
    ASSERT_EQ(all[5].items.size(), 3U);
    EXPECT_EQ(all[5].items[0].number, 1);
    EXPECT_EQ(all[5].items[1].items.front().text, "x");
    EXPECT_EQ(all[5].items[2].what, type::nil);
  }
}

/// Whether the reader gives up on this.
bool fails(const std::string& bytes,
           const redis_reply_reader::limits& bounds = {}) {
  redis_reply_reader reader(bounds);
  if (!reader.feed(bytes)) return true;
  while (reader.next()) {
  }
  return reader.failed();
}

TEST(redis_reply_reader, gives_up_on_what_is_not_the_protocol) {
  EXPECT_TRUE(fails("HTTP/1.1 400 Bad Request\r\n"));
  EXPECT_TRUE(fails("*1\r\n!\r\n"));
  EXPECT_FALSE(fails("$5\r\nabc"));
}

TEST(redis_reply_reader, has_limits) {
  const redis_reply_reader::limits few{.bytes = 100, .items = 10};
  EXPECT_FALSE(fails("$100\r\n" + std::string(100, 'a') + "\r\n", few));
  EXPECT_TRUE(fails("$101\r\n" + std::string(101, 'a') + "\r\n", few));
  EXPECT_FALSE(fails("*10\r\n", few));
  EXPECT_TRUE(fails("*11\r\n", few));
  EXPECT_TRUE(fails("*2147483647\r\n"));
  // All lists of one reply together.
  EXPECT_TRUE(fails("*5\r\n*3\r\n:1\r\n:1\r\n:1\r\n*3\r\n", few));
  // Each reply anew.
  std::string many;
  for (int i = 0; i < 50; ++i) many += "*2\r\n:1\r\n$4\r\nabcd\r\n";
  redis_reply_reader reader(few);
  std::size_t count = 0;
  for (const char c : many) {
    ASSERT_TRUE(reader.feed({&c, 1}));
    while (reader.next()) ++count;
  }
  EXPECT_EQ(count, 50U);
  std::string deep;
  for (int i = 0; i < 20; ++i) deep += "*1\r\n";
  EXPECT_TRUE(fails(deep));
}

}  // namespace
