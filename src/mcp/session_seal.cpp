// SPDX-License-Identifier: MIT
#include "mcp/session_seal.hpp"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <array>

namespace pith::mcp {

namespace {

constexpr std::size_t mark_digits = 32;  // 128 bits

}  // namespace

std::string session_seal::mark(std::string_view principal,
                               std::string_view server,
                               std::string_view id) const {
  std::string text(principal);
  text.push_back('\0');
  text.append(server);
  text.push_back('\0');
  text.append(id);
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int size = 0;
  HMAC(EVP_sha256(), key_.data(), static_cast<int>(key_.size()),
       reinterpret_cast<const unsigned char*>(text.data()), text.size(),
       digest.data(), &size);
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out;
  for (std::size_t i = 0; i < mark_digits / 2; ++i) {
    out.push_back(digits[digest[i] >> 4U]);
    out.push_back(digits[digest[i] & 15U]);
  }
  return out;
}

std::string session_seal::seal(std::string_view principal,
                               std::string_view server,
                               std::string_view id) const {
  std::string sealed(id);
  if (key_.empty()) return sealed;
  sealed.push_back('.');
  sealed.append(mark(principal, server, id));
  return sealed;
}

std::optional<std::string> session_seal::open(std::string_view principal,
                                              std::string_view server,
                                              std::string_view sealed) const {
  if (key_.empty()) return std::string(sealed);
  if (sealed.size() <= mark_digits) return std::nullopt;
  const std::size_t dot = sealed.size() - mark_digits - 1;
  const std::string_view id = sealed.substr(0, dot);
  if (sealed[dot] != '.' ||
      !same_secret(sealed.substr(dot + 1), mark(principal, server, id))) {
    return std::nullopt;
  }
  return std::string(id);
}

bool same_secret(std::string_view a, std::string_view b) noexcept {
  return a.size() == b.size() &&
         CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace pith::mcp
