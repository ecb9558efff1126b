// SPDX-License-Identifier: MIT
#include "mcp/hub/event_stream.hpp"

#include "mcp/http/sse.hpp"
#include "mcp/protocol/hub_reply.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <utility>

namespace pith::mcp {

namespace {

// Above this the child is not read until the client took something.
constexpr std::size_t high_water = 4U << 20U;

}  // namespace

event_stream::event_stream(std::shared_ptr<hub_shared> hub,
                           std::uint64_t number, origin from)
    : hub_(std::move(hub)),
      number_(number),
      from_(from),
      idle_since_(clock::now()),
      last_write_(idle_since_) {}

event_stream::~event_stream() {
  if (exchange_) --hub_->metrics.streams;
}

void event_stream::attach(std::shared_ptr<http_exchange> exchange,
                          const http_fields& fields, bool is_primed) {
  take(std::move(exchange), fields);
  if (is_primed) send({});
}

void event_stream::resume(std::shared_ptr<http_exchange> exchange,
                          std::uint64_t after) {
  if (exchange_) {
    // The old connection is dead, though nobody has noticed.
    const auto old = std::exchange(exchange_, nullptr);
    --hub_->metrics.streams;
    old->abort();
  }
  take(std::move(exchange), {});
  for (const event_log::entry& e : log_.entries()) {
    if (e.number > after) write(e.number, e.data);
  }
  if (is_finished_) finish();
}

void event_stream::take(std::shared_ptr<http_exchange> exchange,
                        const http_fields& fields) {
  exchange_ = std::move(exchange);
  ++hub_->metrics.streams;
  last_write_ = clock::now();
  http_fields head = stream_fields();
  for (const http_field& f : fields) head.add(f.name, f.value);
  exchange_->begin(200, std::move(head));
  exchange_->on_gone(
      [self = weak_from_this(), hub = hub_, which = exchange_.get()] {
        // In the thread of the connection.
        boost::asio::post(hub->io, [self, which] {
          if (const auto stream = self.lock()) stream->on_gone(which);
        });
      });
}

void event_stream::send(std::string_view data) {
  if (is_finished_) return;
  const std::uint64_t number = log_.append(data);
  if (exchange_) write(number, data);
}

void event_stream::write(std::uint64_t number, std::string_view data) {
  last_write_ = clock::now();
  exchange_->write(sse_text(event_id({number_, number}), data));
}

void event_stream::beat(clock::time_point now) {
  if (!exchange_ || now - last_write_ < hub_->options.heartbeat) return;
  last_write_ = now;
  exchange_->write(":\n\n");
}

void event_stream::finish() {
  is_finished_ = true;
  idle_since_ = clock::now();
  if (!exchange_) return;
  const auto last = exchange_;
  release();
  last->finish();
}

void event_stream::release() {
  exchange_ = nullptr;
  --hub_->metrics.streams;
  idle_since_ = clock::now();
  relieve();
}

void event_stream::on_gone(const http_exchange* which) {
  // It may have been resumed on another connection since.
  if (exchange_ && exchange_.get() == which) release();
}

bool event_stream::is_pressed() const noexcept {
  return exchange_ && exchange_->queued() > high_water;
}

void event_stream::on_relief(std::function<void()> then) {
  relief_ = std::move(then);
  if (!exchange_) return;
  exchange_->on_drained([self = weak_from_this(), hub = hub_] {
    boost::asio::post(hub->io, [self] {
      const auto stream = self.lock();
      if (!stream || stream->is_pressed()) return;
      stream->relieve();
    });
  });
  // It may have drained before anybody listened.
  if (!is_pressed()) relieve();
}

void event_stream::relieve() {
  if (const auto then = std::exchange(relief_, nullptr)) then();
}

}  // namespace pith::mcp
