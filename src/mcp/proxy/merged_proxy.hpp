// SPDX-License-Identifier: MIT
/// @file
/// A client on our standard input and output, and the servers of an endpoint as
/// one server.
#ifndef PITH_MCP_PROXY_MERGED_PROXY_HPP
#define PITH_MCP_PROXY_MERGED_PROXY_HPP

#include "mcp/config/configuration.hpp"
#include "mcp/observe/metrics.hpp"

#include <functional>
#include <string_view>

namespace pith::mcp {

struct merged_proxy_options {
  gateway_metrics* metrics = nullptr;  ///< counts the calls; must outlive it
  /// Words of the servers, and of the proxy, for people.
  std::function<void(std::string_view line)> say;
};

/// Serves standard input until it ends. `endpoint` is the name of one of the
/// configuration; empty: all servers. The client is `config.client`. Returns
/// what the process should exit with.
[[nodiscard]] int run_merged_proxy(const configuration& config,
                                   std::string_view endpoint,
                                   const merged_proxy_options& wanted);

}  // namespace pith::mcp

#endif  // PITH_MCP_PROXY_MERGED_PROXY_HPP
