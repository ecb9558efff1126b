// SPDX-License-Identifier: MIT
/// @file
/// What a client is told about the token that it should have had.
#ifndef PITH_MCP_ACCESS_CHALLENGE_HPP
#define PITH_MCP_ACCESS_CHALLENGE_HPP

#include "mcp/http/types.hpp"

#include <string>
#include <string_view>

namespace pith::mcp {

/// The parameters of a challenge; those that are empty are left out. None has
/// a quote, a backslash or a control character.
struct bearer_challenge {
  std::string_view error{};
  std::string_view description{};  ///< of the error, for people
  std::string_view scope{};        ///< all scopes of the operation, with blanks
  std::string_view resource_metadata{};  ///< RFC 9728: a URL
};

/// The value of WWW-Authenticate.
[[nodiscard]] std::string to_field(const bearer_challenge& challenge);

/// 403 to a request, by its raw id, whose caller lacks one of these scopes.
[[nodiscard]] http_response refuse_scopes(std::string_view id,
                                          std::string_view scopes,
                                          std::string_view resource_metadata);

}  // namespace pith::mcp

#endif  // PITH_MCP_ACCESS_CHALLENGE_HPP
