// SPDX-License-Identifier: MIT
/// @file
/// pith.toml: servers, clients, limits, where to listen and whom to let in.
#ifndef PITH_MCP_CONFIG_CONFIGURATION_HPP
#define PITH_MCP_CONFIG_CONFIGURATION_HPP

#include "mcp/config/traces.hpp"
#include "mcp/discover/mode.hpp"
#include "mcp/http/address_range.hpp"
#include "mcp/http/types.hpp"
#include "mcp/jwt/access_token.hpp"
#include "mcp/process/child_command.hpp"
#include "mcp/redis/address.hpp"
#include "mcp/rewrite/policy.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pith::mcp {

/// Stands for the principal of the caller in the value of a header field.
inline constexpr std::string_view principal_place = "{principal}";

/// Header fields for some callers.
struct header_rule {
  std::vector<std::string> who;  ///< access/caller_match.hpp; no scopes
  http_fields headers;
};

/// One server behind the gateway: a URL, or a command.
struct server_settings {
  std::string name;       ///< [a-z0-9_-]+; served at /NAME/mcp
  std::string url;        ///< empty for a command
  child_command command;  ///< no words for a URL
  http_fields headers;    ///< sent to the URL; the client's own token never is
  /// The first that means the caller adds to them (access/server_headers.hpp).
  std::vector<header_rule> headers_for;
  std::string ca_file;                ///< for https; empty: the system's
  std::chrono::seconds timeout{300};  ///< without an answer; zero: none
  rewrite_policy rewrite;
  /// Who may use it (access/caller_match.hpp); empty: all that are let in.
  std::vector<std::string> principals;
  /// What its names begin with where it is merged with others; empty: nothing.
  /// One that was not configured is that of no other server.
  std::string prefix;
  bool required = false;  ///< its endpoints fail when it is down
};

/// Which versions of the protocol an endpoint offers.
enum class endpoint_era : std::uint8_t { automatic, legacy, modern };
/// In the order of endpoint_era.
inline constexpr std::array<std::string_view, 3> endpoint_era_names{
    "auto", "legacy", "modern"};

/// A word of a request, and words of tools that it also finds; lower case.
struct synonym_words {
  std::string word;
  std::vector<std::string> others;
  bool operator==(const synonym_words&) const = default;
};

/// How servers become one endpoint.
struct merge_options {
  discover_mode discover = discover_mode::automatic;
  /// Of a list; above them, automatic is on.
  std::size_t discover_tokens = usual_discover_tokens;
  /// Of names as the endpoint exposes them; `*` stands for anything.
  std::vector<std::string> pin;
  std::vector<std::string> read_only;
  bool trust_hints = false;  ///< believe the readOnlyHint of servers
  std::vector<synonym_words> synonyms;
  std::size_t max_name = 48;  ///< characters of an exposed name
  /// For how long the list of a server that is down is still served.
  std::chrono::seconds stale_time{3600};
  endpoint_era era = endpoint_era::automatic;
  bool operator==(const merge_options&) const = default;
};

/// Several servers as one.
struct endpoint_config {
  std::string name;  ///< as of a server, and of none; served at /NAME/mcp
  std::vector<std::string> servers;  ///< names that exist, each once
  merge_options options;
  bool operator==(const endpoint_config&) const = default;
};

struct auth_token {
  std::string principal;
  std::string secret;
};

/// [auth.oauth]: an issuer whose access tokens let their callers in.
struct oauth_settings {
  token_rules rules;      ///< the issuer among them
  std::string resource;   ///< the public URL, without a slash at its end
  std::string jwks_uri;   ///< where its keys are; or
  std::string jwks_file;  ///< that has them
  std::string ca_file;    ///< for jwks_uri; empty: the system's
  std::vector<std::string> scopes;  ///< that clients should ask for
  bool operator==(const oauth_settings&) const = default;
};

/// Whose word about who calls is taken: fields of a proxy in front.
struct proxy_rules {
  std::string header;         ///< the principal
  std::string groups_header;  ///< its groups, by commas; empty: none
  std::vector<address_range> from;
  bool from_local = false;  ///< local_peer
  std::string secret_header;
  std::string secret;  ///< never empty
};

/// For whom some tools are, or are not.
struct access_rule {
  enum class effect : std::uint8_t { allow, deny, scope };
  std::vector<std::string> who;  ///< access/caller_match.hpp
  /// Names, in which `*` stands for anything; empty: all.
  std::vector<std::string> servers;
  std::vector<std::string> tools;
  effect does = effect::deny;
  std::string scope;  ///< those that a call needs, with a blank between them
  bool operator==(const access_rule&) const = default;
};

/// All that decides which tools are for whom (access/tool_rights.hpp).
struct access_rules {
  std::vector<access_rule> rules;
  /// Scopes that do for others, too, and for which, directly or not.
  std::map<std::string, std::vector<std::string>, std::less<>> includes;
  bool denies_by_default = false;
  bool operator==(const access_rules&) const = default;
};

struct gateway_limits {
  std::size_t body_bytes = 16U << 20U;
  std::size_t answer_bytes = 256U << 20U;
  std::size_t header_bytes = 16U << 10U;
  std::size_t header_count = 100;
  std::size_t connections = 10'000;
  std::size_t streams_per_client = 100;
  std::size_t in_flight = 10'000;
  std::size_t sessions = 1'000;
  std::size_t children = 256;
  /// Of one principal, or of one address without tokens. Not configured, they
  /// are these, but not for who needs no token on this machine.
  static constexpr std::size_t usual_in_flight = 200;
  static constexpr std::size_t usual_sessions = 50;
  static constexpr std::size_t usual_children = 16;
  std::optional<std::size_t> in_flight_per_client;
  std::optional<std::size_t> sessions_per_client;
  std::optional<std::size_t> children_per_client;
  static constexpr std::size_t usual_kept_results = 200;
  static constexpr std::size_t usual_kept_bytes = 64U << 20U;
  std::optional<std::size_t> kept_results_per_client;
  std::optional<std::size_t> kept_bytes_per_client;
  std::size_t calls_per_second_per_client = 0;  ///< 0: as many as it likes
  std::chrono::seconds request_time{30};
  std::chrono::seconds session_idle_time{1800};
  std::chrono::seconds drain_time{10};
  /// How long it serves on, but is not ready, when it is told to end. Nothing:
  /// 5 s on an address that others reach, else not at all.
  std::optional<std::chrono::seconds> drain_delay{};
};

/// What replicas of the gateway share; without servers each keeps its own.
struct state_settings {
  std::vector<redis_address> servers;
  std::string user;
  std::string password;
  bool is_cluster = false;
  std::size_t database = 0;
  std::vector<std::string> keys;  ///< the first seals, all of them open
  std::chrono::milliseconds timeout{5};
  std::string ca_file;  ///< for rediss; empty: the system's
  /// Of a value as it is stored; what is larger stays with its replica.
  std::size_t max_value_bytes = 256U << 10U;

  /// Whether nothing but the keys differs.
  [[nodiscard]] bool is_same_store(const state_settings& other) const {
    return servers == other.servers && user == other.user &&
           password == other.password && is_cluster == other.is_cluster &&
           database == other.database && timeout == other.timeout &&
           ca_file == other.ca_file && max_value_bytes == other.max_value_bytes;
  }
};

struct configuration {
  std::string address = "127.0.0.1";
  unsigned short port = 4100;
  /// The path of a Unix socket to listen on in place of them; empty: none.
  std::string socket;
  static constexpr unsigned usual_socket_mode = 0660;
  unsigned socket_mode = usual_socket_mode;
  std::size_t threads = 0;  ///< 0: one per core
  /// What this gateway is called among several that share an address; ids of
  /// the sessions that only it has end in it. Empty: it is alone.
  std::string replica;
  std::string certificate_file;  ///< both or none: TLS
  std::string key_file;
  gateway_limits limits;
  std::vector<auth_token> tokens;
  std::vector<auth_token> metrics_tokens;  ///< for numbers alone
  std::optional<oauth_settings> oauth;
  /// Seal what is given to callers without a secret of their own: the first
  /// seals, all open. Empty: a random one for as long as the gateway runs.
  std::vector<std::string> seal_keys;
  std::optional<proxy_rules> proxy;
  access_rules access;
  std::vector<std::string> origins;  ///< beside none at all
  std::vector<std::string> hosts;    ///< beside loopback names and the address
  /// Whose word about where a request comes from is taken (X-Forwarded-For).
  std::vector<address_range> trusted_proxies;
  bool trusts_local = false;  ///< local_peer, in the same way
  client_profile client;
  /// Further profiles, chosen by the path /NAME/mcp?client=PROFILE.
  std::vector<client_profile> clients;
  std::vector<server_settings> servers;
  merge_options merge;  ///< of /mcp, and what all endpoints begin with
  std::vector<endpoint_config> endpoints;
  state_settings state;
  std::string log_level = "info";
  std::string log_file;  ///< empty: stderr
  std::optional<traces_config> traces;

  /// Whether callers must prove who they are.
  [[nodiscard]] bool asks_who() const noexcept {
    return !tokens.empty() || has_foreign_callers();
  }
  /// Whether there can be principals that the configuration does not name.
  [[nodiscard]] bool has_foreign_callers() const noexcept {
    return proxy.has_value() || oauth.has_value();
  }
  [[nodiscard]] const server_settings* find_server(
      std::string_view name) const noexcept;
  [[nodiscard]] const client_profile* find_client(
      std::string_view name) const noexcept;
  /// Null for the one without a name, too: that is all_servers().
  [[nodiscard]] const endpoint_config* find_endpoint(
      std::string_view name) const noexcept;
  /// The endpoint of all servers: it has no name and is served at /mcp.
  [[nodiscard]] endpoint_config all_servers() const;
};

/// A server of an endpoint, and what its names begin with there.
struct endpoint_member {
  const server_settings* server = nullptr;  ///< of the configuration
  std::string prefix;                       ///< no other member has it
};

/// The servers of an endpoint in its order. Their prefixes are their own, but
/// at /mcp, where servers can meet that were given the same one for different
/// endpoints: there the later gets that of its name, with a number when that
/// is taken. n log n in the servers.
[[nodiscard]] std::vector<endpoint_member> members_of(
    const configuration& config, const endpoint_config& endpoint);

/// What is wrong with a configuration, and where.
struct configuration_error {
  std::size_t line = 0;  ///< from 1; 0: no particular place
  std::size_t column = 0;
  std::string what;  ///< "unknown key 'lisen'; did you mean 'listen'?"
};

/// A configuration, or all that is wrong with it.
struct configuration_result {
  std::optional<configuration> value{};
  std::vector<configuration_error> errors{};
};

/// Reads TOML. Relative file names are taken from `directory`. Every unknown
/// key, wrong type, bad value and unknown name (format, tokenizer, client) is
/// an error with its line; all of them are reported.
[[nodiscard]] configuration_result read_configuration(
    std::string_view toml, std::string_view directory);

/// Whether `text` is an IPv4 or IPv6 address, without brackets.
[[nodiscard]] bool is_ip_address(std::string_view text);

/// Whether the address is one that only this machine reaches.
[[nodiscard]] bool is_loopback(std::string_view address);

}  // namespace pith::mcp

#endif  // PITH_MCP_CONFIG_CONFIGURATION_HPP
