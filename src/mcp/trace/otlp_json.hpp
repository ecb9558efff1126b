// SPDX-License-Identifier: MIT
/// @file
/// Spans as the JSON of OTLP 1: ids in hexadecimal digits, 64-bit numbers as
/// decimal strings, enumerations as numbers.
#ifndef PITH_MCP_TRACE_OTLP_JSON_HPP
#define PITH_MCP_TRACE_OTLP_JSON_HPP

#include "mcp/trace/span.hpp"

#include <span>
#include <string>

namespace pith::mcp {

/// The body of a POST to /v1/traces. All texts must be UTF-8.
[[nodiscard]] std::string otlp_json(const trace_resource& from,
                                    std::span<const trace_span> spans);

}  // namespace pith::mcp

#endif  // PITH_MCP_TRACE_OTLP_JSON_HPP
