// SPDX-License-Identifier: MIT
/// @file
/// The definition of a tool without what a model does not need.
#ifndef PITH_MCP_REWRITE_SLIM_TOOL_HPP
#define PITH_MCP_REWRITE_SLIM_TOOL_HPP

#include "mcp/rewrite/policy.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace pith::mcp {

/// What is left out of a definition.
struct slim_request {
  slimming rules{};
  bool output_schema = false;
};

/// The raw definition of a tool without what is asked to go; nothing when
/// there is none of it, or `definition` is not an object.
///
/// In inputSchema only keywords of JSON Schema go, at any depth, and never the
/// name of a property: `title` (but beside `const` it is the name of a choice
/// and stays), `examples`, `$schema`, `additionalProperties` of true or false
/// (but not below `oneOf`, `not`, `if` and `contains`, which would mean
/// something else without it), `default` of null. Values of enum, const,
/// default and unknown keywords are never looked into. All other bytes stay.
///
/// One pass without recursion; linear.
[[nodiscard]] std::optional<std::string> slim_tool(std::string_view definition,
                                                   const slim_request& what);

/// A raw JSON value without blanks between its tokens.
[[nodiscard]] std::string compact_json(std::string_view raw);

}  // namespace pith::mcp

#endif  // PITH_MCP_REWRITE_SLIM_TOOL_HPP
