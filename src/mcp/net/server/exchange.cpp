// SPDX-License-Identifier: MIT
#include "mcp/net/server/exchange.hpp"

#include "mcp/net/server/connection.hpp"

#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>
#include <utility>

namespace pith::mcp {

namespace asio = boost::asio;

template <class F>
void server_exchange::tell(F what) {
  asio::dispatch(with_.executor,
                 [self = shared_from_this(), what = std::move(what)]() mutable {
                   if (const auto connection = self->with_.connection.lock()) {
                     what(*connection, self->with_.number);
                   }
                 });
}

server_exchange::~server_exchange() {
  if (ended_.load(std::memory_order_relaxed)) return;
  if (with_.connection.expired()) return;
  // Not at once: the last holder may be a callback that the connection calls.
  try {
    asio::post(with_.executor,
               [connection = with_.connection, number = with_.number] {
                 if (const auto alive = connection.lock())
                   alive->dropped(number);
               });
  } catch (...) {
    return;  // without memory for that, the client waits until it gives up
  }
}

void server_exchange::answer(http_response response) {
  ended_.store(true, std::memory_order_relaxed);
  tell([response = std::move(response)](server_connection& connection,
                                        std::uint64_t number) mutable {
    connection.answer(number, std::move(response));
  });
}

void server_exchange::begin(int status, http_fields fields) {
  tell([status, fields = std::move(fields)](server_connection& connection,
                                            std::uint64_t number) {
    connection.begin(number, status, fields);
  });
}

void server_exchange::write(std::string bytes) {
  const std::size_t n = bytes.size();
  posted_.fetch_add(n, std::memory_order_relaxed);
  asio::dispatch(with_.executor, [self = shared_from_this(), n,
                                  bytes = std::move(bytes)]() mutable {
    if (const auto connection = self->with_.connection.lock()) {
      connection->write(self->with_.number, std::move(bytes));
    }
    // By now they are counted by the connection.
    self->posted_.fetch_sub(n, std::memory_order_relaxed);
  });
}

void server_exchange::finish() {
  ended_.store(true, std::memory_order_relaxed);
  tell([](server_connection& connection, std::uint64_t number) {
    connection.finish(number);
  });
}

void server_exchange::abort() {
  ended_.store(true, std::memory_order_relaxed);
  tell([](server_connection& connection, std::uint64_t number) {
    connection.abort(number);
  });
}

void server_exchange::on_drained(std::function<void()> then) {
  tell([then = std::move(then)](server_connection& connection,
                                std::uint64_t number) mutable {
    connection.set_on_drained(number, std::move(then));
  });
}

void server_exchange::on_gone(std::function<void()> then) {
  asio::dispatch(with_.executor, [self = shared_from_this(),
                                  then = std::move(then)]() mutable {
    if (self->gone_) {
      if (then) then();
    } else if (const auto connection = self->with_.connection.lock()) {
      connection->set_on_gone(self->with_.number, std::move(then));
    }
  });
}

}  // namespace pith::mcp
