// SPDX-License-Identifier: MIT
/// @file
/// The gateway as a resource that an authorization server protects (RFC 9728):
/// what it says of itself, and what it asks of tokens. All of it comes from the
/// configuration, nothing from the Host of a request.
#ifndef PITH_MCP_ACCESS_PROTECTED_RESOURCE_HPP
#define PITH_MCP_ACCESS_PROTECTED_RESOURCE_HPP

#include "mcp/config/configuration.hpp"
#include "mcp/http/caller.hpp"
#include "mcp/http/types.hpp"
#include "mcp/jwt/access_token.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pith::mcp {

inline constexpr std::string_view resource_metadata_path =
    "/.well-known/oauth-protected-resource";

/// The path of the resource that a path asks about: "/files/mcp", or "" for the
/// gateway as a whole. Nothing when it is not a path of metadata. The path of
/// `resource` may stand before it, as RFC 9728 has it, or be taken off by a
/// proxy.
[[nodiscard]] std::optional<std::string_view> described_path(
    const oauth_settings& oauth, std::string_view path);

/// Where the metadata of this path is.
[[nodiscard]] std::string metadata_url(const oauth_settings& oauth,
                                       std::string_view path);

/// The same by a configuration; empty when it has no [auth.oauth].
[[nodiscard]] std::string metadata_url(const configuration& config,
                                       std::string_view path);

/// The metadata. Anybody may read it, pages of any origin among them.
[[nodiscard]] http_response resource_metadata(const oauth_settings& oauth,
                                              std::string_view path);

/// What a token for this path must be made out to: the gateway or this path.
[[nodiscard]] std::vector<std::string> audiences_of(const oauth_settings& oauth,
                                                    std::string_view path);

/// The value of WWW-Authenticate of a 401 for this path. `fault` is why the
/// token was refused; nothing when there was none.
[[nodiscard]] std::string token_challenge(const oauth_settings& oauth,
                                          std::string_view path,
                                          std::optional<token_fault> fault);

/// Who a token speaks for.
[[nodiscard]] caller_pointer caller_by(const token_claims& claims);

/// Whether a principal is one of this issuer's.
[[nodiscard]] bool is_issued_by(const oauth_settings& oauth,
                                std::string_view principal);

}  // namespace pith::mcp

#endif  // PITH_MCP_ACCESS_PROTECTED_RESOURCE_HPP
