// SPDX-License-Identifier: MIT
/// @file
/// An endpoint that offers several servers as one.
#ifndef PITH_MCP_MERGE_MERGE_SETTINGS_HPP
#define PITH_MCP_MERGE_MERGE_SETTINGS_HPP

#include "mcp/access/tool_rights.hpp"
#include "mcp/config/configuration.hpp"
#include "mcp/interpret/message_interpreter.hpp"
#include "mcp/merge/member_connection.hpp"

#include <memory>
#include <string>
#include <string_view>
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

/// What a caller may do with a tool of a member, by the member's own name.
[[nodiscard]] inline tool_verdict right_to(const merge_member& member,
                                           std::string_view tool,
                                           const caller& who) {
  const server_state& server = *member.server;
  if (!server.rights) return {};
  return server.rights->get()->of(*who.identity, server.name, tool);
}

/// All members, in the order in which they are listed.
struct merge_settings {
  std::string name;  ///< of the endpoint
  std::vector<merge_member> members;
  merge_options options;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_MERGE_MERGE_SETTINGS_HPP
