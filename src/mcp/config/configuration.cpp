// SPDX-License-Identifier: MIT
#include "mcp/config/configuration.hpp"

#include "mcp/config/parts.hpp"
#include "mcp/config/reader.hpp"
#include "mcp/config/tree.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

namespace pith::mcp {

namespace {

using type = configuration_node::type;

constexpr std::size_t max_threads = 1024;
constexpr std::size_t max_profiles = 1000;
constexpr std::size_t max_configured = 1'000'000'000;
constexpr std::size_t gibibyte = 1U << 30U;
constexpr std::size_t million = 1'000'000;
constexpr std::size_t day_seconds = 86'400;

void read_tls(configuration_section& root, configuration& into) {
  const configuration_node* const table = root.find_table("tls");
  if (table == nullptr) return;
  configuration_section tls{root.reader(), *table, "tls"};
  tls.read_file("certificate", into.certificate_file);
  tls.read_file("key", into.key_file);
  if (table->find("certificate") == nullptr || table->find("key") == nullptr) {
    root.reader().fail_key(*table, "[tls] must have both certificate and key");
  }
  tls.finish();
}

void read_log(configuration_section& root, configuration& into) {
  const configuration_node* const table = root.find_table("log");
  if (table == nullptr) return;
  configuration_section log{root.reader(), *table, "log"};
  constexpr std::array<std::string_view, 5> levels{"debug", "info", "warn",
                                                   "error", "off"};
  if (const auto level = log.read_word("level", levels)) {
    into.log_level = levels[*level];
  }
  std::string file;
  if (log.read("file", file)) {
    const std::filesystem::path full{root.reader().path(file)};
    const auto directory = full.parent_path();
    std::error_code none;
    if (file.empty() || std::filesystem::is_directory(full, none) ||
        (!directory.empty() &&
         !std::filesystem::is_directory(directory, none))) {
      root.reader().fail(*table->find("file"),
                         "log.file: cannot write to " +
                             in_quotes(full.string()) +
                             "; name a file in a directory that exists");
    }
    into.log_file = full.string();
  }
  log.finish();
}

void read_limits(configuration_section& root, configuration& into) {
  const configuration_node* const table = root.find_table("limits");
  if (table == nullptr) return;
  configuration_section limits{root.reader(), *table, "limits"};
  gateway_limits& to = into.limits;
  limits.read("body_bytes", to.body_bytes, {1024, gibibyte});
  limits.read("answer_bytes", to.answer_bytes, {1024, 2 * gibibyte});
  limits.read("header_bytes", to.header_bytes, {1024, 1U << 20U});
  limits.read("header_count", to.header_count, {10, 10'000});
  limits.read("connections", to.connections, {1, million});
  limits.read("streams_per_client", to.streams_per_client, {1, million});
  limits.read("in_flight", to.in_flight, {1, million});
  limits.read("sessions", to.sessions, {1, million});
  limits.read("children", to.children, {1, 100'000});
  const auto read_own = [&limits](std::string_view key,
                                  std::optional<std::size_t>& own,
                                  std::size_t most) {
    std::size_t number = 0;
    if (limits.read(key, number, {1, most})) own = number;
  };
  read_own("in_flight_per_client", to.in_flight_per_client, million);
  read_own("sessions_per_client", to.sessions_per_client, million);
  read_own("children_per_client", to.children_per_client, 100'000);
  read_own("kept_results_per_client", to.kept_results_per_client, million);
  read_own("kept_bytes_per_client", to.kept_bytes_per_client, gibibyte);
  limits.read("calls_per_second_per_client", to.calls_per_second_per_client,
              {0, million});
  limits.read("request_seconds", to.request_time, {1, day_seconds});
  limits.read("session_idle_seconds", to.session_idle_time,
              {1, 7 * day_seconds});
  limits.read("drain_seconds", to.drain_time, {0, 3600});
  std::chrono::seconds delay{0};
  if (limits.read("drain_delay_seconds", delay, {0, 3600})) {
    to.drain_delay = delay;
  }
  limits.finish();
}

/// What a known client sets, and what the other keys say. The profile of
/// [clients.NAME] is called NAME whatever it begins with.
void read_client(configuration_section& client, const configuration_node& table,
                 client_profile& into, bool keeps_name) {
  std::string name;
  if (client.read("name", name)) {
    const client_profile* const known = known_client(name);
    if (known == nullptr) {
      client.reader().fail(*table.find("name"),
                           "unknown client " + in_quotes(name) +
                               choose_from(name, known_client_names));
    } else {
      const std::string own = into.name;
      into = *known;
      if (keeps_name) into.name = own;
    }
  }
  if (const auto form = client.read_word("shows", shown_form_names)) {
    into.shows = static_cast<shown_form>(*form);
  }
  client.read("max_tokens", into.max_tokens, {0, max_configured});
  client.read("max_characters", into.max_characters, {0, max_configured});
  if (auto formats = read_format_list(client, "formats")) {
    into.asked.formats = std::move(*formats);
  }
  client.finish();
}

void read_clients(configuration_section& root, configuration& into) {
  if (const auto* const table = root.find_table("client")) {
    configuration_section client{root.reader(), *table, "client"};
    read_client(client, *table, into.client, false);
  }
  const configuration_node* const tables = root.find_table("clients");
  if (tables == nullptr) return;
  if (tables->items.size() > max_profiles) {
    root.reader().fail_key(*tables,
                           "there are more than 1000 clients; remove some");
    return;
  }
  for (const configuration_node& table : tables->items) {
    const std::string name = "clients." + table.key;
    if (table.what != type::table) {
      root.reader().fail(table, name + " must be a table");
      continue;
    }
    if (!is_plain_name(table.key)) {
      root.reader().fail_key(table,
                             "the name of a client must have 1 to 64 "
                             "characters from a-z, 0-9, '_' and '-'; rename " +
                                 in_quotes(table.key));
    }
    client_profile profile;
    if (const auto* const known = known_client(table.key)) profile = *known;
    profile.name = table.key;
    configuration_section client{root.reader(), table, name};
    read_client(client, table, profile, true);
    into.clients.push_back(std::move(profile));
  }
}

}  // namespace

const server_settings* configuration::find_server(
    std::string_view name) const noexcept {
  const auto found =
      std::find_if(servers.begin(), servers.end(),
                   [name](const server_settings& s) { return s.name == name; });
  return found == servers.end() ? nullptr : &*found;
}

const client_profile* configuration::find_client(
    std::string_view name) const noexcept {
  const auto found =
      std::find_if(clients.begin(), clients.end(),
                   [name](const client_profile& c) { return c.name == name; });
  if (found != clients.end()) return &*found;
  return client.name == name ? &client : nullptr;
}

const endpoint_config* configuration::find_endpoint(
    std::string_view name) const noexcept {
  const auto found =
      std::find_if(endpoints.begin(), endpoints.end(),
                   [name](const endpoint_config& e) { return e.name == name; });
  return found == endpoints.end() ? nullptr : &*found;
}

endpoint_config configuration::all_servers() const {
  endpoint_config all{.name = {}, .servers = {}, .options = merge};
  all.servers.reserve(servers.size());
  for (const server_settings& server : servers) {
    all.servers.push_back(server.name);
  }
  return all;
}

configuration_result read_configuration(std::string_view toml,
                                        std::string_view directory) {
  configuration_result out;
  const auto tree = read_configuration_tree(toml);
  if (const auto* const what = std::get_if<configuration_error>(&tree)) {
    out.errors.push_back(*what);
    return out;
  }
  configuration_reader reader{directory};
  configuration made;
  configuration_section root{reader, *std::get_if<configuration_node>(&tree),
                             ""};
  read_listen(root, made);
  root.read("threads", made.threads, {0, max_threads});
  read_replica(root, made);
  read_tls(root, made);
  read_log(root, made);
  read_limits(root, made);
  read_auth(root, made);
  read_clients(root, made);
  read_servers(root, made);
  read_endpoints(root, made);
  read_access_rules(root, made);
  read_traces(root, made);
  read_state(root, made);
  check_local(root, made);
  root.finish();
  out.errors = reader.take_errors();
  if (out.errors.empty()) out.value = std::move(made);
  return out;
}

bool is_ip_address(std::string_view text) {
  return to_address(text).has_value();
}

bool is_loopback(std::string_view address) {
  if (address == "localhost") return true;
  const auto found = to_address(address);
  if (!found) return false;
  constexpr ip_address self{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
  if (*found == self) return true;
  constexpr ip_address mapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 127};
  return std::equal(mapped.begin(), mapped.begin() + 13, found->begin());
}

}  // namespace pith::mcp
