// SPDX-License-Identifier: MIT
#include "mcp/gateway/gateway_worker.hpp"

#include "mcp/access/cors.hpp"
#include "mcp/access/protected_resource.hpp"
#include "mcp/gateway/endpoint_links.hpp"
#include "mcp/gateway/hub_set.hpp"
#include "mcp/gateway/run_io.hpp"
#include "mcp/http/media_type.hpp"
#include "mcp/net/tls.hpp"
#include "mcp/observe/gateway_log.hpp"
#include "mcp/protocol/format_wish.hpp"
#include "mcp/protocol/header_names.hpp"
#include "mcp/protocol/rpc_response.hpp"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <boost/asio/ssl/context.hpp>
#include <utility>

namespace pith::mcp {

namespace {

/// The endpoint that a route leads to.
endpoint_config endpoint_of(const configuration& config, const route& to) {
  const endpoint_config* const found = config.find_endpoint(to.endpoint);
  return found == nullptr ? config.all_servers() : *found;
}

http_response text_response(int status, std::string_view type,
                            std::string body) {
  return {status,
          {{"Content-Type", std::string(type)}, {"Cache-Control", "no-store"}},
          std::move(body)};
}

/// A lost store costs tokens and nothing else, so the gateway is ready.
std::vector<std::string> lacks_of(const store_counts& store) {
  if (!store.is_used || store.is_up) return {};
  return {"state store: lost"};
}

http_response not_allowed(std::string_view methods) {
  http_response refusal =
      rpc_failure(405, {}, rpc_code::invalid_request, "Method not allowed");
  refusal.fields.add("Allow", std::string(methods));
  return refusal;
}

/// Whether a body of this type is JSON in UTF-8. In another charset it would
/// be another text, to a server that heeds that.
bool is_plain_json(std::string_view type) noexcept {
  if (!same_name(take_type_part(type), json_type)) return false;
  while (!type.empty()) {
    const std::string_view part = take_type_part(type);
    constexpr std::string_view charset = "charset";
    if (same_name(part.substr(0, charset.size()), charset) &&
        !same_name(part, "charset=utf-8") &&
        !same_name(part, R"(charset="utf-8")")) {
      return false;
    }
  }
  return true;
}

/// What no server of any revision takes.
std::optional<http_response> refuse_fields(const http_request& head) {
  if (head.method != "POST") return std::nullopt;
  if (head.fields.count("Content-Type") == 1 &&
      head.fields.count("Content-Encoding") == 0 &&
      is_plain_json(head.fields.find("Content-Type").value_or(""))) {
    return std::nullopt;
  }
  return rpc_failure(415, {}, rpc_code::invalid_request,
                     "Content-Type must be application/json in UTF-8, without "
                     "a Content-Encoding");
}

bool is_metadata(const configuration& config, const http_request& head) {
  return config.oauth &&
         route_of(config, head.path()).where == route::place::metadata;
}

/// Whether a request may be one that makes room: the end of a session, or a
/// message that asks for nothing, such as a cancellation. Which it is, its body
/// tells; those of any size are not read for that.
bool may_relieve(const http_request& head) {
  if (head.method == "DELETE") return true;
  constexpr std::size_t max_digits = 5;
  const auto length = head.fields.find("Content-Length");
  return head.method == "POST" && length && length->size() <= max_digits;
}

/// Whether a request is a stream for whatever happens, which has no end of its
/// own: those of sessions, and since 2026-07-28 subscriptions.
bool is_standing(const http_request& head) {
  return head.method == "GET" ||
         head.fields.find(method_field) == "subscriptions/listen";
}

/// The state of a relay that keeps the TLS context of its client.
struct tls_relay_state : relay_state {
  std::shared_ptr<boost::asio::ssl::context> tls;
};

}  // namespace

gateway_worker::gateway_worker(gateway_state& shared,
                               std::shared_ptr<const config_snapshot> first,
                               const http_server::options& listen)
    : shared_(shared),
      work_(io_.get_executor()),
      now_(std::move(first)),
      turns_(std::make_shared<fair_scheduler>(io_)),
      server_(io_, listen, *this, shared_.counts) {}

gateway_worker::~gateway_worker() { stop(); }

void gateway_worker::start() {
  thread_ = std::thread([this] { run_io(io_, shared_.log); });
}

void gateway_worker::use(
    std::shared_ptr<const config_snapshot> next,
    std::shared_ptr<boost::asio::ssl::context> certificate) {
  boost::asio::post(io_, [this, next = std::move(next),
                          certificate = std::move(certificate)]() mutable {
    now_ = std::move(next);
    relays_.clear();  // calls under way keep their own
    if (certificate) server_.use_tls(std::move(certificate));
    server_.revalidate();
  });
}

bool gateway_worker::still_allows(const http_request& head,
                                  std::string_view peer,
                                  const caller_identity& who) {
  if (is_draining_ && is_standing(head)) return false;
  const configuration& config = now_->config;
  const route to = route_of(config, head.path());
  const bool is_endpoint = to.where == route::place::endpoint;
  if (!is_endpoint && to.where != route::place::server) return true;
  // By its own proof: another one of the same principal may still be good.
  const identity found = identify(head, peer);
  // Without keys nobody can say that a token has become wrong.
  const bool is_same = found.wait || found.is_undecided;
  const caller_pointer now = is_same
                                 ? std::make_shared<const caller_identity>(who)
                                 : found.verdict.who;
  if (!now || now->principal != who.principal) return false;
  if (is_endpoint) return may_use(config, endpoint_of(config, to), *now);
  if (!may_use(config, *to.server, *now)) return false;
  // Children are ended by their hub, which can tell their clients why.
  return to.server->url.empty() || !now_->is_tightened(to.server->name);
}

void gateway_worker::on_accept_failure(std::string_view why) {
  constexpr std::chrono::seconds quiet_time{60};
  ++shared_.metrics.accept_failures;
  const auto now = std::chrono::steady_clock::now();
  if (complained_ != std::chrono::steady_clock::time_point{} &&
      now - complained_ < quiet_time) {
    return;
  }
  complained_ = now;
  shared_.log.error(
      "cannot accept connections",
      {{"why", why}, {"failures", shared_.metrics.accept_failures.load()}});
}

void gateway_worker::leave() {
  boost::asio::post(io_, [this] { server_.leave(); });
}

void gateway_worker::drain() {
  boost::asio::post(io_, [this] {
    server_.drain();
    // Nothing would end these, and their clients open them again elsewhere.
    is_draining_ = true;
    server_.revalidate();
  });
}

void gateway_worker::stop() {
  io_.stop();
  if (thread_.joinable()) thread_.join();
  turns_->clear();
  // Calls that are not over hold their relay, whose client holds them.
  for (const auto& each : std::exchange(made_, {})) {
    if (const auto relay = each.lock()) relay->client.reset();
  }
}

admission gateway_worker::refuse(http_response why, std::string_view reason) {
  ++shared_.metrics.requests_refused;
  shared_.log.debug("refused", {{"reason", reason}, {"status", why.status}});
  return {std::move(why), {}, 0};
}

gateway_worker::identity gateway_worker::identify(const http_request& head,
                                                  std::string_view peer) const {
  const configuration& config = now_->config;
  identity found{.verdict = caller_of(config, head, peer)};
  if (found.verdict.who || found.verdict.refusal) return found;
  const auto token = bearer_of(head);
  if (!token) {
    if (head.fields.count("Authorization") != 0) {
      found.fault = token_fault::form;
    }
    return found;
  }
  if (!now_->issuer || !config.oauth) {
    found.fault = token_fault::form;
    return found;
  }
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(
      caller_identity::clock::now().time_since_epoch());
  token_outcome outcome = now_->issuer->check(
      *token, audiences_of(*config.oauth, head.path()), seconds.count());
  found.is_undecided = outcome.is_unknown();
  found.wait = std::move(outcome.wait);
  if (outcome.fault != token_fault::none) found.fault = outcome.fault;
  if (outcome.claims) found.verdict.who = caller_by(*outcome.claims);
  return found;
}

admission gateway_worker::tell_metadata(const http_request& head,
                                        std::string_view path) {
  if (head.method == "OPTIONS") {
    return {http_response{204,
                          {{"Access-Control-Allow-Methods", "GET"},
                           {"Access-Control-Allow-Headers", "*"},
                           {"Access-Control-Max-Age", "600"}},
                          {}},
            {},
            0};
  }
  if (head.method != "GET" && head.method != "HEAD") {
    return refuse(not_allowed("GET, HEAD"), "method");
  }
  const configuration& config = now_->config;
  if (!config.oauth) return {{}, {}, 0};  // nothing leads here then
  return {resource_metadata(*config.oauth, path), {}, 0};
}

admission gateway_worker::refuse_token(const http_request& head,
                                       std::string_view address,
                                       std::optional<token_fault> fault) {
  ++shared_.metrics.tokens_refused;
  const configuration& config = now_->config;
  const token_guard::verdict told = shared_.tokens.refused(address);
  if (told.unlogged) {
    shared_.log.warn("token refused", {{"address", address},
                                       {"reason", !fault         ? "missing"
                                                  : config.oauth ? name(*fault)
                                                                 : "unknown"},
                                       {"count", *told.unlogged}});
  }
  const route to = route_of(config, head.path());
  const bool is_served =
      to.where == route::place::server || to.where == route::place::endpoint;
  admission verdict =
      refuse(ask_for_token(config, is_served ? head.path() : std::string_view{},
                           fault),
             "token");
  // Who sends none asks whether one is needed, and what the issuer has signed
  // may be too old or for somebody else: neither is a guess.
  if (fault && *fault <= token_fault::signature) verdict.delay = told.delay;
  return verdict;
}

admission gateway_worker::refuse_proxy(caller_verdict verdict,
                                       std::string_view peer) {
  // An attack, or a proxy that is not set up as the configuration has it.
  const token_guard::verdict told = shared_.tokens.refused(peer);
  if (told.unlogged) {
    shared_.log.warn("proxy refused", {{"address", peer},
                                       {"reason", verdict.problem},
                                       {"count", *told.unlogged}});
  }
  return refuse(std::move(verdict.refusal).value_or(http_response{400, {}, {}}),
                "identity");
}

admission gateway_worker::admit(const http_request& head,
                                std::string_view peer) {
  std::string address = client_address(now_->config, head, peer);
  admission verdict = decide(head, address, peer);
  verdict.fields = is_metadata(now_->config, head)
                       ? http_fields{{"Access-Control-Allow-Origin", "*"}}
                       : cors_fields(now_->config, head);
  verdict.address = std::move(address);
  return verdict;
}

admission gateway_worker::decide(const http_request& head,
                                 std::string_view address,
                                 std::string_view peer) {
  const configuration& config = now_->config;
  const route to = route_of(config, head.path());
  if (to.where == route::place::health || to.where == route::place::ready) {
    return {{}, {}, 0};
  }
  // For anybody, from anywhere: a client reads it before it has a token.
  if (to.where == route::place::metadata) {
    return tell_metadata(head, to.described);
  }
  if (auto refusal = refuse_place(config, head)) {
    return refuse(std::move(*refusal), "place");
  }
  if (to.where != route::place::nowhere) {
    if (auto answer = answer_preflight(config, head)) {
      return {std::move(answer), {}, 0};
    }
  }
  if (to.where == route::place::server || to.where == route::place::endpoint) {
    if (auto refusal = refuse_navigation(head)) {
      return refuse(std::move(*refusal), "navigation");
    }
  }
  // The page holds no data; it asks for a token itself.
  if (to.where == route::place::page && head.method == "GET")
    return {{}, {}, 0};
  identity found = identify(head, peer);
  if (found.verdict.refusal) {
    return refuse_proxy(std::move(found.verdict), peer);
  }
  caller_pointer who = std::move(found.verdict.who);
  if (!who && has_metrics_token(config, head)) {
    if (to.where != route::place::metrics && to.where != route::place::stats) {
      return refuse(rpc_failure(403, {}, rpc_code::invalid_request,
                                "This token is for /metrics and /stats.json "
                                "alone"),
                    "principal");
    }
    who = nobody();  // who sees all numbers
  }
  if (!who && found.wait) {
    admission later;
    later.wait = [wait = std::move(found.wait)](std::function<void()> go_on) {
      wait->then(std::move(go_on));
    };
    return later;
  }
  if (!who && found.is_undecided) {
    http_response unknown =
        rpc_failure(503, {}, rpc_code::internal_error,
                    "The keys of the issuer cannot be read now");
    unknown.fields.add("Retry-After", "5");
    return refuse(std::move(unknown), "keys");
  }
  if (!who) return refuse_token(head, address, found.fault);
  if (to.where == route::place::nowhere) {
    return refuse(rpc_failure(404, {}, rpc_code::invalid_request, "Not found"),
                  "path");
  }
  if (to.where == route::place::server) {
    const bool may = may_use(config, *to.server, *who);
    return admit_to_server(head, may, std::move(who));
  }
  if (to.where == route::place::endpoint) {
    const bool may = may_use(config, endpoint_of(config, to), *who);
    return admit_to_server(head, may, std::move(who));
  }
  if (head.method != "GET" && head.method != "HEAD") {
    return refuse(not_allowed("GET, HEAD"), "method");
  }
  return {{}, std::move(who), 0};
}

admission gateway_worker::admit_to_server(const http_request& head, bool may,
                                          caller_pointer who) {
  if (head.method != "POST" && head.method != "GET" &&
      head.method != "DELETE") {
    return refuse(not_allowed("POST, GET, DELETE"), "method");
  }
  if (auto refusal = refuse_fields(head)) {
    return refuse(std::move(*refusal), "fields");
  }
  if (!may) {
    return refuse(rpc_failure(403, {}, rpc_code::invalid_request,
                              "This server is not for you"),
                  "principal");
  }
  if (shared_.metrics.in_flight >= now_->config.limits.in_flight &&
      !may_relieve(head)) {
    http_response busy = rpc_failure(503, {}, rpc_code::internal_error,
                                     "Too many requests are in flight");
    busy.fields.add("Retry-After", "1");
    return refuse(std::move(busy), "in_flight");
  }
  return {{}, std::move(who), now_->config.limits.body_bytes};
}

void gateway_worker::handle(std::shared_ptr<http_exchange> exchange) {
  // A reload may have come between head and body.
  const route to = route_of(now_->config, exchange->request().path());
  if (to.where == route::place::server) {
    handle_server(std::move(exchange), to.server, {});
  } else if (to.where == route::place::endpoint) {
    handle_server(std::move(exchange), nullptr, hub_name(to.endpoint));
  } else {
    show(*exchange, to.where);
  }
}

void gateway_worker::handle_server(std::shared_ptr<http_exchange> exchange,
                                   const server_settings* server,
                                   const std::string& endpoint) {
  auto client = profile_of(now_->config, exchange->request().target);
  if (!client) {
    exchange->answer(rpc_failure(400, {}, rpc_code::invalid_request,
                                 "No such client profile"));
    return;
  }
  client->ask(wish_of_head(exchange->request()));
  if (exchange->request().method == "GET") {
    const tenant who = tenant_of(*exchange);
    const gateway_limits& limits = now_->config.limits;
    auto lease = shared_.quotas->take(quota::streams, who, limits);
    if (!lease) {
      ++shared_.metrics.requests_refused;
      exchange->answer(refuse_quota(quota::streams, who, limits, {}));
      return;
    }
    exchange = with_lease(std::move(exchange), std::move(lease));
  }
  if (server == nullptr || server->url.empty()) {
    shared_.hubs.handle(std::move(exchange),
                        server == nullptr ? endpoint : server->name, *client);
    return;
  }
  std::string problem;
  auto state = relay_of(*server, problem);
  if (!state) {
    exchange->answer(rpc_failure(502, {}, rpc_code::server_gone, problem));
    return;
  }
  relay(std::move(state), std::move(exchange), *client);
}

std::shared_ptr<relay_state> gateway_worker::relay_of(
    const server_settings& server, std::string& problem) {
  auto& kept = relays_[server.name];
  if (kept) return kept;
  auto made = std::make_shared<tls_relay_state>();
  const auto url = parse_url(server.url);
  if (!url) {
    problem = "The address of the server is not a URL";
    return nullptr;
  }
  made->url = *url;
  http_client::options options;
  options.answer_time = server.timeout;
  if (url->tls) {
    made->tls = make_client_tls(server.ca_file, problem);
    if (!made->tls) return nullptr;
    options.tls = made->tls.get();
  }
  made->server = now_->state_of(server);
  made->interpreter = message_interpreter::make(made->server);
  if (!made->interpreter) {
    problem = "The tokenizer cannot be loaded";
    return nullptr;
  }
  made->client = std::make_unique<http_client>(io_, *url, options);
  made->headers = server.headers;
  made->headers_for = server.headers_for;
  made->limits = now_->config.limits;
  made->resource_metadata =
      metadata_url(now_->config, "/" + server.name + "/mcp");
  made->quotas = shared_.quotas;
  made->seal = now_->seal;
  made->turns = turns_;
  made->lane = shared_.lane;
  std::erase_if(made_, [](const auto& each) { return each.expired(); });
  made_.emplace_back(made);
  kept = std::move(made);
  return kept;
}

gateway_metrics::server_filter gateway_worker::seen_by(
    const http_exchange& exchange) const {
  const caller_pointer& who = exchange.who();
  const configuration& config = now_->config;
  if (who->principal.empty()) return {};
  // Numbers name the tools that they are of.
  const auto sees = [now = now_, rights = now_->rights->get(),
                     who](const server_settings& server) {
    return may_use(now->config, server, *who) &&
           !rights->may_hide(*who, server.name);
  };
  if (std::all_of(config.servers.begin(), config.servers.end(), sees)) {
    return {};
  }
  return [now = now_, sees](std::string_view name) {
    const server_settings* const server = now->config.find_server(name);
    return server != nullptr && sees(*server);
  };
}

void gateway_worker::show(http_exchange& exchange, route::place what) {
  gateway_metrics& metrics = shared_.metrics;
  metrics.connections = shared_.counts.connections.load();
  switch (what) {
    case route::place::health:
      exchange.answer(text_response(200, "text/plain", "ok\n"));
      return;
    case route::place::ready:
      exchange.answer(readiness_response(
          {.phase = shared_.phase, .lacks = lacks_of(metrics.store)}));
      return;
    case route::place::metrics:
      exchange.answer(text_response(200, "text/plain; version=0.0.4",
                                    metrics.prometheus(seen_by(exchange))));
      return;
    case route::place::stats:
      exchange.answer(text_response(200, "application/json",
                                    metrics.json(seen_by(exchange))));
      return;
    case route::place::page: {
      http_response page = text_response(200, "text/html; charset=utf-8",
                                         std::string(stats_page()));
      page.fields.add("Content-Security-Policy",
                      "default-src 'none'; style-src 'unsafe-inline'; "
                      "script-src 'unsafe-inline'; connect-src 'self'; "
                      "base-uri 'none'; form-action 'none'; "
                      "frame-ancestors 'none'");
      exchange.answer(std::move(page));
      return;
    }
    case route::place::server:
    case route::place::endpoint:
    case route::place::metadata:
    case route::place::nowhere:
      break;
  }
  exchange.answer(rpc_failure(404, {}, rpc_code::invalid_request, "Not found"));
}

}  // namespace pith::mcp
