// SPDX-License-Identifier: MIT
/// @file
/// An issuer of tokens: keys of every kind, made by OpenSSL, and tokens that
/// are signed with them, good ones and others.
#ifndef PITH_TESTS_UNIT_MCP_TEST_ISSUER_HPP
#define PITH_TESTS_UNIT_MCP_TEST_ISSUER_HPP

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rsa.h>

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace pith_tests {

inline std::string base64url(std::string_view bytes) {
  constexpr std::string_view letters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  std::string out;
  std::uint32_t held = 0;
  unsigned bits = 0;
  for (const char c : bytes) {
    held = (held << 8U) | static_cast<unsigned char>(c);
    bits += 8;
    while (bits >= 6) {
      bits -= 6;
      out.push_back(letters[(held >> bits) & 63U]);
    }
  }
  if (bits > 0) out.push_back(letters[(held << (6 - bits)) & 63U]);
  return out;
}

/// A pair of keys.
class signing_key {
 public:
  enum class kind { rsa, p256, ed25519 };

  explicit signing_key(kind what, unsigned rsa_bits = 2048) : kind_(what) {
    EVP_PKEY* made = nullptr;
    if (what == kind::rsa) {
      made = EVP_PKEY_Q_keygen(nullptr, nullptr, "RSA", std::size_t{rsa_bits});
    } else if (what == kind::p256) {
      made = EVP_PKEY_Q_keygen(nullptr, nullptr, "EC", "P-256");
    } else {
      made = EVP_PKEY_Q_keygen(nullptr, nullptr, "ED25519");
    }
    key_ = {made, EVP_PKEY_free};
  }

  /// Its public part; `more` are further members, as `,"use":"sig"`.
  [[nodiscard]] std::string jwk(std::string_view id,
                                std::string_view more = {}) const {
    std::string out = R"({"kid":")" + std::string(id) + '"';
    if (kind_ == kind::rsa) {
      out += R"(,"kty":"RSA","n":")" + base64url(number("n")) + R"(","e":")" +
             base64url(number("e")) + '"';
    } else if (kind_ == kind::p256) {
      out += R"(,"kty":"EC","crv":"P-256","x":")" +
             base64url(number("qx", 32)) + R"(","y":")" +
             base64url(number("qy", 32)) + '"';
    } else {
      std::array<unsigned char, 32> raw{};
      std::size_t size = raw.size();
      EVP_PKEY_get_raw_public_key(key_.get(), raw.data(), &size);
      out += R"(,"kty":"OKP","crv":"Ed25519","x":")" +
             base64url({reinterpret_cast<const char*>(raw.data()), size}) + '"';
    }
    return out.append(more) + '}';
  }

  /// The signature as tokens have it.
  [[nodiscard]] std::string sign(std::string_view text,
                                 bool pss = false) const {
    EVP_MD_CTX* const context = EVP_MD_CTX_new();
    EVP_PKEY_CTX* signing = nullptr;
    EVP_DigestSignInit(context, &signing,
                       kind_ == kind::ed25519 ? nullptr : EVP_sha256(), nullptr,
                       key_.get());
    if (pss) {
      EVP_PKEY_CTX_set_rsa_padding(signing, RSA_PKCS1_PSS_PADDING);
      EVP_PKEY_CTX_set_rsa_pss_saltlen(signing, RSA_PSS_SALTLEN_DIGEST);
    }
    std::string out(1024, '\0');
    std::size_t size = out.size();
    EVP_DigestSign(context, reinterpret_cast<unsigned char*>(out.data()), &size,
                   reinterpret_cast<const unsigned char*>(text.data()),
                   text.size());
    EVP_MD_CTX_free(context);
    out.resize(size);
    return kind_ == kind::p256 ? raw_numbers(out) : out;
  }

  /// The modulus, which is public, as bytes.
  [[nodiscard]] std::string number(const char* name, int size = 0) const {
    BIGNUM* value = nullptr;
    EVP_PKEY_get_bn_param(key_.get(), name, &value);
    std::string out(
        static_cast<std::size_t>(size == 0 ? BN_num_bytes(value) : size), '\0');
    BN_bn2binpad(value, reinterpret_cast<unsigned char*>(out.data()),
                 static_cast<int>(out.size()));
    BN_free(value);
    return out;
  }

 private:
  static std::string raw_numbers(const std::string& der) {
    const auto* at = reinterpret_cast<const unsigned char*>(der.data());
    ECDSA_SIG* const made =
        d2i_ECDSA_SIG(nullptr, &at, static_cast<long>(der.size()));
    std::string out(64, '\0');
    auto* const into = reinterpret_cast<unsigned char*>(out.data());
    BN_bn2binpad(ECDSA_SIG_get0_r(made), into, 32);
    BN_bn2binpad(ECDSA_SIG_get0_s(made), into + 32, 32);
    ECDSA_SIG_free(made);
    return out;
  }

  kind kind_;
  std::shared_ptr<EVP_PKEY> key_;
};

/// HMAC with SHA-256, of which the gateway knows nothing.
inline std::string hmac_of(std::string_view key, std::string_view text) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()),
       reinterpret_cast<const unsigned char*>(text.data()), text.size(),
       digest.data(), &size);
  return {reinterpret_cast<const char*>(digest.data()), size};
}

inline std::string token_of(std::string_view header, std::string_view claims,
                            const signing_key& key, bool pss = false) {
  const std::string text = base64url(header) + '.' + base64url(claims);
  return text + '.' + base64url(key.sign(text, pss));
}

inline std::string key_set_of(const std::vector<std::string>& keys) {
  std::string out = R"({"keys":[)";
  for (const std::string& key : keys) {
    if (out.back() != '[') out.push_back(',');
    out += key;
  }
  return out + "]}";
}

}  // namespace pith_tests

#endif  // PITH_TESTS_UNIT_MCP_TEST_ISSUER_HPP
