// SPDX-License-Identifier: MIT
/// @file
/// [auth.oauth].
#include "configuration_support.hpp"

#include <gtest/gtest.h>

#include <string>

namespace {

using namespace pith::mcp;  // NOLINT(google-build-using-namespace): a test
using pith_tests::errors_of;
using pith_tests::with_server;

const std::string least =
    "[auth.oauth]\nissuer = \"https://id.example\"\n"
    "resource = \"https://gw.example/\"\n"
    "jwks_uri = \"https://id.example/jwks?v=1\"\n";

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST(oauth_settings, least_and_all) {
  const configuration some = with_server(least);
  ASSERT_TRUE(some.oauth);
  EXPECT_TRUE(some.asks_who());
  EXPECT_EQ(some.oauth->rules.issuer, "https://id.example");
  EXPECT_EQ(some.oauth->resource, "https://gw.example");
  EXPECT_EQ(some.oauth->jwks_uri, "https://id.example/jwks?v=1");
  EXPECT_EQ(some.oauth->rules.algorithms.size(), 4U);
  EXPECT_FALSE(some.oauth->rules.allow_jwt_type);
  EXPECT_EQ(some.oauth->rules.groups_claim, "groups");

  const configuration all =
      with_server(least +
                  "scopes = [\"tools:read\", \"tools:write\"]\n"
                  "algorithms = [\"EdDSA\", \"PS256\"]\nallow_jwt_typ = true\n"
                  "groups_claim = \"roles\"\nname_claim = \"email\"\n"
                  "ca_file = \"/etc/passwd\"\n");
  EXPECT_EQ(all.oauth->scopes.size(), 2U);
  EXPECT_EQ(all.oauth->rules.algorithms,
            (std::vector{token_algorithm::eddsa, token_algorithm::ps256}));
  EXPECT_TRUE(all.oauth->rules.allow_jwt_type);
  EXPECT_EQ(all.oauth->rules.groups_claim, "roles");
  EXPECT_EQ(all.oauth->rules.name_claim, "email");
  EXPECT_FALSE(with_server("").oauth);
}

TEST(oauth_settings, what_is_missing) {
  const std::string none = errors_of("[auth.oauth]\n");
  EXPECT_TRUE(has(none, "auth.oauth.issuer is missing"));
  EXPECT_TRUE(has(none, "auth.oauth.resource is missing"));
  EXPECT_TRUE(has(none, "auth.oauth.jwks_uri is missing"));
  EXPECT_TRUE(has(errors_of(least + "jwks_file = \"/etc/passwd\"\n"),
                  "exclude each other"));
  EXPECT_TRUE(
      has(errors_of(least + "isuer = \"x\"\n"), "did you mean 'issuer'"));
}

TEST(oauth_settings, urls_that_are_wrong) {
  for (const char* url :
       {"id.example", "ftp://id.example", "https://", "https://id.example?x",
        "https://id.example#x", "https://u@id.example", "https://id. example",
        "https://id.example/\\\"", "http://id.example"}) {
    const std::string text = "[auth.oauth]\nissuer = \"" + std::string(url) +
                             "\"\nresource = \"https://gw.example\"\n"
                             "jwks_uri = \"https://id.example\"\n";
    EXPECT_TRUE(has(errors_of(text), "auth.oauth.issuer must")) << url;
  }
  for (const char* url :
       {"http://127.0.0.1:1", "http://localhost:1", "http://[::1]:1"}) {
    const configuration read = with_server(
        "[auth.oauth]\nissuer = \"" + std::string(url) + "\"\nresource = \"" +
        url + "\"\njwks_uri = \"" + url + "\"\n");
    EXPECT_TRUE(read.oauth) << url;
  }
}

TEST(oauth_settings, values_that_are_wrong) {
  EXPECT_TRUE(has(errors_of(least + "algorithms = [\"HS256\"]\n"),
                  "unknown algorithm 'HS256'"));
  EXPECT_TRUE(has(errors_of(least + "algorithms = [\"none\"]\n"),
                  "unknown algorithm 'none'"));
  EXPECT_TRUE(has(errors_of(least + "algorithms = []\n"), "at least one"));
  EXPECT_TRUE(has(errors_of(least + "scopes = [\"a b\"]\n"), "a scope has"));
  EXPECT_TRUE(has(errors_of(least + "scopes = [\"a\\\"b\"]\n"), "a scope has"));
  EXPECT_TRUE(
      has(errors_of(least + "scopes = [\"offline_access\"]\n"), "remove it"));
  EXPECT_TRUE(has(errors_of("[auth]\ntokens = { \"https://id.example|a\" = "
                            "\"0123456789abcdef\" }\n" +
                            least),
                  "rename it"));
}

TEST(oauth_settings, numbers_can_have_tokens_of_their_own) {
  EXPECT_EQ(
      with_server("[auth]\nmetrics_tokens = [\"0123456789abcdef\"]\n" + least)
          .metrics_tokens.size(),
      1U);
}

}  // namespace
