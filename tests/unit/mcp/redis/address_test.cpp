// SPDX-License-Identifier: MIT
#include "mcp/redis/address.hpp"

#include <gtest/gtest.h>

#include <string>

namespace {

using namespace pith::mcp;

TEST(redis_address, reads_the_three_kinds) {
  const auto plain = parse_redis_address("redis://cache.example.org:7000");
  ASSERT_TRUE(plain);
  EXPECT_FALSE(plain->tls);
  EXPECT_EQ(plain->host, "cache.example.org");
  EXPECT_EQ(plain->port, "7000");
  const auto secure = parse_redis_address("rediss://10.0.0.7/");
  ASSERT_TRUE(secure);
  EXPECT_TRUE(secure->tls);
  EXPECT_EQ(secure->port, "6379");
  const auto local = parse_redis_address("unix:/run/redis/redis.sock");
  ASSERT_TRUE(local);
  EXPECT_EQ(local->path, "/run/redis/redis.sock");
  const auto six = parse_redis_address("redis://[::1]:7000");
  ASSERT_TRUE(six);
  EXPECT_EQ(six->host, "::1");
  for (const char* text :
       {"redis://cache.example.org:7000", "rediss://10.0.0.7:6379",
        "unix:/run/redis/redis.sock", "redis://[::1]:7000"}) {
    EXPECT_EQ(parse_redis_address(text)->text(), text);
  }
}

TEST(redis_address, refuses_what_is_none) {
  for (const char* text :
       {"", "redis://", "http://a:1", "redis://a:0", "redis://a:65536",
        "redis://a:b", "redis://user:secret@host:1", "redis://host:1/0",
        "unix:", "unix:relative", "redis://[::1", "redis://[::1]7", "a:1",
        "redis://a b:1"}) {
    EXPECT_FALSE(parse_redis_address(text)) << text;
  }
  EXPECT_FALSE(parse_redis_address("unix:/" + std::string(200, 'a')));
  EXPECT_FALSE(parse_redis_address("redis://" + std::string(300, 'a')));
}

TEST(redis_address, takes_the_host_of_who_answered_when_a_node_has_none) {
  const redis_address asked{
      .tls = true, .host = "seed", .port = "1", .path = {}};
  EXPECT_EQ(parse_redis_node(":7001", asked)->text(), "rediss://seed:7001");
  EXPECT_EQ(parse_redis_node("?:7001", asked)->text(), "rediss://seed:7001");
  EXPECT_EQ(parse_redis_node("::1:7001", asked)->text(), "rediss://[::1]:7001");
  EXPECT_FALSE(parse_redis_node("host", asked));
  EXPECT_FALSE(parse_redis_node("host:0", asked));
  EXPECT_FALSE(parse_redis_node("ho st:7", asked));
}

}  // namespace
