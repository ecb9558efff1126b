// SPDX-License-Identifier: MIT
#include "mcp/redis/connection.hpp"

#include "mcp/http/url.hpp"
#include "mcp/net/http_channel.hpp"
#include "mcp/redis/command.hpp"

#include <algorithm>
#include <array>
#include <boost/asio/error.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <cerrno>
#include <random>
#include <utility>

namespace pith::mcp {

namespace asio = boost::asio;
using error_code = boost::system::error_code;

namespace {

constexpr std::size_t max_waiting = 4096;
constexpr std::size_t max_unwritten_bytes = 32U << 20U;
constexpr std::chrono::milliseconds first_pause{50};
constexpr std::chrono::milliseconds longest_pause{2000};
/// What is lost sooner again has not recovered.
constexpr std::chrono::seconds calm_time{10};

/// Three quarters to five quarters of it, so that not all gateways come back at
/// the same moment.
std::chrono::milliseconds jittered(std::chrono::milliseconds pause) {
  thread_local std::minstd_rand random{std::random_device{}()};
  const auto quarter = std::max<std::int64_t>(1, pause.count() / 4);
  return pause +
         std::chrono::milliseconds(std::uniform_int_distribution<std::int64_t>{
             -quarter, quarter}(random));
}

}  // namespace

/// One connection while it lasts. Callbacks hold it, and are stale when it is
/// no longer the one of its owner.
struct redis_connection::wire {
  wire(std::shared_ptr<http_channel> to,
       const redis_reply_reader::limits& bounds)
      : channel(std::move(to)), reader(bounds) {}

  std::shared_ptr<http_channel> channel;
  redis_reply_reader reader;
  std::array<char, 64U << 10U> buffer{};
};

redis_connection::redis_connection(asio::io_context& io,
                                   std::vector<redis_address> addresses,
                                   const redis_settings& settings,
                                   listener changed)
    : io_(io),
      addresses_(std::move(addresses)),
      settings_(settings),
      changed_(std::move(changed)),
      life_(io),
      deadline_(io),
      pause_(first_pause) {}

void redis_connection::start() { connect(); }

void redis_connection::connect() {
  if (state_ == state::ended) return;
  state_ = state::connecting;
  life_.expires_after(settings_.connect_time);
  life_.async_wait([self = shared_from_this()](const error_code& error) {
    if (error) return;
    if (self->state_ == state::connecting || self->state_ == state::greeting) {
      self->lose("it does not answer");
    }
  });
  if (!address().path.empty()) return connect_local();
  connector_ = http_connector::start(
      io_,
      http_url{.tls = address().tls,
               .host = address().host,
               .port = address().port,
               .target = "/"},
      settings_.tls,
      [self = shared_from_this()](std::shared_ptr<http_channel> channel,
                                  const std::string& problem) {
        self->connector_.reset();
        self->on_channel(std::move(channel), problem);
      });
}

void redis_connection::connect_local() {
  using local = asio::local::stream_protocol;
  auto socket = std::make_shared<local::socket>(io_);
  local_ = socket;
  socket->async_connect(local::endpoint(address().path),
                        [self = shared_from_this(), socket](error_code error) {
                          if (self->local_ != socket) return;
                          self->local_.reset();
                          if (error)
                            return self->on_channel(nullptr, error.message());
                          // A channel asks nothing of a socket that this kind
                          // cannot do: it reads, writes, waits and closes.
                          const int descriptor = socket->release(error);
                          asio::ip::tcp::socket same(self->io_);
                          if (!error)
                            same.assign(asio::ip::tcp::v4(), descriptor, error);
                          if (error)
                            return self->on_channel(nullptr, error.message());
                          self->on_channel(http_channel::make(std::move(same)),
                                           {});
                        });
}

void redis_connection::on_channel(std::shared_ptr<http_channel> channel,
                                  const std::string& problem) {
  if (state_ != state::connecting) {
    if (channel) channel->close();
    return;
  }
  if (!channel) return lose(problem);
  wire_ = std::make_shared<wire>(std::move(channel), settings_.replies);
  read(wire_);
  greet();
}

void redis_connection::greet() {
  state_ = state::greeting;
  std::vector<std::vector<std::string>> words;
  if (!settings_.password.empty()) {
    words.push_back({"AUTH"});
    if (!settings_.user.empty()) words.back().push_back(settings_.user);
    words.back().push_back(settings_.password);
  }
  if (settings_.database != 0 && !settings_.is_cluster) {
    words.push_back({"SELECT", std::to_string(settings_.database)});
  }
  words.push_back({settings_.is_cluster ? "PING" : "ROLE"});
  greetings_ = words.size();
  const auto deadline = clock::now() + settings_.connect_time;
  for (const std::vector<std::string>& each : words) {
    put({redis_command_bytes(each),
         1,
         {deadline,
          [self = shared_from_this(),
           is_role = each.front() == "ROLE"](const redis_result& result) {
            self->on_greeting(result, is_role);
          }}});
  }
}

void redis_connection::on_greeting(const redis_result& result, bool is_role) {
  if (state_ != state::greeting || !result.is_good()) return;
  const redis_reply& reply = result.reply;
  // Who may not ask for the role is not told; writing will tell.
  if (reply.is_error() && !(is_role && reply.is_error("NOPERM"))) {
    return lose("it refuses: " + reply.text.substr(0, 100));
  }
  if (is_role && reply.is_list() && !reply.items.empty() &&
      reply.items.front().text == "slave") {
    return lose("it is a replica, which takes nothing");
  }
  if (--greetings_ == 0) become_ready();
}

void redis_connection::become_ready() {
  state_ = state::ready;
  ready_since_ = clock::now();
  life_.cancel();
  std::deque<unsent_commands> all = std::exchange(unsent_, {});
  for (unsent_commands& each : all) {
    if (each.last.then) put(std::move(each));
  }
  changed_();
}

void redis_connection::send(std::string bytes, std::size_t command_count,
                            clock::time_point deadline, redis_taker then) {
  const bool is_first_time = !has_failed_ && (state_ == state::connecting ||
                                              state_ == state::greeting);
  if (bytes.empty() || (state_ != state::ready && !is_first_time)) {
    return then({redis_failure::unavailable, {}});
  }
  if (waiting_.size() + unsent_.size() >= max_waiting ||
      out_.size() + writing_bytes_ + bytes.size() > max_unwritten_bytes) {
    return then({redis_failure::busy, {}});
  }
  unsent_commands what{
      std::move(bytes), command_count, {deadline, std::move(then)}};
  if (state_ == state::ready) {
    put(std::move(what));
  } else {
    unsent_.push_back(std::move(what));
    arm(deadline);
  }
}

void redis_connection::put(unsent_commands what) {
  if (waiting_.empty()) progress_ = clock::now();
  for (std::size_t i = 1; i < what.command_count; ++i) {
    waiting_.push_back({what.last.deadline, nullptr});
  }
  arm(what.last.deadline);
  waiting_.push_back(std::move(what.last));
  out_.append(what.bytes);
  if (is_write_planned_) return;
  // What else is asked for by then goes along.
  is_write_planned_ = true;
  asio::post(io_, [self = shared_from_this()] {
    self->is_write_planned_ = false;
    self->write();
  });
}

void redis_connection::write() {
  if (writing_bytes_ != 0 || out_.empty() || !wire_) return;
  std::string bytes = std::exchange(out_, {});
  writing_bytes_ = bytes.size();
  wire_->channel->write(std::move(bytes),
                        [self = shared_from_this(), from = wire_](
                            const error_code& error, std::size_t) {
                          if (self->wire_ != from) return;
                          self->writing_bytes_ = 0;
                          if (error)
                            return self->lose(from->channel->explain(error));
                          self->write();
                        });
}

void redis_connection::read(const std::shared_ptr<wire>& from) {
  from->channel->read(
      asio::buffer(from->buffer),
      [self = shared_from_this(), from](const error_code& error,
                                        std::size_t size) {
        if (self->wire_ != from) return;
        if (error == asio::error::eof) {
          return self->lose("it closed the connection");
        }
        if (error) return self->lose(from->channel->explain(error));
        if (from->reader.feed({from->buffer.data(), size})) {
          self->take_replies(*from);
        }
        if (self->wire_ != from) return;
        if (from->reader.failed()) {
          return self->lose("it does not speak the protocol, or says too much");
        }
        self->read(from);
      });
}

void redis_connection::take_replies(wire& from) {
  for (;;) {
    auto reply = from.reader.next();
    if (!reply) return;
    redis_result answer{redis_failure::none, std::move(*reply)};
    if (waiting_.empty()) return lose("it answers what nobody asked");
    const redis_taker then = std::move(waiting_.front().then);
    waiting_.pop_front();
    progress_ = clock::now();
    has_timed_out_ = false;
    if (state_ == state::ready) has_failed_ = false;
    if (then) then(std::move(answer));
    if (wire_.get() != &from) return;
  }
}

redis_connection::clock::duration redis_connection::stall_time() const {
  constexpr std::chrono::milliseconds shortest{100};
  return std::max<clock::duration>(4 * settings_.timeout, shortest);
}

void redis_connection::arm(clock::time_point when) {
  if (when >= armed_) return;
  armed_ = when;
  deadline_.expires_at(when);
  deadline_.async_wait([self = shared_from_this()](const error_code& error) {
    if (!error) self->on_deadline();
  });
}

void redis_connection::on_deadline() {
  const auto now = clock::now();
  armed_ = clock::time_point::max();
  auto next = clock::time_point::max();
  std::vector<redis_taker> late;
  const auto look = [&](waiting_reply& each) {
    if (!each.then) return;
    if (each.deadline <= now) {
      late.push_back(std::exchange(each.then, nullptr));
    } else {
      next = std::min(next, each.deadline);
    }
  };
  for (waiting_reply& each : waiting_) look(each);
  const bool is_unanswered = !late.empty();
  for (unsent_commands& each : unsent_) look(each.last);
  std::erase_if(unsent_,
                [](const unsent_commands& each) { return !each.last.then; });
  has_timed_out_ = has_timed_out_ || is_unanswered;
  if (has_timed_out_ && !waiting_.empty()) {
    const auto stalled = progress_ + stall_time();
    if (stalled <= now) {
      lose("it does not answer in time");
      next = clock::time_point::max();
    } else {
      next = std::min(next, stalled);
    }
  }
  if (next != clock::time_point::max()) arm(next);
  for (const redis_taker& then : late) then({redis_failure::timeout, {}});
}

void redis_connection::lose(std::string_view why) {
  if (state_ == state::ended || state_ == state::pausing) return;
  problem_ = address().text();
  problem_.append(": ").append(why);
  ++losses_;
  if (state_ == state::ready && clock::now() - ready_since_ >= calm_time) {
    pause_ = first_pause;
  }
  has_failed_ = true;
  has_timed_out_ = false;
  state_ = state::pausing;
  current_ = (current_ + 1) % addresses_.size();
  if (connector_) std::exchange(connector_, nullptr)->cancel();
  local_.reset();
  if (const auto old = std::exchange(wire_, nullptr)) old->channel->close();
  out_.clear();
  writing_bytes_ = 0;
  auto waiting = std::exchange(waiting_, {});
  auto unsent = std::exchange(unsent_, {});
  life_.expires_after(jittered(pause_));
  pause_ = std::min(2 * pause_, longest_pause);
  life_.async_wait([self = shared_from_this()](const error_code& error) {
    if (!error) self->connect();
  });
  for (const waiting_reply& each : waiting) {
    if (each.then) each.then({redis_failure::unavailable, {}});
  }
  for (const unsent_commands& each : unsent) {
    if (each.last.then) each.last.then({redis_failure::unavailable, {}});
  }
  changed_();
}

void redis_connection::end() {
  if (state_ == state::ended) return;
  changed_ = [] {};
  lose("it is not used any more");
  state_ = state::ended;
  life_.cancel();
  deadline_.cancel();
}

}  // namespace pith::mcp
