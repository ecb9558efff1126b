// SPDX-License-Identifier: MIT
/// @file
/// The keys that an issuer publishes (RFC 7517).
#ifndef PITH_MCP_JWT_KEY_SET_HPP
#define PITH_MCP_JWT_KEY_SET_HPP

#include "mcp/jwt/public_key.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pith::mcp {

inline constexpr std::size_t max_key_set_bytes = 256U << 10U;
inline constexpr std::size_t max_keys = 100;

/// Public keys by their ids. Never changed; safe for several threads.
class key_set {
 public:
  struct found {
    const public_key* key = nullptr;  ///< of the set; null: none fits
    bool is_known = false;            ///< whether the set has the id at all
  };

  /// The key of this id that may be used with the algorithm; of several, the
  /// first.
  [[nodiscard]] found find(std::string_view id,
                           token_algorithm algorithm) const noexcept;
  /// How many keys can be used.
  [[nodiscard]] std::size_t size() const noexcept { return keys_.size(); }
  /// How many cannot: of other kinds, for other uses, too short, wrong.
  [[nodiscard]] std::size_t skipped() const noexcept { return skipped_; }

 private:
  friend struct key_set_reader;
  struct entry {
    std::string id;
    std::optional<token_algorithm> only;
    public_key key;
  };
  std::vector<entry> keys_;
  std::size_t skipped_ = 0;
};

struct key_set_result {
  std::shared_ptr<const key_set> value{};  ///< null: it cannot be used
  std::string problem{};                   ///< why not
};

/// Reads a JWK set. Keys that cannot be used for signatures here are skipped,
/// as the specification asks; it is wrong when none is left. A key without an
/// id, with an empty one, or with its private part is such a key. Linear, and
/// about a millisecond for each RSA key.
[[nodiscard]] key_set_result read_key_set(std::string_view text);

}  // namespace pith::mcp

#endif  // PITH_MCP_JWT_KEY_SET_HPP
