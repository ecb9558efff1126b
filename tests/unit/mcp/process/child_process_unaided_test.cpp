// SPDX-License-Identifier: MIT
// Children where the system cannot tell of their end, as on macOS: on Linux,
// with a kernel that refuses what tells it.
#include "watched_child.hpp"

#include <gtest/gtest.h>

#ifdef __linux__
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <string>

namespace {

using namespace pith_tests;  // NOLINT(google-build-using-namespace)

enum outcome { passed = 0, failed = 1, cannot_refuse = 2 };

/// From now on, this process and its children get ENOSYS.
bool refuse_descriptors_of_processes() {
  constexpr unsigned refusal = SECCOMP_RET_ERRNO | unsigned{ENOSYS};
  sock_filter steps[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_pidfd_open, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, refusal),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  sock_fprog program{std::size(steps), steps};
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) {
    return false;
  }
  return ::syscall(SYS_pidfd_open, ::getpid(), 0U) == -1 && errno == ENOSYS;
}

/// What happens in a process that is refused. Never returns.
[[noreturn]] void run_refused(const std::function<bool()>& what) {
  if (!refuse_descriptors_of_processes()) std::_Exit(cannot_refuse);
  std::_Exit(what() ? passed : failed);
}

bool can_refuse() {
  const int pid = ::fork();
  if (pid == 0) run_refused([] { return true; });
  int status = -1;
  ::waitpid(pid, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == passed;
}

/// Fails unless `what` returns true in such a process.
void expect_refused(const std::function<bool()>& what) {
  if (!can_refuse()) GTEST_SKIP() << "this system does not filter calls";
  EXPECT_EXIT(run_refused(what), testing::ExitedWithCode(passed), "");
}

TEST(child_process_unaided, ends_with_its_code) {
  expect_refused([] {
    watched w(shell("echo a; exit 3"));
    return w.run() && w.end->code == 3 && w.lines == strings{"a"};
  });
}

TEST(child_process_unaided, ends_though_its_streams_stay_open) {
  expect_refused([] {
    watched w(shell("(trap '' TERM; sleep 60) & echo $!; exit 0"));
    return w.run(30s) && w.lines.size() == 1 && is_gone(std::stoi(w.lines[0]));
  });
}

TEST(child_process_unaided, stops_and_is_killed) {
  expect_refused([] {
    watched willing(shell("cat; exit 4"));
    willing.child->stop();
    watched unwilling(shell("sleep 60"));
    unwilling.child->kill();
    return willing.run() && willing.end->code == 4 && unwilling.run(30s) &&
           unwilling.end->signal == SIGKILL;
  });
}

TEST(child_process_unaided, may_close_its_output_and_live_on) {
  expect_refused([] {
    watched w(shell("exec 1>&-; sleep 0.3; exit 5"));
    return w.run() && w.end->code == 5;
  });
}

}  // namespace
#endif
