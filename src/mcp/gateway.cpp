// SPDX-License-Identifier: MIT
#include "mcp/gateway.hpp"

#include "mcp/gateway_worker.hpp"
#include "mcp/generation.hpp"
#include "mcp/hub_set.hpp"
#include "mcp/tls.hpp"

#include <algorithm>
#include <boost/asio/ssl/context.hpp>
#include <future>
#include <thread>
#include <utility>
#include <vector>

namespace pith::mcp {

struct gateway::state {
  explicit state(gateway_log& where)
      : log(where),
        hubs(numbers, where, lane, quotas),
        shared{numbers, where, hubs, lane, quotas} {}

  gateway_log& log;
  metrics numbers;
  page_store pages;
  std::shared_ptr<slow_lane> lane = std::make_shared<slow_lane>();
  std::shared_ptr<principal_quotas> quotas =
      std::make_shared<principal_quotas>();
  hub_set hubs;
  gateway_rooms shared;
  std::shared_ptr<boost::asio::ssl::context> tls;
  std::shared_ptr<const generation> now;
  std::vector<std::unique_ptr<gateway_worker>> workers;
  bool is_stopped = false;

  std::string open();
  [[nodiscard]] http_server::options listen_options() const;
};

http_server::options gateway::state::listen_options() const {
  const configuration& config = now->config;
  http_server::options wanted;
  wanted.address = config.address;
  wanted.port = config.port;
  wanted.limits.header_bytes = config.limits.header_bytes;
  wanted.limits.header_count = config.limits.header_count;
  wanted.limits.connections = config.limits.connections;
  wanted.limits.request_time = config.limits.request_time;
  wanted.tls = tls.get();
  return wanted;
}

std::string gateway::state::open() {
  const configuration& config = now->config;
  std::string problem;
  if (!config.certificate_file.empty()) {
    tls = make_server_tls(config.certificate_file, config.key_file, problem);
    if (!tls) return problem;
  }
  const std::size_t cores =
      std::max<std::size_t>(1, std::thread::hardware_concurrency());
  const std::size_t count = config.threads == 0 ? cores : config.threads;
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
  return {};
}

std::unique_ptr<gateway> gateway::start(configuration config, gateway_log& log,
                                        std::string& problem) {
  auto made = std::make_unique<state>(log);
  made->now = make_generation(std::move(config), nullptr, made->pages,
                              made->numbers, log);
  problem = made->open();
  if (!problem.empty()) return nullptr;
  log.info("started", {{"address", made->now->config.address},
                       {"port", made->workers.front()->port()},
                       {"servers", made->now->config.servers.size()}});
  return std::unique_ptr<gateway>(new gateway(std::move(made)));
}

gateway::gateway(std::unique_ptr<state> s) : state_(std::move(s)) {}

gateway::~gateway() {
  for (const auto& worker : state_->workers) worker->stop();
  state_->hubs.end();
  // Its work belongs to those threads; it posts to them while they exist.
  state_->lane->stop();
}

unsigned short gateway::port() const noexcept {
  return state_->workers.front()->port();
}

const metrics& gateway::numbers() const noexcept { return state_->numbers; }

std::string gateway::reload(configuration config) {
  const configuration& old = state_->now->config;
  std::string stays;
  const auto keep = [&stays](std::string_view what, bool differs) {
    if (!differs) return;
    if (!stays.empty()) stays.append(", ");
    stays.append(what);
  };
  keep("listen", config.address != old.address || config.port != old.port);
  keep("tls", config.certificate_file != old.certificate_file ||
                  config.key_file != old.key_file);
  keep("threads", config.threads != old.threads);
  keep("log",
       config.log_level != old.log_level || config.log_file != old.log_file);
  config.address = old.address;
  config.port = old.port;
  state_->now = make_generation(std::move(config), state_->now.get(),
                                state_->pages, state_->numbers, state_->log);
  state_->hubs.use(state_->now);
  for (const auto& worker : state_->workers) worker->use(state_->now);
  ++state_->numbers.reloads;
  state_->log.info("reloaded",
                   {{"servers", state_->now->config.servers.size()}});
  return stays;
}

void gateway::stop() {
  if (std::exchange(state_->is_stopped, true)) return;
  using clock = std::chrono::steady_clock;
  state_->shared.is_draining = true;
  for (const auto& worker : state_->workers) worker->drain();
  const auto end = clock::now() + state_->now->config.limits.drain_time;
  const auto wait_for = [end](auto is_over) {
    while (!is_over() && clock::now() < end) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  };
  wait_for([this] { return state_->numbers.in_flight == 0; });
  std::promise<void> ended;
  state_->hubs.stop([&ended] { ended.set_value(); });
  ended.get_future().wait();
  // Answers may still be on their way to those who read slowly.
  wait_for([this] { return state_->shared.counts.connections == 0; });
  for (const auto& worker : state_->workers) worker->stop();
  state_->log.info("stopped", {});
}

}  // namespace pith::mcp
