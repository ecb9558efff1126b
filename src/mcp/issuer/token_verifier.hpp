// SPDX-License-Identifier: MIT
/// @file
/// Tokens of an issuer, checked with the keys that it has now.
#ifndef PITH_MCP_ISSUER_TOKEN_VERIFIER_HPP
#define PITH_MCP_ISSUER_TOKEN_VERIFIER_HPP

#include "mcp/issuer/key_source.hpp"
#include "mcp/issuer/key_wait.hpp"
#include "mcp/jwt/access_token.hpp"
#include "mcp/jwt/token_cache.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace pith::mcp {

/// What a token is worth: one of claims, a fault, something to wait for, or no
/// answer at all.
struct token_outcome {
  std::shared_ptr<const token_claims> claims{};  ///< it is good
  token_fault fault = token_fault::none;         ///< it is not
  /// Keys are on their way that may tell; ask again after that.
  std::shared_ptr<key_wait> wait{};
  /// The keys cannot be had, so that nobody can tell.
  [[nodiscard]] bool is_unknown() const noexcept {
    return !claims && !wait && fault == token_fault::none;
  }
};

/// One issuer. Safe for several threads.
class token_verifier {
 public:
  struct options {
    token_rules rules;
    key_source::options keys;
    bool operator==(const options&) const = default;
  };

  /// `tell` as of key_source.
  token_verifier(options wanted, key_source::reporter tell);

  /// `audiences` are those of the place that the token was sent to; `now` is in
  /// seconds since 1970. Some microseconds for a token that came before, and
  /// some hundred for a new one.
  [[nodiscard]] token_outcome check(std::string_view token,
                                    std::span<const std::string> audiences,
                                    std::int64_t now);
  /// Whether keys are there.
  [[nodiscard]] bool has_keys() const { return keys_.keys() != nullptr; }
  void refresh() { keys_.refresh(); }
  /// As of key_source.
  void stop() { keys_.stop(); }
  [[nodiscard]] const options& wanted() const noexcept { return wanted_; }

 private:
  const options wanted_;
  token_cache cache_;
  key_source keys_;  // the last, because it calls what uses the cache
};

}  // namespace pith::mcp

#endif  // PITH_MCP_ISSUER_TOKEN_VERIFIER_HPP
