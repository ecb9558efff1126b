// SPDX-License-Identifier: MIT
/// @file
/// Any bytes as a token, as a set of keys, and as the header or the claims of a
/// token that is signed here: a token is good only as it was signed, and what
/// it says has bounds and no control characters.
#include "mcp/jwt/access_token.hpp"
#include "mcp/jwt/base64url.hpp"
#include "require.hpp"

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace {

using namespace pith::mcp;  // NOLINT(google-build-using-namespace): one file

std::string encode(std::string_view bytes) {
  constexpr std::string_view letters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  std::string out;
  std::uint32_t held = 0;
  unsigned bits = 0;
  for (const char c : bytes) {
    held = (held << 8U) | static_cast<unsigned char>(c);
    for (bits += 8; bits >= 6;) {
      bits -= 6;
      out.push_back(letters[(held >> bits) & 63U]);
    }
  }
  if (bits > 0) out.push_back(letters[(held << (6 - bits)) & 63U]);
  return out;
}

/// An issuer with one key that is always the same.
struct fixed_issuer {
  EVP_PKEY* key = nullptr;
  std::shared_ptr<const key_set> keys;

  fixed_issuer() {
    std::array<unsigned char, 32> bytes{};
    bytes.fill(7);
    key = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nullptr, bytes.data(),
                                       bytes.size());
    std::size_t size = bytes.size();
    EVP_PKEY_get_raw_public_key(key, bytes.data(), &size);
    const std::string x =
        encode({reinterpret_cast<const char*>(bytes.data()), size});
    keys = read_key_set(
               R"({"keys":[{"kty":"OKP","crv":"Ed25519","kid":"k","x":")" + x +
               R"("}]})")
               .value;
    require(keys != nullptr);
  }

  [[nodiscard]] std::string sign(std::string_view header,
                                 std::string_view claims) const {
    std::string token = encode(header) + '.' + encode(claims);
    std::array<unsigned char, 64> signature{};
    std::size_t size = signature.size();
    EVP_MD_CTX* const context = EVP_MD_CTX_new();
    require(EVP_DigestSignInit(context, nullptr, nullptr, nullptr, key) == 1);
    require(EVP_DigestSign(context, signature.data(), &size,
                           reinterpret_cast<const unsigned char*>(token.data()),
                           token.size()) == 1);
    EVP_MD_CTX_free(context);
    return token + '.' +
           encode({reinterpret_cast<const char*>(signature.data()), size});
  }
};

bool is_clean(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) >= 0x20 && c != 0x7F;
  });
}

void check_token(std::string_view token, const fixed_issuer& issuer,
                 bool is_signed) {
  token_rules rules;
  rules.issuer = "https://id.example";
  rules.groups_claim = "groups";
  rules.name_claim = "name";
  const token_verdict read = read_signed_token(token, *issuer.keys, rules);
  require(!name(read.fault).empty());
  if (read.fault != token_fault::none) return;
  require(looks_like_token(token));
  const token_claims& claims = read.claims;
  require(!claims.subject.empty() && claims.subject.size() <= 512);
  require(is_clean(claims.subject) && is_clean(claims.issuer) &&
          is_clean(claims.name));
  require(claims.expires >= 0);
  require(claims.scopes.size() <= 512 && claims.groups.size() <= 256);
  require(std::all_of(claims.scopes.begin(), claims.scopes.end(), is_clean));
  require(std::all_of(claims.groups.begin(), claims.groups.end(), is_clean));
  const std::vector<std::string> audiences{"https://gw.example"};
  require(check_claims(claims, rules, audiences,
                       claims.expires + token_skew_seconds) !=
          token_fault::none);
  if (!is_signed) return;
  // In the middle of the signature, where every bit counts.
  std::string other(token);
  char& letter = other[other.size() - 40];
  letter = letter == 'A' ? 'B' : 'A';
  require(read_signed_token(other, *issuer.keys, rules).fault ==
          token_fault::signature);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  static const fixed_issuer issuer;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check_token(text, issuer, false);
  const key_set_result keys = read_key_set(text);
  require((keys.value == nullptr) == !keys.problem.empty());
  if (keys.value) require(keys.value->size() <= max_keys);
  if (const auto bytes = decode_base64url(text))
    require(encode(*bytes) == text);
  if (size > max_token_bytes) return 0;
  check_token(issuer.sign(R"({"alg":"EdDSA","kid":"k","typ":"at+jwt"})", text),
              issuer, true);
  check_token(
      issuer.sign(text, R"({"iss":"https://id.example","sub":"a","aud":)"
                        R"("https://gw.example","exp":1800000000})"),
      issuer, true);
  return 0;
}
