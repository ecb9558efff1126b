// SPDX-License-Identifier: MIT
#include "mcp/proxy/merged_proxy.hpp"

#include "mcp/access/server_headers.hpp"
#include "mcp/access/tool_rights.hpp"
#include "mcp/changes/base_handle.hpp"
#include "mcp/link/child_link.hpp"
#include "mcp/link/http_link.hpp"
#include "mcp/merge/merged_server.hpp"
#include "mcp/proxy/stdio_proxy.hpp"
#include "mcp/state/base_store.hpp"
#include "mcp/state/memory_store.hpp"

#include <memory>
#include <utility>

namespace pith::mcp {

namespace {

member_connection::linker link_of(boost::asio::io_context& io,
                                  const server_settings& server) {
  if (server.url.empty()) {
    return [&io, command = server.command](server_link::handlers what,
                                           std::string& problem) {
      return start_child_link(io, command, std::move(what), problem);
    };
  }
  http_link_options options;
  options.url = server.url;
  const auto own = headers_for(server.headers, server.headers_for, *nobody());
  if (own) options.headers = *own;
  options.ca_file = server.ca_file;
  return [&io, options, fits = own.has_value()](
             server_link::handlers what,
             std::string& problem) -> std::unique_ptr<server_link> {
    if (!fits) {
      problem = "its headers need the name of a caller, and there is none here";
      return nullptr;
    }
    return start_http_link(io, options, std::move(what), problem);
  };
}

}  // namespace

int run_merged_proxy(const configuration& config, std::string_view endpoint,
                     const merged_proxy_options& wanted) {
  const endpoint_config* const named = config.find_endpoint(endpoint);
  const endpoint_config chosen =
      named == nullptr ? config.all_servers() : *named;
  boost::asio::io_context io{1};
  memory_store pages;
  memory_base_store bases;
  const base_handles handles;
  auto settings = std::make_shared<merge_settings>();
  settings->name = chosen.name.empty() ? "mcp" : chosen.name;
  settings->options = chosen.options;
  // Whoever starts this is nobody in particular to the rules.
  const auto rights = std::make_shared<rights_in_force>();
  rights->set(std::make_shared<const tool_rights>(config.access));
  for (const endpoint_member& one : members_of(config, chosen)) {
    auto state = std::make_shared<server_state>();
    state->name = one.server->name;
    state->policy = one.server->rewrite;
    state->pages = &pages;
    state->bases = &bases;
    state->handles = &handles;
    state->metrics = wanted.metrics;
    state->rights = rights;
    settings->members.push_back({one.prefix, one.server->required,
                                 std::move(state), link_of(io, *one.server)});
  }
  auto outside = std::make_shared<server_state>();
  outside->name = settings->name;
  outside->is_endpoint = true;
  const auto interpreter = message_interpreter::make(outside);
  if (!interpreter) return 1;
  stdio_proxy::options options;
  options.who.client = config.client;
  options.say = wanted.say;
  const caller who = options.who;
  stdio_proxy proxy{io, *interpreter, std::move(options)};
  return proxy.run(
      [&io, &settings, &who](server_link::handlers what, std::string&) {
        return make_merged_link(io,
                                {.settings = settings,
                                 .cache = std::make_shared<catalog_cache>(),
                                 .who = who,
                                 .principal = {},
                                 .places = {}},
                                std::move(what));
      });
}

}  // namespace pith::mcp
