// SPDX-License-Identifier: MIT
#include "mcp/changes/base_handle.hpp"

#include "mcp/protocol/hmac.hpp"
#include "mcp/protocol/random_id.hpp"

#include <openssl/crypto.h>

#include <algorithm>
#include <array>
#include <utility>

namespace pith::mcp {

namespace {

constexpr std::string_view digits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// The first bits of a digest, six to a character.
std::string in_base64url(const std::array<unsigned char, hmac_bytes>& digest) {
  const unsigned char* bytes = digest.data();
  std::string out;
  unsigned held = 0;
  unsigned bits = 0;
  while (out.size() < base_handles::length) {
    if (bits < 6) {
      held = (held << 8U) | *bytes++;
      bits += 8;
    }
    bits -= 6;
    out.push_back(digits[(held >> bits) & 63U]);
  }
  return out;
}

std::string seal(std::string_view key, std::string_view owner,
                 std::string_view root) {
  std::string text = "base";
  text.push_back('\0');
  text.append(owner);
  text.push_back('\0');
  text.append(root);
  return in_base64url(hmac_sha256(key, text));
}

}  // namespace

base_handles::base_handles(std::vector<std::string> keys) {
  if (keys.empty()) keys.push_back(random_id() + random_id());
  use(std::move(keys));
}

void base_handles::use(std::vector<std::string> keys) {
  if (keys.empty()) return;
  auto next = std::make_shared<const std::vector<std::string>>(std::move(keys));
  const std::lock_guard hold{lock_};
  keys_ = std::move(next);
}

base_handles::key_list base_handles::keys() const {
  const std::lock_guard hold{lock_};
  return keys_;
}

std::string base_handles::make(std::string_view owner,
                               std::string_view root) const {
  return seal(keys()->front(), owner, root);
}

bool base_handles::fits(std::string_view handle, std::string_view owner,
                        std::string_view root) const {
  const key_list all = keys();
  return std::ranges::any_of(*all, [&](const std::string& key) {
    const std::string made = seal(key, owner, root);
    return made.size() == handle.size() &&
           CRYPTO_memcmp(made.data(), handle.data(), made.size()) == 0;
  });
}

bool is_base_handle(std::string_view text) noexcept {
  return text.size() == base_handles::length &&
         text.find_first_not_of(digits) == text.npos;
}

}  // namespace pith::mcp
