// SPDX-License-Identifier: MIT
#include "mcp/gateway/hub_set.hpp"

#include "mcp/access/access.hpp"
#include "mcp/access/caller_match.hpp"
#include "mcp/access/protected_resource.hpp"
#include "mcp/gateway/endpoint_links.hpp"
#include "mcp/gateway/run_io.hpp"
#include "mcp/hub/stdio_hub.hpp"
#include "mcp/interpret/slow_lane.hpp"
#include "mcp/observe/gateway_log.hpp"
#include "mcp/protocol/header_names.hpp"
#include "mcp/protocol/rpc_response.hpp"
#include "mcp/tenants/fair_scheduler.hpp"

#include <algorithm>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <map>
#include <optional>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

namespace pith::mcp {

namespace {

/// Of the limits, those that hubs keep; others may change without a new hub.
bool same_limits(const gateway_limits& a, const gateway_limits& b) {
  const auto fields = [](const gateway_limits& l) {
    return std::tie(l.answer_bytes, l.streams_per_client, l.in_flight,
                    l.sessions, l.children, l.in_flight_per_client,
                    l.sessions_per_client, l.children_per_client,
                    l.kept_results_per_client, l.kept_bytes_per_client,
                    l.calls_per_second_per_client, l.session_idle_time);
  };
  return fields(a) == fields(b);
}

bool same_fields(const http_fields& a, const http_fields& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const http_field& one, const http_field& other) {
                      return one.name == other.name && one.value == other.value;
                    });
}

/// A server of a hub, as it was configured when the hub was made.
struct hub_member {
  server_settings settings;
  std::shared_ptr<server_state> state;

  [[nodiscard]] bool is_same(const hub_member& other) const {
    const auto fields = [](const server_settings& s) {
      return std::tie(s.name, s.url, s.ca_file, s.command, s.timeout,
                      s.principals, s.prefix, s.required);
    };
    return state == other.state && fields(settings) == fields(other.settings) &&
           same_fields(settings.headers, other.settings.headers) &&
           std::equal(settings.headers_for.begin(), settings.headers_for.end(),
                      other.settings.headers_for.begin(),
                      other.settings.headers_for.end(),
                      [](const header_rule& a, const header_rule& b) {
                        return a.who == b.who &&
                               same_fields(a.headers, b.headers);
                      });
  }
};

/// Where the metadata of /NAME/mcp, or of /mcp without a name, are; empty
/// without [auth.oauth].
std::string metadata_of(const configuration& config, const std::string& name) {
  return metadata_url(config, name.empty() ? "/mcp" : '/' + name + "/mcp");
}

struct named_hub {
  std::string name;
  gateway_limits limits;
  std::string resource_metadata;  // as hub_options has it
  /// Whether it is an endpoint, and which.
  std::optional<endpoint_config> endpoint;
  std::vector<hub_member> members;  // one, unless it is an endpoint
  std::shared_ptr<stdio_hub> hub;

  /// Whether this hub is what `other` would be.
  [[nodiscard]] bool serves(const named_hub& other) const {
    if (endpoint != other.endpoint || !same_limits(limits, other.limits) ||
        resource_metadata != other.resource_metadata) {
      return false;
    }
    if (!endpoint) {
      const server_settings& mine = members.front().settings;
      const server_settings& its = other.members.front().settings;
      return mine.command == its.command && mine.timeout == its.timeout &&
             members.front().state == other.members.front().state;
    }
    return std::equal(
        members.begin(), members.end(), other.members.begin(),
        other.members.end(),
        [](const hub_member& a, const hub_member& b) { return a.is_same(b); });
  }
};

}  // namespace

struct hub_set::state {
  state(gateway_metrics& n, gateway_log& l, std::shared_ptr<slow_lane> slow,
        std::shared_ptr<principal_quotas> counted)
      : metrics(n), log(l), lane(std::move(slow)), quotas(std::move(counted)) {}

  gateway_metrics& metrics;
  gateway_log& log;
  std::shared_ptr<slow_lane> lane;
  std::shared_ptr<principal_quotas> quotas;
  boost::asio::io_context io{1};
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work{
      io.get_executor()};
  std::shared_ptr<fair_scheduler> turns = std::make_shared<fair_scheduler>(io);
  std::shared_ptr<const config_snapshot> now;
  std::map<std::string, named_hub> current;
  std::vector<named_hub> retired;
  std::thread thread;

  void use(std::shared_ptr<const config_snapshot> from_now);
  void retire(named_hub old);
  /// Ends what the rules do not allow any more.
  void revalidate(const named_hub& one, bool is_retired) const;
  [[nodiscard]] bool allows(const std::string& hub,
                            const caller_identity& who) const;
  /// Whether nothing that the caller could use here was taken from it.
  [[nodiscard]] bool keeps_all(const named_hub& one,
                               const caller_identity& who) const;
  /// What the configuration wants, without the hub itself.
  [[nodiscard]] static named_hub plan(const server_settings& server,
                                      const config_snapshot& next);
  [[nodiscard]] static named_hub plan(const endpoint_config& endpoint,
                                      const config_snapshot& next);
  void make(named_hub& planned);
  [[nodiscard]] stdio_hub* find(const http_request& request,
                                const std::string& server);
  void stop(const std::function<void()>& then);
};

named_hub hub_set::state::plan(const server_settings& server,
                               const config_snapshot& next) {
  named_hub planned;
  planned.name = server.name;
  planned.limits = next.config.limits;
  planned.resource_metadata = metadata_of(next.config, server.name);
  planned.members.push_back({server, next.state_of(server)});
  return planned;
}

named_hub hub_set::state::plan(const endpoint_config& endpoint,
                               const config_snapshot& next) {
  named_hub planned;
  planned.name = hub_name(endpoint.name);
  planned.limits = next.config.limits;
  planned.resource_metadata = metadata_of(next.config, endpoint.name);
  planned.endpoint = endpoint;
  for (const endpoint_member& one : members_of(next.config, endpoint)) {
    hub_member member{*one.server, next.state_of(*one.server)};
    member.settings.prefix = one.prefix;
    planned.members.push_back(std::move(member));
  }
  return planned;
}

void hub_set::state::make(named_hub& planned) {
  hub_options options;
  options.limits = planned.limits;
  options.replica = now->config.replica;
  options.resource_metadata = planned.resource_metadata;
  options.lane = lane;
  options.turns = turns;
  options.quotas = quotas;
  std::shared_ptr<server_state> server;
  if (planned.endpoint) {
    server = std::make_shared<server_state>();
    server->name = planned.name;
    server->log = &log;
    server->is_endpoint = true;
    server->traces = planned.members.front().state->traces;
    // Whatever each of them may take.
    for (const hub_member& one : planned.members) {
      if (one.settings.timeout.count() == 0) {
        options.timeout = std::chrono::seconds(0);
        break;
      }
      options.timeout = std::max(options.timeout, one.settings.timeout);
    }
    options.connect = connect_endpoint({io, metrics, log, lane, turns, quotas},
                                       now, *planned.endpoint);
  } else {
    server = planned.members.front().state;
    options.command = planned.members.front().settings.command;
    options.timeout = planned.members.front().settings.timeout;
  }
  const auto tell = [this, name = planned.name](std::string_view line) {
    log.info("server", {{"server", name}, {"says", line}});
  };
  planned.hub = std::make_shared<stdio_hub>(io, server, std::move(options),
                                            metrics, tell);
}

void hub_set::state::use(std::shared_ptr<const config_snapshot> from_now) {
  now = std::move(from_now);
  const config_snapshot& next = *now;
  std::vector<named_hub> wanted;
  for (const server_settings& server : next.config.servers) {
    if (server.url.empty()) wanted.push_back(plan(server, next));
  }
  for (const endpoint_config& endpoint : next.config.endpoints) {
    wanted.push_back(plan(endpoint, next));
  }
  if (next.config.servers.size() > 1) {
    wanted.push_back(plan(next.config.all_servers(), next));
  }
  std::map<std::string, named_hub> serving;
  for (named_hub& one : wanted) {
    const auto old = current.find(one.name);
    if (old != current.end() && old->second.serves(one)) {
      serving.insert(current.extract(old));
    } else {
      make(one);
      const std::string name = one.name;
      serving.emplace(name, std::move(one));
    }
  }
  for (auto& [name, old] : current) retire(std::move(old));
  current = std::move(serving);
  for (const named_hub& old : retired) revalidate(old, true);
  for (const auto& [name, one] : current) revalidate(one, false);
}

bool hub_set::state::allows(const std::string& hub,
                            const caller_identity& who) const {
  if (const server_settings* const server = now->config.find_server(hub)) {
    return may_use(now->config, *server, who);
  }
  const auto found = current.find(hub);
  const auto endpoint = found == current.end()
                            ? std::optional<endpoint_config>{}
                            : found->second.endpoint;
  if (endpoint) return may_use(now->config, *endpoint, who);
  return is_known(now->config, who);
}

bool hub_set::state::keeps_all(const named_hub& one,
                               const caller_identity& who) const {
  return std::all_of(
      one.members.begin(), one.members.end(), [&](const hub_member& member) {
        const auto& only = member.settings.principals;
        const bool had = only.empty() || is_any_meant(only, who);
        const server_settings* const server =
            now->config.find_server(member.settings.name);
        return !had ||
               (server != nullptr && may_use(now->config, *server, who));
      });
}

void hub_set::state::revalidate(const named_hub& one, bool is_retired) const {
  // An old hub has the old rules, which allow what must not be done now.
  const bool is_over =
      is_retired &&
      std::any_of(one.members.begin(), one.members.end(),
                  [this](const hub_member& member) {
                    return now->is_tightened(member.settings.name);
                  });
  one.hub->keep_only([this, is_over, &one](const caller_identity& who) {
    return !is_over && allows(one.name, who) &&
           (!one.endpoint || keeps_all(one, who));
  });
}

void hub_set::state::retire(named_hub old) {
  retired.push_back(std::move(old));
  stdio_hub* const hub = retired.back().hub.get();
  hub->retire([this, hub] {
    // Not from inside the hub, which is still at it.
    boost::asio::post(io, [this, hub] {
      std::erase_if(retired,
                    [hub](const named_hub& h) { return h.hub.get() == hub; });
    });
  });
}

stdio_hub* hub_set::state::find(const http_request& request,
                                const std::string& server) {
  if (const auto id = request.fields.find(session_field)) {
    for (const named_hub& old : retired) {
      if (old.name == server && old.hub->has_session(*id)) {
        return old.hub.get();
      }
    }
  }
  const auto found = current.find(server);
  return found == current.end() ? nullptr : found->second.hub.get();
}

void hub_set::state::stop(const std::function<void()>& then) {
  std::vector<std::shared_ptr<stdio_hub>> all;
  all.reserve(current.size() + retired.size());
  for (const auto& [name, one] : current) all.push_back(one.hub);
  for (const named_hub& one : retired) all.push_back(one.hub);
  if (all.empty()) {
    then();
    return;
  }
  const auto left = std::make_shared<std::size_t>(all.size());
  for (const auto& hub : all) {
    hub->stop([hub, left, then] {
      if (--*left == 0) then();
    });
  }
}

hub_set::hub_set(gateway_metrics& metrics, gateway_log& log,
                 std::shared_ptr<slow_lane> lane,
                 std::shared_ptr<principal_quotas> quotas)
    : state_(std::make_unique<state>(metrics, log, std::move(lane),
                                     std::move(quotas))) {
  state_->thread = std::thread([s = state_.get()] { run_io(s->io, s->log); });
}

void hub_set::end() {
  state_->io.stop();
  if (state_->thread.joinable()) state_->thread.join();
  state_->turns->clear();
}

hub_set::~hub_set() {
  end();
  // In this order: what hubs leave behind belongs to their thread's context.
  state_->current.clear();
  state_->retired.clear();
}

void hub_set::use(std::shared_ptr<const config_snapshot> next) {
  boost::asio::post(
      state_->io, [s = state_.get(), next = std::move(next)] { s->use(next); });
}

void hub_set::handle(std::shared_ptr<http_exchange> exchange,
                     std::string server, client_profile client) {
  boost::asio::post(
      state_->io,
      [s = state_.get(), exchange = std::move(exchange),
       server = std::move(server), client = std::move(client)]() mutable {
        stdio_hub* const hub = s->find(exchange->request(), server);
        if (hub == nullptr) {
          exchange->answer(rpc_failure(404, {}, rpc_code::invalid_request,
                                       "No such server"));
          return;
        }
        // A reload may have come since it was admitted.
        if (!s->allows(server, *exchange->who())) {
          exchange->answer(rpc_failure(403, {}, rpc_code::invalid_request,
                                       "This server is not for you"));
          return;
        }
        hub->handle(std::move(exchange), client);
      });
}

void hub_set::stop(std::function<void()> then) {
  boost::asio::post(state_->io, [s = state_.get(), then = std::move(then)] {
    s->stop(then);
  });
}

}  // namespace pith::mcp
