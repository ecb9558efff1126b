// SPDX-License-Identifier: MIT
#include "mcp/access/protected_resource.hpp"

#include "mcp/access/access.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace {

using namespace pith::mcp;  // NOLINT(google-build-using-namespace): a test
using place = route::place;

oauth_settings at(std::string resource) {
  oauth_settings oauth;
  oauth.rules.issuer = "https://id.example";
  oauth.resource = std::move(resource);
  oauth.scopes = {"a", "b:c"};
  return oauth;
}

TEST(protected_resource, where_metadata_are) {
  EXPECT_EQ(metadata_url(at("https://gw.example"), "/files/mcp"),
            "https://gw.example/.well-known/oauth-protected-resource/files/"
            "mcp");
  EXPECT_EQ(metadata_url(at("https://gw.example:8443/tools"), "/files/mcp"),
            "https://gw.example:8443/.well-known/oauth-protected-resource/"
            "tools/files/mcp");
  EXPECT_EQ(metadata_url(at("https://gw.example"), ""),
            "https://gw.example/.well-known/oauth-protected-resource");
}

TEST(protected_resource, paths_that_ask) {
  const oauth_settings plain = at("https://gw.example");
  const oauth_settings below = at("https://gw.example/tools");
  const std::string root(resource_metadata_path);
  EXPECT_EQ(described_path(plain, root), "");
  EXPECT_EQ(described_path(plain, root + "/"), "");
  EXPECT_EQ(described_path(plain, root + "/files/mcp"), "/files/mcp");
  EXPECT_EQ(described_path(below, root + "/tools/files/mcp"), "/files/mcp");
  EXPECT_EQ(described_path(below, root + "/files/mcp"), "/files/mcp");
  EXPECT_EQ(described_path(below, root + "/tools"), "");
  EXPECT_EQ(described_path(below, root + "/toolsx/mcp"), "/toolsx/mcp");
  EXPECT_FALSE(described_path(plain, root + "x"));
  EXPECT_FALSE(described_path(plain, "/files/mcp"));
}

TEST(protected_resource, routes) {
  configuration config;
  config.servers.resize(2);
  config.servers[0].name = "files";
  config.servers[1].name = "memory";
  const std::string root(resource_metadata_path);
  EXPECT_EQ(route_of(config, root).where, place::nowhere);
  config.oauth = at("https://gw.example");
  EXPECT_EQ(route_of(config, root).where, place::metadata);
  EXPECT_EQ(route_of(config, root + "/mcp").where, place::metadata);
  const std::string path = root + "/files/mcp";
  EXPECT_EQ(route_of(config, path).where, place::metadata);
  EXPECT_EQ(route_of(config, path).described, "/files/mcp");
  EXPECT_EQ(route_of(config, root + "/other/mcp").where, place::nowhere);
  EXPECT_EQ(route_of(config, root + "/files").where, place::nowhere);
  EXPECT_EQ(route_of(config, "/files/mcp").where, place::server);
}

TEST(protected_resource, metadata) {
  const http_response said =
      resource_metadata(at("https://gw.example"), "/files/mcp");
  EXPECT_EQ(said.status, 200);
  EXPECT_EQ(said.body, R"({"resource":"https://gw.example/files/mcp",)"
                       R"("authorization_servers":["https://id.example"],)"
                       R"("scopes_supported":["a","b:c"],)"
                       R"("bearer_methods_supported":["header"]})");
  oauth_settings bare = at("https://gw.example");
  bare.scopes.clear();
  EXPECT_EQ(resource_metadata(bare, "").body.find("scopes"), std::string::npos);
}

TEST(protected_resource, challenges) {
  const oauth_settings oauth = at("https://gw.example");
  const std::string rest =
      R"(scope="a b:c", resource_metadata="https://gw.example/.well-known/)"
      R"(oauth-protected-resource/files/mcp")";
  const std::string scheme = R"(Bearer realm="pith", )";
  EXPECT_EQ(token_challenge(oauth, "/files/mcp", std::nullopt), scheme + rest);
  EXPECT_EQ(token_challenge(oauth, "/files/mcp", token_fault::expired),
            scheme +
                R"(error="invalid_token", )"
                R"(error_description="The token has expired", )" +
                rest);
  configuration config;
  config.oauth = oauth;
  const http_response asked = ask_for_token(config, "/files/mcp");
  EXPECT_EQ(asked.status, 401);
  EXPECT_EQ(asked.fields.find("WWW-Authenticate"), scheme + rest);
}

TEST(protected_resource, audiences) {
  EXPECT_EQ(audiences_of(at("https://gw.example"), "/files/mcp"),
            (std::vector<std::string>{"https://gw.example",
                                      "https://gw.example/files/mcp"}));
}

TEST(protected_resource, callers) {
  token_claims claims;
  claims.issuer = "https://id.example";
  claims.subject = "u";
  claims.name = "Ada";
  claims.groups = {"ops", "dev", "ops"};
  claims.scopes = {"b", "a"};
  claims.expires = 1'800'000'000;
  const caller_pointer who = caller_by(claims);
  EXPECT_EQ(who->principal, "https://id.example|u");
  EXPECT_EQ(who->shown_name(), "Ada");
  EXPECT_EQ(who->groups, (std::vector<std::string>{"dev", "ops"}));
  EXPECT_EQ(who->scopes, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(who->proof, caller_proof::jwt);
  using clock = caller_identity::clock;
  const auto end = clock::time_point(std::chrono::seconds(1'800'000'060));
  EXPECT_FALSE(who->is_expired(end - std::chrono::seconds(1)));
  EXPECT_TRUE(who->is_expired(end));
  // Tokens that outlive the clock.
  claims.expires = 999'999'999'999'999;
  EXPECT_FALSE(caller_by(claims)->is_expired(end));

  configuration config;
  EXPECT_FALSE(is_known(config, *caller_by(claims)));
  config.oauth = at("https://gw.example");
  EXPECT_TRUE(is_known(config, *caller_by(claims)));
  config.oauth->rules.issuer = "https://id.example.org";
  EXPECT_FALSE(is_known(config, *caller_by(claims)));
}

}  // namespace
