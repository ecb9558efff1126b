// SPDX-License-Identifier: MIT
#include "mcp/access/access.hpp"

#include "mcp/access/caller_match.hpp"
#include "mcp/access/protected_resource.hpp"
#include "mcp/access/proxy_identity.hpp"
#include "mcp/access/session_seal.hpp"
#include "mcp/protocol/rpc_response.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

namespace pith::mcp {

namespace {

/// "localhost" of "localhost:4100", "::1" of "[::1]:4100".
std::string_view host_of(std::string_view authority) noexcept {
  if (authority.starts_with('[')) {
    return authority.substr(1, authority.find(']') - 1);
  }
  return authority.substr(0, authority.find(':'));
}

bool has_suffix(std::string_view host, std::string_view suffix) {
  return host.size() > suffix.size() &&
         same_name(host.substr(host.size() - suffix.size()), suffix);
}

bool is_local_name(std::string_view host) {
  return same_name(host, "localhost") || is_loopback(host);
}

bool is_listed(const std::vector<std::string>& names, std::string_view name) {
  return std::any_of(names.begin(), names.end(), [name](const std::string& n) {
    return same_name(n, name);
  });
}

/// Names that nobody outside the network of the gateway can point at it: an
/// address is not a name, and these are not delegated in the public DNS. Pages
/// of whoever can do so could as well be programs that connect to it.
bool is_private_name(std::string_view host) {
  return is_ip_address(host) || host.find('.') == host.npos ||
         has_suffix(host, ".local") || has_suffix(host, ".internal");
}

bool allows_host(const configuration& config, std::string_view authority) {
  const std::string_view host = host_of(authority);
  if (is_listed(config.hosts, host) || is_listed(config.hosts, authority) ||
      host == config.address) {
    return true;
  }
  if (config.socket.empty()) {
    if (is_loopback(config.address)) return is_local_name(host);
  } else if (is_local_name(host)) {
    return true;  // a program of this machine, or a proxy by its usual words
  }
  if (!config.hosts.empty()) return false;
  // On an address that others reach, tokens keep pages out that know none.
  // Without them, a name of somebody else's could be theirs (DNS rebinding).
  return config.asks_who() || is_private_name(host);
}

/// ":4100" of "localhost:4100", "" of "[::1]".
std::string_view port_of(std::string_view authority) noexcept {
  const std::size_t colon = authority.rfind(':');
  const bool is_inside = authority.find(']', colon) != authority.npos;
  return colon == authority.npos || is_inside ? std::string_view{}
                                              : authority.substr(colon);
}

/// Pages of our own are let in: those from where the request went to.
bool allows_origin(const configuration& config, std::string_view origin,
                   std::string_view host) {
  if (is_listed(config.origins, origin)) return true;
  const std::size_t scheme = origin.find("://");
  if (scheme == origin.npos) return false;
  const std::string_view from = origin.substr(scheme + 3);
  if (same_name(from, host)) return true;
  return is_local_name(host_of(from)) && is_local_name(host_of(host)) &&
         port_of(from) == port_of(host);
}

/// The one that a request has; null when that is none of these.
const auth_token* token_of(const std::vector<auth_token>& tokens,
                           const http_request& head) {
  const auto given = bearer_of(head);
  if (!given) return nullptr;
  const auth_token* found = nullptr;
  // All are compared, so that the time does not tell which one was near.
  for (const auth_token& token : tokens) {
    if (same_secret(token.secret, *given)) found = &token;
  }
  return found;
}

/// The address of an item of X-Forwarded-For, which may have a port; empty
/// when it is none.
std::string_view forwarded_address(std::string_view item) {
  while (item.starts_with(' ') || item.starts_with('\t')) {
    item.remove_prefix(1);
  }
  while (item.ends_with(' ') || item.ends_with('\t')) item.remove_suffix(1);
  if (is_ip_address(item)) return item;
  const std::string_view host = host_of(item);
  return is_ip_address(host) ? host : std::string_view{};
}

/// To a server or an endpoint, or nowhere.
route route_to_servers(const configuration& config, std::string_view path) {
  using place = route::place;
  if (path == "/mcp" && !config.servers.empty()) {
    if (config.servers.size() > 1) return {place::endpoint};
    return {place::server, &config.servers.front()};
  }
  constexpr std::string_view tail = "/mcp";
  if (path.size() > tail.size() + 1 && path.ends_with(tail)) {
    const auto name = path.substr(1, path.size() - tail.size() - 1);
    if (const server_settings* found = config.find_server(name)) {
      return {place::server, found};
    }
    if (const endpoint_config* found = config.find_endpoint(name)) {
      return {place::endpoint, nullptr, found->name};
    }
  }
  return {};
}

http_response forbidden(std::string_view why) {
  return rpc_failure(403, {}, rpc_code::invalid_request, why);
}

}  // namespace

route route_of(const configuration& config, std::string_view path) {
  using place = route::place;
  constexpr std::array<std::pair<std::string_view, place>, 5> fixed{{
      {"/healthz", place::health},
      {"/readyz", place::ready},
      {"/metrics", place::metrics},
      {"/stats.json", place::stats},
      {"/", place::page},
  }};
  for (const auto& [name, where] : fixed) {
    if (path == name) return {where};
  }
  if (config.oauth) {
    const auto described = described_path(*config.oauth, path);
    if (described &&
        (described->empty() ||
         route_to_servers(config, *described).where != place::nowhere)) {
      return {place::metadata, nullptr, {}, *described};
    }
  }
  return route_to_servers(config, path);
}

std::optional<http_response> refuse_place(const configuration& config,
                                          const http_request& head) {
  const std::string_view host = head.fields.find("Host").value_or("");
  if (!allows_host(config, host)) {
    return forbidden(
        "This Host is not allowed: list it in auth.hosts if it is one of this "
        "gateway's");
  }
  const auto origin = head.fields.find("Origin");
  if (head.fields.count("Origin") > 1 ||
      (origin && !allows_origin(config, *origin, host))) {
    return forbidden("This Origin is not allowed");
  }
  return std::nullopt;
}

std::optional<http_response> refuse_navigation(const http_request& head) {
  // Programs in pages ask with fetch(), for nothing that the browser shows.
  // Others than browsers do not send these fields, or as fetch() does.
  const auto mode = head.fields.find("Sec-Fetch-Mode");
  const auto target = head.fields.find("Sec-Fetch-Dest");
  const bool is_asked =
      !mode || same_name(*mode, "cors") || same_name(*mode, "same-origin");
  if (is_asked && (!target || same_name(*target, "empty"))) {
    return std::nullopt;
  }
  return forbidden("This is an endpoint for MCP clients, not a page");
}

caller_verdict caller_of(const configuration& config, const http_request& head,
                         std::string_view peer) {
  if (!config.asks_who()) return {.who = nobody()};
  if (config.proxy) {
    proxy_word word = word_of_proxy(*config.proxy, head, peer);
    if (word.who) return {.who = std::move(word.who)};
    if (!word.problem.empty()) {
      return {.refusal =
                  rpc_failure(400, {}, rpc_code::invalid_request, word.problem),
              .problem = word.problem};
    }
  }
  const auth_token* const found = token_of(config.tokens, head);
  if (found == nullptr) return {};
  caller_identity who;
  who.principal = found->principal;
  who.proof = caller_proof::token;
  return {.who = std::make_shared<const caller_identity>(std::move(who))};
}

std::optional<std::string_view> bearer_of(const http_request& head) {
  if (head.fields.count("Authorization") != 1) return std::nullopt;
  const auto field = head.fields.find("Authorization").value_or("");
  constexpr std::string_view scheme = "Bearer ";
  if (!same_name(field.substr(0, scheme.size()), scheme)) return std::nullopt;
  return field.substr(scheme.size());
}

bool has_metrics_token(const configuration& config, const http_request& head) {
  return token_of(config.metrics_tokens, head) != nullptr;
}

bool is_known(const configuration& config, const caller_identity& who) {
  if (who.is_expired(caller_identity::clock::now())) return false;
  switch (who.proof) {
    case caller_proof::none:
      return !config.asks_who();
    case caller_proof::token:
      return std::any_of(config.tokens.begin(), config.tokens.end(),
                         [&who](const auth_token& token) {
                           return token.principal == who.principal;
                         });
    case caller_proof::jwt:
      return config.oauth && is_issued_by(*config.oauth, who.principal);
    case caller_proof::proxy:
      return config.proxy.has_value();
  }
  return false;
}

bool may_use(const configuration& config, const server_settings& server,
             const caller_identity& who) {
  return is_known(config, who) &&
         (server.principals.empty() || is_any_meant(server.principals, who));
}

bool may_use(const configuration& config, const endpoint_config& endpoint,
             const caller_identity& who) {
  return std::any_of(
      endpoint.servers.begin(), endpoint.servers.end(),
      [&](const std::string& name) {
        const server_settings* const server = config.find_server(name);
        return server != nullptr && may_use(config, *server, who);
      });
}

std::string client_address(const configuration& config,
                           const http_request& head, std::string_view peer) {
  std::string found(peer);
  const bool is_trusted = peer == local_peer
                              ? config.trusts_local
                              : has_address(config.trusted_proxies, peer);
  if (!is_trusted) return found;
  std::string all;
  for (const http_field& field : head.fields) {
    if (!same_name(field.name, "X-Forwarded-For")) continue;
    if (!all.empty()) all.push_back(',');
    all.append(field.value);
  }
  // Each proxy adds at the end whom it heard. What stands before the word of
  // somebody who is not trusted could be anything.
  for (std::string_view rest = all; !rest.empty();) {
    const std::size_t comma = rest.rfind(',');
    const std::size_t begin = comma == rest.npos ? 0 : comma + 1;
    const auto address = forwarded_address(rest.substr(begin));
    if (address.empty()) break;
    found = address;
    if (comma == rest.npos || !has_address(config.trusted_proxies, found)) {
      break;
    }
    rest = rest.substr(0, comma);
  }
  return found;
}

http_response ask_for_token(const configuration& config, std::string_view path,
                            std::optional<token_fault> fault) {
  http_response refusal =
      rpc_failure(401, {}, rpc_code::invalid_request, "A token is needed");
  refusal.fields.add("WWW-Authenticate",
                     config.oauth ? token_challenge(*config.oauth, path, fault)
                                  : R"(Bearer realm="pith")");
  return refusal;
}

std::optional<client_profile> profile_of(const configuration& config,
                                         std::string_view target) {
  const std::size_t query = target.find('?');
  if (query == target.npos) return config.client;
  std::string_view rest = target.substr(query + 1);
  while (!rest.empty()) {
    const std::string_view pair = rest.substr(0, rest.find('&'));
    rest.remove_prefix(std::min(rest.size(), pair.size() + 1));
    constexpr std::string_view key = "client=";
    if (!pair.starts_with(key)) continue;
    const std::string_view name = pair.substr(key.size());
    if (const client_profile* found = config.find_client(name)) return *found;
    if (const client_profile* known = known_client(name)) return *known;
    return std::nullopt;
  }
  return config.client;
}

}  // namespace pith::mcp
