// SPDX-License-Identifier: MIT
#include "mcp/jwt/token_cache.hpp"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

namespace {

using namespace pith::mcp;  // NOLINT(google-build-using-namespace): a test

std::shared_ptr<const token_claims> until(std::int64_t expires) {
  auto made = std::make_shared<token_claims>();
  made->expires = expires;
  return made;
}

TEST(token_cache, keeps_until_the_end_but_not_for_long) {
  token_cache cache;
  const auto claims = until(1'030);
  cache.put("short", claims, 1'000, cache.epoch());
  cache.put("long", until(9'000), 1'000, cache.epoch());
  EXPECT_EQ(cache.find("short", 1'029), claims);
  EXPECT_EQ(cache.find("other", 1'029), nullptr);
  EXPECT_EQ(cache.find("short", 1'030), nullptr);
  EXPECT_NE(cache.find("long", 1'299), nullptr);
  EXPECT_EQ(cache.find("long", 1'300), nullptr);
  EXPECT_EQ(cache.size(), 0U);
  cache.put("late", until(999), 1'000, cache.epoch());
  EXPECT_EQ(cache.size(), 0U);
}

TEST(token_cache, drops_the_oldest) {
  token_cache cache(3);
  for (const char* token : {"a", "b", "c", "a", "d"}) {
    cache.put(token, until(2'000), 1'000, cache.epoch());
  }
  EXPECT_EQ(cache.size(), 3U);
  EXPECT_EQ(cache.find("b", 1'001), nullptr);
  EXPECT_NE(cache.find("a", 1'001), nullptr);
  EXPECT_NE(cache.find("d", 1'001), nullptr);
}

TEST(token_cache, takes_nothing_of_keys_before) {
  token_cache cache;
  const auto before = cache.epoch();
  cache.put("a", until(2'000), 1'000, before);
  cache.clear();
  EXPECT_EQ(cache.find("a", 1'001), nullptr);
  cache.put("a", until(2'000), 1'000, before);
  EXPECT_EQ(cache.find("a", 1'001), nullptr);
  cache.put("a", until(2'000), 1'000, cache.epoch());
  EXPECT_NE(cache.find("a", 1'001), nullptr);
}

TEST(token_cache, several_threads) {
  token_cache cache(50);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&cache, t] {
      for (int i = 0; i < 2'000; ++i) {
        const std::string token = std::to_string((i * 7 + t) % 100);
        if (!cache.find(token, 1'000)) {
          cache.put(token, until(2'000), 1'000, cache.epoch());
        }
        if (i % 500 == 0) cache.clear();
      }
    });
  }
  for (std::thread& each : threads) each.join();
  EXPECT_LE(cache.size(), 50U);
}

}  // namespace
