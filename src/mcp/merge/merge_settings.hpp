// SPDX-License-Identifier: MIT
/// @file
/// An endpoint that offers several servers as one.
#ifndef PITH_MCP_MERGE_MERGE_SETTINGS_HPP
#define PITH_MCP_MERGE_MERGE_SETTINGS_HPP

#include "mcp/config/configuration.hpp"
#include "mcp/interpret/message_interpreter.hpp"
#include "mcp/merge/member_connection.hpp"

#include <memory>
#include <string>
#include <vector>

namespace pith::mcp {

/// One server of an endpoint.
struct merge_member {
  std::string prefix;  ///< of what it offers; empty for at most one member
  bool is_required = false;  ///< without it nothing is listed
  /// Its name, its policy, and what is known of its tools.
  std::shared_ptr<server_state> server;
  member_connection::linker connect;
};

/// All members, in the order in which they are listed.
struct merge_settings {
  std::string name;  ///< of the endpoint
  std::vector<merge_member> members;
  merge_options options;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_MERGE_MERGE_SETTINGS_HPP
