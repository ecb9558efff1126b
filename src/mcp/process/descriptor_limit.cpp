// SPDX-License-Identifier: MIT
#include "mcp/process/descriptor_limit.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <atomic>

namespace pith::mcp {

namespace {

/// 0: it was not raised.
std::atomic<rlim_t> first_limit{0};

}  // namespace

std::size_t raise_descriptor_limit(std::size_t wanted) noexcept {
  rlimit now{};
  if (::getrlimit(RLIMIT_NOFILE, &now) != 0) return wanted;
  if (now.rlim_cur < wanted && now.rlim_cur < now.rlim_max) {
    rlimit more = now;
    more.rlim_cur = std::min<rlim_t>(wanted, now.rlim_max);
    if (::setrlimit(RLIMIT_NOFILE, &more) == 0) {
      rlim_t none = 0;
      first_limit.compare_exchange_strong(none, now.rlim_cur);
      now = more;
    }
  }
  return static_cast<std::size_t>(now.rlim_cur);
}

void give_first_descriptor_limit(int pid) noexcept {
  const rlim_t first = first_limit.load();
  rlimit now{};
  if (first == 0 || ::prlimit(pid, RLIMIT_NOFILE, nullptr, &now) != 0) return;
  now.rlim_cur = first;
  ::prlimit(pid, RLIMIT_NOFILE, &now, nullptr);
}

}  // namespace pith::mcp
