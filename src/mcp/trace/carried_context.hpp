// SPDX-License-Identifier: MIT
/// @file
/// How a trace context travels: in the _meta of a message, and in the head of
/// an HTTP request. What is in a message comes first; HTTP may have it from
/// something on the way.
#ifndef PITH_MCP_TRACE_CARRIED_CONTEXT_HPP
#define PITH_MCP_TRACE_CARRIED_CONTEXT_HPP

#include "mcp/http/types.hpp"
#include "mcp/protocol/message.hpp"
#include "mcp/trace/trace_context.hpp"

#include <optional>
#include <string>

namespace pith::mcp {

/// That of `params._meta`. Nothing when there is none, it is wrong, or it is
/// there twice.
[[nodiscard]] std::optional<trace_context> context_of(const message& request);

/// That of a head. Nothing when there is none, it is wrong, or it is there
/// twice; a state in several fields is one.
[[nodiscard]] std::optional<trace_context> context_of(
    const http_fields& fields);

/// The text of a request with this context in `params._meta`, in place of any
/// other; all else stays, byte for byte, outside of _meta. Nothing when
/// params or _meta are there and not objects. One pass over the params.
[[nodiscard]] std::optional<std::string> with_context(
    const message& request, const trace_context& context);

/// Sets the fields of a head, in place of any others.
void set_context(http_fields& fields, const trace_context& context);

}  // namespace pith::mcp

#endif  // PITH_MCP_TRACE_CARRIED_CONTEXT_HPP
