// SPDX-License-Identifier: MIT
#include "mcp/gateway.hpp"

#include "mcp/run_home.hpp"

#include <gtest/gtest.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <new>
#include <string>

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

TEST(run_home, goes_on_when_a_handler_throws) {
  gateway_log log{log_level::off};
  boost::asio::io_context home;
  int done = 0;
  boost::asio::post(home, [&done] { ++done; });
  boost::asio::post(home, [] { throw std::bad_alloc{}; });
  boost::asio::post(home, [] { throw 7; });
  boost::asio::post(home, [&done] { ++done; });
  run_home(home, log);
  EXPECT_EQ(done, 2);
}

}  // namespace
