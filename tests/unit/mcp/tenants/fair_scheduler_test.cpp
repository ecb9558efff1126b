// SPDX-License-Identifier: MIT
#include "mcp/tenants/fair_scheduler.hpp"

#include <gtest/gtest.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>

namespace {

using pith::mcp::fair_scheduler;

struct fair_scheduler_test : testing::Test {
  void run(std::string whose, char letter) {
    turns->run(std::move(whose), 1, [this, letter] { order += letter; });
  }
  void run_slowly(std::string whose, char letter) {
    turns->run(std::move(whose), 1, [this, letter] {
      using namespace std::chrono;
      const auto end = steady_clock::now() + microseconds(300);
      while (steady_clock::now() < end) continue;
      order += letter;
    });
  }

  boost::asio::io_context io{1};
  std::shared_ptr<fair_scheduler> turns = std::make_shared<fair_scheduler>(io);
  std::string order;
};

TEST_F(fair_scheduler_test, runs_nothing_before_it_returns) {
  run("alice", 'a');
  EXPECT_EQ(order, "");
  io.run();
  EXPECT_EQ(order, "a");
}

TEST_F(fair_scheduler_test, a_tenant_waits_for_one_job_of_another) {
  for (int i = 0; i < 4; ++i) run("loud", 'l');
  run("quiet", 'q');
  io.run();
  EXPECT_EQ(order, "lqlll");
}

TEST_F(fair_scheduler_test, other_handlers_run_between_jobs) {
  for (int i = 0; i < 3; ++i) run_slowly("loud", 'l');
  boost::asio::post(io, [this] {
    order += 's';
    run("quiet", 'q');
  });
  io.run();
  // The socket is heard after the first job, and its tenant is next but one.
  EXPECT_EQ(order, "lslql");
}

// As when the system stops the thread before it has begun with the first job.
TEST_F(fair_scheduler_test, runs_every_job_even_when_its_time_is_over) {
  turns =
      std::make_shared<fair_scheduler>(io, std::chrono::microseconds::zero());
  for (const char letter : {'a', 'b', 'c'}) run("alice", letter);
  io.run();
  EXPECT_EQ(order, "abc");
}

TEST_F(fair_scheduler_test, jobs_may_add_jobs) {
  turns->run("alice", 1, [this] {
    order += 'a';
    run("alice", 'b');
    run("bob", 'c');
  });
  io.run();
  EXPECT_EQ(order, "abc");
}

TEST_F(fair_scheduler_test, a_job_that_throws_does_not_end_the_others) {
  turns->run("alice", 1, [] { throw std::runtime_error("no"); });
  run("bob", 'b');
  EXPECT_THROW(io.run(), std::runtime_error);
  io.run();
  EXPECT_EQ(order, "b");
}

TEST_F(fair_scheduler_test, what_is_cleared_never_runs) {
  const auto owned = std::make_shared<int>(0);
  turns->run("alice", 1, [this, owned] { order += 'a'; });
  turns->clear();
  EXPECT_EQ(owned.use_count(), 1);
  io.run();
  EXPECT_EQ(order, "");
}

TEST_F(fair_scheduler_test, may_end_before_its_context_does) {
  run("alice", 'a');
  turns.reset();
  io.run();
  EXPECT_EQ(order, "");
}

}  // namespace
