// SPDX-License-Identifier: MIT
/// @file
/// Tokens whose signature was checked not long ago.
#ifndef PITH_MCP_JWT_TOKEN_CACHE_HPP
#define PITH_MCP_JWT_TOKEN_CACHE_HPP

#include "mcp/jwt/access_token.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string_view>

namespace pith::mcp {

/// Claims by the SHA-256 of their token, until it expires, but five minutes at
/// most, so that a key that was withdrawn does not serve for long. The token
/// itself is not kept. When it is full, the oldest goes. Only good tokens get
/// in, so that others cannot push them out. Safe for several threads.
class token_cache {
 public:
  static constexpr std::size_t usual_size = 10'000;
  static constexpr std::int64_t max_seconds = 300;

  explicit token_cache(std::size_t size = usual_size) : size_(size) {}

  /// Null when it is not there; `now` as in token_claims. n log n in the
  /// tokens, and linear in the length of this one.
  [[nodiscard]] std::shared_ptr<const token_claims> find(std::string_view token,
                                                         std::int64_t now);
  /// Keeps what a token says whose signature is right. `epoch` is that before
  /// the keys were looked at: after a clear(), nothing of before is taken.
  void put(std::string_view token, std::shared_ptr<const token_claims> claims,
           std::int64_t now, std::uint64_t epoch);
  /// Forgets all, as when keys have changed.
  void clear();
  [[nodiscard]] std::uint64_t epoch() const;
  [[nodiscard]] std::size_t size() const;

 private:
  using digest = std::array<unsigned char, 32>;
  struct entry {
    std::shared_ptr<const token_claims> claims;
    std::int64_t until;
    std::list<digest>::iterator place;
  };
  [[nodiscard]] static digest digest_of(std::string_view token);
  void forget(std::map<digest, entry>::iterator at);

  mutable std::mutex lock_;
  std::size_t size_;
  std::uint64_t epoch_ = 0;
  std::map<digest, entry> entries_;
  std::list<digest> order_;  // the oldest first
};

}  // namespace pith::mcp

#endif  // PITH_MCP_JWT_TOKEN_CACHE_HPP
