// SPDX-License-Identifier: MIT
/// @file
/// How a client comes by a connection: name, address, socket, TLS.
#ifndef PITH_MCP_NET_CLIENT_HTTP_CONNECTOR_HPP
#define PITH_MCP_NET_CLIENT_HTTP_CONNECTOR_HPP

#include "mcp/net/client/http_client.hpp"
#include "mcp/net/http_channel.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace pith::mcp {

/// One attempt to connect; it keeps itself until it is done. It has no limit
/// of time: cancel() it.
class http_connector : public std::enable_shared_from_this<http_connector> {
 public:
  /// Either a channel, or what went wrong.
  using done = std::function<void(std::shared_ptr<http_channel>,
                                  const std::string& problem)>;

  /// `then` is called once, never inside start(), and not after cancel().
  /// `tls` may be null unless the server wants it; it must outlive the channel.
  static std::shared_ptr<http_connector> start(boost::asio::io_context& io,
                                               const http_url& server,
                                               boost::asio::ssl::context* tls,
                                               done then);
  void cancel();

  http_connector(boost::asio::io_context& io, http_url server,
                 boost::asio::ssl::context* tls, done then);

 private:
  void resolve();
  template <typename Endpoints>
  void connect(const Endpoints& endpoints);
  void connected();
  void finish(std::shared_ptr<http_channel> channel,
              const std::string& problem);
  void fail(std::string_view what, const std::string& why);

  http_url server_;
  boost::asio::ssl::context* tls_;
  done then_;  // empty once it is over
  boost::asio::ip::tcp::resolver resolver_;
  boost::asio::ip::tcp::socket socket_;
  std::shared_ptr<http_channel> channel_;  // in its handshake
};

}  // namespace pith::mcp

#endif  // PITH_MCP_NET_CLIENT_HTTP_CONNECTOR_HPP
