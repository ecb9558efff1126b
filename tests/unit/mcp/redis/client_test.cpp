// SPDX-License-Identifier: MIT
#include "mcp/redis/client.hpp"

#include "../redis_bench.hpp"
#include "../throwaway_certificate.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace pith::mcp;
using namespace pith_tests;
using clock = std::chrono::steady_clock;

class redis_client_test : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_redis_server()) GTEST_SKIP() << "there is no redis-server";
  }
};

TEST_F(redis_client_test, sets_and_gets_over_tcp_and_unix) {
  const redis_bench server;
  for (const redis_address& where : {server.address(), server.local()}) {
    const auto client = client_of(patient({where}));
    ASSERT_TRUE(client->is_up());
    EXPECT_EQ(say(*client, {"SET", "a", std::string("x\0\r\ny", 5)}).reply.text,
              "OK");
    EXPECT_EQ(say(*client, {"GET", "a"}).reply.text,
              std::string("x\0\r\ny", 5));
    EXPECT_EQ(say(*client, {"GET", "b"}).reply.what, redis_reply::type::nil);
    const redis_result wrong = say(*client, {"INCR", "a"});
    EXPECT_EQ(wrong.failure, redis_failure::refused);
  }
}

TEST_F(redis_client_test, speaks_tls_and_checks_the_host) {
  const throwaway_certificate certificate("IP:127.0.0.1");
  const unsigned short port = free_port();
  const redis_bench server(
      {"--tls-port", std::to_string(port), "--tls-cert-file",
       certificate.certificate_file(), "--tls-key-file", certificate.key_file(),
       "--tls-ca-cert-file", certificate.certificate_file(),
       "--tls-auth-clients", "no"});
  redis_address where{.tls = true,
                      .host = "127.0.0.1",
                      .port = std::to_string(port),
                      .path = {}};
  auto wanted = patient({where});
  wanted.ca_file = certificate.certificate_file();
  const auto client = client_of(wanted);
  EXPECT_EQ(say(*client, {"SET", "a", std::string(300'000, 'x')}).reply.text,
            "OK");
  EXPECT_EQ(say(*client, {"GET", "a"}).reply.text.size(), 300'000U);
  where.host = "localhost";  // which the certificate is not for
  wanted.servers = {where};
  const auto other = client_of(wanted, milliseconds{300});
  EXPECT_FALSE(other->is_up());
  EXPECT_EQ(say(*other, {"GET", "a"}).failure, redis_failure::unavailable);
}

TEST_F(redis_client_test, needs_the_right_password) {
  const redis_bench server({"--requirepass", "right"});
  auto wanted = patient({server.address()});
  wanted.password = "right";
  EXPECT_EQ(say(*client_of(wanted), {"SET", "a", "1"}).reply.text, "OK");
  wanted.user = "default";
  wanted.database = 3;
  EXPECT_EQ(say(*client_of(wanted), {"GET", "a"}).reply.what,
            redis_reply::type::nil);
  wanted.password = "wrong";
  const auto wrong = client_of(wanted, milliseconds{200});
  EXPECT_TRUE(comes_true([&] { return !wrong->problem().empty(); }));
  EXPECT_FALSE(wrong->is_up());
  EXPECT_NE(wrong->problem().find("WRONGPASS"), std::string::npos)
      << wrong->problem();
  wanted.password.clear();
  const auto none = client_of(wanted, milliseconds{200});
  EXPECT_TRUE(comes_true([&] { return !none->problem().empty(); }));
  EXPECT_NE(none->problem().find("NOAUTH"), std::string::npos)
      << none->problem();
}

TEST_F(redis_client_test, sends_together_what_nobody_waits_for) {
  const redis_bench server;
  const auto client = client_of(patient({server.address()}));
  std::atomic<int> answered{0};
  constexpr int count = 300;
  for (int i = 0; i < count; ++i) {
    client->run_soon({.words = {"RPUSH", "list", std::to_string(i)},
                      .script = nullptr,
                      .key = {}},
                     milliseconds{5000}, [&](const redis_result& result) {
                       if (result.is_good()) ++answered;
                     });
  }
  ASSERT_TRUE(comes_true([&] { return answered == count; }));
  const redis_result all = say(*client, {"LRANGE", "list", "0", "-1"});
  ASSERT_EQ(all.reply.items.size(), static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < all.reply.items.size(); ++i) {
    EXPECT_EQ(all.reply.items[i].text, std::to_string(i));
  }
}

TEST_F(redis_client_test, tells_those_whom_it_leaves) {
  const redis_bench server;
  auto client = client_of(patient({server.address()}));
  std::atomic<int> told{0};
  for (int i = 0; i < 100; ++i) {
    client->run_soon({.words = {"PING"}, .script = nullptr, .key = {}},
                     milliseconds{5000}, [&](const redis_result&) { ++told; });
  }
  client.reset();
  EXPECT_EQ(told, 100);
}

TEST_F(redis_client_test, does_not_wait_for_one_answer_to_ask_the_next) {
  const redis_bench server;
  const auto client = client_of(patient({server.address()}));
  std::atomic<int> answered{0};
  std::atomic<int> wrong{0};
  constexpr int count = 1000;
  for (int i = 0; i < count; ++i) {
    client->run({.words = {"SET", "k" + std::to_string(i), std::to_string(i)},
                 .script = nullptr,
                 .key = {}},
                milliseconds{5000}, [](const redis_result&) {});
    client->run({.words = {"GET", "k" + std::to_string(i)},
                 .script = nullptr,
                 .key = {}},
                milliseconds{5000}, [&, i](const redis_result& result) {
                  if (result.reply.text != std::to_string(i)) ++wrong;
                  ++answered;
                });
  }
  EXPECT_TRUE(comes_true([&] { return answered == count; }));
  EXPECT_EQ(wrong, 0);
}

TEST_F(redis_client_test, refuses_when_too_much_waits) {
  const redis_bench server;
  const auto client = client_of(patient({server.address()}));
  server.stop();
  std::atomic<int> busy{0};
  std::atomic<int> all{0};
  constexpr int count = 6000;
  for (int i = 0; i < count; ++i) {
    client->run({.words = {"PING"}, .script = nullptr, .key = {}},
                milliseconds{300}, [&](const redis_result& result) {
                  if (result.failure == redis_failure::busy) ++busy;
                  ++all;
                });
  }
  EXPECT_TRUE(comes_true([&] { return all == count; }));
  EXPECT_GE(busy, 1000);
  server.go_on();
}

TEST_F(redis_client_test, calls_scripts_by_hash_and_sends_them_when_needed) {
  const redis_bench server;
  const auto client = client_of(patient({server.address()}));
  const redis_script script{"return redis.call('INCRBY', KEYS[1], ARGV[1])"};
  EXPECT_EQ(script.hash.size(), 40U);
  const auto run = [&] {
    return client
        ->wait({.words = {"1", "n", "2"}, .script = &script, .key = "n"})
        .reply.number;
  };
  EXPECT_EQ(run(), 2);
  EXPECT_EQ(run(), 4);
  EXPECT_EQ(say(*client, {"SCRIPT", "FLUSH"}).reply.text, "OK");
  EXPECT_EQ(run(), 6);
}

TEST_F(redis_client_test, gives_up_a_paused_server_and_comes_back) {
  const redis_bench server;
  auto wanted = patient({server.address()});
  wanted.timeout = milliseconds{50};
  std::atomic<int> changes{0};
  wanted.changed = [&](bool, const std::string&) { ++changes; };
  const auto client = client_of(wanted);
  ASSERT_TRUE(comes_true([&] { return client->is_up(); }));
  server.stop();
  const auto begin = clock::now();
  EXPECT_EQ(say(*client, {"GET", "a"}).failure, redis_failure::timeout);
  EXPECT_LT(clock::now() - begin, milliseconds{1000});
  EXPECT_TRUE(comes_true([&] {
    static_cast<void>(say(*client, {"GET", "a"}));
    return !client->is_up();
  }));
  // The breaker is open: nobody waits.
  const auto again = clock::now();
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(say(*client, {"GET", "a"}).failure, redis_failure::unavailable);
  }
  EXPECT_LT(clock::now() - again, milliseconds{2000});
  server.go_on();
  EXPECT_TRUE(comes_true([&] { return client->is_up(); }));
  EXPECT_TRUE(comes_true([&] {
    return say(*client, {"SET", "a", "1"}).is_good();
  }));
  EXPECT_GE(changes, 3);
  EXPECT_GE(client->losses(), 1U);
}

TEST_F(redis_client_test, drops_answers_that_come_too_late) {
  const redis_bench server;
  auto wanted = patient({server.address()});
  wanted.timeout = milliseconds{100};
  const auto client = client_of(wanted);
  ASSERT_TRUE(comes_true([&] {
    return say(*client, {"SET", "a", "right"}).is_good();
  }));
  const auto other = client_of(patient({server.local()}));
  other->run(
      {.words = {"DEBUG", "SLEEP", "0.25"}, .script = nullptr, .key = {}},
      milliseconds{3000}, [](const redis_result&) {});
  std::this_thread::sleep_for(milliseconds{30});
  EXPECT_EQ(say(*client, {"INCR", "n"}).failure, redis_failure::timeout);
  // Its answer must not be taken for that of the next.
  EXPECT_TRUE(comes_true([&] {
    return say(*client, {"GET", "a"}).reply.text == "right";
  }));
}

TEST_F(redis_client_test, finds_a_server_that_was_killed_and_restarted) {
  redis_bench server;
  const auto client = client_of(patient({server.address()}));
  EXPECT_TRUE(say(*client, {"SET", "a", "1"}).is_good());
  server.kill();
  EXPECT_TRUE(comes_true([&] { return !client->is_up(); }));
  EXPECT_EQ(say(*client, {"GET", "a"}).failure, redis_failure::unavailable);
  server.start();
  EXPECT_TRUE(comes_true([&] { return client->is_up(); }));
  EXPECT_EQ(say(*client, {"GET", "a"}).reply.what, redis_reply::type::nil);
}

TEST_F(redis_client_test, waits_for_a_server_that_comes_later) {
  const unsigned short port = free_port();
  const auto client = client_of(patient({{.tls = false,
                                          .host = "127.0.0.1",
                                          .port = std::to_string(port),
                                          .path = {}}}),
                                milliseconds{50});
  EXPECT_FALSE(client->is_up());
  EXPECT_EQ(say(*client, {"GET", "a"}).failure, redis_failure::unavailable);
}

TEST_F(redis_client_test, passes_over_a_replica) {
  const redis_bench master;
  const redis_bench replica(
      {"--replicaof", "127.0.0.1 " + std::to_string(master.port())});
  const auto client = client_of(patient({replica.address(), master.address()}));
  EXPECT_TRUE(comes_true([&] { return client->is_up(); }));
  EXPECT_TRUE(say(*client, {"SET", "a", "1"}).is_good());
  // The master becomes the replica, and the other way round.
  const auto first = client_of(patient({master.local()}));
  EXPECT_TRUE(say(*client_of(patient({master.local()})),
                  {"REPLICAOF", "127.0.0.1", std::to_string(replica.port())})
                  .is_good());
  EXPECT_FALSE(say(*client, {"SET", "a", "2"}).is_good());
}

TEST_F(redis_client_test, says_when_the_server_is_full) {
  const redis_bench server({"--maxmemory", "3mb"});
  const auto client = client_of(patient({server.address()}));
  redis_result last;
  for (int i = 0; i < 200 && last.is_good(); ++i) {
    last = say(*client,
               {"SET", "k" + std::to_string(i), std::string(50'000, 'x')});
  }
  EXPECT_EQ(last.failure, redis_failure::full);
  EXPECT_TRUE(client->is_up());
}

TEST_F(redis_client_test, bounds_what_it_reads) {
  const redis_bench server;
  auto wanted = patient({server.address()});
  wanted.max_reply_bytes = 10'000;
  const auto client = client_of(wanted);
  EXPECT_TRUE(say(*client, {"SET", "a", std::string(20'000, 'x')}).is_good());
  EXPECT_EQ(say(*client, {"GET", "a"}).failure, redis_failure::unavailable);
  EXPECT_TRUE(comes_true([&] { return client->is_up(); }));
}

TEST_F(redis_client_test, answers_everybody_when_it_ends) {
  const redis_bench server;
  std::atomic<int> answered{0};
  {
    const auto client = client_of(patient({server.address()}));
    server.stop();
    for (int i = 0; i < 100; ++i) {
      client->run({.words = {"PING"}, .script = nullptr, .key = {}},
                  milliseconds{60'000},
                  [&](const redis_result&) { ++answered; });
    }
  }
  EXPECT_EQ(answered, 100);
  server.go_on();
}

}  // namespace
