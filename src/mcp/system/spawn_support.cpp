// SPDX-License-Identifier: MIT
#include "mcp/system/spawn_support.hpp"

#include <fcntl.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/resource.h>
#include <sys/syscall.h>
#endif

namespace pith::mcp {

bool open_private_pipe(int (&ends)[2]) noexcept {
#ifdef __linux__
  return ::pipe2(ends, O_CLOEXEC) == 0;
#else
  if (::pipe(ends) != 0) return false;
  // NOLINTBEGIN(cppcoreguidelines-pro-type-vararg): fcntl()
  ::fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  ::fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  // NOLINTEND(cppcoreguidelines-pro-type-vararg)
  return true;
#endif
}

int prevent_inheritance([[maybe_unused]] posix_spawn_file_actions_t& actions,
                        [[maybe_unused]] short& flags) noexcept {
#if defined(__APPLE__)
  flags = static_cast<short>(flags | POSIX_SPAWN_CLOEXEC_DEFAULT);
  return 0;
#elif defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
  // Sockets of this process are not all closed on exec.
  return ::posix_spawn_file_actions_addclosefrom_np(&actions, 3);
#else
  return 0;
#endif
}

int open_process([[maybe_unused]] int pid) noexcept {
#ifdef SYS_pidfd_open
  return static_cast<int>(::syscall(SYS_pidfd_open, pid, 0U));
#else
  return -1;
#endif
}

void set_descriptor_limit([[maybe_unused]] int pid,
                          [[maybe_unused]] std::uint64_t limit) noexcept {
#ifdef __linux__
  rlimit now{};
  if (::prlimit(pid, RLIMIT_NOFILE, nullptr, &now) != 0) return;
  now.rlim_cur = limit;
  ::prlimit(pid, RLIMIT_NOFILE, &now, nullptr);
#endif
}

}  // namespace pith::mcp
