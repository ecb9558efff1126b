// SPDX-License-Identifier: MIT
/// @file
/// Media types as header fields name them.
#ifndef PITH_MCP_HTTP_MEDIA_TYPE_HPP
#define PITH_MCP_HTTP_MEDIA_TYPE_HPP

#include "mcp/http/types.hpp"

#include <string_view>

namespace pith::mcp {

inline constexpr std::string_view json_type = "application/json";
inline constexpr std::string_view event_stream_type = "text/event-stream";

/// Takes the first part of `value` off, up to the next `;`, and returns it
/// without blanks around it: first the type, then its parameters.
[[nodiscard]] std::string_view take_type_part(std::string_view& value) noexcept;

/// "Text/HTML" of "Text/HTML; charset=utf-8".
[[nodiscard]] std::string_view media_type_of(std::string_view value) noexcept;

/// Whether there is one field Content-Type, and it names this type.
[[nodiscard]] bool has_media_type(const http_fields& fields,
                                  std::string_view type) noexcept;

}  // namespace pith::mcp

#endif  // PITH_MCP_HTTP_MEDIA_TYPE_HPP
