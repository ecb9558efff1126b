// SPDX-License-Identifier: MIT
#include "mcp/process/child_process.hpp"

#include "watched_child.hpp"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

using namespace pith_tests;  // NOLINT(google-build-using-namespace)

TEST(child_process, sends_lines_and_hears_them_in_order) {
  watched w(shell("exec cat"));
  ASSERT_TRUE(w.child) << w.problem;
  strings sent;
  for (int i = 0; i < 1000; ++i) {
    sent.push_back("line " + std::to_string(i));
    w.child->send(sent.back());
  }
  EXPECT_GT(w.child->queued(), 0U);
  w.child->stop();
  ASSERT_TRUE(w.run());
  EXPECT_EQ(w.lines, sent);
  EXPECT_EQ(w.child->queued(), 0U);
  EXPECT_EQ(w.end->text(), "exit code 0");
  EXPECT_EQ(w.ends, 1);
}

TEST(child_process, delivers_a_last_line_without_line_feed) {
  watched w(shell("printf 'a\\n\\nb'"));
  ASSERT_TRUE(w.run());
  EXPECT_EQ(w.lines, (strings{"a", "", "b"}));
}

TEST(child_process, tells_the_exit_code) {
  watched w(shell("exit 7"));
  ASSERT_TRUE(w.run());
  EXPECT_EQ(w.end->code, 7);
  EXPECT_EQ(w.end->text(), "exit code 7");
}

TEST(child_process, tells_the_signal) {
  watched w(shell("kill -9 $$"));
  ASSERT_TRUE(w.run());
  EXPECT_EQ(w.end->signal, 9);
  EXPECT_EQ(w.end->text(), "signal 9");
}

TEST(child_process, says_why_a_program_cannot_be_started) {
  child_command command;
  command.words = {"pith-no-such-program"};
  watched w(command);
  EXPECT_FALSE(w.child);
  EXPECT_NE(w.problem.find("pith-no-such-program"), std::string::npos);
  EXPECT_NE(w.problem.find("No such file"), std::string::npos);
  command.words.clear();
  EXPECT_EQ(watched(command).problem, "there is no command to start");
  command = shell("true");
  command.directory = "/no/such/place";
  watched lost(command);
  EXPECT_FALSE(lost.child);
  EXPECT_NE(lost.problem.find("/no/such/place"), std::string::npos);
  command = shell(std::string("a\0b", 3));
  EXPECT_NE(watched(command).problem.find("NUL"), std::string::npos);
}

TEST(child_process, cannot_be_made_to_send_two_lines_for_one) {
  watched w(shell("exec cat"));
  w.child->send("{\n\"a\":\n1}");
  w.child->stop();
  ASSERT_TRUE(w.run());
  EXPECT_EQ(w.lines, strings{"{ \"a\": 1}"});
}

TEST(child_process, carries_a_huge_line_both_ways) {
  auto slow = python(
      "import sys, time\n"
      "while part := sys.stdin.buffer.read(1 << 20):\n"
      "  sys.stdout.buffer.write(part)\n"
      "  time.sleep(0.1)");
  slow.patience = 2s;
  watched w(slow);
  const std::size_t size = 32U << 20U;
  w.child->send(std::string(size, 'x'));
  w.child->stop();
  // It takes longer than its patience, which does not cut off what is on its
  // way.
  ASSERT_TRUE(w.run(60s));
  EXPECT_EQ(w.end->text(), "exit code 0");
  ASSERT_EQ(w.lines.size(), 1U);
  EXPECT_EQ(w.lines.front().size(), size);
}

TEST(child_process, reads_a_hundred_megabytes_in_one_line) {
  watched w(
      python("import sys\n"
             "b='y'*(1<<20)\n"
             "for i in range(100): sys.stdout.write(b)\n"
             "sys.stdout.write('\\nend\\n')"));
  ASSERT_TRUE(w.run(60s));
  ASSERT_EQ(w.lines.size(), 2U);
  EXPECT_EQ(w.lines[0].size(), 100U << 20U);
  EXPECT_EQ(w.lines[1], "end");
}

TEST(child_process, ends_a_child_whose_line_is_too_long) {
  child_command command = shell("echo ok; head -c 3000 /dev/zero; sleep 30");
  command.max_line_bytes = 2000;
  watched w(command);
  ASSERT_TRUE(w.run());
  EXPECT_EQ(w.lines, strings{"ok"});
  EXPECT_TRUE(w.end->said_too_much);
  EXPECT_EQ(w.end->text(), "a line that is too long");
}

TEST(child_process, hears_stderr_in_bounded_pieces) {
  watched w(shell("echo one >&2; head -c 150000 /dev/zero | tr '\\0' z >&2"));
  ASSERT_TRUE(w.run());
  ASSERT_EQ(w.words.size(), 4U);
  EXPECT_EQ(w.words[0], "one");
  EXPECT_EQ(w.words[1].size(), 65536U);
  EXPECT_EQ(w.words[2].size(), 65536U);
  EXPECT_EQ(w.words[3].size(), 150000U - 2 * 65536U);
  EXPECT_TRUE(w.lines.empty());
}

TEST(child_process, passes_the_listed_variables_only) {
  ::setenv("PITH_TEST_SECRET", "s", 1);
  ::setenv("PITH_TEST_PASSED", "p", 1);
  ::setenv("PITH_MANY_A", "1", 1);
  ::setenv("LC_PITH", "l", 1);
  ::setenv("PITH_TEST_FUNCTION", "() { :; }", 1);
  child_command command;
  command.words = {"env"};
  command.pass_environment = {"PITH_TEST_PASSED", "PITH_MANY_*",
                              "PITH_TEST_FUNCTION"};
  command.environment = {{"OWN", "o w n"}, {"HOME", "/elsewhere"}};
  watched w(command);
  ASSERT_TRUE(w.run());
  const auto has = [&](std::string_view line) {
    for (const auto& l : w.lines) {
      if (l == line) return true;
    }
    return false;
  };
  EXPECT_TRUE(has("PITH_TEST_PASSED=p"));
  EXPECT_TRUE(has("PITH_MANY_A=1"));
  EXPECT_TRUE(has("LC_PITH=l"));
  EXPECT_TRUE(has("OWN=o w n"));
  EXPECT_TRUE(has("HOME=/elsewhere"));
  for (const auto& line : w.lines) {
    EXPECT_EQ(line.find("PITH_TEST_SECRET"), std::string::npos);
    EXPECT_EQ(line.find("PITH_TEST_FUNCTION"), std::string::npos);
  }
}

TEST(child_process, starts_in_its_directory) {
  child_command command = shell("pwd");
  command.directory = "/";
  watched w(command);
  ASSERT_TRUE(w.run());
  EXPECT_EQ(w.lines, strings{"/"});
}

TEST(child_process, gives_no_descriptor_and_no_signal_setting_away) {
  const int mine = ::open("/dev/null", O_RDONLY);  // without O_CLOEXEC
  ::signal(SIGHUP, SIG_IGN);
  watched w(
      python("import os,signal\n"
             "print(sorted(map(int,os.listdir('/proc/self/fd')))[:3])\n"
             "print(len(os.listdir('/proc/self/fd')))\n"
             "print(signal.getsignal(signal.SIGHUP)==signal.SIG_DFL)\n"
             "print(os.getpgid(0)==os.getpid())"));
  ASSERT_TRUE(w.run());
  ::signal(SIGHUP, SIG_DFL);
  ::close(mine);
  // 0, 1, 2 and the one that lists them.
  EXPECT_EQ(w.lines, (strings{"[0, 1, 2]", "4", "True", "True"}));
}

}  // namespace
