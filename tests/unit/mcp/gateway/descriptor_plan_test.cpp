// SPDX-License-Identifier: MIT
#include "mcp/gateway/descriptor_plan.hpp"

#include "mcp/config/configuration.hpp"

#include <gtest/gtest.h>

#include <sys/resource.h>

namespace {

using namespace pith::mcp;  // NOLINT(google-build-using-namespace): a test

configuration one_child() {
  configuration config;
  config.servers.resize(1);
  config.servers[0].command.words = {"x"};
  return config;
}

TEST(descriptor_plan, enough_of_them) {
  const configuration config = one_child();
  const descriptor_plan plan = fit_descriptors(config, 1'000'000);
  EXPECT_EQ(plan.connections, config.limits.connections);
  EXPECT_EQ(plan.wanted, 64U + 4 * 256 + 10'000);
}

TEST(descriptor_plan, few_of_them_leave_a_reserve) {
  configuration config = one_child();
  descriptor_plan plan = fit_descriptors(config, 1024);
  EXPECT_EQ(plan.connections, 1024U - 64 - 256);
  config.servers[0].url = "http://127.0.0.1/";
  plan = fit_descriptors(config, 1024);
  EXPECT_EQ(plan.connections, (1024U - 64) / 2);
  for (const std::size_t limit : {0U, 1U, 3U, 64U, 100U}) {
    plan = fit_descriptors(config, limit);
    EXPECT_GE(plan.connections, 1U) << limit;
    EXPECT_LE(plan.connections, limit + 1) << limit;
  }
}

TEST(descriptor_plan, raises_the_soft_limit) {
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  if (before.rlim_max < 2048) GTEST_SKIP() << "the hard limit is too low";
  rlimit low = before;
  low.rlim_cur = 512;
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &low), 0);
  configuration config = one_child();
  config.limits.connections = 700;
  config.limits.children = 16;
  const descriptor_plan plan = plan_descriptors(config);
  EXPECT_EQ(plan.limit, plan.wanted);
  EXPECT_EQ(plan.connections, 700U);
  rlimit after{};
  ::getrlimit(RLIMIT_NOFILE, &after);
  EXPECT_EQ(after.rlim_cur, plan.wanted);
  ::setrlimit(RLIMIT_NOFILE, &before);
}

}  // namespace
