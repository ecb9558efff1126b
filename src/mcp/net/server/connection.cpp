// SPDX-License-Identifier: MIT
#include "mcp/net/server/connection.hpp"

#include "mcp/net/server/exchange.hpp"

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>
#include <utility>

namespace pith::mcp {

namespace asio = boost::asio;

namespace {

/// What may come after a request before its answer is there.
constexpr std::size_t max_pipelined_bytes = 8U << 10U;
/// What a client that was refused may still send.
constexpr std::size_t max_lingering_bytes = 64U << 20U;
/// Refusals that wait at a time; further ones are sent at once, and end their
/// connections.
constexpr std::size_t max_delayed = 1'000;
/// For a connection that is new when the server is drained.
constexpr std::chrono::seconds drain_time{2};

}  // namespace

server_connection::server_connection(std::shared_ptr<server_shared> shared,
                                     std::shared_ptr<http_channel> channel,
                                     std::string peer)
    : shared_(std::move(shared)),
      channel_(std::move(channel)),
      peer_(std::make_shared<const std::string>(std::move(peer))),
      parser_(shared_->limits.header_bytes, shared_->limits.header_count),
      address_(peer_) {}

void server_connection::start() {
  counted_ = true;
  phase_ = phase::shaking;
  deadline_ = clock::now() + shared_->limits.request_time;
  place_ = shared_->open.insert(shared_->open.end(), shared_from_this());
  if (!shared_->tls) return on_shaken({});
  channel_->handshake([self = shared_from_this()](const error_code& error) {
    self->on_shaken(error);
  });
}

void server_connection::start_refused() {
  ++shared_->refused;
  place_ = shared_->open.insert(shared_->open.end(), shared_from_this());
  refuse(plain_answer(503, "there are too many connections"));
  advance({});
}

void server_connection::on_shaken(const error_code& error) {
  if (phase_ != phase::shaking) return;
  if (error) return close();
  phase_ = phase::reading;
  await_input();
}

void server_connection::await_input() {
  if (waits_for_input_) return;
  const bool wanted =
      (phase_ == phase::reading && !waits_for_admission_) ||
      phase_ == phase::lingering ||
      (phase_ == phase::handling && input_.size() < max_pipelined_bytes);
  if (!wanted) return;
  waits_for_input_ = true;
  channel_->wait(http_channel::direction::read,
                 [self = shared_from_this()](const error_code& error) {
                   self->on_readable(error);
                 });
}

void server_connection::on_readable(const error_code& error) {
  waits_for_input_ = false;
  if (phase_ == phase::closed || phase_ == phase::ending) return;
  if (error) return gone();
  std::size_t room = shared_->scratch.size();
  if (phase_ == phase::handling) {
    if (input_.size() >= max_pipelined_bytes) return;
    room = max_pipelined_bytes - input_.size();
  }
  error_code failed;
  const std::size_t n =
      channel_->try_read(asio::buffer(shared_->scratch.data(), room), failed);
  if (failed == asio::error::would_block) return await_input();
  if (failed) return gone();
  const std::string_view bytes(shared_->scratch.data(), n);
  if (phase_ == phase::reading) return advance(bytes);
  if (phase_ == phase::handling) {
    input_ += bytes;
  } else {
    discarded_ += n;
    if (discarded_ > max_lingering_bytes) return close();
  }
  await_input();
}

/// Goes on as far as it can with what has arrived. What an exchange does while
/// this runs is seen by the loop here.
void server_connection::advance(std::string_view fresh) {
  if (advancing_ || phase_ == phase::closed) return;
  const auto self = shared_from_this();
  advancing_ = true;
  std::string held = std::exchange(input_, {});
  if (!held.empty()) {
    held += fresh;
    fresh = held;
  }
  try {
    while (step(fresh)) {
    }
    input_.assign(fresh);
  } catch (...) {
    // Whatever the handler threw, this connection cannot go on.
    advancing_ = false;
    close();
    throw;
  }
  advancing_ = false;
  await_input();
}

/// Returns whether there may be more to do.
bool server_connection::step(std::string_view& fresh) {
  switch (phase_) {
    case phase::reading:
      if (waits_for_admission_) return false;
      if (fresh.empty() && (parser_.at() == http_parser::state::head ||
                            parser_.at() == http_parser::state::body)) {
        return false;
      }
      step_reading(fresh);
      return true;
    case phase::handling:
      return step_handling();
    case phase::ending:
      return step_ending();
    default:
      return false;
  }
}

void server_connection::step_reading(std::string_view& fresh) {
  switch (parser_.at()) {
    case http_parser::state::head: {
      const bool begun = parser_.begun();
      fresh.remove_prefix(parser_.put(fresh));
      if (!begun && parser_.at() == http_parser::state::head) {
        deadline_ = clock::now() + shared_->limits.request_time;
      }
      break;
    }
    case http_parser::state::body:
      fresh.remove_prefix(parser_.put(fresh));
      break;
    case http_parser::state::admission:
      admit(fresh);
      break;
    case http_parser::state::complete:
      handle();
      break;
    case http_parser::state::refused:
      refuse(plain_answer(parser_.refusal().status, parser_.refusal().reason));
      break;
  }
}

void server_connection::admit(std::string_view& fresh) {
  const http_head& head = parser_.head();
  frame_ = {head.http_1_0, head.keep_alive && !shared_->leaving,
            head.request.method == "HEAD"};
  admission verdict = shared_->handler.admit(head.request, *peer_);
  if (verdict.wait) return admit_later(verdict.wait);
  frame_.fields = std::move(verdict.fields);
  const bool is_direct = verdict.address.empty() || verdict.address == *peer_;
  address_ =
      is_direct
          ? peer_
          : std::make_shared<const std::string>(std::move(verdict.address));
  if (verdict.refusal && verdict.delay.count() > 0) {
    return refuse_later(std::move(*verdict.refusal), verdict.delay, fresh);
  }
  if (verdict.refusal) {
    return refuse_admission(std::move(*verdict.refusal), fresh);
  }
  who_ = std::move(verdict.who);
  if (!who_) who_ = nobody();
  parser_.admit(verdict.max_body_bytes);
  if (parser_.at() != http_parser::state::body) return;
  deadline_ = clock::now() + shared_->limits.request_time;
  if (head.expects_continue && fresh.empty()) {
    output_.push("HTTP/1.1 100 Continue\r\n\r\n");
    flush();
  }
}

/// Its head stays where it is, and so does all that came after it.
void server_connection::admit_later(
    const std::function<void(std::function<void()>)>& wait) {
  waits_for_admission_ = true;
  deadline_ = clock::now() + shared_->limits.request_time;
  // The connection itself belongs to its thread; another one must not be the
  // last to hold it.
  wait([weak = weak_from_this(), io = shared_->io.get_executor()] {
    asio::post(io, [weak] {
      if (const auto self = weak.lock()) self->admit_again();
    });
  });
}

void server_connection::admit_again() {
  if (!waits_for_admission_) return;
  waits_for_admission_ = false;
  advance({});
}

/// The connection can go on when the body is none or here already; else its
/// end cannot be waited for.
void server_connection::refuse_admission(http_response response,
                                         std::string_view& fresh) {
  if (!take_refused_body(fresh)) return refuse(std::move(response));
  phase_ = phase::handling;
  deadline_ = clock::time_point::max();
  ++number_;
  exchange_.reset();
  push(std::move(response));
  progress_ = progress::complete;
}

/// Whether it was here already.
bool server_connection::take_refused_body(std::string_view& fresh) {
  const http_head& head = parser_.head();
  const bool whole = head.body != http_head::body_form::chunked &&
                     head.body_bytes <= fresh.size();
  if (!whole) return false;
  fresh.remove_prefix(static_cast<std::size_t>(head.body_bytes));
  static_cast<void>(parser_.take());
  return true;
}

/// Nothing but a timer waits; the connection reads no further request.
void server_connection::refuse_later(http_response response,
                                     std::chrono::milliseconds delay,
                                     std::string_view& fresh) {
  if (shared_->delayed >= max_delayed) return refuse(std::move(response));
  const bool is_whole = take_refused_body(fresh);
  phase_ = phase::handling;
  deadline_ = clock::time_point::max();
  ++number_;
  exchange_.reset();
  progress_ = progress::none;
  ++shared_->delayed;
  delay_ = std::make_unique<asio::steady_timer>(shared_->io, delay);
  delay_->async_wait(
      [self = shared_from_this(), number = number_, is_whole,
       response = std::move(response)](const error_code&) mutable {
        --self->shared_->delayed;
        self->refuse_now(number, std::move(response), is_whole);
      });
}

void server_connection::refuse_now(std::uint64_t number, http_response response,
                                   bool is_whole) {
  if (!is_open(number) || progress_ != progress::none) return;
  if (is_whole) {
    if (shared_->leaving) frame_.keep_alive = false;
    push(std::move(response));
    progress_ = progress::complete;
  } else {
    refuse(std::move(response));
  }
  advance({});
}

void server_connection::refuse(http_response response) {
  frame_.keep_alive = false;
  push(std::move(response));
  phase_ = phase::ending;
  deadline_ = clock::time_point::max();
}

void server_connection::handle() {
  const auto exchange = std::make_shared<server_exchange>(
      server_exchange::parts{shared_->io.get_executor(), weak_from_this(),
                             ++number_, parser_.take(), address_, who_});
  exchange_ = exchange;
  progress_ = progress::none;
  was_large_ = false;
  phase_ = phase::handling;
  deadline_ = clock::time_point::max();
  shared_->handler.handle(exchange);
}

void server_connection::end_exchange() {
  if (const auto exchange = exchange_.lock()) exchange->set_waiting(0);
  exchange_.reset();
  // They may own what ends this connection or another one.
  const auto drained = std::exchange(on_drained_, nullptr);
  const auto gone = std::exchange(on_gone_, nullptr);
}

void server_connection::gone() {
  auto then = std::exchange(on_gone_, nullptr);
  close();
  // Not at once: an exchange may be in the middle of telling us something.
  if (then) asio::post(shared_->io, std::move(then));
}

void server_connection::close() {
  if (phase_ == phase::closed) return;
  const auto self = shared_from_this();
  phase_ = phase::closed;
  channel_->close();
  output_.clear();
  if (delay_) delay_->cancel();
  if (const auto exchange = exchange_.lock()) exchange->set_gone();
  end_exchange();
  shared_->open.erase(place_);
  if (counted_) {
    shared_->counts.connections.fetch_sub(1, std::memory_order_relaxed);
  } else {
    --shared_->refused;
  }
}

void server_connection::drain() {
  const auto now = clock::now();
  switch (phase_) {
    case phase::shaking:
      deadline_ = std::min(deadline_, now + drain_time);
      break;
    case phase::reading:
      if (parser_.begun()) break;
      if (number_ > 0) return close();
      deadline_ = std::min(deadline_, now + drain_time);
      break;
    default:
      break;
  }
}

void server_connection::revalidate() {
  http_handler& handler = shared_->handler;
  if (phase_ == phase::reading && parser_.at() == http_parser::state::body) {
    if (handler.still_allows(parser_.head().request, *peer_, *who_)) return;
    refuse(plain_answer(401, "access was revoked while the request came in"));
    return advance({});
  }
  if (phase_ != phase::handling || progress_ == progress::complete) return;
  const auto exchange = exchange_.lock();
  if (!exchange) return;
  if (handler.still_allows(exchange->request(), *peer_, *exchange->who())) {
    return;
  }
  gone();
}

bool server_connection::is_expired_stream() const {
  // A call that was let in may still be answered; what goes on and on may not.
  return phase_ == phase::handling && progress_ == progress::streaming &&
         who_->is_expired(caller_identity::clock::now());
}

void server_connection::sweep(clock::time_point now) {
  if (now >= write_deadline_ || is_expired_stream()) return gone();
  if (now < deadline_) return;
  if (phase_ == phase::reading && parser_.begun()) {
    refuse(plain_answer(408, "the request did not arrive in time"));
    return advance({});
  }
  close();
}

}  // namespace pith::mcp
