// SPDX-License-Identifier: MIT
#include "mcp/net/server/http_server.hpp"

#include "mcp/http/address_range.hpp"
#include "mcp/net/http_channel.hpp"
#include "mcp/net/server/connection.hpp"
#include "mcp/net/server/local_listener.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cerrno>
#include <chrono>
#include <string>
#include <utility>
#include <vector>

namespace pith::mcp {

namespace asio = boost::asio;
using asio::ip::tcp;
using error_code = boost::system::error_code;

namespace {

/// How exactly deadlines are kept.
constexpr std::chrono::seconds sweep_time{1};
/// After an error of accept, most likely that descriptors have run out.
constexpr std::chrono::milliseconds accept_pause{50};
/// Connections that are shed at a time when descriptors have run out.
constexpr int max_shed = 64;
/// Connections that are told 503 at a time; more are just closed.
constexpr std::size_t max_refused = 64;

bool allow_port_sharing(int socket) noexcept {
  const int on = 1;
  return ::setsockopt(socket, SOL_SOCKET, SO_REUSEPORT, &on, sizeof on) == 0;
}

/// A descriptor to give up when all others are taken.
int open_spare() noexcept {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): open()
  return ::open("/dev/null", O_RDONLY | O_CLOEXEC);
}

bool is_without_descriptors(const error_code& error) {
  return error.value() == EMFILE || error.value() == ENFILE;
}

std::string address_of(const tcp::socket& socket) {
  error_code error;
  const auto peer = socket.remote_endpoint(error).address();
  if (error) return {};
  if (peer.is_v6() && peer.to_v6().is_v4_mapped()) {
    return make_address_v4(asio::ip::v4_mapped, peer.to_v6()).to_string();
  }
  return peer.to_string();
}

}  // namespace

struct http_server::state : std::enable_shared_from_this<http_server::state> {
  state(asio::io_context& io, const options& with, http_handler& handler,
        http_server_counts& counts)
      : wanted(with),
        shared(std::make_shared<server_shared>(
            server_shared{io, handler, counts, with.limits})),
        acceptor(io),
        pause(io),
        sweeper(io) {
    shared->tls = with.tls != nullptr;
  }
  ~state() {
    if (spare >= 0) ::close(spare);
  }
  state(const state&) = delete;
  state& operator=(const state&) = delete;

  error_code probe(const tcp::endpoint& where) const;
  error_code listen(const tcp::endpoint& where);
  error_code join(const local_listener& where);
  std::string open();
  void accept();
  void take(tcp::socket socket);
  std::shared_ptr<http_channel> channel_for(tcp::socket socket);
  void refuse(tcp::socket socket);
  void shed();
  void revalidate();
  void sweep_later();
  void sweep();
  void drain();
  void stop();

  options wanted;
  std::shared_ptr<asio::ssl::context> renewed;  // null: the first one
  int spare = open_spare();
  std::shared_ptr<server_shared> shared;
  tcp::acceptor acceptor;
  asio::steady_timer pause;
  asio::steady_timer sweeper;
  bool sweeping = false;
  unsigned short port = 0;
  bool is_local = false;
};

/// Tries the port like somebody who does not share it.
error_code http_server::state::probe(const tcp::endpoint& where) const {
  if (!wanted.alone || where.port() == 0) return {};
  error_code error;
  tcp::acceptor other(shared->io);
  other.open(where.protocol(), error);
  if (!error) other.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) other.bind(where, error);
  if (!error) other.listen(1, error);
  return error;
}

error_code http_server::state::listen(const tcp::endpoint& where) {
  error_code error;
  acceptor.open(where.protocol(), error);
  if (error) return error;
  acceptor.set_option(tcp::acceptor::reuse_address(true), error);
  if (error) return error;
  if (!allow_port_sharing(acceptor.native_handle())) {
    return {errno, boost::system::system_category()};
  }
  acceptor.bind(where, error);
  if (error) return error;
  acceptor.listen(tcp::acceptor::max_listen_connections, error);
  if (error) return error;
  acceptor.non_blocking(true, error);
  if (!error) port = acceptor.local_endpoint(error).port();
  return error;
}

/// Nothing is asked of a socket here that this kind cannot do: it is accepted,
/// read, written, waited for and closed.
error_code http_server::state::join(const local_listener& where) {
  error_code error;
  const int shared_socket = where.share();
  if (shared_socket < 0) return {errno, boost::system::system_category()};
  acceptor.assign(tcp::v4(), shared_socket, error);
  if (error) {
    ::close(shared_socket);
    return error;
  }
  is_local = true;
  acceptor.non_blocking(true, error);
  return error;
}

void http_server::state::accept() {
  if (!acceptor.is_open()) return;
  acceptor.async_accept(
      [self = shared_from_this()](const error_code& error, tcp::socket socket) {
        if (!self->acceptor.is_open()) return;
        if (!error) {
          self->take(std::move(socket));
          return self->accept();
        }
        self->shared->handler.on_accept_failure(error.message());
        if (is_without_descriptors(error)) self->shed();
        self->pause.expires_after(accept_pause);
        self->pause.async_wait([self](const error_code&) { self->accept(); });
      });
}

void http_server::state::take(tcp::socket socket) {
  error_code ignored;
  socket.set_option(tcp::no_delay(true), ignored);
  socket.set_option(asio::socket_base::keep_alive(true), ignored);
  auto& connections = shared->counts.connections;
  if (connections.fetch_add(1, std::memory_order_relaxed) >=
      shared->limits.connections) {
    connections.fetch_sub(1, std::memory_order_relaxed);
    return refuse(std::move(socket));
  }
  // Never by its address, which whoever connects to a path can choose.
  std::string peer = is_local ? std::string(local_peer) : address_of(socket);
  auto channel = channel_for(std::move(socket));
  if (!channel) {
    connections.fetch_sub(1, std::memory_order_relaxed);
    return;
  }
  std::make_shared<server_connection>(shared, std::move(channel),
                                      std::move(peer))
      ->start();
  sweep_later();
}

std::shared_ptr<http_channel> http_server::state::channel_for(
    tcp::socket socket) {
  if (wanted.tls == nullptr) return http_channel::make(std::move(socket));
  return http_channel::make(std::move(socket), *wanted.tls,
                            http_channel::role::server);
}

void http_server::state::refuse(tcp::socket socket) {
  shared->counts.refused.fetch_add(1, std::memory_order_relaxed);
  if (wanted.tls != nullptr || shared->refused >= max_refused) return;
  std::make_shared<server_connection>(
      shared, http_channel::make(std::move(socket)), std::string())
      ->start_refused();
  sweep_later();
}

/// Closes connections that nobody could answer: their clients are told at
/// once, and can go elsewhere, instead of waiting for their own patience.
void http_server::state::shed() {
  constexpr std::string_view busy =
      "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n"
      "Retry-After: 5\r\nContent-Length: 0\r\n\r\n";
  for (int i = 0; i < max_shed && spare >= 0; ++i) {
    ::close(std::exchange(spare, -1));
    error_code error;
    {
      tcp::socket socket(shared->io);
      acceptor.accept(socket, error);
      if (!error && wanted.tls == nullptr) {
        error_code ignored;
        socket.non_blocking(true, ignored);
        socket.send(asio::buffer(busy), 0, ignored);
      }
    }
    spare = open_spare();
    if (error) return;
    shared->counts.refused.fetch_add(1, std::memory_order_relaxed);
  }
  if (spare < 0) spare = open_spare();
}

void http_server::state::revalidate() {
  // What is closed leaves the list.
  const std::vector<std::shared_ptr<server_connection>> all(
      shared->open.begin(), shared->open.end());
  for (const auto& connection : all) connection->revalidate();
}

void http_server::state::sweep_later() {
  if (sweeping || shared->open.empty()) return;
  sweeping = true;
  sweeper.expires_after(sweep_time);
  sweeper.async_wait([self = shared_from_this()](const error_code& error) {
    self->sweeping = false;
    if (!error) self->sweep();
  });
}

void http_server::state::sweep() {
  // What is closed leaves the list.
  const std::vector<std::shared_ptr<server_connection>> all(
      shared->open.begin(), shared->open.end());
  const auto now = server_connection::clock::now();
  for (const auto& connection : all) connection->sweep(now);
  sweep_later();
}

void http_server::state::drain() {
  // Who has been let in by the system has not been told that we are leaving.
  while (acceptor.is_open()) {
    error_code error;
    tcp::socket socket(shared->io);
    acceptor.accept(socket, error);
    if (error) break;
    take(std::move(socket));
  }
  error_code ignored;
  acceptor.close(ignored);
  pause.cancel();
  shared->leaving = true;
  shared->draining = true;
  const std::vector<std::shared_ptr<server_connection>> all(
      shared->open.begin(), shared->open.end());
  for (const auto& connection : all) connection->drain();
}

void http_server::state::stop() {
  error_code ignored;
  acceptor.close(ignored);
  pause.cancel();
  sweeper.cancel();
  while (!shared->open.empty()) shared->open.back()->close();
}

http_server::http_server(asio::io_context& io, const options& wanted,
                         http_handler& handler, http_server_counts& counts)
    : state_(std::make_shared<state>(io, wanted, handler, counts)) {}

http_server::~http_server() {
  try {
    state_->stop();
  } catch (...) {
    return;  // without memory; connections end with what holds them
  }
}

std::string http_server::state::open() {
  error_code error;
  if (wanted.local != nullptr) {
    error = join(*std::exchange(wanted.local, nullptr));
  } else {
    tcp::resolver resolver(shared->io);
    const auto places = resolver.resolve(
        wanted.address, std::to_string(wanted.port),
        tcp::resolver::passive | tcp::resolver::numeric_service, error);
    if (!error) error = probe(places.begin()->endpoint());
    if (!error) error = listen(places.begin()->endpoint());
  }
  if (error) {
    error_code ignored;
    acceptor.close(ignored);
    return error.message();
  }
  accept();
  return {};
}

std::string http_server::open() { return state_->open(); }

unsigned short http_server::port() const noexcept { return state_->port; }

void http_server::use_tls(std::shared_ptr<asio::ssl::context> next) {
  if (state_->wanted.tls == nullptr || !next) return;
  state_->renewed = std::move(next);
  state_->wanted.tls = state_->renewed.get();
}

void http_server::revalidate() { state_->revalidate(); }

void http_server::leave() {
  asio::dispatch(state_->shared->io,
                 [state = state_] { state->shared->leaving = true; });
}

void http_server::drain() {
  asio::dispatch(state_->shared->io, [state = state_] { state->drain(); });
}

}  // namespace pith::mcp
