// SPDX-License-Identifier: MIT
#include "mcp/redis/slots.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace {

using namespace pith::mcp;
using type = redis_reply::type;

const redis_address asked{
    .tls = false, .host = "10.0.0.1", .port = "7000", .path = {}};

redis_reply number(std::int64_t n) {
  redis_reply made;
  made.what = type::integer;
  made.number = n;
  return made;
}
redis_reply text(std::string words) {
  redis_reply made;
  made.what = type::text;
  made.text = std::move(words);
  return made;
}
redis_reply list(std::vector<redis_reply> items) {
  redis_reply made;
  made.what = type::list;
  made.items = std::move(items);
  return made;
}
redis_reply range(std::int64_t first, std::int64_t last, std::string host,
                  std::int64_t port) {
  return list({number(first), number(last),
               list({text(std::move(host)), number(port), text("id")})});
}

TEST(redis_slot, is_that_of_the_cluster_specification) {
  // CRC16 of "123456789" is 0x31C3.
  EXPECT_EQ(redis_slot("123456789"), 0x31C3U % redis_slot_count);
  EXPECT_EQ(redis_slot("foo"), 12182U);
  EXPECT_EQ(redis_slot(""), 0U);
  EXPECT_EQ(redis_slot("{user1000}.following"), redis_slot("user1000"));
  EXPECT_EQ(redis_slot("foo{bar}{zap}"), redis_slot("bar"));
  EXPECT_EQ(redis_slot("foo{{bar}}zap"), redis_slot("{bar"));
  EXPECT_NE(redis_slot("foo{}{bar}"), redis_slot("bar"));
  EXPECT_NE(redis_slot("foo{bar"), redis_slot("bar"));
}

TEST(redis_slot_map, knows_who_has_a_slot) {
  const auto map =
      redis_slot_map::read(list({range(0, 5460, "10.0.0.1", 7000),
                                 range(5461, 10922, "10.0.0.2", 7000),
                                 range(10923, 16383, "", 7002)}),
                           asked);
  ASSERT_TRUE(map);
  EXPECT_EQ(map->masters().size(), 3U);
  EXPECT_EQ(map->master_of(0)->text(), "redis://10.0.0.1:7000");
  EXPECT_EQ(map->master_of(5460)->text(), "redis://10.0.0.1:7000");
  EXPECT_EQ(map->master_of(5461)->text(), "redis://10.0.0.2:7000");
  EXPECT_EQ(map->master_of(16383)->text(), "redis://10.0.0.1:7002");
  EXPECT_EQ(map->master_of(16384), nullptr);
}

TEST(redis_slot_map, has_nobody_where_nobody_is_named) {
  const auto map = redis_slot_map::read(
      list({range(1, 2, "10.0.0.1", 7000), range(3, 3, "bad host", 7000)}),
      asked);
  ASSERT_TRUE(map);
  EXPECT_EQ(map->master_of(0), nullptr);
  EXPECT_NE(map->master_of(1), nullptr);
  EXPECT_EQ(map->master_of(3), nullptr);
}

TEST(redis_slot_map, refuses_what_is_none) {
  EXPECT_FALSE(redis_slot_map::read(text("x"), asked));
  EXPECT_FALSE(redis_slot_map::read(list({}), asked));
  EXPECT_FALSE(redis_slot_map::read(list({number(1)}), asked));
  EXPECT_FALSE(redis_slot_map::read(list({range(2, 1, "h", 1)}), asked));
  EXPECT_FALSE(redis_slot_map::read(list({range(-1, 1, "h", 1)}), asked));
  EXPECT_FALSE(redis_slot_map::read(list({range(0, 16384, "h", 1)}), asked));
  EXPECT_FALSE(redis_slot_map::read(list({range(0, 1, "h", 0)}), asked));
  std::vector<redis_reply> many;
  for (int i = 0; i < 1001; ++i) {
    many.push_back(range(i, i, "h", 1 + i));
  }
  EXPECT_FALSE(redis_slot_map::read(list(many), asked));
}

TEST(redis_redirect, is_read) {
  const auto moved = read_redis_redirect("MOVED 3999 127.0.0.1:6381", asked);
  ASSERT_TRUE(moved);
  EXPECT_FALSE(moved->is_ask);
  EXPECT_EQ(moved->slot, 3999U);
  EXPECT_EQ(moved->to.text(), "redis://127.0.0.1:6381");
  const auto ask = read_redis_redirect("ASK 1 :7001", asked);
  ASSERT_TRUE(ask);
  EXPECT_TRUE(ask->is_ask);
  EXPECT_EQ(ask->to.text(), "redis://10.0.0.1:7001");
  for (const char* words :
       {"", "MOVED", "MOVED ", "MOVED 1", "MOVED x h:1", "MOVED 16384 h:1",
        "MOVED 1 h", "MOVED 1 h:0", "MOVED -1 h:1", "ERR MOVED 1 h:1"}) {
    EXPECT_FALSE(read_redis_redirect(words, asked)) << words;
  }
}

}  // namespace
