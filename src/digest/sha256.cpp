// SPDX-License-Identifier: MIT
#include "digest/sha256.hpp"

#include <openssl/evp.h>

namespace pith::inline v0::detail {

struct sha256::state {
  EVP_MD_CTX* context = EVP_MD_CTX_new();
  bool is_good = false;

  state() { begin(); }
  state(const state&) = delete;
  state& operator=(const state&) = delete;
  ~state() { EVP_MD_CTX_free(context); }

  void begin() noexcept {
    is_good = context != nullptr &&
              EVP_DigestInit_ex(context, EVP_sha256(), nullptr) == 1;
  }
};

std::string to_hex(const sha256_digest& digest) {
  constexpr char digits[] = "0123456789abcdef";
  std::string hex;
  for (const std::uint8_t byte : digest) {
    hex += digits[byte >> 4];
    hex += digits[byte & 15];
  }
  return hex;
}

sha256::sha256() : state_(std::make_unique<state>()) {}
sha256::sha256(sha256&&) noexcept = default;
sha256& sha256::operator=(sha256&&) noexcept = default;
sha256::~sha256() = default;

sha256 sha256::clone() const {
  sha256 made;
  state& s = *made.state_;
  s.is_good = s.is_good && state_->is_good &&
              EVP_MD_CTX_copy_ex(s.context, state_->context) == 1;
  return made;
}

void sha256::update(std::string_view bytes) noexcept {
  state& s = *state_;
  s.is_good =
      s.is_good && EVP_DigestUpdate(s.context, bytes.data(), bytes.size()) == 1;
}

std::optional<sha256_digest> sha256::finish() noexcept {
  state& s = *state_;
  sha256_digest digest{};
  const bool is_good =
      s.is_good && EVP_DigestFinal_ex(s.context, digest.data(), nullptr) == 1;
  s.begin();
  if (!is_good) return std::nullopt;
  return digest;
}

}  // namespace pith::inline v0::detail
