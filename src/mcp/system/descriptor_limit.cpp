// SPDX-License-Identifier: MIT
#include "mcp/system/descriptor_limit.hpp"

#include "mcp/system/spawn_support.hpp"

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
  if (first != 0) set_descriptor_limit(pid, first);
}

}  // namespace pith::mcp
