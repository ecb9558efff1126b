// SPDX-License-Identifier: MIT
/// @file
/// Digests that only who has a key can make.
#ifndef PITH_MCP_PROTOCOL_HMAC_HPP
#define PITH_MCP_PROTOCOL_HMAC_HPP

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <array>
#include <cstddef>
#include <string_view>

namespace pith::mcp {

inline constexpr std::size_t hmac_bytes = 32;

/// HMAC-SHA256. All zeros when there is no memory for it.
[[nodiscard]] inline std::array<unsigned char, hmac_bytes> hmac_sha256(
    std::string_view key, std::string_view text) {
  std::array<unsigned char, hmac_bytes> digest{};
  unsigned int size = 0;
  HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()),
       reinterpret_cast<const unsigned char*>(text.data()), text.size(),
       digest.data(), &size);
  return digest;
}

}  // namespace pith::mcp

#endif  // PITH_MCP_PROTOCOL_HMAC_HPP
