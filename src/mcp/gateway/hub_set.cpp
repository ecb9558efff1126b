// SPDX-License-Identifier: MIT
#include "mcp/gateway/hub_set.hpp"

#include "mcp/access/access.hpp"
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

struct named_hub {
  std::string name;
  server_settings settings;
  gateway_limits limits;
  std::shared_ptr<server_state> state;
  std::shared_ptr<stdio_hub> hub;

  [[nodiscard]] bool serves(const server_settings& server,
                            const gateway_limits& bounds,
                            const std::shared_ptr<server_state>& same) const {
    return settings.command == server.command &&
           settings.timeout == server.timeout && state == same &&
           same_limits(limits, bounds);
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
  [[nodiscard]] bool allows(std::string_view server,
                            std::string_view principal) const;
  [[nodiscard]] named_hub make(const server_settings& server,
                               const config_snapshot& next);
  [[nodiscard]] stdio_hub* find(const http_request& request,
                                const std::string& server);
  void stop(const std::function<void()>& then);
};

named_hub hub_set::state::make(const server_settings& server,
                               const config_snapshot& next) {
  named_hub made{server.name, server, next.config.limits, next.state_of(server),
                 nullptr};
  hub_options options;
  options.command = server.command;
  options.limits = next.config.limits;
  options.timeout = server.timeout;
  options.lane = lane;
  options.turns = turns;
  options.quotas = quotas;
  const auto tell = [this, name = server.name](std::string_view line) {
    log.info("server", {{"server", name}, {"says", line}});
  };
  made.hub = std::make_shared<stdio_hub>(io, made.state, std::move(options),
                                         metrics, tell);
  return made;
}

void hub_set::state::use(std::shared_ptr<const config_snapshot> from_now) {
  now = std::move(from_now);
  const config_snapshot& next = *now;
  std::map<std::string, named_hub> serving;
  for (const server_settings& server : next.config.servers) {
    if (!server.url.empty()) continue;
    const auto old = current.find(server.name);
    if (old != current.end() &&
        old->second.serves(server, next.config.limits, next.state_of(server))) {
      serving.insert(current.extract(old));
    } else {
      serving.emplace(server.name, make(server, next));
    }
  }
  for (auto& [name, old] : current) retire(std::move(old));
  current = std::move(serving);
  for (const named_hub& old : retired) revalidate(old, true);
  for (const auto& [name, one] : current) revalidate(one, false);
}

bool hub_set::state::allows(std::string_view server,
                            std::string_view principal) const {
  const server_settings* const found = now->config.find_server(server);
  return found == nullptr ? is_known_principal(now->config, principal)
                          : may_use(now->config, *found, principal);
}

void hub_set::state::revalidate(const named_hub& one, bool is_retired) const {
  // An old hub has the old rules, which allow what must not be done now.
  const bool is_over = is_retired && now->is_tightened(one.name);
  one.hub->keep_only([this, is_over, &one](std::string_view principal) {
    return !is_over && allows(one.name, principal);
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
        if (!s->allows(server, exchange->principal())) {
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
