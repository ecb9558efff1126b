// SPDX-License-Identifier: MIT
#include "mcp/gateway/endpoint_links.hpp"

#include "mcp/access/access.hpp"
#include "mcp/access/server_headers.hpp"
#include "mcp/hub/counted_child.hpp"
#include "mcp/link/http_link.hpp"
#include "mcp/merge/merged_server.hpp"
#include "mcp/observe/gateway_log.hpp"

#include <utility>

namespace pith::mcp {

namespace {

/// Connects one server for one client.
member_connection::linker link_of(const endpoint_house& house,
                                  const server_settings& server,
                                  const gateway_limits& limits,
                                  const hub_client& client,
                                  server_state& state) {
  if (!server.url.empty()) {
    http_link_options options;
    options.url = server.url;
    auto own =
        headers_for(server.headers, server.headers_for, *client.identity);
    if (!own) {
      return [](const server_link::handlers&,
                std::string& problem) -> std::unique_ptr<server_link> {
        problem = unfit_principal;
        return nullptr;
      };
    }
    options.headers = std::move(*own);
    options.ca_file = server.ca_file;
    options.max_message_bytes = limits.answer_bytes;
    options.traces = state.traces;
    return [&io = house.io, options](server_link::handlers what,
                                     std::string& problem) {
      return start_http_link(io, options, std::move(what), problem);
    };
  }
  return [house, limits, pays = client.pays, command = server.command,
          name = server.name, log = state.log](
             server_link::handlers what,
             std::string& problem) -> std::unique_ptr<server_link> {
    principal_quotas::lease place;
    if (pays) {
      place = house.quotas->take(quota::children, *pays, limits);
      if (!place && house.metrics.children < limits.children) {
        problem =
            "you have as many processes as you may "
            "(children_per_client)";
        return nullptr;
      }
    }
    return start_counted_child(
        {.io = house.io,
         .metrics = house.metrics,
         .limit = limits.children,
         .server = name,
         .whose = "endpoint",
         .log = log,
         .say =
             [&to = house.log, name](std::string_view line) {
               to.info("server", {{"server", name}, {"says", line}});
             }},
        command, std::move(place), std::move(what), problem);
  };
}

}  // namespace

std::string hub_name(std::string_view endpoint) {
  return endpoint.empty() ? "mcp" : std::string(endpoint);
}

hub_options::connector connect_endpoint(
    const endpoint_house& house, std::shared_ptr<const config_snapshot> from,
    endpoint_config endpoint) {
  return [house, from = std::move(from), endpoint = std::move(endpoint),
          cache = std::make_shared<catalog_cache>()](
             const hub_client& client, server_link::handlers what,
             std::string& problem) -> std::unique_ptr<server_link> {
    const configuration& config = from->config;
    auto settings = std::make_shared<merge_settings>();
    settings->name = hub_name(endpoint.name);
    settings->options = endpoint.options;
    for (const endpoint_member& one : members_of(config, endpoint)) {
      if (!may_use(config, *one.server, *client.identity)) continue;
      const auto& state = from->state_of(*one.server);
      settings->members.push_back(
          {one.prefix, one.server->required, state,
           link_of(house, *one.server, config.limits, client, *state)});
    }
    if (settings->members.empty()) {
      problem = "no server of it is for you";
      return nullptr;
    }
    return make_merged_link(house.io,
                            {.settings = std::move(settings),
                             .cache = cache,
                             .who = client.who,
                             .principal = sharing_key(*client.identity),
                             .places = {house.lane, house.turns}},
                            std::move(what));
  };
}

}  // namespace pith::mcp
