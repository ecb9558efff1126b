// SPDX-License-Identifier: MIT
#include "mcp/process/child_process.hpp"
#include "watched_child.hpp"

#include <gtest/gtest.h>

#include <sys/wait.h>

#include <boost/asio/io_context.hpp>
#include <cerrno>
#include <csignal>
#include <string>
#include <string_view>
#include <utility>

namespace {

using namespace pith_tests;  // NOLINT(google-build-using-namespace)

TEST(child_process_end, stops_by_the_end_of_input) {
  child_command willing = shell("cat; echo bye; exit 3");
  willing.patience = 30s;  // on a busy machine, it takes a while to end
  watched w(std::move(willing));
  w.child->send("x");
  w.child->stop();
  w.child->stop();
  ASSERT_TRUE(w.run());
  EXPECT_EQ(w.lines, (strings{"x", "bye"}));
  EXPECT_EQ(w.end->code, 3);
}

TEST(child_process_end, stops_by_sigterm_when_the_end_of_input_is_ignored) {
  watched w(
      shell("trap 'echo term; exit 5' TERM\n"
            "echo up; while :; do sleep 0.02; done"));
  ASSERT_TRUE(w.run_until([&] { return !w.lines.empty(); }));
  w.child->stop();
  ASSERT_TRUE(w.run());
  EXPECT_EQ(w.lines, (strings{"up", "term"}));
  EXPECT_EQ(w.end->code, 5);
}

TEST(child_process_end, stops_by_sigkill_at_last) {
  watched w(shell("trap '' TERM; echo up; while :; do sleep 0.02; done"));
  ASSERT_TRUE(w.run_until([&] { return !w.lines.empty(); }));
  w.child->stop();
  ASSERT_TRUE(w.run());
  EXPECT_EQ(w.end->signal, SIGKILL);
}

TEST(child_process_end, kills_at_once) {
  watched w(shell("sleep 60"));
  w.child->kill();
  ASSERT_TRUE(w.run(30s));
  EXPECT_EQ(w.end->signal, SIGKILL);
  w.child->kill();
  w.child->stop();
  w.child->send("nobody hears this");
}

TEST(child_process_end, kills_grandchildren_with_the_leader) {
  // The grandchild ignores SIGTERM and holds the output open.
  watched w(shell("(trap '' TERM; sleep 60) & echo $!; exit 0"));
  ASSERT_TRUE(w.run(30s));
  ASSERT_EQ(w.lines.size(), 1U);
  EXPECT_TRUE(is_gone(std::stoi(w.lines[0])));
}

TEST(child_process_end, kills_silent_grandchildren_too) {
  watched w(shell("sleep 60 >/dev/null 2>&1 </dev/null & echo $!"));
  ASSERT_TRUE(w.run(30s));
  ASSERT_EQ(w.lines.size(), 1U);
  EXPECT_TRUE(is_gone(std::stoi(w.lines[0])));
}

TEST(child_process_end, ends_though_a_stranger_holds_the_output) {
  // It left the group, so that only its number reaches it.
  watched w(
      python("import os,time\n"
             "stranger=os.fork()\n"
             "if stranger==0:\n"
             "  os.setsid(); time.sleep(90); os._exit(0)\n"
             "print(stranger)"));
  const bool has_ended = w.run();
  ASSERT_EQ(w.lines.size(), 1U);
  ::kill(std::stoi(w.lines[0]), SIGKILL);
  ASSERT_TRUE(has_ended);
  EXPECT_EQ(w.end->code, 0);
}

TEST(child_process_end, survives_a_child_that_closes_its_input) {
  watched w(shell("exec 0<&-; echo closed; sleep 0.2; echo end"));
  ASSERT_TRUE(w.run_until([&] { return !w.lines.empty(); }));
  for (int i = 0; i < 10; ++i) w.child->send(std::string(100'000, 'x'));
  ASSERT_TRUE(w.run());
  EXPECT_EQ(w.lines, (strings{"closed", "end"}));
  EXPECT_EQ(w.child->queued(), 0U);
}

TEST(child_process_end, is_not_read_while_paused) {
  watched w(
      shell("i=0; while [ $i -lt 200000 ]; do echo 0123456789; "
            "i=$((i+1)); done"));
  w.child->pause();
  w.io.run_for(300ms);
  const std::size_t early = w.lines.size();
  EXPECT_LT(early, 20'000U);
  w.io.restart();
  w.io.run_for(100ms);
  EXPECT_EQ(w.lines.size(), early);
  w.child->resume();
  ASSERT_TRUE(w.run());
  EXPECT_EQ(w.lines.size(), 200'000U);
}

TEST(child_process_end, keeps_lines_of_a_paused_child_that_ended) {
  watched w(shell("sleep 0.1; echo a; echo b"));
  w.on_line = [&](std::string_view) { w.child->pause(); };
  ASSERT_TRUE(w.run_until([&] { return !w.lines.empty(); }));
  w.io.restart();
  w.io.run_for(400ms);
  EXPECT_FALSE(w.end);
  w.on_line = nullptr;
  w.child->resume();
  ASSERT_TRUE(w.run());
  EXPECT_EQ(w.lines, (strings{"a", "b"}));
}

TEST(child_process_end, may_be_resumed_and_killed_from_a_line) {
  watched w(shell("while :; do echo 0123456789; done"));
  w.on_line = [&](std::string_view line) {
    EXPECT_EQ(line, "0123456789");
    w.child->pause();
    w.child->resume();
    if (w.lines.size() == 50'000) w.child->kill();
  };
  ASSERT_TRUE(w.run());
  EXPECT_EQ(w.end->signal, SIGKILL);
}

TEST(child_process_end, leaves_neither_zombies_nor_descriptors) {
  const std::size_t before = open_descriptors();
  for (int i = 0; i < 20; ++i) {
    watched w(shell("cat"));
    const int pid = w.child->pid();
    if (i % 2 == 0) {
      w.child->stop();
    } else {
      w.child->kill();
    }
    ASSERT_TRUE(w.run());
    EXPECT_FALSE(is_alive(pid));
  }
  EXPECT_EQ(open_descriptors(), before);
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

TEST(child_process_end, does_not_outlive_its_io_context) {
  int pid = 0;
  {
    watched w(shell("trap '' TERM; sleep 60"));
    pid = w.child->pid();
    w.io.run_for(20ms);
    w.child.reset();
  }
  EXPECT_FALSE(is_alive(pid));
}

TEST(child_process_end, goes_on_without_its_owner) {
  watched w(shell("sleep 0.1; echo late"));
  w.child.reset();
  ASSERT_TRUE(w.run());
  EXPECT_EQ(w.lines, strings{"late"});
}

}  // namespace
