// SPDX-License-Identifier: MIT
/// @file
/// Where traces go.
#ifndef PITH_MCP_CONFIG_TRACES_HPP
#define PITH_MCP_CONFIG_TRACES_HPP

#include "mcp/http/types.hpp"
#include "mcp/trace/tracer.hpp"

#include <string>
#include <utility>
#include <vector>

namespace pith::mcp {

/// [traces].
struct traces_config {
  std::string url;      ///< of the collector; without a path: /v1/traces
  http_fields headers;  ///< sent with every batch
  std::string ca_file;  ///< for https; empty: the system's
  double sample = 1;    ///< share of the traces that begin here
  std::string service_name = "pith";
  /// Further attributes of the resource.
  std::vector<std::pair<std::string, std::string>> attributes;
  principal_form principals = principal_form::none;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_CONFIG_TRACES_HPP
