// SPDX-License-Identifier: MIT
#include "mcp/gateway/gateway.hpp"

#include "mcp/gateway/config_snapshot.hpp"
#include "mcp/gateway/descriptor_plan.hpp"
#include "mcp/gateway/gateway_worker.hpp"
#include "mcp/gateway/hub_set.hpp"
#include "mcp/gateway/state_engine.hpp"
#include "mcp/net/server/local_listener.hpp"
#include "mcp/net/tls.hpp"
#include "mcp/trace/export/span_exporter.hpp"

#include <algorithm>
#include <atomic>
#include <boost/asio/ssl/context.hpp>
#include <chrono>
#include <future>
#include <thread>
#include <utility>
#include <vector>

namespace pith::mcp {

struct gateway::state {
  explicit state(gateway_log& where)
      : log(where),
        hubs(metrics, where, lane, quotas),
        shared{metrics, where, hubs, lane, quotas} {}

  gateway_log& log;
  gateway_metrics metrics;
  std::shared_ptr<tracer> traces = std::make_shared<tracer>(&metrics);
  span_exporter exporter{traces, metrics, log};
  std::unique_ptr<state_engine> store;
  std::shared_ptr<slow_lane> lane = std::make_shared<slow_lane>();
  std::shared_ptr<principal_quotas> quotas =
      std::make_shared<principal_quotas>();
  hub_set hubs;
  gateway_state shared;
  std::shared_ptr<boost::asio::ssl::context> tls;
  std::shared_ptr<const config_snapshot> now;
  std::unique_ptr<local_listener> local;  // null: an address and a port
  std::vector<std::unique_ptr<gateway_worker>> workers;
  bool is_stopped = false;
  std::atomic<bool> is_hurried{false};
  descriptor_plan descriptors;

  [[nodiscard]] kept_state kept() {
    return {store->pages(), store->bases(), store->handles()};
  }
  std::string open();
  [[nodiscard]] std::string listening_at() const;
  void say_if_few() const;
  void say_if_short() const;
  /// Waits, but no longer than until `end`, nor when somebody is in a hurry.
  template <class Condition>
  void wait_until(std::chrono::steady_clock::time_point end,
                  Condition is_over) const;
  [[nodiscard]] http_server::options listen_options() const;
};

http_server::options gateway::state::listen_options() const {
  const configuration& config = now->config;
  http_server::options wanted;
  wanted.address = config.address;
  wanted.port = config.port;
  wanted.local = local.get();
  wanted.limits.header_bytes = config.limits.header_bytes;
  wanted.limits.header_count = config.limits.header_count;
  wanted.limits.connections = descriptors.connections;
  wanted.limits.request_time = config.limits.request_time;
  wanted.tls = tls.get();
  return wanted;
}

std::string gateway::state::listening_at() const {
  const configuration& config = now->config;
  return config.socket.empty() ? config.address : "unix:" + config.socket;
}

std::string gateway::state::open() {
  const configuration& config = now->config;
  std::string problem;
  if (!config.certificate_file.empty()) {
    tls = make_server_tls(config.certificate_file, config.key_file, problem);
    if (!tls) return problem;
  }
  problem = exporter.use(config.traces);
  if (!problem.empty()) return problem;
  const std::size_t cores =
      std::max<std::size_t>(1, std::thread::hardware_concurrency());
  const std::size_t count = config.threads == 0 ? cores : config.threads;
  descriptors = plan_descriptors(config);
  if (!config.socket.empty()) {
    local = local_listener::open(
        config.socket, static_cast<mode_t>(config.socket_mode), problem);
    if (!local) return problem;
  }
  http_server::options wanted = listen_options();
  wanted.alone = true;
  for (std::size_t i = 0; i < count; ++i) {
    auto worker = std::make_unique<gateway_worker>(shared, now, wanted);
    problem = worker->open();
    if (!problem.empty()) return problem;
    // The others join the first.
    wanted.alone = false;
    wanted.port = worker->port();
    workers.push_back(std::move(worker));
  }
  hubs.use(now);
  for (const auto& worker : workers) worker->start();
  shared.phase = service_phase::serving;
  return {};
}

void gateway::state::say_if_few() const {
  if (descriptors.limit >= descriptors.wanted) return;
  log.warn("few file descriptors",
           {{"limit", descriptors.limit},
            {"wanted", descriptors.wanted},
            {"connections", descriptors.connections},
            {"configured", now->config.limits.connections},
            {"do",
             "raise the hard limit (LimitNOFILE, ulimit -Hn) or lower "
             "limits.connections"}});
}

void gateway::state::say_if_short() const {
  // Those that are refused are shorter still; these hold for a while.
  constexpr std::size_t good_length = 16;
  for (const auth_token& token : now->config.tokens) {
    if (token.secret.size() >= good_length) continue;
    log.warn("short token",
             {{"principal", token.principal},
              {"do", "replace it with one of 'openssl rand -hex 32'"}});
  }
}

template <class Condition>
void gateway::state::wait_until(std::chrono::steady_clock::time_point end,
                                Condition is_over) const {
  while (!is_over() && !is_hurried && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

std::unique_ptr<gateway> gateway::start(configuration config, gateway_log& log,
                                        std::string& problem) {
  auto made = std::make_unique<state>(log);
  made->store = state_engine::start(config.state, made->metrics, log, problem);
  if (!made->store) return nullptr;
  made->now = make_config_snapshot(std::move(config), nullptr, made->kept(),
                                   made->metrics, log, made->traces);
  if (made->now->seal_key.empty()) {
    problem = "the system has no random numbers to give";
    return nullptr;
  }
  problem = made->open();
  if (!problem.empty()) return nullptr;
  log.info("started", {{"address", made->listening_at()},
                       {"port", made->workers.front()->port()},
                       {"servers", made->now->config.servers.size()},
                       {"descriptors", made->descriptors.limit}});
  made->say_if_few();
  made->say_if_short();
  return std::unique_ptr<gateway>(new gateway(std::move(made)));
}

gateway::gateway(std::unique_ptr<state> s) : state_(std::move(s)) {}

gateway::~gateway() {
  for (const auto& worker : state_->workers) worker->stop();
  // It calls those that wait for it in the workers.
  if (state_->now->issuer) state_->now->issuer->stop();
  state_->hubs.end();
  // Its work belongs to those threads; it posts to them while they exist.
  state_->lane->stop();
  // So does what it still fetches; whoever waits for that hears of the end.
  state_->store.reset();
}

unsigned short gateway::port() const noexcept {
  return state_->workers.front()->port();
}

const gateway_metrics& gateway::metrics() const noexcept {
  return state_->metrics;
}

gateway::reloaded gateway::reload(configuration config) {
  const configuration& old = state_->now->config;
  reloaded report;
  std::string& stays = report.stays;
  const bool has_tls = state_->tls != nullptr;
  std::shared_ptr<boost::asio::ssl::context> certificate;
  if (has_tls && !config.certificate_file.empty()) {
    // The names may be as before, and the files others.
    certificate = make_server_tls(config.certificate_file, config.key_file,
                                  report.problem);
    if (!certificate) {
      note_refused_reload();
      return report;
    }
  }
  report.problem = state_->exporter.use(config.traces);
  if (!report.problem.empty()) {
    note_refused_reload();
    return report;
  }
  const auto keep = [&stays](std::string_view what, bool differs) {
    if (!differs) return;
    if (!stays.empty()) stays.append(", ");
    stays.append(what);
  };
  keep("listen", config.address != old.address || config.port != old.port ||
                     config.socket != old.socket ||
                     config.socket_mode != old.socket_mode);
  keep("tls", has_tls == config.certificate_file.empty());
  keep("replica", config.replica != old.replica);
  keep("threads", config.threads != old.threads);
  keep("log",
       config.log_level != old.log_level || config.log_file != old.log_file);
  keep("state", !config.state.is_same_store(old.state));
  config.address = old.address;
  config.port = old.port;
  config.socket = old.socket;
  config.socket_mode = old.socket_mode;
  config.replica = old.replica;
  state_->store->use(config.state);
  state_->now =
      make_config_snapshot(std::move(config), state_->now.get(), state_->kept(),
                           state_->metrics, state_->log, state_->traces);
  state_->hubs.use(state_->now);
  for (const auto& worker : state_->workers) {
    worker->use(state_->now, certificate);
  }
  ++state_->metrics.reloads;
  state_->log.info("reloaded",
                   {{"servers", state_->now->config.servers.size()}});
  return report;
}

void gateway::hurry() noexcept { state_->is_hurried = true; }

void gateway::note_refused_reload() noexcept {
  ++state_->metrics.reloads_refused;
}

void gateway::stop() {
  if (std::exchange(state_->is_stopped, true)) return;
  using clock = std::chrono::steady_clock;
  const configuration& config = state_->now->config;
  // Whoever balances the load must see that it is not ready any more while
  // requests are still served, or some of them fail.
  constexpr std::chrono::seconds usual_delay{5};
  state_->shared.phase = service_phase::draining;
  for (const auto& worker : state_->workers) worker->leave();
  const auto delay = config.limits.drain_delay.value_or(
      is_loopback(config.address) && config.socket.empty()
          ? std::chrono::seconds{0}
          : usual_delay);
  state_->wait_until(clock::now() + delay, [] { return false; });
  // Nobody finds it any more, and then those that did are let in.
  if (state_->local) state_->local->remove();
  for (const auto& worker : state_->workers) worker->drain();
  const auto end = clock::now() + config.limits.drain_time;
  state_->wait_until(end, [this] { return state_->metrics.in_flight == 0; });
  // Shared: the thread of the children may be later than whoever hurries.
  const auto ended = std::make_shared<std::promise<void>>();
  const auto children = ended->get_future();
  state_->hubs.stop([ended] { ended->set_value(); });
  state_->wait_until(clock::time_point::max(), [&children] {
    return children.wait_for(std::chrono::seconds{0}) ==
           std::future_status::ready;
  });
  // Answers may still be on their way to those who read slowly.
  state_->wait_until(end,
                     [this] { return state_->shared.counts.connections == 0; });
  for (const auto& worker : state_->workers) worker->stop();
  // Nobody waits for a collector; what it gets now is what was under way.
  constexpr std::chrono::milliseconds last_spans{3'000};
  state_->exporter.stop(state_->is_hurried ? std::chrono::milliseconds{0}
                                           : last_spans);
  state_->log.info("stopped", {{"hurried", state_->is_hurried.load()}});
}

}  // namespace pith::mcp
