// SPDX-License-Identifier: MIT
/// @file
/// Revisions of MCP, and the fields by which HTTP requests of 2026-07-28 and
/// later repeat what their body says.
#ifndef PITH_MCP_PROTOCOL_MODERN_HEADERS_HPP
#define PITH_MCP_PROTOCOL_MODERN_HEADERS_HPP

#include "mcp/http/types.hpp"
#include "mcp/protocol/message.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace pith::mcp {

/// The published revisions, oldest first.
inline constexpr std::array<std::string_view, 5> known_versions = {
    "2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"};
inline constexpr std::string_view first_modern_version = "2026-07-28";

[[nodiscard]] bool is_known_version(std::string_view version) noexcept;
/// Whether `version` has the form of a date that is not before 2026-07-28,
/// known or not.
[[nodiscard]] bool is_modern_version(std::string_view version) noexcept;

/// Whether a request or notification belongs to a modern revision: its _meta
/// has the key of the version, whatever it says, or else its field
/// MCP-Protocol-Version names a modern one.
[[nodiscard]] bool is_modern_request(const http_fields& fields,
                                     const message& m);

/// Why a request is not taken: the status of the answer, and the error in it.
struct header_refusal {
  int status = 400;
  int code = rpc_code::header_mismatch;
  std::string text{};
};

/// Holds the fields of a modern request against its body. Nothing when they
/// agree. Requests need MCP-Protocol-Version, Mcp-Method, and Mcp-Name where
/// `mirrored_name()` knows a source; fields of notifications are only checked
/// when there are any. Each may come once. A request without a version in its
/// body is refused with invalid_params. Whether the version is supported is
/// for the caller to say.
[[nodiscard]] std::optional<header_refusal> check_modern_headers(
    const http_fields& fields, const message& m);

/// What Mcp-Name repeats: params.name of tools/call and prompts/get, params.uri
/// of resources/read, params.taskId of tasks/get, tasks/update, tasks/cancel.
/// Nothing for other methods, or when it is not a string.
[[nodiscard]] std::optional<std::string> mirrored_name(const message& m);

/// The member of params that mirrored_name() reads; empty when the method has
/// none.
[[nodiscard]] std::string_view mirrored_member(
    std::string_view method) noexcept;

/// Sets (and removes) MCP-Protocol-Version, Mcp-Method and Mcp-Name, as the
/// body of a modern request asks for.
void set_modern_headers(http_fields& fields, const message& m);

}  // namespace pith::mcp

#endif  // PITH_MCP_PROTOCOL_MODERN_HEADERS_HPP
