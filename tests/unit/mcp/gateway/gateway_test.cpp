// SPDX-License-Identifier: MIT
#include "mcp/gateway/gateway.hpp"

#include "mcp/gateway/config_snapshot.hpp"
#include "mcp/gateway/run_io.hpp"

#include <gtest/gtest.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <chrono>
#include <new>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace {

using namespace pith::mcp;  // NOLINT(google-build-using-namespace): a test

configuration on_port(unsigned short port) {
  configuration config;
  config.address = "127.0.0.1";
  config.port = port;
  config.threads = 2;
  return config;
}

/// Ports can be shared; a second process would silently take some clients.
TEST(gateway, does_not_share_its_port_with_another) {
  gateway_log log{log_level::off};
  std::string problem;
  const auto first = gateway::start(on_port(0), log, problem);
  ASSERT_TRUE(first) << problem;
  const auto second = gateway::start(on_port(first->port()), log, problem);
  EXPECT_FALSE(second);
  EXPECT_NE(problem, "");
}

TEST(run_io, goes_on_when_a_handler_throws) {
  gateway_log log{log_level::off};
  boost::asio::io_context io;
  int done = 0;
  boost::asio::post(io, [&done] { ++done; });
  boost::asio::post(io, [] { throw std::bad_alloc{}; });
  boost::asio::post(io, [] { throw 7; });
  boost::asio::post(io, [&done] { ++done; });
  run_io(io, log);
  EXPECT_EQ(done, 2);
}

rewrite_policy rules(std::vector<std::string> allow,
                     std::vector<std::string> deny) {
  rewrite_policy policy;
  policy.allow = std::move(allow);
  policy.deny = std::move(deny);
  return policy;
}

TEST(config_snapshot, knows_when_rules_are_tighter) {
  EXPECT_FALSE(is_tighter(rules({}, {"a"}), rules({}, {"a", "b"})));
  EXPECT_TRUE(is_tighter(rules({}, {"a", "b"}), rules({}, {"a"})));
  EXPECT_TRUE(is_tighter(rules({"a"}, {}), rules({}, {})));
  EXPECT_TRUE(is_tighter(rules({"a"}, {}), rules({"a", "b"}, {})));
  EXPECT_FALSE(is_tighter(rules({"a", "b"}, {}), rules({"a"}, {})));
  EXPECT_FALSE(is_tighter(rules({}, {}), rules({"a"}, {})));
}

TEST(gateway, ends_at_once_when_somebody_is_in_a_hurry) {
  gateway_log log{log_level::off};
  std::string problem;
  configuration config = on_port(0);
  config.limits.drain_delay = std::chrono::seconds(60);
  const auto running = gateway::start(std::move(config), log, problem);
  ASSERT_TRUE(running) << problem;
  const auto begin = std::chrono::steady_clock::now();
  std::thread impatient([&running] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    running->hurry();
  });
  running->stop();
  impatient.join();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(30));
}

}  // namespace
