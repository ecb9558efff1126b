// SPDX-License-Identifier: MIT
#include "mcp/net/client/http_client.hpp"

#include "mcp/http/request_text.hpp"
#include "mcp/net/client/http_connection.hpp"

#include <algorithm>
#include <array>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <span>
#include <utility>
#include <vector>

namespace pith::mcp {

namespace asio = boost::asio;

/// The connections, and one timer for all of them: it goes off for the
/// earliest deadline that there was when it was set, and looks then which ones
/// have passed. Deadlines that are moved, as each request does, cost nothing.
struct http_client::state final : public http_pool,
                                  public std::enable_shared_from_this<state> {
  state(asio::io_context& on, http_url to, const options& asked_for)
      : io(on),
        server(std::move(to)),
        authority(server.authority()),
        options_wanted(asked_for),
        timer(on) {}

  [[nodiscard]] const options& wanted() const noexcept override {
    return options_wanted;
  }
  [[nodiscard]] std::span<char> scratch() noexcept override { return bytes; }
  void watch(clock::time_point deadline) override;
  [[nodiscard]] bool keep(http_connection& connection) override;
  void forget(http_connection& connection) override;
  void send_on_new(const std::shared_ptr<sent_call>& call) override;

  void send(const std::shared_ptr<sent_call>& call);
  [[nodiscard]] std::shared_ptr<http_connection> take_idle();
  void set_timer(clock::time_point when);
  void sweep();
  void shut();

  asio::io_context& io;
  http_url server;
  std::string authority;
  options options_wanted;
  std::vector<std::shared_ptr<http_connection>> all;
  std::vector<http_connection*> idle;  // the one that was used last is last
  asio::steady_timer timer;
  clock::time_point timer_at = clock::time_point::max();
  bool is_shut = false;
  std::array<char, 32U << 10U> bytes{};
};

namespace {

/// The least time between two looks at all connections.
constexpr std::chrono::milliseconds sweep_pause{50};

}  // namespace

void http_client::state::send(const std::shared_ptr<sent_call>& call) {
  if (is_shut) return;
  if (const auto kept = take_idle()) return kept->send(call);
  send_on_new(call);
}

void http_client::state::send_on_new(const std::shared_ptr<sent_call>& call) {
  const auto fresh = std::make_shared<http_connection>(shared_from_this());
  fresh->place = all.size();
  all.push_back(fresh);
  fresh->open(io, server, call);
}

std::shared_ptr<http_connection> http_client::state::take_idle() {
  while (!idle.empty()) {
    auto last = idle.back()->shared_from_this();
    idle.pop_back();
    if (last->is_usable()) return last;
    last->close();
  }
  return nullptr;
}

bool http_client::state::keep(http_connection& connection) {
  if (is_shut || idle.size() >= options_wanted.idle_connections) return false;
  idle.push_back(&connection);
  return true;
}

void http_client::state::forget(http_connection& connection) {
  std::erase(idle, &connection);
  const std::size_t place = connection.place;
  if (place >= all.size() || all[place].get() != &connection) return;
  std::swap(all[place], all.back());
  all[place]->place = place;
  all.pop_back();
}

void http_client::state::watch(clock::time_point deadline) {
  if (deadline < timer_at) set_timer(deadline);
}

void http_client::state::set_timer(clock::time_point when) {
  timer_at = when;
  timer.expires_at(when);
  timer.async_wait([self = shared_from_this(),
                    when](const boost::system::error_code& error) {
    // One that was set anew hears of it, by an error or by its time.
    if (error || self->is_shut || self->timer_at != when) return;
    self->sweep();
  });
}

void http_client::state::sweep() {
  timer_at = clock::time_point::max();
  const auto now = clock::now();
  auto next = clock::time_point::max();
  std::vector<std::shared_ptr<http_connection>> late;
  for (const auto& connection : all) {
    if (connection->deadline() <= now) {
      late.push_back(connection);
    } else {
      next = std::min(next, connection->deadline());
    }
  }
  if (next != clock::time_point::max()) {
    watch(std::max(next, now + sweep_pause));
  }
  for (const auto& connection : late) {
    // What one listener does may change others.
    if (connection->deadline() <= now) connection->expire();
  }
}

void http_client::state::shut() {
  is_shut = true;
  timer.cancel();
  // Nobody is to hear of anything; close() takes each out of the list.
  while (!all.empty()) all.back()->close();
}

http_client::http_client(asio::io_context& io, http_url server,
                         const options& wanted)
    : state_(std::make_shared<state>(io, std::move(server), wanted)) {}

http_client::~http_client() {
  try {
    state_->shut();
  } catch (...) {
    return;  // without memory; connections end with what holds them
  }
}

std::shared_ptr<http_call> http_client::send(
    http_request request, std::shared_ptr<http_listener> listener,
    bool may_be_silent) {
  auto call = std::make_shared<sent_call>();
  if (!may_be_silent) call->answer_time = state_->wanted().answer_time;
  call->listener = std::move(listener);
  auto head = request_head(request, state_->authority);
  if (!head) {
    asio::post(state_->io, [call] {
      const auto heard = std::exchange(call->listener, nullptr);
      if (heard) heard->on_failure("the request cannot be sent", false);
    });
    return call;
  }
  call->head = *std::move(head);
  call->body = std::move(request.body);
  call->is_head = request.method == "HEAD";
  state_->send(call);
  return call;
}

}  // namespace pith::mcp
