// SPDX-License-Identifier: MIT
#include "mcp/hub/stdio_session.hpp"

#include "mcp/access/challenge.hpp"
#include "mcp/protocol/format_wish.hpp"
#include "mcp/protocol/header_names.hpp"
#include "mcp/protocol/rpc_response.hpp"
#include "mcp/raw_json/json_span.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <optional>
#include <set>
#include <utility>

namespace pith::mcp {

namespace {

using namespace std::chrono_literals;

// Bytes that may wait for the child, beside one body of any size.
constexpr std::size_t max_queued = 32U << 20U;
// Requests that go on although their client left: it did not cancel them, and
// may have meant what they do. More are cancelled.
constexpr std::size_t max_abandoned = 16;
// How long a child may take to answer what was cancelled.
constexpr std::chrono::milliseconds cancel_time = 1s;

call_origin origin_of(const http_exchange& exchange, std::string_view session) {
  return {std::string(exchange.principal()), std::string(exchange.peer()),
          shown_session(session)};
}

}  // namespace

stdio_session::stdio_session(std::shared_ptr<hub_shared> hub, std::string id,
                             caller_pointer whose,
                             principal_quotas::lease place)
    : hub_(std::move(hub)),
      id_(std::move(id)),
      identity_(std::move(whose)),
      place_(std::move(place)),
      streams_(hub_) {
  ++hub_->metrics.sessions;
}

stdio_session::~stdio_session() {
  --hub_->metrics.sessions;
  if (child_ && !is_over_) child_->stop();
}

bool stdio_session::begin(std::shared_ptr<http_exchange> exchange,
                          const message& initialize,
                          const client_profile& client) {
  const gateway_limits& limits = hub_->options.limits;
  const tenant from = tenant_of(*exchange);
  who_ = {client,
          id_,
          share_of(from, limits),
          origin_of(*exchange, id_),
          identity_,
          hub_->heard(*exchange)};
  asked_ = wish_of_session(initialize);
  who_.client.ask(asked_);
  principal_quotas::lease place;
  if (!hub_->options.connect) {
    place = hub_->options.quotas->take(quota::children, from, limits);
    if (!place && hub_->metrics.children < limits.children) {
      ++hub_->metrics.requests_refused;
      is_over_ = true;
      exchange->answer(
          refuse_quota(quota::children, from, limits, initialize.id));
      return false;
    }
  }
  std::string problem;
  // The id is a secret; its beginning tells sessions apart.
  child_ =
      start_hub_child(hub_, "session " + id_.substr(0, 6), weak_from_this(),
                      {identity_, who_, from}, std::move(place), problem);
  if (!child_) {
    pending_request what;
    what.method = initialize.method;
    what.id = initialize.id;
    hub_->interpreter->on_lost(what, who_, call_outcome::not_started, problem);
    is_over_ = true;
    exchange->answer(rpc_failure(503, initialize.id, rpc_code::server_gone,
                                 "The server cannot be started: " + problem));
    return false;
  }
  http_fields fields{{session_field, id_}};
  const auto held = exchange;
  const auto reply = std::make_shared<post_reply>(std::move(exchange), streams_,
                                                  1, false, std::move(fields));
  watch_client(*held, reply);
  ask(initialize, reply, who_, nullptr);
  return !is_over_;
}

void stdio_session::renew(const caller_pointer& again) {
  constexpr auto never = caller_identity::clock::time_point::max();
  if (again->expires.value_or(never) < identity_->expires.value_or(never)) {
    return;
  }
  identity_ = again;
  who_.identity = again;
}

// -- From the client

void stdio_session::post(std::shared_ptr<http_exchange> exchange,
                         const client_text& read,
                         const client_profile& client) {
  touch();
  // Other revisions know no batches.
  if (read.is_batch && version_ != "2025-03-26") {
    exchange->answer(rpc_failure(400, {}, rpc_code::invalid_request,
                                 "Invalid Request: no batch is taken here"));
    return;
  }
  post_all(std::move(exchange), read.messages, read.is_batch, client);
}

std::optional<http_response> stdio_session::refuse(
    const std::vector<message>& all) const {
  if (child_->queued() > max_queued) {
    return rpc_failure(503, all.front().id, rpc_code::internal_error,
                       "The server does not take what it is sent");
  }
  std::set<std::string> ids;
  for (const message& m : all) {
    if (m.kind != message_kind::request) continue;
    std::string key = id_key(m.id);
    if (calls_.contains(key) || !ids.insert(std::move(key)).second) {
      return rpc_failure(400, m.id, rpc_code::invalid_request,
                         "Invalid Request: this id is in use");
    }
    if (m.method == "initialize") {
      return rpc_failure(400, m.id, rpc_code::invalid_request,
                         "Invalid Request: the session is initialized");
    }
  }
  const gateway_limits& limits = hub_->options.limits;
  if (!ids.empty() && hub_->metrics.in_flight + ids.size() > limits.in_flight) {
    return rpc_failure(503, all.front().id, rpc_code::internal_error,
                       "Too many requests are open");
  }
  return std::nullopt;
}

void stdio_session::post_all(std::shared_ptr<http_exchange> exchange,
                             const std::vector<message>& all, bool is_batch,
                             const client_profile& client) {
  if (auto refusal = refuse(all)) {
    ++hub_->metrics.requests_refused;
    exchange->answer(std::move(*refusal));
    return;
  }
  std::size_t requests = 0;
  for (const message& m : all) {
    if (m.kind == message_kind::request) ++requests;
  }
  // The views of `all` are of the body, which lives as long as the exchange.
  const auto held = exchange;
  const tenant from = tenant_of(*exchange);
  const gateway_limits& limits = hub_->options.limits;
  caller who{client,
             id_,
             share_of(from, limits),
             origin_of(*held, id_),
             held->who(),
             hub_->heard(*held)};
  who.client.ask(asked_);
  const std::string lacking = hub_->interpreter->lacking_scopes(all, who);
  if (!lacking.empty()) {
    ++hub_->metrics.requests_refused;
    exchange->answer(
        refuse_scopes(is_batch ? std::string_view{} : all.front().id, lacking,
                      hub_->options.resource_metadata));
    return;
  }
  if (requests == 0) {
    for (const message& m : all) tell(m);
    exchange->answer(empty_response(202));
    return;
  }
  std::vector<principal_quotas::lease> places;
  if (auto refusal = hub_->options.quotas->admit(
          quota::in_flight, from, limits,
          is_batch ? std::string_view{} : all.front().id, requests, places)) {
    ++hub_->metrics.requests_refused;
    exchange->answer(std::move(*refusal));
    return;
  }
  const auto reply = std::make_shared<post_reply>(
      std::move(exchange), streams_, requests, is_batch, http_fields{});
  watch_client(*held, reply);
  for (const message& m : all) {
    if (m.kind == message_kind::request) {
      ask(m, reply, who, std::move(places.back()));
      places.pop_back();
    } else {
      tell(m);
    }
  }
}

void stdio_session::ask(const message& m, const reply_ptr& reply,
                        const caller& who, principal_quotas::lease place) {
  decision decided = hub_->interpreter->on_request(m, who);
  if (decided.is_page) {
    hub_->answers->make_page(
        m, who,
        [self = shared_from_this(), reply,
         counted = count_in_flight(hub_, std::move(place))](std::string text) {
          reply->answer(std::move(text));
        });
    return;
  }
  if (decided.answer) {
    reply->answer(std::move(*decided.answer));
    return;
  }
  open_call& call = calls_.add(m.id, progress_token(m));
  call.counted = count_in_flight(hub_, std::move(place));
  call.reply = reply;
  call.what = std::move(decided.what);
  call.who = who;
  call.who.within = call.what.trace;
  call.is_initialize = version_.empty() && m.method == "initialize";
  if (hub_->options.timeout > 0s) {
    call.deadline = clock::now() + hub_->options.timeout;
  }
  child_->send_for(decided.forward ? *decided.forward : m.text, call.who);
}

void stdio_session::tell(const message& m) {
  if (!hub_->interpreter->may_tell(m, who_)) return;
  if (m.method == "notifications/cancelled") {
    const auto id = find_member(m.params, "requestId");
    if (open_call* const call = id ? calls_.find(id_key(*id)) : nullptr) {
      // The child need not answer any more, but may.
      call->is_cancelled = true;
      call->deadline = clock::now() + cancel_time;
    }
  }
  child_->send_for(m.text, who_);
}

void stdio_session::listen(std::shared_ptr<http_exchange> exchange) {
  touch();
  if (!accepted(exchange->request().fields).events) {
    exchange->answer(rpc_failure(406, {}, rpc_code::invalid_request,
                                 "Not Acceptable: this is a stream of events"));
    return;
  }
  if (streams_.is_full()) {
    ++hub_->metrics.requests_refused;
    exchange->answer(rpc_failure(429, {}, rpc_code::internal_error,
                                 "Too many streams are open"));
    return;
  }
  note_pressure(*streams_.listen(std::move(exchange)));
}

// -- Clients that leave

// Until the reply becomes a stream, which looks after itself.
void stdio_session::watch_client(http_exchange& exchange,
                                 const reply_ptr& reply) {
  exchange.on_gone([self = weak_from_this(), hub = hub_,
                    lost = std::weak_ptr<post_reply>(reply)] {
    // In the thread of the connection.
    boost::asio::post(hub->io, [self, lost] {
      const auto session = self.lock();
      const auto its = lost.lock();
      if (session && its) session->on_client_gone(its);
    });
  });
}

void stdio_session::on_client_gone(const reply_ptr& reply) {
  reply->lose();
  if (is_over_ || !reply->is_lost_for_good()) return;
  const auto is_lost = [&](const open_call& c) { return c.reply == reply; };
  if (calls_.find_if([&](const open_call& c) {
        return is_lost(c) && c.is_initialize;
      }) != nullptr) {
    // Nobody was told the name of the session.
    end("The client left before the session began", call_outcome::cancelled);
    return;
  }
  for (const std::string& key : calls_.keys_if(is_lost)) abandon(key);
}

void stdio_session::abandon(const std::string& key) {
  open_call* const found = calls_.find(key);
  if (found == nullptr || found->is_abandoned) return;
  if (calls_.abandoned_count() < max_abandoned) {
    found->is_abandoned = true;
    found->counted = nullptr;
    return;
  }
  if (const auto call = calls_.take(key)) {
    child_->send(cancelled_message(call->id, "The client is gone"));
    fail_call(*call, rpc_timeout, "The client is gone",
              call_outcome::cancelled);
  }
}

void stdio_session::abandon_lost(clock::time_point now) {
  const auto lost = calls_.keys_if([&](const open_call& call) {
    return !call.is_abandoned &&
           call.reply->is_lost(now, hub_->options.resume_time);
  });
  for (const std::string& key : lost) abandon(key);
}

// -- From the child

void stdio_session::on_message(const message& m) {
  if (is_over_) return;
  if (m.is_answer()) {
    on_answer(m);
    return;
  }
  const auto rewritten = m.kind == message_kind::notification
                             ? hub_->interpreter->on_notification(m, who_)
                             : std::nullopt;
  give(m, rewritten ? std::string_view(*rewritten) : m.text);
}

void stdio_session::on_answer(const message& m) {
  const auto call = calls_.take(id_key(m.id));
  if (!call) return;  // late, or to nothing that was asked
  touch();
  if (call->reply->is_lost_for_good()) return;
  if (call->is_initialize) on_initialized(m);
  if (is_over_) {
    call->reply->set_fields({});
    call->reply->answer(std::string(m.text));
    return;
  }
  // This is kept too, for the streams of the reply.
  hub_->answers->rewrite(
      call->what, m, call->who,
      [self = shared_from_this(), reply = call->reply, counted = call->counted](
          std::string text) { reply->answer(std::move(text)); });
}

void stdio_session::on_lacking(std::string_view id, std::string_view scopes) {
  const auto call = calls_.take(id_key(id));
  if (is_over_ || !call || call->reply->is_lost_for_good()) return;
  ++hub_->metrics.requests_refused;
  call->reply->refuse(
      refuse_scopes(call->id, scopes, hub_->options.resource_metadata));
}

void stdio_session::on_initialized(const message& m) {
  const auto raw = find_member(m.result, "protocolVersion");
  const auto version = raw ? text_of(*raw) : std::nullopt;
  if (m.kind != message_kind::result || !version) {
    // It refused: there is no session, and the answer says why.
    is_over_ = true;
    child_->stop();
    return;
  }
  version_ = *version;
  streams_.set_primed(version_ >= "2025-11-25");
}

void stdio_session::fail_call(const open_call& call, int code,
                              std::string_view why, call_outcome how) {
  hub_->interpreter->on_lost(call.what, call.who, how, why);
  // Without an answer to initialize there is no session to name.
  if (call.is_initialize) call.reply->set_fields({});
  call.reply->answer(error_message(call.id, code, why));
}

open_call* stdio_session::call_of_message(const message& m) {
  if (m.method == "notifications/progress") {
    open_call* const call = calls_.find_token(progress_token(m));
    // Whoever tells of progress is at work.
    if (call != nullptr && !call->is_cancelled && hub_->options.timeout > 0s) {
      call->deadline = clock::now() + hub_->options.timeout;
    }
    return call;
  }
  if (open_call* const only = calls_.only()) return only;
  // Without a channel, a stream of any request is better than silence: a
  // server that asks its client would wait for ever.
  const bool is_for_somebody =
      m.kind == message_kind::request || m.method == "notifications/message";
  if (!is_for_somebody || streams_.channel()) return nullptr;
  return calls_.find_if(
      [](const open_call& call) { return call.reply->can_stream(); });
}

void stdio_session::give(const message& m, std::string_view text) {
  open_call* const call = call_of_message(m);
  if (call != nullptr && call->reply->can_stream()) {
    touch();
    note_pressure(*call->reply->say(text));
    return;
  }
  if (m.method == "notifications/progress") return;  // of what is over
  if (const auto channel = streams_.channel()) {
    channel->send(text);
    note_pressure(*channel);
    return;
  }
  const std::string dropped = streams_.keep(std::string(text));
  if (dropped.empty()) return;
  // A server that asked must not wait for an answer that cannot come.
  const auto lost = read_message(dropped);
  if (lost && lost->kind == message_kind::request) {
    child_->send(error_message(lost->id, rpc_code::internal_error,
                               "The client does not listen"));
  }
}

// -- Limits

void stdio_session::note_pressure(event_stream& stream) {
  if (!stream.is_pressed() || is_over_) return;
  child_->pause();
  is_paused_ = true;
  stream.on_relief([weak = weak_from_this()] {
    const auto self = weak.lock();
    if (!self || self->is_over_ || self->streams_.any_pressed()) return;
    self->is_paused_ = false;
    self->child_->resume();
  });
}

void stdio_session::tick(clock::time_point now) {
  if (is_over_) return;
  const auto held = shared_from_this();
  if (identity_->is_expired(caller_identity::clock::now())) {
    end("The proof of who the client is has expired", call_outcome::timeout);
    return;
  }
  expire(now);
  abandon_lost(now);
  calls_.for_each(
      [&](open_call& call) { call.reply->beat(now, hub_->options.heartbeat); });
  streams_.tick(now);
  if (is_paused_ && !streams_.any_pressed()) {
    is_paused_ = false;
    child_->resume();
  }
  // A stream or request that is open may be dead, and nobody can tell: it
  // makes a session live longer, but not for ever.
  const bool is_held =
      streams_.any_attached() || calls_.find_if([](const open_call& c) {
        return !c.is_abandoned;
      }) != nullptr;
  const auto life = hub_->options.limits.session_idle_time * (is_held ? 4 : 1);
  if (now - last_active_ >= life) {
    end("The session was idle for too long", call_outcome::timeout);
  }
}

void stdio_session::expire(clock::time_point now) {
  for (const std::string& key : calls_.late_keys(now)) {
    const auto call = calls_.take(key);
    if (!call) continue;
    if (call->is_cancelled) {
      fail_call(*call, rpc_timeout, "The request was cancelled",
                call_outcome::cancelled);
      continue;
    }
    child_->send(cancelled_message(call->id, "No answer in time"));
    fail_call(*call, rpc_timeout, "The server did not answer in time",
              call_outcome::timeout);
    if (call->is_initialize) end("The server did not answer in time");
  }
}

void stdio_session::end(std::string_view why, call_outcome how) {
  if (is_over_) return;
  is_over_ = true;
  const auto held = shared_from_this();
  std::string text = "The server is gone: ";
  text += why;
  while (!calls_.empty()) {
    auto call = calls_.take_first();
    if (!call) break;
    fail_call(*call, rpc_code::server_gone, text, how);
  }
  streams_.finish_all();
  child_->resume();  // what it says is not wanted, but its end is
  child_->stop();
}

void stdio_session::on_child_end(std::string_view how) {
  if (is_over_) return;
  // A session that nobody waits for was lost all the same.
  if (calls_.empty())
    hub_->metrics.fail(hub_->server->name, call_outcome::gone);
  end(how, call_outcome::gone);
}

}  // namespace pith::mcp
