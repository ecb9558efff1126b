// SPDX-License-Identifier: MIT
#include "digest/sha256.hpp"

#if defined(PITH_WITH_OPENSSL)
#include <openssl/evp.h>
#else
#include "digest/portable_sha256.hpp"
#endif

namespace pith::inline v0::detail {

std::string to_hex(const sha256_digest& digest) {
  constexpr char digits[] = "0123456789abcdef";
  std::string hex;
  for (const std::uint8_t byte : digest) {
    hex += digits[byte >> 4];
    hex += digits[byte & 15];
  }
  return hex;
}

#if defined(PITH_WITH_OPENSSL)

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
  void copy_from(const state& other) noexcept {
    is_good = is_good && other.is_good &&
              EVP_MD_CTX_copy_ex(context, other.context) == 1;
  }
  void update(std::string_view bytes) noexcept {
    is_good =
        is_good && EVP_DigestUpdate(context, bytes.data(), bytes.size()) == 1;
  }
  std::optional<sha256_digest> finish() noexcept {
    sha256_digest digest{};
    const bool was_good =
        is_good && EVP_DigestFinal_ex(context, digest.data(), nullptr) == 1;
    begin();
    if (!was_good) return std::nullopt;
    return digest;
  }
};

#else

struct sha256::state {
  portable_sha256 hash;

  void copy_from(const state& other) noexcept { hash = other.hash; }
  void update(std::string_view bytes) noexcept { hash.update(bytes); }
  std::optional<sha256_digest> finish() noexcept { return hash.finish(); }
};

#endif

sha256::sha256() : state_(std::make_unique<state>()) {}
sha256::sha256(sha256&&) noexcept = default;
sha256& sha256::operator=(sha256&&) noexcept = default;
sha256::~sha256() = default;

sha256 sha256::clone() const {
  sha256 made;
  made.state_->copy_from(*state_);
  return made;
}

void sha256::update(std::string_view bytes) noexcept { state_->update(bytes); }

std::optional<sha256_digest> sha256::finish() noexcept {
  return state_->finish();
}

}  // namespace pith::inline v0::detail
