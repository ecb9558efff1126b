// SPDX-License-Identifier: MIT
#include "mcp/jwt/access_token.hpp"

#include "test_issuer.hpp"

#include <gtest/gtest.h>

namespace {

using namespace pith::mcp;  // NOLINT(google-build-using-namespace): a test
using pith_tests::base64url;
using pith_tests::key_set_of;
using pith_tests::signing_key;
using pith_tests::token_of;
using kind = signing_key::kind;

constexpr std::int64_t now = 1'800'000'000;
constexpr std::string_view good_claims =
    R"({"iss":"https://id.example","sub":"u-1","aud":"https://gw.example",)"
    R"("exp":1800000600,"iat":1800000000,"nbf":1800000000,)"
    R"("scope":"read write","groups":["ops","dev"],"email":"a@b.example"})";

/// Keys are made once: those of RSA take a while.
struct issuer {
  signing_key rsa{kind::rsa};
  signing_key p256{kind::p256};
  signing_key ed{kind::ed25519};
  std::shared_ptr<const key_set> keys =
      read_key_set(key_set_of({rsa.jwk("rsa", R"(,"use":"sig")"),
                               rsa.jwk("rs-only", R"(,"alg":"RS256")"),
                               p256.jwk("ec", R"(,"alg":"ES256")"),
                               ed.jwk("ed", R"(,"key_ops":["verify"])")}))
          .value;
};

const issuer& the_issuer() {
  static const issuer made;
  return made;
}

token_rules usual_rules() {
  token_rules rules;
  rules.issuer = "https://id.example";
  rules.name_claim = "email";
  rules.groups_claim = "groups";
  return rules;
}

std::string header_of(std::string_view algorithm, std::string_view key,
                      std::string_view more = {}) {
  std::string header = R"({"alg":")";
  header.append(algorithm).append(R"(","kid":")").append(key);
  return header.append(R"(","typ":"at+jwt")").append(more) + '}';
}

struct outcome {
  token_fault fault;
  token_claims claims;
};

outcome verify(std::string_view token, const token_rules& rules = usual_rules(),
               std::int64_t at = now) {
  token_verdict read = read_signed_token(token, *the_issuer().keys, rules);
  if (read.fault != token_fault::none) return {read.fault, {}};
  const std::vector<std::string> audiences{"https://gw.example",
                                           "https://gw.example/files/mcp"};
  return {check_claims(read.claims, rules, audiences, at), read.claims};
}

token_fault fault_of_claims(std::string_view claims, std::int64_t at = now) {
  return verify(token_of(header_of("ES256", "ec"), claims, the_issuer().p256),
                usual_rules(), at)
      .fault;
}

token_fault fault_of_header(std::string_view header) {
  return verify(token_of(header, good_claims, the_issuer().p256)).fault;
}

/// The good claims with one part replaced.
std::string claims_with(std::string_view part, std::string_view by) {
  std::string claims(good_claims);
  const std::size_t at = claims.find(part);
  EXPECT_NE(at, std::string::npos) << part;
  return claims.replace(at, part.size(), by);
}

TEST(access_token, each_algorithm_is_taken) {
  const issuer& who = the_issuer();
  ASSERT_EQ(who.keys->size(), 4U);
  const std::array<std::string, 4> tokens{
      token_of(header_of("RS256", "rsa"), good_claims, who.rsa),
      token_of(header_of("PS256", "rsa"), good_claims, who.rsa, true),
      token_of(header_of("ES256", "ec"), good_claims, who.p256),
      token_of(header_of("EdDSA", "ed"), good_claims, who.ed)};
  for (const std::string& token : tokens) {
    const outcome got = verify(token);
    EXPECT_EQ(name(got.fault), "none") << token;
    EXPECT_EQ(got.claims.subject, "u-1");
    EXPECT_EQ(got.claims.name, "a@b.example");
    EXPECT_EQ(got.claims.scopes, (std::vector<std::string>{"read", "write"}));
    EXPECT_EQ(got.claims.groups, (std::vector<std::string>{"ops", "dev"}));
    EXPECT_EQ(got.claims.expires, 1'800'000'600);
  }
}

TEST(access_token, audiences_that_are_taken) {
  for (const char* aud :
       {R"("https://gw.example/")", R"(["https://gw.example"])",
        R"(["urn:other","https://gw.example/files/mcp"])",
        R"("https://gw.example/files/mcp/")"}) {
    EXPECT_EQ(
        name(fault_of_claims(claims_with(R"("https://gw.example")", aud))),
        "none")
        << aud;
  }
}

TEST(access_token, audiences_of_others) {
  for (const char* aud :
       {R"("https://other.example")", R"([])", R"("https://gw.example/files")",
        R"("https://gw.example//")", R"("https://GW.example")",
        R"("https://gw.example.evil")", R"("http://gw.example")", R"("")",
        R"(["https://gw.example/memory/mcp"])", R"("gw.example")"}) {
    EXPECT_EQ(
        name(fault_of_claims(claims_with(R"("https://gw.example")", aud))),
        "audience")
        << aud;
  }
}

TEST(access_token, issuers_of_others) {
  for (const char* iss :
       {"https://id.example/", "https://ID.example", "https://id.example.evil",
        "http://id.example", "", "https://id.example\\u0000"}) {
    const token_fault fault =
        fault_of_claims(claims_with("https://id.example", iss));
    EXPECT_TRUE(fault == token_fault::issuer || fault == token_fault::claims)
        << iss << name(fault);
  }
}

TEST(access_token, times) {
  EXPECT_EQ(name(fault_of_claims(good_claims, 1'800'000'659)), "none");
  EXPECT_EQ(name(fault_of_claims(good_claims, 1'800'000'660)), "expired");
  EXPECT_EQ(name(fault_of_claims(good_claims, 1'799'999'940)), "none");
  EXPECT_EQ(name(fault_of_claims(good_claims, 1'799'999'939)), "not_yet");
  EXPECT_EQ(name(fault_of_claims(
                claims_with(R"("nbf":1800000000)", R"("nbf":1800000061)"))),
            "not_yet");
  EXPECT_EQ(name(fault_of_claims(
                claims_with(R"("iat":1800000000)", R"("iat":1800000061.5)"))),
            "not_yet");
  EXPECT_EQ(name(fault_of_claims(
                claims_with(R"("exp":1800000600)", R"("exp":1799999000)"))),
            "expired");
  EXPECT_EQ(name(fault_of_claims(claims_with(R"(,"iat":1800000000)", ""))),
            "none");
}

TEST(access_token, claims_that_are_missing_or_wrong) {
  const std::array<std::pair<std::string_view, std::string_view>, 18> cases{{
      {R"("exp":1800000600,)", ""},
      {R"("exp":1800000600)", R"("exp":"1800000600")"},
      {R"("exp":1800000600)", R"("exp":1.8e9)"},
      {R"("exp":1800000600)", R"("exp":-1)"},
      {R"("exp":1800000600)", R"("exp":null)"},
      {R"("exp":1800000600)", R"("exp":1800000600000000)"},
      {R"("nbf":1800000000)", R"("nbf":true)"},
      {R"("iat":1800000000)", R"("iat":[])"},
      {R"("sub":"u-1",)", ""},
      {R"("sub":"u-1")", R"("sub":"")"},
      {R"("sub":"u-1")", R"("sub":17)"},
      {R"("sub":"u-1")", R"("sub":"u\u0000x")"},
      {R"("sub":"u-1")", R"("sub":"u\r\nx")"},
      {R"("aud":"https://gw.example",)", ""},
      {R"("aud":"https://gw.example")", R"("aud":{"a":1})"},
      {R"("aud":"https://gw.example")", R"("aud":["https://gw.example",1])"},
      {R"("scope":"read write")", R"("scope":["read"])"},
      {R"("groups":["ops","dev"])", R"("groups":[1])"},
  }};
  for (const auto& [part, by] : cases) {
    EXPECT_EQ(name(fault_of_claims(claims_with(part, by))), "claims") << by;
  }
  std::string subject(513, 'x');
  EXPECT_EQ(name(fault_of_claims(claims_with("u-1", subject))), "claims");
}

TEST(access_token, scopes_of_scp) {
  const auto read = verify(
      token_of(header_of("ES256", "ec"),
               claims_with(R"("scope":"read write")", R"("scp":["a b","c"])"),
               the_issuer().p256));
  EXPECT_EQ(name(read.fault), "none");
  EXPECT_EQ(read.claims.scopes, (std::vector<std::string>{"a", "b", "c"}));
}

TEST(access_token, algorithms_that_do_not_exist) {
  for (const char* algorithm :
       {"none", "None", "NONE", "HS256", "HS384", "HS512", "ES384", "ES512",
        "RS384", "RS1", "es256", "ES256K", "dir", "A128KW", ""}) {
    EXPECT_EQ(name(fault_of_header(header_of(algorithm, "ec"))), "algorithm")
        << algorithm;
  }
  EXPECT_EQ(name(fault_of_header(R"({"kid":"ec","typ":"at+jwt"})")),
            "algorithm");
  EXPECT_EQ(
      name(fault_of_header(R"({"alg":["ES256"],"kid":"ec","typ":"at+jwt"})")),
      "algorithm");
}

/// The oldest attack there is: the public key as the secret of an HMAC.
TEST(access_token, public_key_as_secret) {
  const issuer& who = the_issuer();
  for (const char* algorithm : {"HS256", "RS256", "PS256"}) {
    const std::string text =
        base64url(header_of(algorithm, "rsa")) + '.' + base64url(good_claims);
    const std::string forged =
        text + '.' + base64url(pith_tests::hmac_of(who.rsa.number("n"), text));
    const token_fault fault = verify(forged).fault;
    EXPECT_TRUE(fault == token_fault::algorithm ||
                fault == token_fault::signature);
  }
}

TEST(access_token, only_algorithms_that_are_configured) {
  token_rules rules = usual_rules();
  rules.algorithms = {token_algorithm::rs256};
  const issuer& who = the_issuer();
  EXPECT_EQ(
      name(verify(token_of(header_of("ES256", "ec"), good_claims, who.p256),
                  rules)
               .fault),
      "algorithm");
  EXPECT_EQ(
      name(verify(token_of(header_of("RS256", "rsa"), good_claims, who.rsa),
                  rules)
               .fault),
      "none");
}

TEST(access_token, headers_that_are_refused) {
  EXPECT_EQ(name(fault_of_header(
                header_of("ES256", "ec", R"(,"crit":["b64"],"b64":false)"))),
            "critical");
  EXPECT_EQ(name(fault_of_header(header_of("ES256", "ec", R"(,"crit":[])"))),
            "critical");
  EXPECT_EQ(name(fault_of_header(R"({"alg":"ES256","kid":"ec","typ":"JWT"})")),
            "type");
  EXPECT_EQ(name(fault_of_header(R"({"alg":"ES256","kid":"ec"})")), "type");
  EXPECT_EQ(
      name(fault_of_header(R"({"alg":"ES256","kid":"ec","typ":"id+jwt"})")),
      "type");
  EXPECT_EQ(name(fault_of_header(R"({"alg":"ES256","typ":"at+jwt"})")),
            "no_key_id");
  EXPECT_EQ(name(fault_of_header(R"({"alg":"ES256","kid":1,"typ":"at+jwt"})")),
            "no_key_id");
  EXPECT_EQ(name(fault_of_header(header_of("ES256", "nobody"))), "unknown_key");
  EXPECT_EQ(name(fault_of_header(header_of("ES256", "rsa"))), "other_key");
  EXPECT_EQ(name(fault_of_header(header_of("RS256", "ec"))), "other_key");
  EXPECT_EQ(name(fault_of_header(header_of("EdDSA", "ec"))), "other_key");
  EXPECT_EQ(name(fault_of_header(header_of("PS256", "rs-only"))), "other_key");
}

TEST(access_token, types_that_are_taken) {
  EXPECT_EQ(name(fault_of_header(
                R"({"alg":"ES256","kid":"ec","typ":"application/AT+JWT"})")),
            "none");
  token_rules rules = usual_rules();
  rules.allow_jwt_type = true;
  const auto with = [&rules](std::string_view header) {
    return verify(token_of(header, good_claims, the_issuer().p256), rules)
        .fault;
  };
  EXPECT_EQ(name(with(R"({"alg":"ES256","kid":"ec","typ":"JWT"})")), "none");
  EXPECT_EQ(name(with(R"({"alg":"ES256","kid":"ec"})")), "type");
}

/// Keys that a token brings itself, or says where to find, are not looked at.
TEST(access_token, keys_of_the_token_itself) {
  const signing_key own(kind::p256);
  for (const std::string& more :
       {R"(,"jwk":)" + own.jwk("ec"),
        std::string(R"(,"jku":"https://evil.example/keys")"),
        std::string(R"(,"x5u":"https://evil.example/chain")")}) {
    EXPECT_EQ(
        name(verify(token_of(header_of("ES256", "ec", more), good_claims, own))
                 .fault),
        "signature");
  }
}

TEST(access_token, signatures_that_are_wrong) {
  const issuer& who = the_issuer();
  const std::string header = header_of("ES256", "ec");
  const std::string text = base64url(header) + '.' + base64url(good_claims);
  const std::string right = who.p256.sign(text);
  EXPECT_EQ(name(verify(text + '.' + base64url(right)).fault), "none");
  std::string flipped = right;
  flipped[40] = static_cast<char>(flipped[40] ^ 1);
  const std::array<std::string, 7> wrong{
      flipped,
      right.substr(0, 63),
      right + '\0',
      std::string(64, '\0'),
      std::string(64, '\xFF'),
      std::string(1, '\0'),
      right.substr(32) + right.substr(0, 32)};
  for (const std::string& signature : wrong) {
    EXPECT_EQ(name(verify(text + '.' + base64url(signature)).fault),
              "signature");
  }
  // Of other claims, of another key, and in the other padding.
  const std::string other =
      base64url(header) + '.' + base64url(claims_with("u-1", "root"));
  EXPECT_EQ(name(verify(other + '.' + base64url(right)).fault), "signature");
  EXPECT_EQ(
      name(
          verify(token_of(header, good_claims, signing_key(kind::p256))).fault),
      "signature");
  EXPECT_EQ(name(verify(token_of(header_of("PS256", "rsa"), good_claims,
                                 who.rsa, false))
                     .fault),
            "signature");
  EXPECT_EQ(name(verify(token_of(header_of("RS256", "rsa"), good_claims,
                                 who.rsa, true))
                     .fault),
            "signature");
  std::string long_text =
      base64url(header_of("EdDSA", "ed")) + '.' + base64url(good_claims);
  EXPECT_EQ(
      name(verify(long_text + '.' + base64url(who.ed.sign(long_text) + "x"))
               .fault),
      "signature");
}

TEST(access_token, forms_that_are_refused) {
  const signing_key& key = the_issuer().p256;
  const std::string good = token_of(header_of("ES256", "ec"), good_claims, key);
  EXPECT_EQ(name(verify(good).fault), "none");
  const std::size_t last = good.rfind('.');
  const std::array<std::string, 12> wrong{
      "",
      "...",
      "a.b",
      good.substr(0, last),                   // two parts
      good.substr(0, last + 1),               // an empty signature
      good + ".x",                            // four
      good + "=",                             // padding
      good + '\n',                            //
      std::string(good).replace(5, 1, "+"),   // the other alphabet
      '.' + good.substr(good.find('.') + 1),  // no header
      "eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.",
      good.substr(0, last - 1) + '%' + good.substr(last)};
  for (const std::string& token : wrong) {
    EXPECT_EQ(name(verify(token).fault), "form") << token;
  }
  // Bits after the last byte: another spelling of the same signature.
  std::string other = good;
  other.back() =
      other.back() == 'A' ? 'B' : static_cast<char>(other.back() + 1);
  EXPECT_NE(name(verify(other).fault), "none");

  for (const char* header :
       {R"({"alg":"ES256","alg":"ES256","kid":"ec","typ":"at+jwt"})",
        R"({"alg":"ES256","kid":"ec","typ":"at+jwt","\u0061lg":"ES256"})",
        R"(["alg"])", R"({"alg":"ES256","kid":"ec","typ":"at+jwt"}x)",
        R"({'alg':'ES256'})", "", "{\"alg\":\"ES256\",\"kid\":\"\xFF\"}"}) {
    EXPECT_EQ(name(fault_of_header(header)), "form") << header;
  }
  EXPECT_EQ(
      name(fault_of_claims(claims_with(R"({"iss")", R"({"sub":"root","iss")"))),
      "form");
  EXPECT_EQ(name(fault_of_claims(std::string(good_claims) + "{}")), "form");

  const std::string long_claims = claims_with("u-1", std::string(7'000, 'x'));
  EXPECT_EQ(name(fault_of_claims(long_claims)), "too_long");
}

TEST(access_token, what_looks_like_one) {
  EXPECT_TRUE(looks_like_token("a.b.c"));
  EXPECT_FALSE(looks_like_token("0123456789abcdef"));
  EXPECT_FALSE(looks_like_token("a..c"));
  EXPECT_FALSE(looks_like_token(std::string(9'000, 'a') + ".b.c"));
}

}  // namespace
