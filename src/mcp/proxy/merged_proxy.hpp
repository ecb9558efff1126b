// SPDX-License-Identifier: MIT
/// @file
/// Several servers as one, for a client on standard input and output.
#ifndef PITH_MCP_PROXY_MERGED_PROXY_HPP
#define PITH_MCP_PROXY_MERGED_PROXY_HPP

#include "mcp/config/configuration.hpp"
#include "mcp/proxy/stdio_proxy.hpp"

#include <string_view>

namespace pith::mcp {

/// Runs the servers of an endpoint of the configuration (of all, when
/// `endpoint` is empty) as one server, until the client or a signal ends it.
/// Returns what the process should exit with. `who` of the options is the
/// client. The endpoint must exist, and its tokenizers must load.
[[nodiscard]] int run_merged_proxy(const configuration& config,
                                   std::string_view endpoint,
                                   stdio_proxy::options wanted,
                                   gateway_metrics& metrics);

}  // namespace pith::mcp

#endif  // PITH_MCP_PROXY_MERGED_PROXY_HPP
