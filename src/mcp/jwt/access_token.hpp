// SPDX-License-Identifier: MIT
/// @file
/// Access tokens as signed claims (RFC 7519, RFC 9068): whether one is good,
/// and what it says.
#ifndef PITH_MCP_JWT_ACCESS_TOKEN_HPP
#define PITH_MCP_JWT_ACCESS_TOKEN_HPP

#include "mcp/jwt/key_set.hpp"
#include "mcp/jwt/public_key.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pith::mcp {

inline constexpr std::size_t max_token_bytes = 8U << 10U;
/// How far clocks may be apart.
inline constexpr std::int64_t token_skew_seconds = 60;

/// Why a token is refused, in the order in which it is looked at.
enum class token_fault : std::uint8_t {
  none,
  too_long,     ///< more than max_token_bytes
  form,         ///< not three parts of base64url, or not JSON in the first two
  algorithm,    ///< not one of those that are configured
  critical,     ///< it asks for an extension, of which there are none
  type,         ///< not at+jwt, nor JWT where that is allowed
  no_key_id,    ///< it does not say which key signed it
  unknown_key,  ///< the issuer has no such key, as far as is known
  other_key,    ///< that key is not for this algorithm
  signature,
  claims,  ///< one is missing, of the wrong type, or has control characters
  issuer,
  audience,
  expired,
  not_yet,  ///< nbf or iat is in the future
};
/// A word for the log: "expired".
[[nodiscard]] std::string_view name(token_fault fault) noexcept;

/// What a deployment expects of tokens.
struct token_rules {
  std::string issuer;
  std::vector<token_algorithm> algorithms{
      token_algorithm::rs256, token_algorithm::ps256, token_algorithm::es256,
      token_algorithm::eddsa};
  bool allow_jwt_type = false;          ///< typ JWT beside at+jwt
  std::string name_claim;               ///< empty: none
  std::string groups_claim = "groups";  ///< strings; empty: none
  bool operator==(const token_rules&) const = default;
};

/// What a token says. No text has control characters. Times are seconds since
/// 1970.
struct token_claims {
  static constexpr std::int64_t no_time =
      std::numeric_limits<std::int64_t>::min();

  std::string issuer;
  std::string subject;
  std::string name;  ///< by token_rules::name_claim; empty: it has none
  std::vector<std::string> audiences;
  std::vector<std::string> scopes;  ///< of `scope`, or else of `scp`
  std::vector<std::string> groups;  ///< by token_rules::groups_claim
  std::int64_t expires = no_time;
  std::int64_t not_before = no_time;
  std::int64_t issued = no_time;
};

struct token_verdict {
  token_fault fault = token_fault::none;
  token_claims claims{};  ///< when there is no fault
};

/// Checks form, algorithm, type, key and signature, and reads the claims. They
/// are the issuer's, but it may be another one, and they may be old: see
/// check_claims(). Linear, but for the signature.
[[nodiscard]] token_verdict read_signed_token(std::string_view token,
                                              const key_set& keys,
                                              const token_rules& rules);

/// Checks issuer, audience and times. One audience of the token must be one of
/// `audiences`, byte for byte but for a slash at the end of either.
[[nodiscard]] token_fault check_claims(const token_claims& claims,
                                       const token_rules& rules,
                                       std::span<const std::string> audiences,
                                       std::int64_t now);

/// Whether a text could be a token of an issuer at all: three parts within the
/// limit. Secrets that are not are not compared with keys.
[[nodiscard]] bool looks_like_token(std::string_view text) noexcept;

}  // namespace pith::mcp

#endif  // PITH_MCP_JWT_ACCESS_TOKEN_HPP
