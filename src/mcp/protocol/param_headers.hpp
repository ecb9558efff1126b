// SPDX-License-Identifier: MIT
/// @file
/// Arguments of a tool that HTTP requests of MCP 2026-07-28 repeat as fields
/// `Mcp-Param-*`, because its inputSchema marks them with `x-mcp-header`.
#ifndef PITH_MCP_PROTOCOL_PARAM_HEADERS_HPP
#define PITH_MCP_PROTOCOL_PARAM_HEADERS_HPP

#include "mcp/http/types.hpp"
#include "mcp/protocol/modern_headers.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pith::mcp {

/// One argument that is repeated.
struct param_header {
  std::string field;              ///< "Mcp-Param-Region"
  std::vector<std::string> path;  ///< keys that lead to it in the arguments
};

/// What a raw inputSchema marks, in order; empty for most. Nothing when a mark
/// breaks a rule of the revision, which makes the tool one that clients over
/// HTTP must not offer: not on a property of type string, integer or boolean
/// that `properties` alone lead to, no token, or there twice. Linear in the
/// schema times its depth; deeper than 32 levels it is not looked at.
[[nodiscard]] std::optional<std::vector<param_header>> param_headers_of(
    std::string_view input_schema);

/// Holds the fields of a tools/call against its raw arguments. Nothing when
/// they agree: every argument that is marked and there has its field, once,
/// with the same value; numbers are compared as numbers. A field without its
/// argument is only checked for its characters. An argument that is marked and
/// comes twice, or beside a name that lax readers take for it (names_alike()),
/// is refused: the server might read another one.
[[nodiscard]] std::optional<header_refusal> check_param_headers(
    const http_fields& fields, const std::vector<param_header>& declared,
    std::string_view arguments);

/// The same when only the schema is at hand; one that breaks a rule asks for
/// nothing.
[[nodiscard]] std::optional<header_refusal> check_param_headers(
    const http_fields& fields, std::string_view input_schema,
    std::string_view arguments);

/// Sets the fields that the arguments ask for, and removes those that they do
/// not; other fields `Mcp-Param-*` stay.
void set_param_headers(http_fields& fields,
                       const std::vector<param_header>& declared,
                       std::string_view arguments);

}  // namespace pith::mcp

#endif  // PITH_MCP_PROTOCOL_PARAM_HEADERS_HPP
