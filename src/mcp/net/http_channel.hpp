// SPDX-License-Identifier: MIT
/// @file
/// A connection to a peer, with TLS or without, behind one interface, so that
/// what speaks HTTP is not a template.
#ifndef PITH_MCP_NET_HTTP_CHANNEL_HPP
#define PITH_MCP_NET_HTTP_CHANNEL_HPP

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/system/error_code.hpp>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace boost::asio::ssl {
class context;
}

namespace pith::mcp {

/// One connected socket. All calls are made in the thread of its executor, and
/// so are all callbacks, which never run inside the call that takes them. A
/// callback keeps the channel alive until it ran.
class http_channel : public std::enable_shared_from_this<http_channel> {
 public:
  using error_code = boost::system::error_code;
  using done = std::function<void(const error_code&)>;
  using moved = std::function<void(const error_code&, std::size_t)>;
  enum class role { server, client };
  enum class direction { read, write };

  /// Without TLS.
  [[nodiscard]] static std::shared_ptr<http_channel> make(
      boost::asio::ip::tcp::socket socket);
  /// With TLS; call handshake() before anything else. A client names the
  /// `host` that the certificate must be for. Null when memory is short
  /// or a client names no host.
  /// `context` must outlive the channel.
  [[nodiscard]] static std::shared_ptr<http_channel> make(
      boost::asio::ip::tcp::socket socket, boost::asio::ssl::context& context,
      role which, const std::string& host = {});

  http_channel(const http_channel&) = delete;
  http_channel& operator=(const http_channel&) = delete;
  virtual ~http_channel() = default;

  /// Without TLS this succeeds.
  virtual void handshake(done then) = 0;

  // What is there now.

  /// Takes what has arrived. Without any: boost::asio::error::would_block; at
  /// the orderly end of the peer's words: boost::asio::error::eof.
  [[nodiscard]] virtual std::size_t try_read(boost::asio::mutable_buffer into,
                                             error_code& error) = 0;
  /// Sends what the socket takes, at least one byte or an error
  /// (boost::asio::error::would_block when it takes none). What is not sent
  /// must be the beginning of what the next call sends.
  [[nodiscard]] virtual std::size_t try_write(
      std::span<const boost::asio::const_buffer> from, error_code& error) = 0;
  /// Calls `then` once it is worth while to try again. Idle channels wait so,
  /// because they need no buffer then.
  virtual void wait(direction which, done then) = 0;

  // The same as one operation each.

  /// Reads at least one byte into `into`, which must stay until `then` ran.
  void read(boost::asio::mutable_buffer into, moved then);
  /// Writes all of `from`, whose bytes must stay until `then` ran. One write
  /// at a time.
  void write(std::vector<boost::asio::const_buffer> from, moved then);
  void write(std::string bytes, moved then);

  /// Says that nothing more will be written; reading goes on.
  virtual void shutdown() noexcept = 0;
  /// Ends everything; what waits hears boost::asio::error::operation_aborted.
  virtual void close() noexcept = 0;
  /// `error` in words, with what is known of a refused certificate.
  [[nodiscard]] virtual std::string explain(const error_code& error) const = 0;
  [[nodiscard]] virtual boost::asio::any_io_executor executor() = 0;

 protected:
  http_channel() = default;
};

}  // namespace pith::mcp

#endif  // PITH_MCP_NET_HTTP_CHANNEL_HPP
