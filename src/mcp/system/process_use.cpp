// SPDX-License-Identifier: MIT
#include "mcp/system/process_use.hpp"

#include <sys/resource.h>
#include <unistd.h>

#ifdef __APPLE__
#include <libproc.h>
#include <mach/mach.h>
#else
#include <filesystem>
#include <fstream>
#include <system_error>
#endif

namespace pith::mcp {

namespace {

#ifdef __APPLE__

std::uint64_t resident_bytes() {
  mach_task_basic_info info{};
  mach_msg_type_number_t count = MACH_TASK_BASIC_INFO_COUNT;
  // NOLINTNEXTLINE(*-reinterpret-cast): as task_info() wants it
  auto* const into = reinterpret_cast<task_info_t>(&info);
  const auto done =
      ::task_info(::mach_task_self(), MACH_TASK_BASIC_INFO, into, &count);
  return done == KERN_SUCCESS ? info.resident_size : 0;
}

std::uint64_t open_files() {
  // Without a place for the list, it says how large that would have to be.
  const int bytes = ::proc_pidinfo(::getpid(), PROC_PIDLISTFDS, 0, nullptr, 0);
  return bytes <= 0 ? 0
                    : static_cast<std::uint64_t>(bytes) / sizeof(proc_fdinfo);
}

#else

std::uint64_t resident_bytes() {
  std::ifstream memory{"/proc/self/statm"};
  std::uint64_t size = 0;
  std::uint64_t resident = 0;
  if (!(memory >> size >> resident)) return 0;
  return resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

std::uint64_t open_files() {
  std::uint64_t count = 0;
  std::error_code failed;
  std::filesystem::directory_iterator files{"/proc/self/fd", failed};
  for (; !failed && files != std::filesystem::directory_iterator{};
       files.increment(failed)) {
    ++count;
  }
  return count == 0 ? 0 : count - 1;  // without the one that lists them
}

#endif

}  // namespace

process_use measure_process() {
  process_use use;
  use.resident_bytes = resident_bytes();
  use.open_files = open_files();
  rlimit most{};
  if (::getrlimit(RLIMIT_NOFILE, &most) == 0) use.max_files = most.rlim_cur;
  rusage usage{};
  if (::getrusage(RUSAGE_SELF, &usage) == 0) {
    const auto microseconds = [](const timeval& t) {
      return std::int64_t{t.tv_sec} * 1'000'000 + t.tv_usec;
    };
    use.cpu_seconds = static_cast<double>(microseconds(usage.ru_utime) +
                                          microseconds(usage.ru_stime)) /
                      1e6;
  }
  return use;
}

}  // namespace pith::mcp
