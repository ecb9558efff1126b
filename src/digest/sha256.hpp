// SPDX-License-Identifier: MIT
/// @file
/// SHA-256, the one thing that the library needs from a cryptographic library.
#ifndef PITH_DIGEST_SHA256_HPP
#define PITH_DIGEST_SHA256_HPP

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace pith::inline v0::detail {

using sha256_digest = std::array<std::uint8_t, 32>;

/// Sixty-four hexadecimal digits in lower case.
[[nodiscard]] std::string to_hex(const sha256_digest& digest);

/// Hashes bytes that arrive in pieces. One thread at a time.
class sha256 {
 public:
  sha256();
  sha256(sha256&&) noexcept;
  sha256& operator=(sha256&&) noexcept;
  ~sha256();

  /// A second hash that has seen the same bytes, to go on from here again.
  [[nodiscard]] sha256 clone() const;

  void update(std::string_view bytes) noexcept;
  /// The digest of everything since the construction or the last finish();
  /// begins anew afterwards. Nothing when the cryptographic library refused
  /// (no memory, or a configuration that forbids SHA-256).
  [[nodiscard]] std::optional<sha256_digest> finish() noexcept;

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace pith::inline v0::detail

#endif  // PITH_DIGEST_SHA256_HPP
