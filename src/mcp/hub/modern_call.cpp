// SPDX-License-Identifier: MIT
#include "mcp/hub/modern_call.hpp"

#include "mcp/http/sse.hpp"
#include "mcp/raw_json/json_span.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <charconv>
#include <utility>

namespace pith::mcp {

namespace {

// A client that lets more than this wait is one that does not read.
constexpr std::size_t max_waiting = 8U << 20U;

std::string_view or_none(std::optional<std::string_view> part) {
  return part.value_or(std::string_view{});
}

std::string_view request_id(const message& m) {
  if (m.method != "notifications/cancelled") return {};
  return or_none(find_member(m.params, "requestId"));
}

std::string_view subscription_id(const message& m) {
  return or_none(find_path(m.is_answer() ? m.result : m.params,
                           {"_meta", subscription_key}));
}

}  // namespace

modern_call::modern_call(std::shared_ptr<hub_shared> hub,
                         std::shared_ptr<http_exchange> exchange,
                         const message& request, std::uint64_t number,
                         caller who, pending_request what)
    : hub_(std::move(hub)),
      exchange_(std::move(exchange)),
      number_(number),
      name_(std::to_string(number)),
      id_(request.id),
      token_(progress_token(request)),
      method_(request.method),
      who_(std::move(who)),
      what_(std::move(what)),
      forms_(accepted(exchange_->request().fields)),
      wants_log_(find_path(request.params,
                           {"_meta", "io.modelcontextprotocol/logLevel"})
                     .has_value()) {
  ++hub_->metrics.in_flight;
}

modern_call::~modern_call() {
  --hub_->metrics.in_flight;
  close_stream();
}

std::string modern_call::for_child(const message& request) const {
  return with_parts(request.text,
                    {{request.id, name_}, {progress_token(request), name_}});
}

std::string modern_call::for_client(const message& m) const {
  std::string_view token;
  if (m.method == "notifications/progress") token = progress_token(m);
  return with_parts(m.text, {{m.is_answer() ? m.id : request_id(m), id_},
                             {token, token_},
                             {subscription_id(m), id_}});
}

bool modern_call::say(std::string_view text) {
  if (!exchange_ || !forms_.events) return true;
  open_stream();
  last_write_ = clock::now();
  exchange_->write(sse_text({}, text));
  return exchange_->queued() <= max_waiting;
}

void modern_call::open_stream() {
  if (is_stream_) return;
  is_stream_ = true;
  ++hub_->metrics.streams;
  exchange_->begin(200, stream_fields());
}

void modern_call::close_stream() {
  if (!is_stream_) return;
  is_stream_ = false;
  --hub_->metrics.streams;
}

void modern_call::answer(std::string text, int code) {
  if (!exchange_) return;
  if (!is_stream_ && forms_.json) {
    std::exchange(exchange_, nullptr)
        ->answer(json_response(modern_status(method_, code), std::move(text)));
    return;
  }
  open_stream();
  exchange_->write(sse_text({}, text));
  close_stream();
  std::exchange(exchange_, nullptr)->finish();
}

void modern_call::refuse(http_response response) {
  if (!exchange_) return;
  if (is_stream_) {
    answer(std::move(response.body), rpc_code::invalid_request);
    return;
  }
  std::exchange(exchange_, nullptr)->answer(std::move(response));
}

void modern_call::drop(bool aborts) {
  close_stream();
  const auto last = std::exchange(exchange_, nullptr);
  if (last && aborts) last->abort();
}

void modern_call::beat(clock::time_point now) {
  if (!exchange_ || !forms_.events ||
      now - last_write_ < hub_->options.heartbeat) {
    return;
  }
  open_stream();
  last_write_ = now;
  exchange_->write(":\n\n");
}

void modern_call::on_gone(std::function<void()> then) {
  if (!exchange_) return;
  exchange_->on_gone([hub = hub_, then = std::move(then)]() mutable {
    boost::asio::post(hub->io, std::move(then));
  });
}

std::optional<std::uint64_t> call_number(const message& m) {
  std::string_view raw = m.id;
  if (m.kind == message_kind::notification) {
    raw = m.method == "notifications/progress" ? progress_token(m)
                                               : request_id(m);
    if (raw.empty()) raw = subscription_id(m);
  }
  return unsigned_of(raw);
}

int error_code_of(const message& m) {
  if (m.kind != message_kind::failure) return 0;
  const auto raw = or_none(find_member(m.error, "code"));
  int code = 0;
  std::from_chars(raw.data(), raw.data() + raw.size(), code);
  return code != 0 ? code : rpc_code::internal_error;
}

int modern_status(std::string_view method, int code) noexcept {
  switch (code) {
    case rpc_code::method_not_found:
      return 404;
    case rpc_code::header_mismatch:
    case rpc_code::missing_capability:
    case rpc_code::unsupported_version:
      return 400;
    default:
      return code != 0 && method == "server/discover" ? 400 : 200;
  }
}

}  // namespace pith::mcp
