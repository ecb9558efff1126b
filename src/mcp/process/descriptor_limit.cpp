// SPDX-License-Identifier: MIT
#include "mcp/process/descriptor_limit.hpp"

#include "mcp/config/configuration.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <atomic>

namespace pith::mcp {

namespace {

/// Pipes of a child that stay with us, and the descriptor of its process.
constexpr std::size_t descriptors_of_child = 4;

/// 0: it was not raised.
std::atomic<rlim_t> first_limit{0};

std::size_t raised_limit(std::size_t wanted) noexcept {
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

}  // namespace

descriptor_plan fit_descriptors(const configuration& config,
                                std::size_t limit) {
  const auto has_url = [](const server_settings& s) { return !s.url.empty(); };
  const auto& servers = config.servers;
  const bool has_urls = std::any_of(servers.begin(), servers.end(), has_url);
  const bool has_children =
      !std::all_of(servers.begin(), servers.end(), has_url);
  // A request to a URL has a connection on either side.
  const std::size_t each = has_urls ? 2 : 1;
  const std::size_t children =
      has_children ? config.limits.children * descriptors_of_child : 0;
  descriptor_plan plan;
  plan.limit = limit;
  plan.connections = config.limits.connections;
  plan.wanted = reserved_descriptors + children + plan.connections * each;
  if (limit >= plan.wanted) return plan;
  // Where there are few, children get a quarter of them at most.
  const std::size_t kept =
      std::min(limit / 2, reserved_descriptors + std::min(children, limit / 4));
  plan.connections = std::clamp<std::size_t>((limit - kept) / each, 1,
                                             config.limits.connections);
  return plan;
}

descriptor_plan plan_descriptors(const configuration& config) {
  const std::size_t wanted = fit_descriptors(config, 0).wanted;
  return fit_descriptors(config, raised_limit(wanted));
}

void give_first_descriptor_limit(int pid) noexcept {
  const rlim_t first = first_limit.load();
  rlimit now{};
  if (first == 0 || ::prlimit(pid, RLIMIT_NOFILE, nullptr, &now) != 0) return;
  now.rlim_cur = first;
  ::prlimit(pid, RLIMIT_NOFILE, &now, nullptr);
}

}  // namespace pith::mcp
