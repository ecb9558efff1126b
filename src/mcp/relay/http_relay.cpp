// SPDX-License-Identifier: MIT
#include "mcp/relay/http_relay.hpp"

#include "mcp/access/challenge.hpp"
#include "mcp/access/server_headers.hpp"
#include "mcp/http/media_type.hpp"
#include "mcp/http/sse.hpp"
#include "mcp/interpret/conversation.hpp"
#include "mcp/protocol/format_wish.hpp"
#include "mcp/protocol/header_names.hpp"
#include "mcp/protocol/modern_headers.hpp"
#include "mcp/protocol/rpc_response.hpp"
#include "mcp/raw_json/json_span.hpp"
#include "mcp/relay/relay_fields.hpp"
#include "mcp/state/fetched_base.hpp"
#include "mcp/trace/carried_context.hpp"

#include <algorithm>
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/post.hpp>
#include <utility>

namespace pith::mcp {

namespace {

caller caller_of(const http_exchange& exchange, const client_profile& client,
                 const gateway_limits& limits,
                 const std::shared_ptr<tracer>& traces) {
  const auto session =
      exchange.request().fields.find(session_field).value_or("");
  const std::string principal(exchange.principal());
  return {client,
          principal,
          share_of(tenant_of(exchange), limits),
          {principal, std::string(exchange.peer()), shown_session(session)},
          exchange.who(),
          traces ? traces->hear(exchange.request().fields) : nullptr};
}

/// The token of a request, without its scheme; empty when there is none.
std::string_view proof_of(const http_request& head) {
  const std::string_view field = head.fields.find("Authorization").value_or("");
  return field.substr(field.rfind(' ') + 1);
}

/// One request on its way to the server and its answer on the way back.
class relayed_call final : public http_listener,
                           public std::enable_shared_from_this<relayed_call> {
 public:
  relayed_call(std::shared_ptr<relay_state> relay,
               std::shared_ptr<http_exchange> exchange,
               const client_profile& client)
      : relay_(std::move(relay)),
        exchange_(std::move(exchange)),
        who_(caller_of(*exchange_, client, relay_->limits,
                       relay_->server->traces)),
        talk_(*relay_->interpreter, who_),
        events_(relay_->limits.answer_bytes) {
    if (relay_->lane) talk_.make_pages_later();
    if (gateway_metrics* metrics = relay_->server->metrics)
      ++metrics->in_flight;
  }

  ~relayed_call() override {
    gateway_metrics* metrics = relay_->server->metrics;
    if (metrics == nullptr) return;
    --metrics->in_flight;
    if (form_ == form::stream) --metrics->streams;
  }

  /// To be called once.
  void begin() {
    take_turn(exchange_->request().body.size(),
              [](relayed_call& self) { self.start(); });
  }

  void on_head(int status, const http_fields& fields) override {
    status_ = status;
    fields_ = fields_for_client(fields);
    if (status == 401 || status == 407) {
      // It is our token that the server does not like, not the client's.
      fail(502, "The server refuses the gateway's credentials");
      return;
    }
    if (status >= 300 && status < 400) {
      fail(502, "The server answers with a redirection, which is not followed");
      return;
    }
    seal_session();
    // Nothing but these two passes, under these very names: anything else could
    // be a page of the server's in the origin of the gateway.
    fields_.remove("Content-Type");
    if (status == 200 && has_media_type(fields, event_stream_type)) {
      fields_.add("Content-Type", std::string(event_stream_type));
      begin_stream();
    } else if (has_media_type(fields, json_type)) {
      fields_.add("Content-Type", std::string(json_type));
      form_ = status == 200 ? form::json : form::raw;
    } else {
      form_ = form::foreign;
    }
  }

  void on_body(std::string_view bytes) override {
    if (is_done_) return;
    if (form_ == form::foreign) {
      // The status is the server's word, and clients act on it; a body is not.
      fail(status_ < 400 ? 502 : status_,
           "The server's answer is neither JSON nor a stream of events");
      return;
    }
    if (form_ != form::stream) {
      if (body_.size() + bytes.size() > relay_->limits.answer_bytes) {
        fail(502, "The answer of the server is too large");
        return;
      }
      body_.append(bytes);
      return;
    }
    input_.append(bytes);
    keep_pace();
    if (!is_queued_) {
      take_turn(bytes.size(), [](relayed_call& self) { self.read_events(); });
    }
  }

  void on_end() override {
    if (is_done_) return;
    if (form_ == form::stream) {
      if (is_busy_ || is_queued_) {
        is_ended_ = true;
        return;
      }
      is_failed_ ? end_with_failure() : finish_stream();
      return;
    }
    if (form_ == form::json) talk_.note_arrival();
    if (form_ == form::json &&
        waits_for_base([](relayed_call& self) { self.on_end(); })) {
      return;
    }
    if (form_ == form::json && is_slow(body_)) {
      rewrite_slowly(std::move(body_),
                     [](relayed_call& self, std::string text) {
                       self.body_ = std::move(text);
                       self.answer();
                     });
      return;
    }
    if (form_ != form::json) return answer();
    take_turn(body_.size(), [](relayed_call& self) {
      if (auto instead = self.talk_.from_server(self.body_)) {
        self.body_ = std::move(*instead);
      }
      self.answer();
    });
  }

  void on_failure(std::string_view what, bool) override {
    if (is_done_) return;
    lost_as_ =
        what == late_answer ? call_outcome::timeout : call_outcome::unreachable;
    lost_why_ = what;
    is_failed_ = true;
    if (is_busy_ || is_queued_) {
      is_ended_ = true;  // what was taken out of the stream comes first
      return;
    }
    end_with_failure();
  }

 private:
  enum class form : unsigned char {
    waiting,
    json,
    stream,
    raw,      // JSON that is not a result
    foreign,  // anything else, of which only an empty body is passed on
  };

  void start() {
    request_.method = exchange_->request().method;
    request_.target = relay_->url.target;
    request_.fields = fields_for_server(exchange_->request().fields);
    if (relay_->server->policy.native) {
      const auto accept = exchange_->request().fields.find(accept_field);
      if (accept)
        request_.fields.set(std::string(accept_field), std::string(*accept));
    }
    if (const auto id = session_id()) {
      session_asked_ = read_session_name(*id).said;
      talk_.ask(session_asked_);
    }
    is_stream_asked_ = request_.method == "GET";
    if (request_.method == "POST" && !read_body()) return;
    exchange_->on_gone([self = weak_from_this()] {
      if (const auto call = self.lock()) call->on_gone();
    });
    exchange_->on_drained([self = weak_from_this()] {
      if (const auto call = self.lock()) call->keep_pace();
    });
    if (is_done_) return;  // it was gone already
    if (pages_.empty()) {
      proceed();
    } else {
      make_pages();
    }
  }

  /// The session id of the request without our seal; nothing when there is
  /// none, or it is not this client's.
  [[nodiscard]] std::optional<std::string> session_id() const {
    const auto sealed = request_.fields.find(session_field);
    if (!sealed) return std::nullopt;
    return relay_->seal->open(exchange_->principal(), relay_->server->name,
                              *sealed);
  }

  /// Puts the server's own session id into its place; false when the request
  /// was answered.
  bool open_session() {
    if (!request_.fields.find(session_field)) return true;
    const auto id = session_id();
    if (!id) {
      fail(404, "Session not found", call_outcome::error);
      return false;
    }
    request_.fields.set(session_field, std::string(read_session_name(*id).id));
    return true;
  }

  void seal_session() {
    if (const auto id = fields_.find(session_field)) {
      // What was said for the session goes with its name: nothing is stored.
      // Servers may repeat the id in every answer.
      fields_.set(
          session_field,
          relay_->seal->seal(exchange_->principal(), relay_->server->name,
                             name_session(*id, session_asked_),
                             proof_of(exchange_->request())));
    }
  }

  /// Sends what is for the server, or answers.
  void proceed() {
    if (request_.method == "POST" && request_.body.empty()) {
      if (answers_.empty()) return finish_with({202, {}, {}});
      std::string text = answers_.size() == 1 && !is_batch_
                             ? std::move(answers_.front())
                             : joined_answers() + ']';
      finish_with(
          {200, {{"Content-Type", "application/json"}}, std::move(text)});
      return;
    }
    if (!open_session()) return;
    const auto own =
        headers_for(relay_->headers, relay_->headers_for, *exchange_->who());
    if (!own) return fail(403, unfit_principal, call_outcome::error);
    for (const http_field& field : *own) {
      request_.fields.set(field.name, field.value);
    }
    call_ = relay_->client->send(std::move(request_), shared_from_this(),
                                 is_stream_asked_);
  }

  /// Each page is work of its own, so that others have their turn between
  /// them. It counts as in flight until it is done, even when the client left.
  void make_pages() {
    const auto made = std::make_shared<std::vector<std::string>>();
    const std::size_t count = pages_.size();
    for (std::string& page : pages_) {
      const std::size_t bytes = page.size();
      relay_->lane->run(
          relay_->server, bytes,
          [self = shared_from_this(), page = std::move(page), made, count,
           places = places_](message_interpreter& interpreter) {
            made->push_back(self->talk_.make_page(page, interpreter));
            if (made->size() < count) return;
            boost::asio::post(self->exchange_->executor(), [self, made] {
              if (self->is_done_) return;
              for (std::string& each : *made) {
                self->answers_.push_back(std::move(each));
              }
              self->proceed();
            });
          },
          talk_.who().tenant);
    }
    pages_.clear();
  }

  /// Notes what is asked; false when it was refused here.
  bool read_body() {
    const std::string& body = exchange_->request().body;
    const client_text read = read_client_text(body);
    if (read.is_refused()) {
      finish_with(refuse_client(read));
      return false;
    }
    const message& first = read.messages.front();
    is_batch_ = read.is_batch;
    if (!read.is_batch && first.kind == message_kind::request) id_ = first.id;
    // One meaning: a charset could give the same bytes another one.
    request_.fields.set("Content-Type", "application/json");
    for (const message& m : read.messages) {
      if (!check_headers(m, request_.fields)) return false;
    }
    const std::string lacking =
        relay_->interpreter->lacking_scopes(read.messages, who_);
    if (!lacking.empty()) {
      refuse(refuse_scopes(id_, lacking, relay_->resource_metadata));
      return false;
    }
    if (!take_places(read)) return false;
    if (first.method == "initialize") session_asked_ = wish_of_session(first);
    handled_message what;
    talk_.from_client(body, read, what);
    answers_ = std::move(what.answers);
    pages_ = std::move(what.pages);
    request_.body = what.forward;
    if (what.trace) set_context(request_.fields, what.trace->passed_on());
    return true;
  }

  /// Counts what the body asks for; false when that is too much and was
  /// refused. What asks for nothing, such as a cancellation, always gets in.
  bool take_places(const client_text& read) {
    const auto requests = static_cast<std::size_t>(std::count_if(
        read.messages.begin(), read.messages.end(),
        [](const message& m) { return m.kind == message_kind::request; }));
    if (requests == 0) return true;
    is_stream_asked_ = read.messages.front().method == "subscriptions/listen";
    const gateway_metrics* metrics = relay_->server->metrics;
    if (metrics != nullptr && metrics->in_flight > relay_->limits.in_flight) {
      http_response busy = rpc_failure(503, id_, rpc_code::internal_error,
                                       "Too many requests are in flight");
      busy.fields.add("Retry-After", "1");
      refuse(std::move(busy));
      return false;
    }
    if (!relay_->quotas) return true;
    const tenant from = tenant_of(*exchange_);
    const quota kind = is_stream_asked_ ? quota::streams : quota::in_flight;
    auto refusal = relay_->quotas->admit(kind, from, relay_->limits, id_,
                                         requests, places_);
    if (refusal) refuse(std::move(*refusal));
    return !refusal;
  }

  void refuse(http_response why) {
    if (gateway_metrics* metrics = relay_->server->metrics)
      ++metrics->requests_refused;
    finish_with(std::move(why));
  }

  /// Whoever reads the body must hold the fields of the head against it.
  bool check_headers(const message& m, http_fields& fields) {
    if (!is_modern_request(fields, m)) {
      const auto version = fields.find(version_field);
      if (!version || is_known_version(*version)) {
        // Nobody held these against the body.
        fields.remove(method_field);
        fields.remove(name_field);
        return true;
      }
      finish_with(rpc_failure(400, id_, rpc_code::invalid_request,
                              "No such protocol version"));
      return false;
    }
    const auto refusal = check_modern_headers(fields, m);
    if (!refusal) {
      // These revisions have neither.
      fields.remove(session_field);
      fields.remove("Last-Event-ID");
      return true;
    }
    finish_with(
        rpc_failure(refusal->status, m.id, refusal->code, refusal->text));
    return false;
  }

  /// `[answer,answer` without its end.
  std::string joined_answers() {
    std::string text;
    for (const std::string& one : answers_) {
      text.push_back(text.empty() ? '[' : ',');
      text.append(one);
    }
    return text;
  }

  void begin_stream() {
    form_ = form::stream;
    if (gateway_metrics* metrics = relay_->server->metrics) ++metrics->streams;
    exchange_->begin(status_, std::move(fields_));
    for (const std::string& one : answers_) {
      exchange_->write(sse_text({}, one));
    }
  }

  /// Does its work when this tenant has its turn, unless the client left.
  void take_turn(std::size_t bytes, void (*work)(relayed_call&)) {
    is_queued_ = true;
    relay_->turns->run(talk_.who().tenant, bytes,
                       [self = shared_from_this(), work] {
                         self->is_queued_ = false;
                         if (!self->is_done_) work(*self);
                       });
  }

  /// Reads what has come of a stream.
  void read_events() {
    const std::string input = std::exchange(input_, {});
    const bool fits = events_.feed(
        input, [this](const sse_event& event) { on_event(event); });
    if (!fits) {
      end();
      exchange_->abort();
      return;
    }
    if (is_ended_ && !is_busy_) return on_end();
    keep_pace();
  }

  void on_event(const sse_event& event) {
    if (is_done_) return;
    is_resumable_ = is_resumable_ || event.id.has_value();
    if (is_busy_) {
      held_.append(event.raw);  // read again when its turn comes
    } else if (!event.has_data || event.data.empty()) {
      exchange_->write(std::string(event.raw));
    } else if (waits_for_base([](relayed_call& self) {
                 self.read_held();
                 if (self.is_ended_ && !self.is_busy_) self.on_end();
               })) {
      held_.append(event.raw);
    } else if (is_slow(event.data)) {
      rewrite_event_slowly(event);
    } else if (const auto instead = talk_.from_server(event.data)) {
      exchange_->write(with_data(event, *instead));
    } else if (talk_.last_made_sense() || id_.empty()) {
      exchange_->write(std::string(event.raw));
    } else {
      has_garbage_ = true;
    }
  }

  /// Whether the request would stay without an answer: its stream ends, and
  /// the client cannot go on with it.
  [[nodiscard]] bool owes_answer() const {
    return !id_.empty() && talk_.open_requests() != 0 &&
           (!is_resumable_ || has_garbage_);
  }

  /// The server's answer broke off, or never began.
  void end_with_failure() {
    note_failure();
    if (form_ == form::stream && owes_answer()) {
      finish_stream();
      return;
    }
    if (form_ == form::stream) {
      // The client sees a stream that breaks off, as it would without us.
      end();
      exchange_->abort();
      return;
    }
    std::string problem = "The server cannot be reached: ";
    problem.append(lost_why_);
    fail(502, problem, lost_as_);
  }

  void finish_stream() {
    if (owes_answer()) {
      exchange_->write(sse_text(
          {}, error_message(id_, rpc_code::server_gone,
                            "The server ended its answer without one")));
    } else if (!events_.rest().empty()) {
      exchange_->write(std::string(events_.rest()));
    }
    if (is_resumable_ && lost_as_ == call_outcome::bad_answer) {
      lost_as_ = call_outcome::cancelled;
      lost_why_ = "the stream ended, and can be resumed";
    }
    exchange_->finish();
    end();
  }

  /// Whether an answer is to be compared with what is still being fetched; then
  /// it goes on with `then` when that is there.
  bool waits_for_base(std::function<void(relayed_call&)> then) {
    const auto base = talk_.awaited_base();
    if (!base) return false;
    is_busy_ = true;
    base->when_there([self = shared_from_this(),
                      then = std::move(then)]() mutable {
      const auto io = self->exchange_->executor();
      boost::asio::post(io, [self = std::move(self), then = std::move(then)] {
        self->is_busy_ = false;
        if (self->is_done_) return;
        then(*self);
        self->keep_pace();
      });
    });
    return true;
  }

  [[nodiscard]] bool is_slow(std::string_view text) const {
    return text.size() >= slow_lane::min_bytes && relay_->lane &&
           !relay_->lane->is_full();
  }

  void rewrite_event_slowly(const sse_event& event) {
    rewrite_slowly(
        event.data, [raw = std::string(event.raw), data = event.data](
                        relayed_call& self, const std::string& text) {
          sse_event again;
          again.raw = raw;
          self.exchange_->write(text == data ? raw : with_data(again, text));
          self.read_held();
          if (self.is_ended_ && !self.is_busy_) self.on_end();
        });
  }

  /// Rewrites a large message in the slow lane, and goes on with `then`.
  void rewrite_slowly(std::string text,
                      std::function<void(relayed_call&, std::string)> then) {
    is_busy_ = true;
    const std::size_t bytes = text.size();
    relay_->lane->run(
        relay_->server, bytes,
        [self = shared_from_this(), text = std::move(text), places = places_,
         then = std::move(then)](message_interpreter& interpreter) mutable {
          if (auto instead = self->talk_.from_server(text, interpreter)) {
            text = std::move(*instead);
          }
          const auto io = self->exchange_->executor();
          boost::asio::post(io, [self = std::move(self), text = std::move(text),
                                 then = std::move(then)]() mutable {
            self->is_busy_ = false;
            if (self->is_done_) return;
            then(*self, std::move(text));
            self->keep_pace();
          });
        },
        talk_.who().tenant);
  }

  /// What came while a message was in the slow lane; one of these may go there
  /// as well, and the rest waits again.
  void read_held() {
    sse_reader again{relay_->limits.answer_bytes};
    const std::string held = std::exchange(held_, {});
    // Each was small enough before.
    static_cast<void>(
        again.feed(held, [this](const sse_event& event) { on_event(event); }));
  }

  /// Lets the server wait while the client does not keep up.
  void keep_pace() {
    constexpr std::size_t high_water = 512U << 10U;
    if (is_done_ || !call_) return;
    if (std::max({exchange_->queued(), held_.size(), input_.size()}) >
        high_water) {
      call_->pause();
    } else {
      call_->resume();
    }
  }

  void on_gone() {
    if (is_done_) return;
    // Modern revisions take this as a cancellation; older ones keep what they
    // have to say for whoever resumes the stream.
    if (call_) call_->cancel();
    lost_as_ = call_outcome::cancelled;
    lost_why_ = "the client is gone";
    end();
  }

  /// Whether a whole answer is one that the client can read.
  [[nodiscard]] bool is_answer() const {
    if (id_.empty()) return true;
    if (form_ == form::json) return talk_.open_requests() == 0;
    return status_ >= 400 && read_message(body_);
  }

  void answer() {
    if (status_ >= 400) {
      lost_as_ = call_outcome::error;
      lost_why_ = "HTTP status " + std::to_string(status_);
      talk_.note_refusal(body_);
    }
    if (!is_answer()) {
      fail(status_ < 400 ? 502 : status_,
           "The server's answer is not a message");
      return;
    }
    if (!answers_.empty() && body_.starts_with('[')) {
      body_.replace(0, 1, joined_answers() + ',');
    } else if (!answers_.empty() && status_ < 300 && body_.empty()) {
      // Nothing that the server was sent asks for an answer.
      finish_with({200,
                   {{"Content-Type", "application/json"}},
                   joined_answers() + ']'});
      return;
    }
    finish_with({status_, std::move(fields_), std::move(body_)});
  }

  /// A failure with which no request is lost that could be told of.
  void note_failure() {
    if (talk_.open_requests() != 0) return;
    pending_request what;
    what.method = exchange_->request().method;
    relay_->interpreter->on_lost(what, who_, lost_as_, lost_why_);
  }

  void fail(int status, std::string_view why,
            call_outcome as = call_outcome::bad_answer) {
    if (call_) call_->cancel();
    lost_as_ = as;
    lost_why_ = why;
    finish_with(rpc_failure(status, id_, rpc_code::server_gone, why));
  }

  void finish_with(http_response response) {
    if (is_done_) return;
    exchange_->answer(std::move(response));
    end();
  }

  void end() {
    is_done_ = true;
    places_.clear();
    call_.reset();
    // What the slow lane is at will be answered there.
    if (!is_busy_) talk_.lose_all(lost_as_, lost_why_);
  }

  std::shared_ptr<relay_state> relay_;
  std::shared_ptr<http_exchange> exchange_;
  std::shared_ptr<http_call> call_;
  caller who_;
  conversation talk_;
  sse_reader events_;
  result_encoding session_asked_;  // by the initialize of its session
  std::vector<principal_quotas::lease> places_;
  http_request request_;              // until it is sent
  std::vector<std::string> pages_;    // requests for them, until they are made
  std::string id_;                    // of the request, raw
  std::vector<std::string> answers_;  // of our own, to a part of a batch
  form form_ = form::waiting;
  int status_ = 0;
  http_fields fields_;
  std::string body_;
  std::string input_;             // of a stream, until our turn comes
  std::string held_;              // after an event that is being rewritten
  bool is_stream_asked_ = false;  // which may have nothing to say for long
  bool is_resumable_ = false;     // its stream has ids of events
  bool has_garbage_ = false;      // in its stream
  bool is_batch_ = false;
  bool is_queued_ = false;  // we wait for our turn
  bool is_busy_ = false;    // the slow lane has a message of ours
  bool is_ended_ = false;   // the server's answer is complete meanwhile
  bool is_failed_ = false;  // it broke off
  bool is_done_ = false;
  // What became of requests that are open at the end.
  call_outcome lost_as_ = call_outcome::bad_answer;
  std::string lost_why_ = "the server ended its answer without one";
};

}  // namespace

void relay(std::shared_ptr<relay_state> relay,
           std::shared_ptr<http_exchange> exchange,
           const client_profile& client) {
  std::make_shared<relayed_call>(std::move(relay), std::move(exchange), client)
      ->begin();
}

}  // namespace pith::mcp
