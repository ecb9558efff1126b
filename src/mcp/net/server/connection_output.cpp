// SPDX-License-Identifier: MIT
/// @file
/// What a connection writes, and what exchanges make it write.
#include "mcp/net/server/connection.hpp"
#include "mcp/net/server/exchange.hpp"

#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>
#include <utility>

namespace pith::mcp {

namespace asio = boost::asio;

namespace {

/// Output is large above the one and small again below the other.
constexpr std::size_t large_output_bytes = 256U << 10U;
constexpr std::size_t small_output_bytes = 64U << 10U;
/// How long a client that was refused may go on.
constexpr std::chrono::seconds linger_time{2};

}  // namespace

bool server_connection::step_handling() {
  if (progress_ != progress::complete) return false;
  flush();
  if (phase_ != phase::handling || !output_.empty()) return false;
  end_exchange();
  const bool last = !frame_.keep_alive || shared_->draining;
  frame_ = answer_frame();
  phase_ = last ? phase::ending : phase::reading;
  if (!last) deadline_ = clock::now() + shared_->limits.idle_time;
  return true;
}

bool server_connection::step_ending() {
  flush();
  if (phase_ != phase::ending || !output_.empty()) return false;
  // A socket that is closed with bytes unread takes back what was written.
  channel_->shutdown();
  phase_ = phase::lingering;
  deadline_ = clock::now() + linger_time;
  return false;
}

void server_connection::push(http_response response) {
  if (says_close(response.fields)) frame_.keep_alive = false;
  output_.push(answer_text(response, frame_));
  output_.push(std::move(response.body));
}

void server_connection::flush() {
  if (waits_for_room_ || output_.empty() || phase_ == phase::closed) return;
  error_code error;
  const std::size_t sent = output_.send(*channel_, error);
  if (error && error != asio::error::would_block) return gone();
  if (error) {
    if (sent > 0 || write_deadline_ == clock::time_point::max()) {
      write_deadline_ = clock::now() + shared_->limits.write_time;
    }
    waits_for_room_ = true;
    channel_->wait(http_channel::direction::write,
                   [self = shared_from_this()](const error_code& waited) {
                     self->on_writable(waited);
                   });
  } else {
    write_deadline_ = clock::time_point::max();
  }
  if (const auto exchange = exchange_.lock()) {
    exchange->set_waiting(output_.size());
  }
}

/// After what the thread is doing now, so that many writes are one.
void server_connection::flush_soon() {
  if (waits_for_room_ || flush_posted_) return;
  flush_posted_ = true;
  asio::post(shared_->io, [self = shared_from_this()] {
    self->flush_posted_ = false;
    self->flush();
    self->after_output();
  });
}

void server_connection::on_writable(const error_code& error) {
  waits_for_room_ = false;
  if (phase_ == phase::closed) return;
  if (error) return gone();
  flush();
  after_output();
  advance({});
}

void server_connection::after_output() {
  if (phase_ != phase::handling || progress_ != progress::streaming) return;
  if (!was_large_ || output_.size() >= small_output_bytes) return;
  was_large_ = false;
  const auto then = on_drained_;
  if (then) then();
}

bool server_connection::is_open(std::uint64_t number) const noexcept {
  return number == number_ && phase_ == phase::handling;
}

void server_connection::answer(std::uint64_t number, http_response response) {
  if (!is_open(number) || progress_ != progress::none) return;
  if (shared_->leaving) frame_.keep_alive = false;
  push(std::move(response));
  progress_ = progress::complete;
  advance({});
}

void server_connection::begin(std::uint64_t number, int status,
                              const http_fields& fields) {
  if (!is_open(number) || progress_ != progress::none) return;
  form_ = form_of_stream(status, frame_);
  if (shared_->leaving || form_ == stream_form::until_close ||
      says_close(fields)) {
    frame_.keep_alive = false;
  }
  output_.push(stream_head(status, fields, frame_));
  progress_ = progress::streaming;
  flush_soon();
}

void server_connection::write(std::uint64_t number, std::string bytes) {
  if (!is_open(number) || progress_ != progress::streaming) return;
  if (bytes.empty() || form_ == stream_form::none) return;
  if (form_ == stream_form::chunked) {
    output_.push(chunk_size_line(bytes.size()));
    output_.push(std::move(bytes));
    output_.push("\r\n");
  } else {
    output_.push(std::move(bytes));
  }
  if (output_.size() > large_output_bytes) was_large_ = true;
  if (const auto exchange = exchange_.lock()) {
    exchange->set_waiting(output_.size());
  }
  flush_soon();
}

void server_connection::finish(std::uint64_t number) {
  if (!is_open(number) || progress_ != progress::streaming) return;
  if (form_ == stream_form::chunked) output_.push("0\r\n\r\n");
  progress_ = progress::complete;
  advance({});
}

void server_connection::abort(std::uint64_t number) {
  if (is_open(number)) close();
}

void server_connection::set_on_drained(std::uint64_t number,
                                       std::function<void()> then) {
  if (is_open(number)) on_drained_ = std::move(then);
}

void server_connection::set_on_gone(std::uint64_t number,
                                    std::function<void()> then) {
  if (is_open(number)) on_gone_ = std::move(then);
}

void server_connection::dropped(std::uint64_t number) {
  if (!is_open(number)) return;
  if (progress_ == progress::none) {
    answer(number, plain_answer(500, "the request was not answered"));
  } else if (progress_ == progress::streaming) {
    close();
  }
}

}  // namespace pith::mcp
