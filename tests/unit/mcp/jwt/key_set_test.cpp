// SPDX-License-Identifier: MIT
#include "mcp/jwt/key_set.hpp"

#include "mcp/jwt/base64url.hpp"
#include "test_issuer.hpp"

#include <gtest/gtest.h>

namespace {

using namespace pith::mcp;  // NOLINT(google-build-using-namespace): a test
using pith_tests::base64url;
using pith_tests::key_set_of;
using pith_tests::signing_key;
using kind = signing_key::kind;

const signing_key& one_key() {
  static const signing_key made(kind::p256);
  return made;
}

TEST(base64url, one_spelling_for_each) {
  EXPECT_EQ(decode_base64url(""), "");
  EXPECT_EQ(decode_base64url("Zg"), "f");
  EXPECT_EQ(decode_base64url("Zm8"), "fo");
  EXPECT_EQ(decode_base64url("Zm9v"), "foo");
  EXPECT_EQ(decode_base64url("-_8"), "\xFB\xFF");
  for (const char* wrong : {"Z", "Zh", "Zm9", "Zg==", "Zm+v", "Zm/v", "Zm9v\n",
                            " Zm9v", "Zm9vZ", "Zm 9v", "Zm9\x80"}) {
    EXPECT_FALSE(decode_base64url(wrong)) << wrong;
  }
  std::string all;
  for (int i = 0; i < 256; ++i) {
    EXPECT_EQ(decode_base64url(base64url(all)), all);
    all.push_back(static_cast<char>(i));
  }
}

TEST(key_set, finds_by_id_and_algorithm) {
  const signing_key ed(kind::ed25519);
  const auto read = read_key_set(key_set_of(
      {one_key().jwk("a"), ed.jwk("b"), ed.jwk("a", R"(,"alg":"EdDSA")")}));
  ASSERT_TRUE(read.value) << read.problem;
  EXPECT_EQ(read.value->size(), 3U);
  EXPECT_NE(read.value->find("a", token_algorithm::es256).key, nullptr);
  EXPECT_NE(read.value->find("a", token_algorithm::eddsa).key, nullptr);
  EXPECT_EQ(read.value->find("b", token_algorithm::es256).key, nullptr);
  EXPECT_TRUE(read.value->find("b", token_algorithm::es256).is_known);
  EXPECT_FALSE(read.value->find("c", token_algorithm::es256).is_known);
}

/// A set may have keys for others; they are not an error.
TEST(key_set, skips_what_cannot_be_used) {
  const std::string good = one_key().jwk("good");
  const std::string x = base64url(std::string(32, '\1'));
  const std::vector<std::string> others{
      one_key().jwk("k", R"(,"use":"enc")"),
      one_key().jwk("k", R"(,"use":1)"),
      one_key().jwk("k", R"(,"key_ops":["sign"])"),
      one_key().jwk("k", R"(,"key_ops":"verify")"),
      one_key().jwk("k", R"(,"alg":"ES512")"),
      one_key().jwk("k", R"(,"alg":"RS256")"),
      one_key().jwk("k", R"(,"alg":"HS256")"),
      one_key().jwk("k", R"(,"d":"AQ")"),
      one_key().jwk(""),
      one_key().jwk("k", R"(,"kid":"again")"),
      R"({"kty":"oct","kid":"k","k":"c2VjcmV0","alg":"HS256"})",
      R"({"kty":"EC","crv":"P-521","kid":"k","x":"AQ","y":"AQ"})",
      R"({"kty":"EC","crv":"P-256","kid":"k","x":")" + x + R"(","y":")" + x +
          R"("})",  // not on the curve
      R"({"kty":"EC","crv":"P-256","kid":"k","x":"AQ","y":"AQ"})",
      R"({"kty":"OKP","crv":"X25519","kid":"k","x":")" + x + R"("})",
      R"({"kty":"OKP","crv":"Ed25519","kid":"k","x":"AQ"})",
      R"({"kty":"RSA","kid":"k","n":"","e":"AQAB"})",
      R"({"kty":"RSA","kid":"k","e":"AQAB"})",
      signing_key(kind::rsa, 1024).jwk("k"),
      R"({"kty":"RSA","kid":"k","e":"AQAB","n":")" +
          base64url(std::string(1025, '\xFF')) + R"("})",
      R"({"kty":"RSA","kid":"k","e":"Ag","n":")" +
          base64url(std::string(256, '\xFF')) + R"("})",
      R"({"kty":"RSA","kid":"k","e":"AQ","n":")" +
          base64url(std::string(256, '\xFF')) + R"("})",
      R"({"kty":"RSA","kid":"k","e":"AQAB","n":")" +
          base64url(std::string(255, '\xFF') + '\xFE') + R"("})",  // even
      "{}",
      "[]",
      "17",
  };
  for (const std::string& other : others) {
    const auto read = read_key_set(key_set_of({other, good}));
    ASSERT_TRUE(read.value) << other << read.problem;
    EXPECT_EQ(read.value->size(), 1U) << other;
    EXPECT_EQ(read.value->skipped(), 1U) << other;
    const auto alone = read_key_set(key_set_of({other}));
    EXPECT_FALSE(alone.value);
    EXPECT_NE(alone.problem.find("no key that can be used"), std::string::npos);
  }
}

TEST(key_set, texts_that_are_refused) {
  for (const char* text :
       {"", "[]", "{}", R"({"keys":{}})", R"({"keys":[]})", R"({"keys":[],})",
        R"({"keys":[],"keys":[]})", "<html>"}) {
    const auto read = read_key_set(text);
    EXPECT_FALSE(read.value) << text;
    EXPECT_FALSE(read.problem.empty());
  }
  std::vector<std::string> many(101, "{}");
  many.front() = one_key().jwk("a");
  EXPECT_FALSE(read_key_set(key_set_of(many)).value);
  many.pop_back();
  EXPECT_TRUE(read_key_set(key_set_of(many)).value);
  EXPECT_FALSE(read_key_set(key_set_of({one_key().jwk("a")}) +
                            std::string(256 << 10, ' '))
                   .value);
}

}  // namespace
