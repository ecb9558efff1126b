// SPDX-License-Identifier: MIT
#include "mcp/hub/stdio_hub.hpp"

#include "mcp/hub/shared_server.hpp"
#include "mcp/hub/stdio_session.hpp"
#include "mcp/protocol/header_names.hpp"
#include "mcp/protocol/hub_reply.hpp"
#include "mcp/protocol/modern_headers.hpp"
#include "mcp/protocol/random_id.hpp"
#include "mcp/protocol/rpc_response.hpp"

#include <algorithm>
#include <boost/asio/steady_timer.hpp>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace pith::mcp {

namespace {

http_response refuse_method(std::string_view allowed) {
  http_response r =
      rpc_failure(405, {}, rpc_code::invalid_request, "Method Not Allowed");
  r.fields.add("Allow", std::string(allowed));
  return r;
}

http_response refuse_load(std::string_view id, std::string_view why) {
  http_response r = rpc_failure(503, id, rpc_code::internal_error, why);
  r.fields.add("Retry-After", "5");
  return r;
}

}  // namespace

class stdio_hub::state : public std::enable_shared_from_this<state> {
 public:
  using clock = hub_shared::clock;
  using exchange_ptr = std::shared_ptr<http_exchange>;

  state(boost::asio::io_context& io,
        const std::shared_ptr<server_state>& server, options wanted,
        gateway_metrics& metrics, hub_logger logger)
      : hub_(new hub_shared{io, std::move(wanted), server,
                            message_interpreter::make(server), metrics,
                            std::move(logger)}),
        timer_(io) {
    if (!hub_->interpreter) return;
    hub_->answers = std::make_shared<answer_rewriter>(
        io, hub_->interpreter,
        answer_rewriter::places{hub_->options.lane, hub_->options.turns});
  }

  void handle(exchange_ptr exchange, const client_profile& client) {
    if (auto refusal = refuse(exchange->request())) {
      exchange->answer(std::move(*refusal));
    } else if (exchange->request().method == "POST") {
      post(std::move(exchange), client);
    } else {
      get_or_delete(std::move(exchange));
    }
    begin_ticks();
  }

  [[nodiscard]] bool has_session(std::string_view id) const {
    const auto at = sessions_.find(std::string(id));
    return at != sessions_.end() && !at->second->is_over();
  }
  /// Those that are over wait for the next tick to be forgotten.
  [[nodiscard]] std::size_t sessions() const {
    return static_cast<std::size_t>(
        std::count_if(sessions_.begin(), sessions_.end(),
                      [](const auto& s) { return !s.second->is_over(); }));
  }

  void retire(std::function<void()> then) {
    if (is_retired_) return;
    is_retired_ = true;
    on_over_ = std::move(then);
    for (const auto& [key, server] : servers_) server->retire();
    begin_ticks();
    end_if_over();
  }

  void keep_only(const std::function<bool(const caller_identity&)>& may) {
    constexpr std::string_view why = "the rules of the gateway have changed";
    std::vector<std::shared_ptr<stdio_session>> sessions;
    for (const auto& [id, session] : sessions_) {
      if (!may(*session->identity())) sessions.push_back(session);
    }
    for (const auto& session : sessions) {
      session->end(why);
      sweep(session);
    }
    std::vector<std::shared_ptr<shared_server>> servers;
    for (const auto& [key, server] : servers_) {
      if (!may(*server->identity())) servers.push_back(server);
    }
    std::erase_if(servers_, [&may](const auto& s) {
      return !may(*s.second->identity());
    });
    for (const auto& server : servers) server->end(why);
    end_if_over();
  }

  void stop(std::function<void()> then) {
    is_retired_ = true;
    end_all("The gateway ends");
    timer_.cancel();
    when_childless(std::exchange(on_over_, nullptr));
    when_childless(std::move(then));
  }

  void end_all(std::string_view why) {
    const auto sessions = std::exchange(sessions_, {});
    for (const auto& [id, session] : sessions) session->end(why);
    const auto servers = std::exchange(servers_, {});
    for (const auto& [key, server] : servers) server->end(why);
  }

 private:
  [[nodiscard]] std::optional<http_response> refuse(
      const http_request& request) const {
    if (!hub_->interpreter) {
      return rpc_failure(500, {}, rpc_code::internal_error,
                         "The gateway is not set up for this server");
    }
    if (request.method == "POST") {
      if (!is_json_content(request.fields)) {
        return rpc_failure(415, {}, rpc_code::invalid_request,
                           "Unsupported Media Type: not application/json");
      }
      const accepted_forms forms = accepted(request.fields);
      if (!forms.json && !forms.events) {
        return rpc_failure(406, {}, rpc_code::invalid_request,
                           "Not Acceptable: answers are application/json or "
                           "text/event-stream");
      }
      return std::nullopt;
    }
    if (request.method == "GET" || request.method == "DELETE") {
      return std::nullopt;
    }
    return refuse_method("POST, GET, DELETE");
  }

  // -- POST

  void post(exchange_ptr exchange, const client_profile& client) {
    const http_request& request = exchange->request();
    const client_text read = read_client_text(request.body);
    if (read.is_refused()) {
      ++hub_->metrics.requests_refused;
      exchange->answer(refuse_client(read));
      return;
    }
    const message& m = read.messages.front();
    if (is_modern(request.fields, read.messages)) {
      if (read.is_batch) {
        exchange->answer(rpc_failure(400, {}, rpc_code::invalid_request,
                                     "Invalid Request: this revision of MCP "
                                     "has no batches"));
      } else {
        post_modern(std::move(exchange), m, client);
      }
      return;
    }
    if (!check_version(exchange)) return;
    if (request.fields.count(session_field) != 0) {
      if (const auto session = find_session(exchange)) {
        // The views of the messages are of its body.
        const auto held = exchange;
        session->post(std::move(exchange), read, client);
        sweep(session);
      }
      return;
    }
    if (!read.is_batch && m.kind == message_kind::request &&
        m.method == "initialize") {
      initialize(std::move(exchange), m, client);
      return;
    }
    exchange->answer(rpc_failure(400, read.is_batch ? std::string_view{} : m.id,
                                 rpc_code::invalid_request,
                                 "Bad Request: Mcp-Session-Id is missing"));
  }

  /// Whether any of them belongs to a revision without sessions.
  static bool is_modern(const http_fields& fields,
                        const std::vector<message>& all) {
    return std::any_of(all.begin(), all.end(), [&fields](const message& m) {
      return is_modern_request(fields, m);
    });
  }

  // A revision that nobody knows is refused; none is one of before the field.
  bool check_version(const exchange_ptr& exchange) const {
    const auto version = exchange->request().fields.find(version_field);
    if (!version || is_known_version(*version)) return true;
    exchange->answer(rpc_failure(400, {}, rpc_code::invalid_request,
                                 "Bad Request: unsupported protocol version"));
    return false;
  }

  void initialize(exchange_ptr exchange, const message& m,
                  const client_profile& client) {
    const gateway_limits& limits = hub_->options.limits;
    std::string id = random_id();
    if (is_retired_ || id.empty() ||
        hub_->metrics.sessions >= limits.sessions ||
        hub_->metrics.in_flight >= limits.in_flight) {
      ++hub_->metrics.requests_refused;
      exchange->answer(refuse_load(m.id, "Too many sessions are open"));
      return;
    }
    if (!hub_->options.replica.empty()) {
      id.append(".").append(hub_->options.replica);
    }
    const tenant from = tenant_of(*exchange);
    auto place = hub_->options.quotas->take(quota::sessions, from, limits);
    if (!place) {
      ++hub_->metrics.requests_refused;
      exchange->answer(refuse_quota(quota::sessions, from, limits, m.id));
      return;
    }
    const auto held = exchange;  // the views of the message are of its body
    const auto session = std::make_shared<stdio_session>(
        hub_, std::move(id), held->who(), std::move(place));
    sessions_.emplace(session->id(), session);
    session->begin(std::move(exchange), m, client);
    sweep(session);
  }

  void post_modern(exchange_ptr exchange, const message& m,
                   const client_profile& client) {
    if (is_retired_) {
      exchange->answer(refuse_load(m.id, "The server is being replaced"));
      return;
    }
    auto& server = servers_[sharing_key(*exchange->who())];
    if (!server) {
      server =
          std::make_shared<shared_server>(hub_, exchange->who(), registry_);
    }
    const auto held = exchange;
    server->post(std::move(exchange), m, client);
  }

  // -- GET and DELETE

  void get_or_delete(exchange_ptr exchange) {
    const http_fields& fields = exchange->request().fields;
    const std::string_view version = fields.find(version_field).value_or("");
    if (is_modern_version(version) ||
        (version.empty() && fields.count(session_field) == 0)) {
      exchange->answer(refuse_method("POST"));
      return;
    }
    if (!check_version(exchange)) return;
    if (fields.count(session_field) == 0) {
      exchange->answer(rpc_failure(400, {}, rpc_code::invalid_request,
                                   "Bad Request: Mcp-Session-Id is missing"));
      return;
    }
    const auto session = find_session(exchange);
    if (!session) return;
    if (exchange->request().method == "GET") {
      session->listen(std::move(exchange));
      return;
    }
    session->end("The client ended the session", call_outcome::cancelled);
    sweep(session);
    exchange->answer(empty_response(204));
  }

  // The session that the request names, or an answer and null. Whether another
  // principal has such a session is nobody's business.
  std::shared_ptr<stdio_session> find_session(const exchange_ptr& exchange) {
    const http_fields& fields = exchange->request().fields;
    if (fields.count(session_field) == 1) {
      const auto at =
          sessions_.find(std::string(fields.find(session_field).value_or("")));
      if (at != sessions_.end() && !at->second->is_over() &&
          sharing_key(*at->second->identity()) ==
              sharing_key(*exchange->who())) {
        at->second->renew(exchange->who());
        return at->second;
      }
    }
    exchange->answer(rpc_failure(404, {}, rpc_timeout, "Session not found"));
    return nullptr;
  }

  void sweep(const std::shared_ptr<stdio_session>& session) {
    if (session->is_over()) sessions_.erase(session->id());
  }

  void when_childless(std::function<void()> then) {
    if (!then) return;
    if (hub_->children == 0) {
      then();
      return;
    }
    hub_->on_childless = [first = std::move(hub_->on_childless),
                          next = std::move(then)] {
      if (first) first();
      next();
    };
  }

  // -- Time

  void begin_ticks() {
    if (is_ticking_ || (sessions_.empty() && servers_.empty())) return;
    is_ticking_ = true;
    timer_.expires_after(hub_->options.tick);
    timer_.async_wait(
        [weak = weak_from_this()](const boost::system::error_code& e) {
          const auto self = weak.lock();
          if (!self) return;
          self->is_ticking_ = false;
          if (!e) self->tick();
        });
  }

  void tick() {
    const auto now = clock::now();
    for (const auto& [id, session] : sessions_) session->tick(now);
    std::erase_if(sessions_, [](const auto& s) { return s.second->is_over(); });
    for (const auto& [key, server] : servers_) server->tick(now);
    std::erase_if(servers_, [this, now](const auto& s) {
      return s.second->is_idle(now) || (is_retired_ && !s.second->is_busy());
    });
    end_if_over();
    begin_ticks();
  }

  void end_if_over() {
    if (!is_retired_ || !sessions_.empty() || !servers_.empty() || !on_over_) {
      return;
    }
    stop({});
  }

  std::shared_ptr<hub_shared> hub_;
  boost::asio::steady_timer timer_;
  bool is_ticking_ = false;
  bool is_retired_ = false;
  std::function<void()> on_over_;
  param_registry registry_;
  std::unordered_map<std::string, std::shared_ptr<stdio_session>> sessions_;
  std::map<std::string, std::shared_ptr<shared_server>>
      servers_;  // sharing_key()
};

stdio_hub::stdio_hub(boost::asio::io_context& io,
                     const std::shared_ptr<server_state>& server,
                     options wanted, gateway_metrics& metrics,
                     hub_logger logger)
    : state_(std::make_shared<state>(io, server, std::move(wanted), metrics,
                                     std::move(logger))) {}

stdio_hub::~stdio_hub() {
  try {
    state_->stop({});
  } catch (...) {
    return;  // without memory; children end with the thread
  }
}

void stdio_hub::handle(std::shared_ptr<http_exchange> exchange,
                       const client_profile& client) {
  state_->handle(std::move(exchange), client);
}

bool stdio_hub::has_session(std::string_view id) const {
  return state_->has_session(id);
}

std::size_t stdio_hub::sessions() const { return state_->sessions(); }

void stdio_hub::retire(std::function<void()> then) {
  state_->retire(std::move(then));
}

void stdio_hub::keep_only(
    const std::function<bool(const caller_identity& who)>& may) {
  state_->keep_only(may);
}

void stdio_hub::stop(std::function<void()> then) {
  state_->stop(std::move(then));
}

}  // namespace pith::mcp
