// SPDX-License-Identifier: MIT
#include "mcp/net/client/http_connection.hpp"

#include "mcp/http/keep_alive.hpp"

#include <algorithm>
#include <array>
#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>
#include <utility>

namespace pith::mcp {

namespace {

namespace asio = boost::asio;

/// How often one connection reads before others have their turn.
constexpr int reads_per_turn = 8;

/// What of head and body is after the first `sent` bytes.
std::size_t rest_of(const sent_call& call, std::size_t sent,
                    std::array<asio::const_buffer, 2>& parts) {
  std::size_t count = 0;
  for (const std::string* part : {&call.head, &call.body}) {
    if (sent < part->size()) {
      parts[count++] = asio::buffer(*part) + sent;
      sent = 0;
    } else {
      sent -= part->size();
    }
  }
  return count;
}

}  // namespace

void sent_call::cancel() {
  // The listener may be what is calling: let it go last.
  const auto gone = std::exchange(listener, nullptr);
  const auto line = std::exchange(connection, nullptr);
  if (line) line->close();
}

void sent_call::resume() {
  if (!std::exchange(is_paused, false)) return;
  if (connection) connection->resume();
}

http_connection::http_connection(std::shared_ptr<http_pool> pool)
    : pool_(std::move(pool)), parser_(pool_->wanted().header_bytes) {}

void http_connection::open(asio::io_context& io, const http_url& server,
                           std::shared_ptr<sent_call> call) {
  call_ = std::move(call);
  call_->connection = shared_from_this();
  set_deadline(pool_->wanted().connect_time);
  connector_ = http_connector::start(
      io, server, pool_->wanted().tls,
      [self = shared_from_this()](std::shared_ptr<http_channel> channel,
                                  const std::string& problem) {
        self->opened(std::move(channel), problem);
      });
}

void http_connection::opened(std::shared_ptr<http_channel> channel,
                             const std::string& problem) {
  connector_.reset();
  if (phase_ != phase::opening) return;
  if (!channel) return fail(problem, false);
  channel_ = std::move(channel);
  begin();
}

void http_connection::send(std::shared_ptr<sent_call> call) {
  call_ = std::move(call);
  call_->connection = shared_from_this();
  is_reused_ = true;
  begin();
}

void http_connection::begin() {
  phase_ = phase::busy;
  sent_ = 0;
  is_sent_ = false;
  parser_.begin(call_->is_head);
  set_deadline(call_->answer_time);
  write();
  // An answer may come before the whole request has gone.
  wait_for_bytes();
}

/// Sends what the socket takes, and the rest when it takes more.
void http_connection::write() {
  std::array<asio::const_buffer, 2> parts;
  error_code error;
  std::size_t count = rest_of(*call_, sent_, parts);
  for (; count != 0 && !error; count = rest_of(*call_, sent_, parts)) {
    sent_ += channel_->try_write(std::span(parts).first(count), error);
  }
  if (error == asio::error::would_block) {
    channel_->wait(
        http_channel::direction::write,
        [self = shared_from_this(), call = call_](const error_code& failed) {
          if (self->call_ != call) return;
          if (failed) return self->write_failed();
          self->write();
        });
  } else if (error) {
    write_failed();
  } else {
    is_sent_ = true;
    // It will not be sent again, and the answer may be a stream for days.
    std::string().swap(call_->head);
    std::string().swap(call_->body);
  }
}

/// The server may have said why it takes no more, so look before giving up.
void http_connection::write_failed() {
  is_write_broken_ = true;
  resume();
}

void http_connection::wait_for_bytes() {
  if (is_waiting_ || phase_ == phase::closed) return;
  is_waiting_ = true;
  channel_->wait(http_channel::direction::read,
                 [self = shared_from_this()](const error_code&) {
                   self->is_waiting_ = false;
                   self->on_readable();
                 });
}

void http_connection::resume() {
  if (!channel_) return;
  asio::post(channel_->executor(),
             [self = shared_from_this()] { self->on_readable(); });
}

void http_connection::on_readable() {
  if (phase_ == phase::busy) return read();
  if (phase_ != phase::idle) return;
  // Nothing was asked for: the server closes, or it is not to be trusted. TLS
  // has messages of its own, after which there is nothing to read.
  if (!is_usable()) return close();
  wait_for_bytes();
}

bool http_connection::is_usable() {
  // The timer may be late.
  if (phase_ == phase::idle && deadline_ <= http_pool::clock::now()) {
    return false;
  }
  char byte = 0;
  error_code error;
  static_cast<void>(channel_->try_read(asio::buffer(&byte, 1), error));
  return error == asio::error::would_block;
}

void http_connection::read() {
  // All of this is about one call; it may end, and another one begin.
  const auto call = call_;
  for (int i = 0; i < reads_per_turn; ++i) {
    if (call->is_paused) return;
    const std::span<char> into = pool_->scratch();
    error_code error;
    const std::size_t n =
        channel_->try_read(asio::buffer(into.data(), into.size()), error);
    if (error == asio::error::would_block) {
      if (!is_write_broken_) break;
      return lost(asio::error::broken_pipe);
    }
    if (error) return lost(error);
    set_deadline(call->answer_time);
    if (!take({into.data(), n})) return;
    // A full buffer means that more is there; else waiting says so as fast.
    if (n < into.size() && !is_write_broken_) break;
  }
  if (is_write_broken_) return resume();
  if (!call->is_paused) wait_for_bytes();
}

/// Returns false when the call is over.
bool http_connection::take(std::string_view bytes) {
  switch (parser_.put(bytes, *this)) {
    case http_response_parser::state::more:
      return true;
    case http_response_parser::state::complete:
      finish();
      return false;
    case http_response_parser::state::stopped:
      return false;
    case http_response_parser::state::failed:
      break;
  }
  std::string text = "the answer is not valid HTTP: ";
  text += parser_.problem();
  fail(text, true);
  return false;
}

bool http_connection::on_head(int status, const http_fields& fields) {
  const auto call = call_;
  const auto listener = call->listener;
  kept_for_ = keep_alive_time(fields);
  listener->on_head(status, fields);
  return call_ == call;
}

bool http_connection::on_body(std::string_view bytes) {
  const auto call = call_;
  const auto listener = call->listener;
  listener->on_body(bytes);
  return call_ == call;
}

/// The server sends no more.
void http_connection::lost(const error_code& why) {
  const bool is_orderly = why == asio::error::eof;
  if (parser_.has_begun()) {
    if (is_orderly &&
        parser_.put_eof() == http_response_parser::state::complete) {
      return finish();
    }
    return fail("the server broke off its answer", true);
  }
  // A request that went as a whole may have been taken: sending it again could
  // do something twice.
  if (is_reused_ && !is_sent_ && !call_->has_retried) {
    const auto call = release();
    close();
    call->has_retried = true;
    return pool_->send_on_new(call);
  }
  std::string text = "the server closed the connection";
  if (!is_orderly) text.append(": ").append(channel_->explain(why));
  fail(text, is_sent_);
}

/// The answer is complete. The connection is free before the listener hears
/// of it, so that what it sends next finds it.
void http_connection::finish() {
  const auto call = release();
  const bool is_good = is_sent_ && !parser_.has_rest() && parser_.keeps_alive();
  const auto self = shared_from_this();
  phase_ = phase::idle;
  if (is_good && keep()) {
    wait_for_bytes();
  } else {
    close();
  }
  if (const auto listener = std::exchange(call->listener, nullptr)) {
    listener->on_end();
  }
}

/// Gives the connection to the pool, for less time than the server keeps it: a
/// request that is on its way when the server closes is lost.
bool http_connection::keep() {
  constexpr std::chrono::seconds margin{1};
  std::chrono::seconds time = pool_->wanted().idle_time;
  if (kept_for_) {
    if (*kept_for_ <= margin) return false;
    const std::chrono::seconds most = *kept_for_ - margin;
    time = time == std::chrono::seconds::zero() ? most : std::min(time, most);
  }
  if (!pool_->keep(*this)) return false;
  set_deadline(time);
  return true;
}

void http_connection::fail(std::string_view what, bool may_have_arrived) {
  const auto self = shared_from_this();
  const auto call = release();
  close();
  if (!call) return;
  if (const auto listener = std::exchange(call->listener, nullptr)) {
    listener->on_failure(what, may_have_arrived);
  }
}

std::shared_ptr<sent_call> http_connection::release() {
  auto call = std::exchange(call_, nullptr);
  if (call) call->connection.reset();
  return call;
}

void http_connection::close() {
  if (phase_ == phase::closed) return;
  phase_ = phase::closed;
  deadline_ = time_point::max();
  const auto self = shared_from_this();
  // Nobody is to hear of it, and call and listener may know each other.
  std::shared_ptr<http_listener> dropped;
  if (const auto call = release()) dropped = std::move(call->listener);
  if (const auto connector = std::exchange(connector_, nullptr)) {
    connector->cancel();
  }
  if (channel_) channel_->close();
  pool_->forget(*this);
}

void http_connection::expire() {
  switch (phase_) {
    case phase::opening:
      return fail("connecting took too long", false);
    case phase::busy:
      if (call_->is_paused) return set_deadline(call_->answer_time);
      return fail(late_answer, is_sent_);
    case phase::idle:
      return close();
    case phase::closed:
      break;
  }
}

void http_connection::set_deadline(std::chrono::seconds from_now) {
  deadline_ = time_point::max();
  if (from_now == std::chrono::seconds::zero()) return;
  deadline_ = http_pool::clock::now() + from_now;
  pool_->watch(deadline_);
}

}  // namespace pith::mcp
