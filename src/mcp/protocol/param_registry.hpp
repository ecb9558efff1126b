// SPDX-License-Identifier: MIT
/// @file
/// Which arguments the tools of a server want repeated as HTTP fields.
#ifndef PITH_MCP_PROTOCOL_PARAM_REGISTRY_HPP
#define PITH_MCP_PROTOCOL_PARAM_REGISTRY_HPP

#include "mcp/protocol/message.hpp"
#include "mcp/protocol/param_headers.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pith::mcp {

/// What lists of tools said of `x-mcp-header`. A child does not see the fields
/// of a request, so that the hub is the one to check them; a client on pipes
/// does not send any, so that the link is the one to set them. For one thread.
class param_registry {
 public:
  /// Takes note of the raw result of a tools/list, as the server sent it.
  void note(std::string_view result);
  /// Why a request is not taken; nothing when its fields are right, or nothing
  /// is known of its tool.
  [[nodiscard]] std::optional<header_refusal> check(const http_fields& fields,
                                                    const message& m) const;
  /// Sets the fields that a request to the server must have.
  void set(http_fields& fields, const message& m) const;

 private:
  /// What the tool that `m` calls wants; null when that is nothing.
  [[nodiscard]] const std::vector<param_header>* find(const message& m) const;

  static constexpr std::size_t max_tools = 10'000;

  std::map<std::string, std::vector<param_header>, std::less<>> tools_;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_PROTOCOL_PARAM_REGISTRY_HPP
