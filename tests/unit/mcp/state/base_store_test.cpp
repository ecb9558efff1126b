// SPDX-License-Identifier: MIT
#include "mcp/state/base_store.hpp"

#include "../redis_bench.hpp"

#include <gtest/gtest.h>

#include <future>
#include <memory>
#include <string>
#include <vector>

namespace {

using namespace pith::mcp;
using namespace pith_tests;

const page_owner alice{"alice", "alice"};
const page_owner bob{"bob", "bob"};

std::shared_ptr<const std::string> get(base_store& from,
                                       const page_owner& owner,
                                       std::string_view root) {
  auto promise =
      std::make_shared<std::promise<std::shared_ptr<const std::string>>>();
  auto found = promise->get_future();
  from.get(owner, root, [promise](std::shared_ptr<const std::string> bytes) {
    promise->set_value(std::move(bytes));
  });
  EXPECT_EQ(found.wait_for(milliseconds{5000}), std::future_status::ready);
  return found.get();
}

TEST(memory_base_store, keeps_for_the_owner_alone) {
  memory_base_store bases;
  bases.put(alice, "root", "hers");
  bases.put(bob, "root", "his");
  EXPECT_EQ(*get(bases, alice, "root"), "hers");
  EXPECT_EQ(*get(bases, bob, "root"), "his");
  EXPECT_EQ(get(bases, alice, "other"), nullptr);
  bases.put(alice, "root", "never changes");
  EXPECT_EQ(*get(bases, alice, "root"), "hers");
}

TEST(memory_base_store, keeps_so_many_for_each) {
  memory_base_store bases;
  const std::size_t most = memory_base_store::usual.entries_each;
  for (std::size_t i = 0; i <= most; ++i) {
    bases.put(alice, std::to_string(i), "x");
  }
  EXPECT_EQ(get(bases, alice, "0"), nullptr);
  EXPECT_NE(get(bases, alice, "1"), nullptr);
}

class shared_base_store_test : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_redis_server()) GTEST_SKIP() << "there is no redis-server";
  }

  struct replica {
    replica(const redis_address& where, std::vector<std::string> secrets)
        : vault(client_of(patient({where})), counts,
                std::make_shared<const key_ring>(secrets),
                redis_vault::options{}),
          bases(vault) {}
    store_counts counts;
    redis_vault vault;
    shared_base_store bases;
  };
};

TEST_F(shared_base_store_test, finds_what_another_replica_has_put) {
  const redis_bench server;
  replica a(server.local(), {std::string(32, 'k')});
  replica b(server.local(), {std::string(32, 'k')});
  a.bases.put(alice, "root", "hers");
  a.bases.put(bob, "root", "hers");
  ASSERT_TRUE(comes_true([&] { return a.counts.writes == 2; }));
  EXPECT_EQ(*get(b.bases, alice, "root"), "hers");
  EXPECT_EQ(*get(b.bases, bob, "root"), "hers");
  EXPECT_EQ(get(b.bases, alice, "other"), nullptr);
  EXPECT_EQ(b.counts.hits, 2U);
  EXPECT_EQ(*get(b.bases, alice, "root"), "hers");
  EXPECT_EQ(b.counts.hits, 2U);
}

TEST_F(shared_base_store_test, puts_again_what_the_server_has_lost) {
  const redis_bench server;
  const auto door = client_of(patient({server.local()}));
  replica a(server.local(), {std::string(32, 'k')});
  a.bases.put(alice, "root", "hers");
  ASSERT_TRUE(comes_true([&] { return a.counts.writes == 1; }));
  const redis_result keys = say(*door, {"KEYS", "*:b:*"});
  ASSERT_EQ(keys.reply.items.size(), 1U);
  const std::string key = keys.reply.items[0].text;
  ASSERT_TRUE(say(*door, {"PEXPIRE", key, "100000"}).is_good());
  a.bases.put(alice, "root", "hers");
  EXPECT_TRUE(comes_true([&] {
    return say(*door, {"PTTL", key}).reply.number > 100'000;
  }));
  EXPECT_EQ(a.counts.writes, 1U);
  ASSERT_TRUE(say(*door, {"FLUSHALL"}).is_good());
  a.bases.put(alice, "root", "hers");
  ASSERT_TRUE(comes_true([&] { return a.counts.writes == 2; }));
  replica b(server.local(), {std::string(32, 'k')});
  EXPECT_EQ(*get(b.bases, alice, "root"), "hers");
}

TEST_F(shared_base_store_test, looks_under_all_keys) {
  const redis_bench server;
  replica a(server.local(), {std::string(32, 'o')});
  replica b(server.local(), {std::string(32, 'f'), std::string(32, 'o')});
  replica c(server.local(), {std::string(32, 'f')});
  a.bases.put(alice, "root", "old");
  ASSERT_TRUE(comes_true([&] { return a.counts.writes == 1; }));
  EXPECT_EQ(*get(b.bases, alice, "root"), "old");
  EXPECT_EQ(get(c.bases, alice, "root"), nullptr);
}

TEST_F(shared_base_store_test, answers_when_the_server_does_not) {
  const redis_bench server;
  replica a(server.local(), {std::string(32, 'k')});
  server.stop();
  EXPECT_EQ(get(a.bases, alice, "root"), nullptr);
  server.go_on();
}

}  // namespace
