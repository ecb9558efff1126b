// SPDX-License-Identifier: MIT
#include "mcp/hub/shared_server.hpp"

#include "mcp/access/challenge.hpp"
#include "mcp/protocol/rpc_response.hpp"
#include "mcp/raw_json/json_span.hpp"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <utility>
#include <vector>

namespace pith::mcp {

namespace {

using namespace std::chrono_literals;

constexpr std::size_t max_queued = 32U << 20U;
// A server of before 2026-07-28 may never answer what it does not know.
constexpr std::chrono::milliseconds discover_time = 10s;
// How long a child that only speaks legacy is kept for nothing.
constexpr std::chrono::seconds legacy_life = 30s;
// A child that ends sooner than this, this often, is not started at once.
constexpr std::chrono::milliseconds early = 1s;
constexpr int max_early_ends = 3;
// How long the answer may take after the child's word that a stream ends.
constexpr std::chrono::milliseconds closing_time = 1s;

std::string complete_result(std::string_view id) {
  std::string out = R"({"jsonrpc":"2.0","id":)";
  out += id;
  out += R"(,"result":{"resultType":"complete","_meta":{")";
  out += subscription_key;
  out += R"(":)";
  out += id;
  out += "}}}";
  return out;
}

}  // namespace

shared_server::shared_server(std::shared_ptr<hub_shared> hub,
                             caller_pointer whose, param_registry& registry)
    : hub_(std::move(hub)), identity_(std::move(whose)), registry_(&registry) {}

shared_server::~shared_server() { let_go(); }

// -- From clients

void shared_server::post(std::shared_ptr<http_exchange> exchange,
                         const message& m, const client_profile& client) {
  last_active_ = clock::now();
  identity_ = exchange->who();
  if (auto refusal = refuse(*exchange, m)) {
    ++hub_->metrics.requests_refused;
    exchange->answer(std::move(*refusal));
    return;
  }
  if (m.kind == message_kind::request) {
    ask(std::move(exchange), m, client);
    return;
  }
  tell(m);
  exchange->answer(empty_response(202));
}

std::optional<http_response> shared_server::refuse(
    const http_exchange& exchange, const message& m) {
  const http_fields& fields = exchange.request().fields;
  auto refusal = check_modern_headers(fields, m);
  if (!refusal) refusal = registry_->check(fields, m);
  if (refusal) {
    return rpc_failure(refusal->status, m.id, refusal->code, refusal->text);
  }
  const gateway_limits& limits = hub_->options.limits;
  const bool is_request = m.kind == message_kind::request;
  if ((is_request && hub_->metrics.in_flight >= limits.in_flight) ||
      (child_ && child_->queued() > max_queued)) {
    return rpc_failure(503, m.id, rpc_code::internal_error,
                       "Too many requests are open");
  }
  if (m.method == "subscriptions/listen" &&
      listeners() >= limits.streams_per_client) {
    return rpc_failure(429, m.id, rpc_code::internal_error,
                       "Too many streams are open");
  }
  return std::nullopt;
}

std::size_t shared_server::listeners() const noexcept {
  return static_cast<std::size_t>(std::ranges::count_if(
      calls_, [](const auto& c) { return c.second->is_listen(); }));
}

std::optional<http_response> shared_server::start(const pending_request& what,
                                                  const caller& who) {
  if (child_) return std::nullopt;
  const auto give_up = [this, &what, &who](const std::string& problem) {
    hub_->interpreter->on_lost(what, who, call_outcome::not_started, problem);
    return rpc_failure(503, what.id, rpc_code::server_gone,
                       "The server cannot be started: " + problem);
  };
  const auto now = clock::now();
  if (early_ends_ >= max_early_ends && now - started_ < early) {
    return give_up("it ends as soon as it is started");
  }
  // Without tokens it is one child for everybody, and nobody's own.
  principal_quotas::lease place;
  std::optional<tenant> pays;
  if (!identity_->principal.empty()) {
    pays = tenant{identity_->principal};
    const gateway_limits& limits = hub_->options.limits;
    if (!hub_->options.connect) {
      place = hub_->options.quotas->take(quota::children, *pays, limits);
      if (!place && hub_->metrics.children < limits.children) {
        return refuse_quota(quota::children, *pays, limits, what.id);
      }
    }
  }
  started_ = now;
  is_legacy_ = false;
  seat_ = std::make_shared<seat>(*this);
  std::string problem;
  child_ = start_hub_child(hub_, "shared", seat_, {identity_, who, pays},
                           std::move(place), problem);
  if (child_) return std::nullopt;
  seat_ = nullptr;
  return give_up(problem);
}

void shared_server::let_go() {
  seat_ = nullptr;
  if (child_) std::exchange(child_, nullptr)->stop();
}

void shared_server::ask(std::shared_ptr<http_exchange> exchange,
                        const message& m, const client_profile& client) {
  const gateway_limits& limits = hub_->options.limits;
  const tenant from = tenant_of(*exchange);
  caller who{client,
             identity_->principal,
             share_of(from, limits),
             {identity_->principal, std::string(exchange->peer()), {}},
             identity_,
             hub_->heard(*exchange)};
  const quota kind =
      m.method == "subscriptions/listen" ? quota::streams : quota::in_flight;
  std::vector<principal_quotas::lease> places;
  if (auto refusal =
          hub_->options.quotas->admit(kind, from, limits, m.id, 1, places)) {
    ++hub_->metrics.requests_refused;
    exchange->answer(std::move(*refusal));
    return;
  }
  const std::string lacking = hub_->interpreter->lacking_scopes(m, who);
  if (!lacking.empty()) {
    ++hub_->metrics.requests_refused;
    exchange->answer(
        refuse_scopes(m.id, lacking, hub_->options.resource_metadata));
    return;
  }
  decision decided = hub_->interpreter->on_request(m, who);
  if (!decided.answer && !decided.is_page) {
    if (auto refusal = start(decided.what, who)) {
      exchange->answer(std::move(*refusal));
      return;
    }
  }
  who.within = decided.what.trace;
  const auto held = exchange;  // the views of the message are of its body
  const auto call = std::make_shared<modern_call>(
      hub_, std::move(exchange), m, ++last_number_, std::move(who),
      std::move(decided.what));
  call->place = std::move(places.front());
  if (decided.is_page) {
    hub_->answers->make_page(m, call->who(), [call](std::string out) {
      call->answer(std::move(out), 0);
    });
    return;
  }
  if (decided.answer) {
    call->answer(std::move(*decided.answer), 0);
    return;
  }
  if (m.method == "server/discover") {
    call->deadline = clock::now() + discover_time;
  } else if (hub_->options.timeout > 0s && !call->is_listen()) {
    call->deadline = clock::now() + hub_->options.timeout;
  }
  calls_.emplace(call->number(), call);
  const auto instead =
      decided.forward ? read_message(*decided.forward) : std::nullopt;
  child_->send_for(call->for_child(instead ? *instead : m), call->who());
  call->on_gone([weak = weak_from_this(), number = call->number()] {
    const auto self = weak.lock();
    if (!self) return;
    const auto at = self->calls_.find(number);
    if (at == self->calls_.end()) return;
    self->lose(*at->second, call_outcome::cancelled, "The client is gone");
    self->cancel(number, "The client is gone", false);
  });
}

void shared_server::tell(const message& m) {
  // Clients of this revision cancel by going away. An id alone names nobody:
  // others that share the server have requests of the same id.
  if (m.method == "notifications/cancelled") return;
  caller who;
  who.owner = identity_->principal;
  who.from.principal = identity_->principal;
  who.identity = identity_;
  if (!hub_->interpreter->may_tell(m, who)) return;
  pending_request what;
  what.method = m.method;
  if (!start(what, who)) {
    child_->send_for(m.text, who);
  }
}

void shared_server::cancel(std::uint64_t number, std::string_view why,
                           bool aborts) {
  const auto at = calls_.find(number);
  if (at == calls_.end()) return;
  const call_ptr call = at->second;
  calls_.erase(at);
  last_active_ = clock::now();
  if (child_) {
    child_->send(cancelled_message(std::to_string(number), why));
  }
  call->drop(aborts);
}

// -- From the child

void shared_server::on_message(const message& m) {
  if (m.is_answer()) {
    on_answer(m);
    return;
  }
  if (m.kind == message_kind::request) {
    // This revision has no such thing, and nobody could answer.
    child_->send(error_message(m.id, rpc_code::method_not_found,
                               "There are no requests to clients"));
    return;
  }
  const call_ptr call = call_of_message(m);
  if (!call) return;
  std::string text = call->for_client(m);
  if (const auto spelled = read_message(text)) {
    auto changed = hub_->interpreter->on_notification(*spelled, call->who());
    if (changed) text = std::move(*changed);
  }
  if (!call->say(text)) {
    lose(*call, call_outcome::cancelled, "The client does not read");
    cancel(call->number(), "The client does not read", true);
    return;
  }
  const auto now = clock::now();
  last_active_ = now;
  if (m.method == "notifications/cancelled") {
    // The answer may follow, or not: revisions are of two minds about it.
    call->is_closing = true;
    call->deadline = now + closing_time;
  } else if (m.method == "notifications/progress" &&
             hub_->options.timeout > 0s) {
    call->deadline = now + hub_->options.timeout;
  }
}

shared_server::call_ptr shared_server::call_of_message(const message& m) const {
  if (const auto number = call_number(m)) {
    const auto at = calls_.find(*number);
    return at == calls_.end() ? nullptr : at->second;
  }
  if (m.method == "notifications/progress") return nullptr;
  // It belongs to a request, but does not say to which. Where that is not
  // certain, nobody gets it.
  call_ptr only;
  std::size_t asked_for_log = 0;
  std::size_t requests = 0;
  call_ptr logger;
  for (const auto& [number, call] : calls_) {
    if (call->is_listen()) continue;
    ++requests;
    only = call;
    if (call->wants_log()) {
      ++asked_for_log;
      logger = call;
    }
  }
  if (requests == 1) return only;
  const bool is_log = m.method == "notifications/message";
  return is_log && asked_for_log == 1 ? logger : nullptr;
}

void shared_server::on_answer(const message& m) {
  const auto number = call_number(m);
  const auto at = number ? calls_.find(*number) : calls_.end();
  if (at == calls_.end()) return;
  const call_ptr call = at->second;
  calls_.erase(at);
  last_active_ = clock::now();
  early_ends_ = 0;
  const int code = error_code_of(m);
  if (call->method() == "server/discover") {
    is_legacy_ = code != 0 && code != rpc_code::unsupported_version;
  }
  if (call->method() == "tools/list" && code == 0) registry_->note(m.result);
  const std::string text = call->for_client(m);
  const auto spelled = read_message(text);
  if (!spelled) return;
  hub_->answers->rewrite(
      call->what(), *spelled, call->who(),
      [call, code](std::string out) { call->answer(std::move(out), code); });
}

void shared_server::on_lacking(std::string_view id, std::string_view scopes) {
  const auto number = unsigned_of(id);
  const auto at = number ? calls_.find(*number) : calls_.end();
  if (at == calls_.end()) return;
  const call_ptr call = at->second;
  calls_.erase(at);
  ++hub_->metrics.requests_refused;
  call->refuse(
      refuse_scopes(call->id(), scopes, hub_->options.resource_metadata));
}

void shared_server::on_child_end(std::string_view how) {
  child_ = nullptr;
  seat_ = nullptr;
  early_ends_ = clock::now() - started_ < early ? early_ends_ + 1 : 0;
  fail_all(how, call_outcome::gone);
}

void shared_server::lose(const modern_call& call, call_outcome how,
                         std::string_view why) {
  // Streams of events are not an answer that anybody waits for.
  if (call.is_listen() && !is_upstream_failure(how)) return;
  hub_->interpreter->on_lost(call.what(), call.who(), how, why);
}

void shared_server::fail_all(std::string_view reason, call_outcome how) {
  std::string why = "The server is gone: ";
  why += reason;
  const auto all = std::exchange(calls_, {});
  for (const auto& [number, call] : all) {
    lose(*call, how, why);
    call->answer(error_message(call->id(), rpc_code::server_gone, why),
                 rpc_code::server_gone);
  }
}

// -- Limits

void shared_server::tick(clock::time_point now) {
  expire(now);
  for (const auto& [number, call] : calls_) call->beat(now);
  if (!child_ || !calls_.empty()) return;
  const std::chrono::seconds life =
      is_legacy_ ? std::min(legacy_life, hub_->options.limits.session_idle_time)
                 : hub_->options.limits.session_idle_time;
  if (now - last_active_ >= life) {
    // The next request gets a new one, though this may not have ended yet.
    let_go();
  }
}

void shared_server::expire(clock::time_point now) {
  std::vector<call_ptr> late;
  for (const auto& [number, call] : calls_) {
    if (call->deadline != clock::time_point{} && call->deadline <= now) {
      late.push_back(call);
    }
  }
  for (const call_ptr& call : late) {
    if (call->is_closing) {
      calls_.erase(call->number());
      call->answer(complete_result(call->id()), 0);
      continue;
    }
    lose(*call, call_outcome::timeout, "The server did not answer in time");
    call->answer(error_message(call->id(), rpc_timeout,
                               "The server did not answer in time"),
                 rpc_timeout);
    if (call->method() == "server/discover") is_legacy_ = true;
    cancel(call->number(), "No answer in time", false);
  }
}

void shared_server::retire() {
  std::vector<call_ptr> streams;
  for (const auto& [number, call] : calls_) {
    if (call->is_listen()) streams.push_back(call);
  }
  for (const call_ptr& call : streams) {
    call->answer(complete_result(call->id()), 0);
    cancel(call->number(), "The server is replaced", false);
  }
}

void shared_server::end(std::string_view why) {
  retire();
  fail_all(why, call_outcome::stopped);
  let_go();
}

}  // namespace pith::mcp
