// SPDX-License-Identifier: MIT
/// @file
/// SHA-256 without a cryptographic library.
#ifndef PITH_DIGEST_PORTABLE_SHA256_HPP
#define PITH_DIGEST_PORTABLE_SHA256_HPP

#include "digest/sha256.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pith::inline v0::detail {

/// SHA-256 as FIPS 180-4 defines it, for targets that have no OpenSSL
/// (WebAssembly) and for packages that must not depend on it. About a quarter
/// of OpenSSL's speed on processors with SHA instructions; what pith hashes
/// are identities and keys. One thread at a time.
class portable_sha256 {
 public:
  void update(std::string_view bytes) noexcept;
  /// The digest of everything since the construction or the last finish();
  /// begins anew afterwards.
  [[nodiscard]] sha256_digest finish() noexcept;

 private:
  static constexpr std::size_t block_bytes = 64;
  static constexpr std::array<std::uint32_t, 8> first_state = {
      0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

  void mix(const unsigned char* block) noexcept;

  std::array<std::uint32_t, 8> state_ = first_state;
  std::array<unsigned char, block_bytes> pending_{};
  std::uint64_t total_ = 0;  // bytes so far; those of an open block included
};

}  // namespace pith::inline v0::detail

#endif  // PITH_DIGEST_PORTABLE_SHA256_HPP
