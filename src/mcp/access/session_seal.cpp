// SPDX-License-Identifier: MIT
#include "mcp/access/session_seal.hpp"

#include "mcp/protocol/hex.hpp"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace pith::mcp {

namespace {

constexpr std::size_t mark_digits = 32;  // 128 bits

std::string mark(std::string_view key, std::string_view principal,
                 std::string_view server, std::string_view id) {
  std::string text(principal);
  text.push_back('\0');
  text.append(server);
  text.push_back('\0');
  text.append(id);
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int size = 0;
  HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()),
       reinterpret_cast<const unsigned char*>(text.data()), text.size(),
       digest.data(), &size);
  return hex_of(std::span(digest).first(mark_digits / 2));
}

/// One that the caller has, or the first, which replicas agree on.
const std::string& sealing_key(const std::vector<std::string>& all,
                               std::string_view proof) {
  const auto own = std::find_if(
      all.begin(), all.end(),
      [proof](const std::string& one) { return same_secret(one, proof); });
  return own == all.end() ? all.front() : *own;
}

}  // namespace

session_seal::session_seal(secrets keys) : keys_(std::move(keys)) {
  // Replicas seal with the same one, in whatever order they were told.
  for (auto& [principal, all] : keys_) std::sort(all.begin(), all.end());
}

std::string session_seal::seal(std::string_view principal,
                               std::string_view server, std::string_view id,
                               std::string_view proof) const {
  std::string sealed(id);
  const auto known = keys_.find(principal);
  if (known == keys_.end()) return sealed;
  sealed.push_back('.');
  sealed.append(mark(sealing_key(known->second, proof), principal, server, id));
  return sealed;
}

std::optional<std::string> session_seal::open(std::string_view principal,
                                              std::string_view server,
                                              std::string_view sealed) const {
  if (keys_.empty()) return std::string(sealed);
  const auto known = keys_.find(principal);
  if (known == keys_.end() || sealed.size() <= mark_digits) return std::nullopt;
  const std::size_t dot = sealed.size() - mark_digits - 1;
  const std::string_view id = sealed.substr(0, dot);
  if (sealed[dot] != '.') return std::nullopt;
  for (const std::string& key : known->second) {
    if (same_secret(sealed.substr(dot + 1), mark(key, principal, server, id))) {
      return std::string(id);
    }
  }
  return std::nullopt;
}

bool same_secret(std::string_view a, std::string_view b) noexcept {
  return a.size() == b.size() &&
         CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace pith::mcp
