// SPDX-License-Identifier: MIT
#include "mcp/jwt/public_key.hpp"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <openssl/params.h>
#include <openssl/rsa.h>

#include <algorithm>
#include <cstddef>
#include <string>

namespace pith::mcp {

namespace {

constexpr int min_modulus_bits = 2'048;
constexpr std::size_t max_modulus_bytes = 1'024;
constexpr std::size_t max_exponent_bytes = 8;
constexpr std::size_t coordinate_bytes = 32;

/// Calls the function of OpenSSL that frees something.
template <auto Free>
struct freed_by {
  template <class T>
  void operator()(T* owned) const noexcept {
    Free(owned);
  }
};
template <class T, auto Free>
using owned_by = std::unique_ptr<T, freed_by<Free>>;
using big_number = owned_by<BIGNUM, BN_free>;
using key_context = owned_by<EVP_PKEY_CTX, EVP_PKEY_CTX_free>;

const unsigned char* bytes_of(std::string_view text) noexcept {
  return reinterpret_cast<const unsigned char*>(text.data());
}

/// What failed here must not be found by TLS later on the same thread.
struct cleared_errors {
  cleared_errors() = default;
  cleared_errors(const cleared_errors&) = delete;
  cleared_errors& operator=(const cleared_errors&) = delete;
  ~cleared_errors() { ERR_clear_error(); }
};

std::string_view without_zeros(std::string_view number) noexcept {
  number.remove_prefix(std::min(number.find_first_not_of('\0'), number.size()));
  return number;
}

big_number to_big_number(std::string_view bytes) {
  return big_number(
      BN_bin2bn(bytes_of(bytes), static_cast<int>(bytes.size()), nullptr));
}

/// Null when the parts are not those of a key.
EVP_PKEY* make_key(const char* type, OSSL_PARAM_BLD* parts) {
  const owned_by<OSSL_PARAM, OSSL_PARAM_free> params(
      OSSL_PARAM_BLD_to_param(parts));
  const key_context making(EVP_PKEY_CTX_new_from_name(nullptr, type, nullptr));
  EVP_PKEY* key = nullptr;
  if (!params || !making || EVP_PKEY_fromdata_init(making.get()) != 1 ||
      EVP_PKEY_fromdata(making.get(), &key, EVP_PKEY_PUBLIC_KEY,
                        params.get()) != 1) {
    return nullptr;
  }
  return key;
}

bool passes_check(EVP_PKEY* key) {
  const key_context checking(EVP_PKEY_CTX_new_from_pkey(nullptr, key, nullptr));
  return checking && EVP_PKEY_public_check(checking.get()) == 1;
}

/// The two numbers of a signature of P-256 as OpenSSL wants them; empty when
/// they are not two.
std::string to_der(std::string_view signature) {
  if (signature.size() != 2 * coordinate_bytes) return {};
  const owned_by<ECDSA_SIG, ECDSA_SIG_free> made(ECDSA_SIG_new());
  big_number r = to_big_number(signature.substr(0, coordinate_bytes));
  big_number s = to_big_number(signature.substr(coordinate_bytes));
  if (!made || !r || !s || ECDSA_SIG_set0(made.get(), r.get(), s.get()) != 1) {
    return {};
  }
  // They are the signature's now, which frees them.
  static_cast<void>(r.release());
  static_cast<void>(s.release());
  const int size = i2d_ECDSA_SIG(made.get(), nullptr);
  if (size <= 0) return {};
  std::string der(static_cast<std::size_t>(size), '\0');
  auto* at = reinterpret_cast<unsigned char*>(der.data());
  return i2d_ECDSA_SIG(made.get(), &at) == size ? der : std::string{};
}

bool is_padded_as(token_algorithm algorithm, EVP_PKEY_CTX* verifying) {
  if (algorithm != token_algorithm::ps256) return true;
  return EVP_PKEY_CTX_set_rsa_padding(verifying, RSA_PKCS1_PSS_PADDING) == 1 &&
         EVP_PKEY_CTX_set_rsa_pss_saltlen(verifying, RSA_PSS_SALTLEN_DIGEST) ==
             1;
}

}  // namespace

std::optional<token_algorithm> to_token_algorithm(
    std::string_view name) noexcept {
  const auto* const found = std::find(token_algorithm_names.begin(),
                                      token_algorithm_names.end(), name);
  if (found == token_algorithm_names.end()) return std::nullopt;
  return static_cast<token_algorithm>(found - token_algorithm_names.begin());
}

public_key::public_key(kind what, evp_pkey_st* owned)
    : kind_(what), key_(owned, EVP_PKEY_free) {}

std::optional<public_key> public_key::rsa(std::string_view modulus,
                                          std::string_view exponent) {
  const cleared_errors after;
  modulus = without_zeros(modulus);
  exponent = without_zeros(exponent);
  if (modulus.size() > max_modulus_bytes || exponent.empty() ||
      exponent.size() > max_exponent_bytes || exponent == "\x01") {
    return std::nullopt;
  }
  const big_number n = to_big_number(modulus);
  const big_number e = to_big_number(exponent);
  if (!n || !e || BN_num_bits(n.get()) < min_modulus_bits ||
      BN_is_odd(e.get()) != 1) {
    return std::nullopt;
  }
  const owned_by<OSSL_PARAM_BLD, OSSL_PARAM_BLD_free> parts(
      OSSL_PARAM_BLD_new());
  if (!parts ||
      OSSL_PARAM_BLD_push_BN(parts.get(), OSSL_PKEY_PARAM_RSA_N, n.get()) !=
          1 ||
      OSSL_PARAM_BLD_push_BN(parts.get(), OSSL_PKEY_PARAM_RSA_E, e.get()) !=
          1) {
    return std::nullopt;
  }
  EVP_PKEY* const made = make_key("RSA", parts.get());
  if (made == nullptr) return std::nullopt;
  public_key key(kind::rsa, made);
  if (!passes_check(made)) return std::nullopt;
  return key;
}

std::optional<public_key> public_key::p256(std::string_view x,
                                           std::string_view y) {
  const cleared_errors after;
  if (x.size() != coordinate_bytes || y.size() != coordinate_bytes) {
    return std::nullopt;
  }
  std::string point("\x04");  // not compressed
  point.append(x).append(y);
  const owned_by<OSSL_PARAM_BLD, OSSL_PARAM_BLD_free> parts(
      OSSL_PARAM_BLD_new());
  if (!parts ||
      OSSL_PARAM_BLD_push_utf8_string(parts.get(), OSSL_PKEY_PARAM_GROUP_NAME,
                                      "prime256v1", 0) != 1 ||
      OSSL_PARAM_BLD_push_octet_string(parts.get(), OSSL_PKEY_PARAM_PUB_KEY,
                                       point.data(), point.size()) != 1) {
    return std::nullopt;
  }
  EVP_PKEY* const made = make_key("EC", parts.get());
  if (made == nullptr) return std::nullopt;
  public_key key(kind::p256, made);
  if (!passes_check(made)) return std::nullopt;
  return key;
}

std::optional<public_key> public_key::ed25519(std::string_view x) {
  const cleared_errors after;
  if (x.size() != coordinate_bytes) return std::nullopt;
  EVP_PKEY* const made = EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr,
                                                     bytes_of(x), x.size());
  if (made == nullptr) return std::nullopt;
  public_key key(kind::ed25519, made);
  if (!passes_check(made)) return std::nullopt;
  return key;
}

bool public_key::fits(token_algorithm algorithm) const noexcept {
  switch (algorithm) {
    case token_algorithm::rs256:
    case token_algorithm::ps256:
      return kind_ == kind::rsa;
    case token_algorithm::es256:
      return kind_ == kind::p256;
    case token_algorithm::eddsa:
      return kind_ == kind::ed25519;
  }
  return false;
}

bool public_key::verifies(token_algorithm algorithm, std::string_view message,
                          std::string_view signature) const {
  const cleared_errors after;
  if (!fits(algorithm)) return false;
  std::string der;
  if (kind_ == kind::p256) {
    der = to_der(signature);
    signature = der;
  }
  const owned_by<EVP_MD_CTX, EVP_MD_CTX_free> context(EVP_MD_CTX_new());
  EVP_PKEY_CTX* verifying = nullptr;  // of the context
  // Ed25519 says itself what it hashes with.
  const EVP_MD* const digest = kind_ == kind::ed25519 ? nullptr : EVP_sha256();
  return !signature.empty() && context &&
         EVP_DigestVerifyInit(context.get(), &verifying, digest, nullptr,
                              key_.get()) == 1 &&
         is_padded_as(algorithm, verifying) &&
         EVP_DigestVerify(context.get(), bytes_of(signature), signature.size(),
                          bytes_of(message), message.size()) == 1;
}

}  // namespace pith::mcp
