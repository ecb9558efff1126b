// SPDX-License-Identifier: MIT
#include "mcp/access/protected_resource.hpp"

#include "mcp/access/challenge.hpp"
#include "mcp/raw_json/json_text.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <utility>

namespace pith::mcp {

namespace {

/// "https://gw.example" of "https://gw.example/tools".
std::string_view origin_of(std::string_view url) noexcept {
  const std::size_t host = url.find("://") + 3;
  return url.substr(0, url.find('/', host));
}

/// "/tools" of that; empty when there is none.
std::string_view base_path(const oauth_settings& oauth) noexcept {
  return std::string_view(oauth.resource)
      .substr(origin_of(oauth.resource).size());
}

void append_list(std::string& out, const std::vector<std::string>& texts) {
  out.push_back('[');
  for (const std::string& text : texts) {
    if (out.back() != '[') out.push_back(',');
    append_quoted(out, text);
  }
  out.push_back(']');
}

/// What people read who look for the reason; it has no quotes.
std::string_view description_of(token_fault fault) noexcept {
  switch (fault) {
    case token_fault::expired:
      return "The token has expired";
    case token_fault::not_yet:
      return "The token is not valid yet";
    case token_fault::audience:
      return "The token is for another resource";
    case token_fault::issuer:
      return "The token is of another issuer";
    default:
      return "The token is not valid";
  }
}

}  // namespace

std::optional<std::string_view> described_path(const oauth_settings& oauth,
                                               std::string_view path) {
  if (!path.starts_with(resource_metadata_path)) return std::nullopt;
  path.remove_prefix(resource_metadata_path.size());
  const std::string_view base = base_path(oauth);
  const bool has_base = path.starts_with(base) && (path.size() == base.size() ||
                                                   path[base.size()] == '/');
  if (has_base) path.remove_prefix(base.size());
  if (path == "/") path = {};
  if (!path.empty() && !path.starts_with('/')) return std::nullopt;
  return path;
}

std::string metadata_url(const oauth_settings& oauth, std::string_view path) {
  std::string url(origin_of(oauth.resource));
  return url.append(resource_metadata_path)
      .append(base_path(oauth))
      .append(path);
}

std::string metadata_url(const configuration& config, std::string_view path) {
  return config.oauth ? metadata_url(*config.oauth, path) : std::string{};
}

http_response resource_metadata(const oauth_settings& oauth,
                                std::string_view path) {
  std::string body = R"({"resource":)";
  append_quoted(body, oauth.resource + std::string(path));
  body.append(R"(,"authorization_servers":[)");
  append_quoted(body, oauth.rules.issuer);
  body.push_back(']');
  if (!oauth.scopes.empty()) {
    body.append(R"(,"scopes_supported":)");
    append_list(body, oauth.scopes);
  }
  body.append(R"(,"bearer_methods_supported":["header"]})");
  return {
      200,
      {{"Content-Type", "application/json"}, {"Cache-Control", "max-age=300"}},
      std::move(body)};
}

std::vector<std::string> audiences_of(const oauth_settings& oauth,
                                      std::string_view path) {
  std::vector<std::string> audiences{oauth.resource};
  if (!path.empty()) audiences.push_back(oauth.resource + std::string(path));
  return audiences;
}

std::string token_challenge(const oauth_settings& oauth, std::string_view path,
                            std::optional<token_fault> fault) {
  std::string scopes;
  for (const std::string& scope : oauth.scopes) {
    if (!scopes.empty()) scopes.push_back(' ');
    scopes.append(scope);
  }
  const std::string metadata = metadata_url(oauth, path);
  bearer_challenge challenge{.scope = scopes, .resource_metadata = metadata};
  if (fault) {
    challenge.error = "invalid_token";
    challenge.description = description_of(*fault);
  }
  return to_field(challenge);
}

caller_pointer caller_by(const token_claims& claims) {
  auto who = std::make_shared<caller_identity>();
  who->principal = claims.issuer + '|' + claims.subject;
  who->name = claims.name;
  who->groups = as_set(claims.groups);
  who->scopes = as_set(claims.scopes);
  who->proof = caller_proof::jwt;
  // A clock of nanoseconds ends in 2262; some tokens do not.
  constexpr std::int64_t last_second = 9'000'000'000;
  who->expires = caller_identity::clock::time_point(std::chrono::seconds(
      std::min(claims.expires, last_second) + token_skew_seconds));
  return who;
}

bool is_issued_by(const oauth_settings& oauth, std::string_view principal) {
  const std::string& issuer = oauth.rules.issuer;
  return principal.size() > issuer.size() + 1 &&
         principal.starts_with(issuer) && principal[issuer.size()] == '|';
}

}  // namespace pith::mcp
