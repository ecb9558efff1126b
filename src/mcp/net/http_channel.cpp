// SPDX-License-Identifier: MIT
#include "mcp/net/http_channel.hpp"

#include <algorithm>
#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/socket_base.hpp>
#include <utility>

namespace pith::mcp {

namespace {

namespace asio = boost::asio;
using error_code = http_channel::error_code;

/// More would not make a write faster.
constexpr std::size_t max_buffers = 64;

class plain_channel final : public http_channel {
 public:
  explicit plain_channel(asio::ip::tcp::socket socket)
      : socket_(std::move(socket)) {
    error_code ignored;
    socket_.non_blocking(true, ignored);
  }

  void handshake(done then) override {
    asio::post(socket_.get_executor(), [self = shared_from_this(),
                                        then = std::move(then)] { then({}); });
  }

  std::size_t try_read(asio::mutable_buffer into, error_code& error) override {
    return socket_.read_some(into, error);
  }

  std::size_t try_write(std::span<const asio::const_buffer> from,
                        error_code& error) override {
    return socket_.write_some(from.first(std::min(from.size(), max_buffers)),
                              error);
  }

  void wait(direction which, done then) override {
    socket_.async_wait(which == direction::read ? asio::socket_base::wait_read
                                                : asio::socket_base::wait_write,
                       [self = shared_from_this(), then = std::move(then)](
                           const error_code& error) { then(error); });
  }

  void shutdown() noexcept override {
    error_code ignored;
    socket_.shutdown(asio::socket_base::shutdown_send, ignored);
  }

  void close() noexcept override {
    error_code ignored;
    socket_.close(ignored);
  }

  std::string explain(const error_code& error) const override {
    return error.message();
  }

  asio::any_io_executor executor() override { return socket_.get_executor(); }

 private:
  asio::ip::tcp::socket socket_;
};

/// Reads until there is something, or an error.
struct read_step {
  std::shared_ptr<http_channel> channel;
  asio::mutable_buffer into;
  http_channel::moved then;

  void operator()(const error_code& waited) {
    error_code error = waited;
    const std::size_t n = error ? 0 : channel->try_read(into, error);
    if (error != asio::error::would_block) return then(error, n);
    const auto where = channel;
    where->wait(http_channel::direction::read, std::move(*this));
  }
};

/// Writes until nothing is left, or an error.
struct write_step {
  std::shared_ptr<http_channel> channel;
  std::shared_ptr<const std::string> owned;  // what `from` shows, or null
  std::vector<asio::const_buffer> from;
  std::size_t written = 0;
  http_channel::moved then;

  void operator()(const error_code& waited) {
    error_code error = waited;
    std::size_t first = 0;  // what is before it has been written
    while (!error) {
      while (first < from.size() && from[first].size() == 0) ++first;
      if (first == from.size()) break;
      std::size_t n = channel->try_write(std::span(from).subspan(first), error);
      written += n;
      for (std::size_t i = first; n > 0; ++i) {
        const std::size_t taken = std::min(n, from[i].size());
        from[i] += taken;
        n -= taken;
      }
    }
    if (error != asio::error::would_block) return then(error, written);
    from.erase(from.begin(), from.begin() + static_cast<std::ptrdiff_t>(first));
    const auto where = channel;
    where->wait(http_channel::direction::write, std::move(*this));
  }
};

}  // namespace

std::shared_ptr<http_channel> http_channel::make(asio::ip::tcp::socket socket) {
  return std::make_shared<plain_channel>(std::move(socket));
}

void http_channel::read(asio::mutable_buffer into, moved then) {
  error_code error;
  const std::size_t n = try_read(into, error);
  read_step step{shared_from_this(), into, std::move(then)};
  if (error == asio::error::would_block) {
    return wait(direction::read, std::move(step));
  }
  asio::post(executor(),
             [step = std::move(step), error, n] { step.then(error, n); });
}

void http_channel::write(std::vector<asio::const_buffer> from, moved then) {
  asio::post(executor(),
             [step = write_step{shared_from_this(), nullptr, std::move(from), 0,
                                std::move(then)}]() mutable { step({}); });
}

void http_channel::write(std::string bytes, moved then) {
  auto owned = std::make_shared<const std::string>(std::move(bytes));
  std::vector<asio::const_buffer> from{asio::buffer(*owned)};
  asio::post(
      executor(),
      [step = write_step{shared_from_this(), std::move(owned), std::move(from),
                         0, std::move(then)}]() mutable { step({}); });
}

}  // namespace pith::mcp
