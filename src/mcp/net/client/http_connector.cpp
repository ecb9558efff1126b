// SPDX-License-Identifier: MIT
#include "mcp/net/client/http_connector.hpp"

#include <array>
#include <boost/asio/connect.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/post.hpp>
#include <charconv>
#include <utility>

namespace pith::mcp {

namespace asio = boost::asio;
using error_code = boost::system::error_code;
using tcp = asio::ip::tcp;

std::shared_ptr<http_connector> http_connector::start(asio::io_context& io,
                                                      const http_url& server,
                                                      asio::ssl::context* tls,
                                                      done then) {
  auto made =
      std::make_shared<http_connector>(io, server, tls, std::move(then));
  made->resolve();
  return made;
}

http_connector::http_connector(asio::io_context& io, http_url server,
                               asio::ssl::context* tls, done then)
    : server_(std::move(server)),
      tls_(tls),
      then_(std::move(then)),
      resolver_(io),
      socket_(io) {}

void http_connector::cancel() {
  then_ = nullptr;
  resolver_.cancel();
  error_code ignored;
  socket_.close(ignored);
  if (channel_) channel_->close();
}

void http_connector::resolve() {
  auto self = shared_from_this();
  if (server_.tls && tls_ == nullptr) {
    asio::post(socket_.get_executor(), [self] {
      self->finish(nullptr, "there is no TLS for this server");
    });
    return;
  }
  error_code no_address;
  const auto address = asio::ip::make_address(server_.host, no_address);
  if (!no_address) {
    unsigned short port = 0;  // no number, nothing that listens
    const char* const digits = server_.port.data();
    std::from_chars(digits, digits + server_.port.size(), port);
    return connect(std::array{tcp::endpoint(address, port)});
  }
  resolver_.async_resolve(
      server_.host, server_.port, tcp::resolver::numeric_service,
      [self](const error_code& error, const tcp::resolver::results_type& all) {
        if (!self->then_) return;
        if (error) return self->fail("cannot find the host", error.message());
        self->connect(all);
      });
}

template <typename Endpoints>
void http_connector::connect(const Endpoints& endpoints) {
  asio::async_connect(socket_, endpoints,
                      [self = shared_from_this()](const error_code& error,
                                                  const tcp::endpoint&) {
                        if (!self->then_) return;
                        if (error)
                          return self->fail("cannot connect", error.message());
                        self->connected();
                      });
}

void http_connector::connected() {
  error_code ignored;
  socket_.set_option(tcp::no_delay(true), ignored);
  // A stream may be silent for hours; this finds out when its server is gone.
  socket_.set_option(asio::socket_base::keep_alive(true), ignored);
  if (!server_.tls) return finish(http_channel::make(std::move(socket_)), {});
  channel_ = http_channel::make(std::move(socket_), *tls_,
                                http_channel::role::client, server_.host);
  if (!channel_) return finish(nullptr, "cannot start TLS");
  channel_->handshake([self = shared_from_this()](const error_code& error) {
    if (!self->then_) return;
    if (error) return self->fail("no TLS", self->channel_->explain(error));
    self->finish(self->channel_, {});
  });
}

void http_connector::finish(std::shared_ptr<http_channel> channel,
                            const std::string& problem) {
  channel_.reset();
  const done then = std::exchange(then_, nullptr);
  if (then) then(std::move(channel), problem);
}

void http_connector::fail(std::string_view what, const std::string& why) {
  if (channel_) channel_->close();
  std::string text(what);
  text.append(": ").append(why);
  finish(nullptr, text);
}

}  // namespace pith::mcp
