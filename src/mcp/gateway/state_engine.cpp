// SPDX-License-Identifier: MIT
#include "mcp/gateway/state_engine.hpp"

#include "mcp/observe/gateway_log.hpp"
#include "mcp/state/memory_store.hpp"
#include "mcp/state/shared_store.hpp"

#include <chrono>
#include <utility>

namespace pith::mcp {

namespace {

/// How much more a value may be than what is stored of it.
constexpr std::size_t most_folded = 64;
constexpr std::chrono::milliseconds start_time{1000};

redis_client::options client_options(const state_settings& wanted,
                                     store_counts& counts, gateway_log& log) {
  redis_client::options options;
  options.servers = wanted.servers;
  options.user = wanted.user;
  options.password = wanted.password;
  options.database = wanted.database;
  options.is_cluster = wanted.is_cluster;
  options.timeout = wanted.timeout;
  options.ca_file = wanted.ca_file;
  options.changed = [&counts, &log](bool is_up, const std::string& why) {
    counts.is_up = is_up;
    if (is_up) {
      log.info("state store found", {});
    } else {
      ++counts.losses;
      log.warn("state store lost", {{"why", why}});
    }
  };
  return options;
}

}  // namespace

std::unique_ptr<state_engine> state_engine::start(const state_settings& wanted,
                                                  gateway_metrics& metrics,
                                                  gateway_log& log,
                                                  std::string& problem) {
  std::unique_ptr<state_engine> made(new state_engine);
  made->handles_.use(wanted.keys);
  if (wanted.servers.empty()) {
    made->pages_ = std::make_unique<memory_store>();
    made->bases_ = std::make_unique<memory_base_store>();
    return made;
  }
  store_counts& counts = metrics.store;
  counts.is_used = true;
  auto client = redis_client::start(client_options(wanted, counts, log),
                                    start_time, problem);
  if (!client) {
    problem = "state.redis: " + problem;
    return nullptr;
  }
  if (!client->is_up()) {
    log.warn("state store not found",
             {{"why", client->problem()},
              {"do", "check state.redis, state.user and state.password"}});
  }
  redis_vault::options options;
  options.max_stored_bytes = wanted.max_value_bytes;
  options.max_value_bytes = most_folded * wanted.max_value_bytes;
  made->vault_ = std::make_unique<redis_vault>(
      std::move(client), counts, std::make_shared<const key_ring>(wanted.keys),
      options);
  made->pages_ = std::make_unique<shared_store>(*made->vault_);
  made->bases_ = std::make_unique<shared_base_store>(*made->vault_);
  return made;
}

void state_engine::use(const state_settings& next) {
  handles_.use(next.keys);
  if (vault_ && !next.keys.empty()) {
    vault_->use_keys(std::make_shared<const key_ring>(next.keys));
  }
}

}  // namespace pith::mcp
