// SPDX-License-Identifier: MIT
#include "mcp/gateway/config_snapshot.hpp"

#include "mcp/observe/gateway_log.hpp"
#include "mcp/protocol/random_id.hpp"

#include <algorithm>
#include <utility>

namespace pith::mcp {

namespace {

std::shared_ptr<const session_seal> make_seal(const configuration& config,
                                              const std::string& usual_key) {
  session_seal::secrets keys;
  for (const auth_token& token : config.tokens) {
    keys[token.principal].push_back(token.secret);
  }
  std::vector<std::string> shared = config.seal_keys;
  if (shared.empty() && config.asks_who()) shared.push_back(usual_key);
  return std::make_shared<const session_seal>(std::move(keys),
                                              std::move(shared));
}

/// Goes on with the issuer of before when nothing of it has changed.
std::shared_ptr<token_verifier> make_issuer(const configuration& config,
                                            const config_snapshot* before,
                                            gateway_metrics& metrics,
                                            gateway_log& log) {
  key_counts& counts = metrics.issuer_keys;
  if (!config.oauth) {
    counts.use({}, {});
    return nullptr;
  }
  const oauth_settings& oauth = *config.oauth;
  token_verifier::options wanted;
  wanted.rules = oauth.rules;
  wanted.keys.url = oauth.jwks_uri;
  wanted.keys.file = oauth.jwks_file;
  wanted.keys.ca_file = oauth.ca_file;
  if (before != nullptr && before->issuer &&
      before->issuer->wanted() == wanted) {
    before->issuer->refresh();
    return before->issuer;
  }
  const std::string issuer = oauth.rules.issuer;
  counts.use(issuer, wanted.keys.outage_time);
  return std::make_shared<token_verifier>(
      std::move(wanted), [&counts, &log, issuer](const key_report& report) {
        counts.note(issuer, report.problem.empty(), report.keys,
                    key_counts::clock::now());
        if (!report.problem.empty()) {
          log.warn("keys of the issuer not read",
                   {{"why", report.problem}, {"keys", report.keys}});
        } else if (report.has_changed) {
          log.info("keys of the issuer",
                   {{"keys", report.keys}, {"skipped", report.skipped}});
        }
      });
}

std::shared_ptr<server_state> state_before(const config_snapshot* before,
                                           const server_settings& server) {
  if (before == nullptr) return nullptr;
  const server_settings* old = before->config.find_server(server.name);
  if (old == nullptr || old->rewrite != server.rewrite ||
      old->url.empty() != server.url.empty()) {
    return nullptr;
  }
  return before->state_of(*old);
}

bool has_all(const std::vector<std::string>& all,
             const std::vector<std::string>& some) {
  return std::all_of(some.begin(), some.end(), [&all](const std::string& one) {
    return std::find(all.begin(), all.end(), one) != all.end();
  });
}

}  // namespace

bool is_tighter(const rewrite_policy& after, const rewrite_policy& before) {
  if (!has_all(before.deny, after.deny)) return true;
  if (after.allow.empty()) return false;
  return before.allow.empty() || !has_all(after.allow, before.allow);
}

bool config_snapshot::is_tightened(std::string_view server) const {
  return std::find(tightened.begin(), tightened.end(), server) !=
         tightened.end();
}

const std::shared_ptr<server_state>& config_snapshot::state_of(
    const server_settings& server) const {
  return servers[static_cast<std::size_t>(&server - config.servers.data())];
}

std::shared_ptr<const config_snapshot> make_config_snapshot(
    configuration config, const config_snapshot* before, const kept_state& kept,
    gateway_metrics& metrics, gateway_log& log,
    const std::shared_ptr<tracer>& traces) {
  auto made = std::make_shared<config_snapshot>();
  made->rights =
      before == nullptr ? std::make_shared<rights_in_force>() : before->rights;
  made->rights->set(std::make_shared<const tool_rights>(config.access));
  for (const server_settings& server : config.servers) {
    const server_settings* const old =
        before == nullptr ? nullptr : before->config.find_server(server.name);
    if (old != nullptr && is_tighter(server.rewrite, old->rewrite)) {
      made->tightened.push_back(server.name);
    }
    auto state = state_before(before, server);
    if (!state) {
      state = std::make_shared<server_state>();
      state->name = server.name;
      state->policy = server.rewrite;
      state->pages = &kept.pages;
      state->bases = &kept.bases;
      state->handles = &kept.handles;
      state->metrics = &metrics;
      state->log = &log;
      state->rights = made->rights;
      state->traces = traces;
      state->transport = server.url.empty() ? "pipe" : "tcp";
    }
    made->servers.push_back(std::move(state));
  }
  kept.pages.set_share(config.limits.kept_results_per_client.value_or(
                           gateway_limits::usual_kept_results),
                       config.limits.kept_bytes_per_client.value_or(
                           gateway_limits::usual_kept_bytes));
  made->seal_key = before == nullptr ? random_id() : before->seal_key;
  made->seal = make_seal(config, made->seal_key);
  made->issuer = make_issuer(config, before, metrics, log);
  made->config = std::move(config);
  return made;
}

}  // namespace pith::mcp
