// SPDX-License-Identifier: MIT
#include "mcp/access/session_seal.hpp"

#include "mcp/protocol/hex.hpp"
#include "mcp/protocol/hmac.hpp"

#include <openssl/crypto.h>

#include <algorithm>
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
  const auto digest = hmac_sha256(key, text);
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

session_seal::session_seal(secrets keys, std::vector<std::string> shared)
    : keys_(std::move(keys)), shared_(std::move(shared)) {
  // Replicas seal with the same one, in whatever order they were told.
  for (auto& [principal, all] : keys_) std::sort(all.begin(), all.end());
}

std::string session_seal::seal(std::string_view principal,
                               std::string_view server, std::string_view id,
                               std::string_view proof) const {
  std::string sealed(id);
  const auto known = keys_.find(principal);
  const bool has_own = known != keys_.end();
  if (!has_own && (shared_.empty() || principal.empty())) return sealed;
  sealed.push_back('.');
  sealed.append(
      mark(has_own ? sealing_key(known->second, proof) : shared_.front(),
           principal, server, id));
  return sealed;
}

std::optional<std::string> session_seal::open(std::string_view principal,
                                              std::string_view server,
                                              std::string_view sealed) const {
  if (keys_.empty() && (shared_.empty() || principal.empty())) {
    return std::string(sealed);
  }
  if (principal.empty() || sealed.size() <= mark_digits) return std::nullopt;
  const std::size_t dot = sealed.size() - mark_digits - 1;
  const std::string_view id = sealed.substr(0, dot);
  if (sealed[dot] != '.') return std::nullopt;
  const auto has_sealed = [&](const std::string& key) {
    return same_secret(sealed.substr(dot + 1),
                       mark(key, principal, server, id));
  };
  const auto known = keys_.find(principal);
  const bool is_right =
      (known != keys_.end() &&
       std::any_of(known->second.begin(), known->second.end(), has_sealed)) ||
      std::any_of(shared_.begin(), shared_.end(), has_sealed);
  if (!is_right) return std::nullopt;
  return std::string(id);
}

bool same_secret(std::string_view a, std::string_view b) noexcept {
  return a.size() == b.size() &&
         CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace pith::mcp
