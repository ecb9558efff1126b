// SPDX-License-Identifier: MIT
#include "mcp/gateway/descriptor_plan.hpp"

#include "mcp/config/configuration.hpp"
#include "mcp/system/descriptor_limit.hpp"

#include <algorithm>

namespace pith::mcp {

namespace {

/// Pipes of a child that stay with us, and the descriptor of its process.
constexpr std::size_t descriptors_of_child = 4;

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
  return fit_descriptors(config, raise_descriptor_limit(wanted));
}

}  // namespace pith::mcp
