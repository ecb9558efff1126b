// SPDX-License-Identifier: MIT
/// @file
/// How many file descriptors a gateway needs, and may have.
#ifndef PITH_MCP_GATEWAY_DESCRIPTOR_PLAN_HPP
#define PITH_MCP_GATEWAY_DESCRIPTOR_PLAN_HPP

#include <cstddef>

namespace pith::mcp {

struct configuration;

/// What is kept for files, logs, certificates and the like.
inline constexpr std::size_t reserved_descriptors = 64;

struct descriptor_plan {
  std::size_t limit = 0;        ///< that holds for this process
  std::size_t wanted = 0;       ///< that all configured limits would need
  std::size_t connections = 0;  ///< that can be had with it, of those wanted
};

/// What a limit of so many descriptors allows this configuration.
[[nodiscard]] descriptor_plan fit_descriptors(const configuration& config,
                                              std::size_t limit);

/// Raises the soft limit of the process as far as the configuration needs it
/// and the hard limit allows, and says what then can be had.
[[nodiscard]] descriptor_plan plan_descriptors(const configuration& config);

}  // namespace pith::mcp

#endif  // PITH_MCP_GATEWAY_DESCRIPTOR_PLAN_HPP
