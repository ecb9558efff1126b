// SPDX-License-Identifier: MIT
#include "mcp/jwt/token_cache.hpp"

#include <openssl/evp.h>

#include <algorithm>
#include <utility>

namespace pith::mcp {

token_cache::digest token_cache::digest_of(std::string_view token) {
  digest made{};
  EVP_Digest(token.data(), token.size(), made.data(), nullptr, EVP_sha256(),
             nullptr);
  return made;
}

void token_cache::forget(std::map<digest, entry>::iterator at) {
  order_.erase(at->second.place);
  entries_.erase(at);
}

std::shared_ptr<const token_claims> token_cache::find(std::string_view token,
                                                      std::int64_t now) {
  const digest key = digest_of(token);
  const std::lock_guard guard(lock_);
  const auto at = entries_.find(key);
  if (at == entries_.end()) return nullptr;
  if (now >= at->second.until) {
    forget(at);
    return nullptr;
  }
  return at->second.claims;
}

void token_cache::put(std::string_view token,
                      std::shared_ptr<const token_claims> claims,
                      std::int64_t now, std::uint64_t epoch) {
  const std::int64_t until = std::min(claims->expires, now + max_seconds);
  if (until <= now || size_ == 0) return;
  const digest key = digest_of(token);
  const std::lock_guard guard(lock_);
  if (epoch != epoch_) return;
  const auto known = entries_.find(key);
  if (known != entries_.end()) forget(known);
  if (entries_.size() >= size_) forget(entries_.find(order_.front()));
  order_.push_back(key);
  entries_.emplace(key,
                   entry{std::move(claims), until, std::prev(order_.end())});
}

void token_cache::clear() {
  const std::lock_guard guard(lock_);
  ++epoch_;
  entries_.clear();
  order_.clear();
}

std::uint64_t token_cache::epoch() const {
  const std::lock_guard guard(lock_);
  return epoch_;
}

std::size_t token_cache::size() const {
  const std::lock_guard guard(lock_);
  return entries_.size();
}

}  // namespace pith::mcp
