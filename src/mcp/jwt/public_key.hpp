// SPDX-License-Identifier: MIT
/// @file
/// Keys that signatures of tokens are checked with.
#ifndef PITH_MCP_JWT_PUBLIC_KEY_HPP
#define PITH_MCP_JWT_PUBLIC_KEY_HPP

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

struct evp_pkey_st;

namespace pith::mcp {

/// How a token is signed. There is no algorithm with a shared secret, and none
/// that signs nothing: no token can ask for what does not exist.
enum class token_algorithm : std::uint8_t { rs256, ps256, es256, eddsa };
/// In the order of token_algorithm.
inline constexpr std::array<std::string_view, 4> token_algorithm_names{
    "RS256", "PS256", "ES256", "EdDSA"};
[[nodiscard]] std::optional<token_algorithm> to_token_algorithm(
    std::string_view name) noexcept;

/// One public key. Copies are cheap and share it; safe for several threads.
class public_key {
 public:
  /// RSA of 2,048 to 8,192 bits with an odd exponent of at most 64 bits; both
  /// as bytes, the highest first. Nothing for other numbers, and for those
  /// that OpenSSL finds wrong.
  [[nodiscard]] static std::optional<public_key> rsa(std::string_view modulus,
                                                     std::string_view exponent);
  /// A point of P-256, each coordinate as 32 bytes.
  [[nodiscard]] static std::optional<public_key> p256(std::string_view x,
                                                      std::string_view y);
  /// 32 bytes.
  [[nodiscard]] static std::optional<public_key> ed25519(std::string_view x);

  /// Whether a key of this kind is used with that algorithm at all.
  [[nodiscard]] bool fits(token_algorithm algorithm) const noexcept;
  /// Whether `signature` is this key's, of `message`. False, too, when the
  /// algorithm does not fit. At most some hundred microseconds.
  [[nodiscard]] bool verifies(token_algorithm algorithm,
                              std::string_view message,
                              std::string_view signature) const;

 private:
  enum class kind : std::uint8_t { rsa, p256, ed25519 };
  public_key(kind what, evp_pkey_st* owned);

  kind kind_;
  std::shared_ptr<evp_pkey_st> key_;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_JWT_PUBLIC_KEY_HPP
