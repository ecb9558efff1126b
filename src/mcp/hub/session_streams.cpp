// SPDX-License-Identifier: MIT
#include "mcp/hub/session_streams.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace pith::mcp {

namespace {

constexpr std::size_t max_kept = 256;
constexpr std::size_t max_kept_bytes = 1U << 20U;
// Streams without a connection, for clients that may come back.
constexpr std::size_t max_idle_streams = 32;
constexpr std::size_t max_idle_bytes = 16U << 20U;
constexpr std::chrono::minutes idle_life{5};

// Whether a stream is only there to be resumed, and may be forgotten. The
// answer of a request that is not answered is still to come.
bool is_idle(const event_stream& s) {
  return !s.is_attached() &&
         (s.is_finished() || s.from() == event_stream::origin::channel);
}

}  // namespace

bool session_streams::is_full() const noexcept {
  const auto open = std::ranges::count_if(
      streams_, [](const auto& s) { return s.second->is_attached(); });
  return static_cast<std::size_t>(open) >=
         hub_->options.limits.streams_per_client;
}

session_streams::stream_ptr session_streams::open(
    std::shared_ptr<http_exchange> exchange, const http_fields& fields,
    event_stream::origin from) {
  auto stream = std::make_shared<event_stream>(hub_, ++last_number_, from);
  streams_.emplace(stream->number(), stream);
  stream->attach(std::move(exchange), fields, is_primed_);
  trim();
  return stream;
}

session_streams::stream_ptr session_streams::open_answer(
    std::shared_ptr<http_exchange> exchange, const http_fields& fields) {
  return open(std::move(exchange), fields, event_stream::origin::answer);
}

session_streams::stream_ptr session_streams::listen(
    std::shared_ptr<http_exchange> exchange) {
  stream_ptr stream;
  const auto last = exchange->request().fields.find("Last-Event-ID");
  // There is no stream 0: what is not an id leads nowhere.
  const event_place where =
      read_event_id(last.value_or("")).value_or(event_place{});
  const auto known = streams_.find(where.stream);
  if (known != streams_.end()) {
    stream = known->second;
    stream->resume(std::move(exchange), where.number);
  } else {
    stream = open(std::move(exchange), {}, event_stream::origin::channel);
  }
  if (stream->from() == event_stream::origin::channel) {
    const auto waiting = std::exchange(kept_, {});
    kept_bytes_ = 0;
    for (const std::string& text : waiting) stream->send(text);
  }
  return stream;
}

session_streams::stream_ptr session_streams::channel() const {
  // The newest: older ones may be dead without our knowing.
  stream_ptr newest;
  for (const auto& [number, s] : streams_) {
    if (s->is_attached() && s->from() == event_stream::origin::channel) {
      newest = s;
    }
  }
  return newest;
}

std::string session_streams::keep(std::string text) {
  if (text.size() > max_kept_bytes) return text;
  kept_bytes_ += text.size();
  kept_.push_back(std::move(text));
  if (kept_.size() <= max_kept && kept_bytes_ <= max_kept_bytes) return {};
  // One out for one in may be too little by bytes; the next one goes on.
  std::string dropped = std::move(kept_.front());
  kept_.pop_front();
  kept_bytes_ -= dropped.size();
  return dropped;
}

void session_streams::tick(clock::time_point now) {
  for (auto& [number, stream] : streams_) stream->beat(now);
  std::erase_if(streams_, [now](const auto& s) {
    return is_idle(*s.second) && now - s.second->idle_since() > idle_life;
  });
  trim();
}

void session_streams::trim() {
  std::size_t count = 0;
  std::size_t bytes = 0;
  for (auto at = streams_.end(); at != streams_.begin();) {
    --at;
    if (!is_idle(*at->second)) continue;
    ++count;
    bytes += at->second->log().bytes();
    // The newest stays, whatever its size.
    if (count > max_idle_streams || (bytes > max_idle_bytes && count > 1)) {
      at = streams_.erase(at);
    }
  }
}

void session_streams::finish_all() {
  const auto all = std::exchange(streams_, {});
  for (const auto& [number, stream] : all) {
    // The others end with the answer that they are for.
    if (stream->from() == event_stream::origin::channel) stream->finish();
  }
  kept_.clear();
  kept_bytes_ = 0;
}

bool session_streams::any_attached() const noexcept {
  return std::ranges::any_of(
      streams_, [](const auto& s) { return s.second->is_attached(); });
}

bool session_streams::any_pressed() const noexcept {
  return std::ranges::any_of(
      streams_, [](const auto& s) { return s.second->is_pressed(); });
}

}  // namespace pith::mcp
