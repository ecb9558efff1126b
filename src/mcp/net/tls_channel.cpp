// SPDX-License-Identifier: MIT
/// @file
/// TLS on a socket that is only waited for by Asio: OpenSSL reads and writes
/// it itself and gives its buffers back when it is idle, so that thousands of
/// quiet connections stay small (asio::ssl::stream keeps 34 KiB for each).
#include "mcp/net/http_channel.hpp"
#include "mcp/system/socket_bytes.hpp"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/tls1.h>
#include <openssl/x509_vfy.h>

#include <algorithm>
#include <array>
#include <boost/asio/error.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/error.hpp>
#include <cerrno>
#include <cstring>
#include <utility>

namespace pith::mcp {

namespace {

namespace asio = boost::asio;
using error_code = http_channel::error_code;

// What OpenSSL does with the socket. Its own BIO for sockets writes without
// MSG_NOSIGNAL, and a library has no business with SIGPIPE.

socket_handle descriptor_of(BIO* bio) noexcept {
  return *static_cast<const socket_handle*>(BIO_get_data(bio));
}

int socket_write(BIO* bio, const char* data, int size) {
  BIO_clear_retry_flags(bio);
  const int n =
      send_bytes(descriptor_of(bio), data, static_cast<std::size_t>(size));
  if (n < 0 && (errno == EAGAIN || errno == EINTR)) BIO_set_retry_write(bio);
  return n;
}

int socket_read(BIO* bio, char* data, int size) {
  BIO_clear_retry_flags(bio);
  const int n =
      receive_bytes(descriptor_of(bio), data, static_cast<std::size_t>(size));
  if (n < 0 && (errno == EAGAIN || errno == EINTR)) BIO_set_retry_read(bio);
  if (n == 0) BIO_set_flags(bio, BIO_FLAGS_IN_EOF);
  return n;
}

long socket_control(BIO* bio, int command, long, void*) {
  if (command == BIO_CTRL_FLUSH) return 1;
  if (command == BIO_CTRL_EOF) {
    return BIO_test_flags(bio, BIO_FLAGS_IN_EOF) != 0 ? 1 : 0;
  }
  return 0;
}

const BIO_METHOD* socket_method() {
  static BIO_METHOD* const method = [] {
    BIO_METHOD* m = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK,
                                 "nonblocking socket");
    if (m != nullptr) {
      BIO_meth_set_write(m, socket_write);
      BIO_meth_set_read(m, socket_read);
      BIO_meth_set_ctrl(m, socket_control);
    }
    return m;
  }();
  return method;
}

struct free_ssl {
  void operator()(SSL* s) const noexcept { SSL_free(s); }
};
using ssl_pointer = std::unique_ptr<SSL, free_ssl>;

/// Whom a client talks to: the certificate must be for it.
bool expect_host(SSL* ssl, const std::string& host) {
  if (host.empty()) return false;  // would mean any
  error_code no_address;
  static_cast<void>(asio::ip::make_address(host, no_address));
  if (!no_address) {
    return X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), host.c_str()) ==
           1;
  }
  SSL_set_hostflags(ssl, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
  // SSL_set_tlsext_host_name() without its cast of C.
  std::string name = host;
  return SSL_ctrl(ssl, SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name,
                  name.data()) == 1 &&
         SSL_set1_host(ssl, host.c_str()) == 1;
}

class tls_channel final : public http_channel {
 public:
  tls_channel(asio::ip::tcp::socket socket, ssl_pointer ssl)
      : socket_(std::move(socket)),
        descriptor_(socket_.native_handle()),
        ssl_(std::move(ssl)) {
    error_code ignored;
    socket_.non_blocking(true, ignored);
  }

  /// Makes `bio` read and write the socket.
  void attach(BIO* bio) {
    BIO_set_data(bio, &descriptor_);
    BIO_set_init(bio, 1);
  }

  void handshake(done then) override {
    asio::post(
        socket_.get_executor(),
        [self = std::static_pointer_cast<tls_channel>(shared_from_this()),
         then = std::move(then)]() mutable { self->shake(std::move(then)); });
  }

  std::size_t try_read(asio::mutable_buffer into, error_code& error) override {
    if (!usable(error)) return 0;
    clear_errors();
    std::size_t n = 0;
    const int result = SSL_read_ex(ssl_.get(), into.data(), into.size(), &n);
    error = result == 1 ? error_code() : failure_of(result, read_needs_);
    drained_ = result != 1;
    return n;
  }

  std::size_t try_write(std::span<const asio::const_buffer> from,
                        error_code& error) override {
    if (!usable(error)) return 0;
    // One record for many small buffers. Which way is taken depends only on
    // what has not been sent, as repeating a write demands.
    std::array<unsigned char, record_bytes> joined;
    asio::const_buffer next;
    if (from.size() == 1 || from.front().size() >= record_bytes / 4) {
      next = from.front();
    } else {
      std::size_t n = 0;
      for (const asio::const_buffer& buffer : from) {
        const std::size_t part = std::min(buffer.size(), joined.size() - n);
        if (part > 0) std::memcpy(joined.data() + n, buffer.data(), part);
        n += part;
        if (n == joined.size()) break;
      }
      next = asio::const_buffer(joined.data(), n);
    }
    clear_errors();
    std::size_t n = 0;
    const int result = SSL_write_ex(ssl_.get(), next.data(), next.size(), &n);
    error = result == 1 ? error_code() : failure_of(result, write_needs_);
    return n;
  }

  void wait(direction which, done then) override {
    auto call = [self = shared_from_this(), then = std::move(then)](
                    const error_code& error) { then(error); };
    // What OpenSSL has taken from the socket no longer makes it readable.
    if (which == direction::read && !drained_ && !broken_ &&
        SSL_has_pending(ssl_.get()) == 1) {
      return asio::post(socket_.get_executor(),
                        [call = std::move(call)] { call({}); });
    }
    const direction needed =
        which == direction::read ? read_needs_ : write_needs_;
    socket_.async_wait(needed == direction::read
                           ? asio::socket_base::wait_read
                           : asio::socket_base::wait_write,
                       std::move(call));
  }

  void shutdown() noexcept override {
    say_goodbye();
    error_code ignored;
    socket_.shutdown(asio::socket_base::shutdown_send, ignored);
  }

  void close() noexcept override {
    say_goodbye();
    broken_ = true;
    error_code ignored;
    socket_.close(ignored);
  }

  std::string explain(const error_code& error) const override {
    std::string text = error.message();
    const long verdict = SSL_get_verify_result(ssl_.get());
    if (error && verdict != X509_V_OK) {
      text += ": ";
      text += X509_verify_cert_error_string(verdict);
    }
    return text;
  }

  asio::any_io_executor executor() override { return socket_.get_executor(); }

 private:
  static constexpr std::size_t record_bytes = 16U << 10U;

  void shake(done then) {
    error_code error;
    if (!usable(error)) return then(error);
    clear_errors();
    const int result = SSL_do_handshake(ssl_.get());
    if (result == 1) {
      established_ = true;
      drained_ = false;  // the first words may have come with the last of it
      return then({});
    }
    direction needed = direction::read;
    error = failure_of(result, needed);
    if (error != asio::error::would_block) return then(error);
    socket_.async_wait(
        needed == direction::read ? asio::socket_base::wait_read
                                  : asio::socket_base::wait_write,
        [self = std::static_pointer_cast<tls_channel>(shared_from_this()),
         then = std::move(then)](const error_code& waited) mutable {
          if (waited) return then(waited);
          self->shake(std::move(then));
        });
  }

  static void clear_errors() noexcept {
    ERR_clear_error();
    errno = 0;
  }

  [[nodiscard]] bool usable(error_code& error) const noexcept {
    if (broken_) error = asio::error::operation_aborted;
    return !broken_;
  }

  /// What the last call of OpenSSL came to, and what it waits for.
  error_code failure_of(int result, direction& needed) {
    const int system_error = errno;
    switch (SSL_get_error(ssl_.get(), result)) {
      case SSL_ERROR_WANT_READ:
        needed = direction::read;
        return asio::error::would_block;
      case SSL_ERROR_WANT_WRITE:
        needed = direction::write;
        return asio::error::would_block;
      case SSL_ERROR_ZERO_RETURN:
        return asio::error::eof;
      case SSL_ERROR_SYSCALL:
        broken_ = true;
        if (system_error == 0) return asio::ssl::error::stream_truncated;
        return {system_error, boost::system::system_category()};
      default:
        break;
    }
    broken_ = true;  // after this OpenSSL wants no other call
    const unsigned long reason = ERR_get_error();
    if (ERR_GET_REASON(reason) == SSL_R_UNEXPECTED_EOF_WHILE_READING) {
      return asio::ssl::error::stream_truncated;
    }
    return {static_cast<int>(reason), asio::error::get_ssl_category()};
  }

  /// As far as the socket takes it now.
  void say_goodbye() noexcept {
    if (broken_ || !established_ || said_goodbye_) return;
    said_goodbye_ = true;
    ERR_clear_error();
    static_cast<void>(SSL_shutdown(ssl_.get()));
    ERR_clear_error();
  }

  asio::ip::tcp::socket socket_;
  socket_handle descriptor_;  // of it, for OpenSSL
  ssl_pointer ssl_;
  direction read_needs_ = direction::read;
  direction write_needs_ = direction::write;
  bool drained_ = true;  // OpenSSL holds no more than a part of a record
  bool broken_ = false;
  bool established_ = false;
  bool said_goodbye_ = false;
};

}  // namespace

std::shared_ptr<http_channel> http_channel::make(asio::ip::tcp::socket socket,
                                                 asio::ssl::context& context,
                                                 role which,
                                                 const std::string& host) {
  ssl_pointer ssl(SSL_new(context.native_handle()));
  BIO* const bio =
      ssl && socket_method() != nullptr ? BIO_new(socket_method()) : nullptr;
  if (bio == nullptr) return nullptr;
  SSL_set_bio(ssl.get(), bio, bio);
  SSL_set_mode(ssl.get(), SSL_MODE_ENABLE_PARTIAL_WRITE |
                              SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER |
                              SSL_MODE_RELEASE_BUFFERS);
  SSL_set_read_ahead(ssl.get(), 1);
  if (which == role::server) {
    SSL_set_accept_state(ssl.get());
  } else {
    SSL_set_connect_state(ssl.get());
    if (!expect_host(ssl.get(), host)) return nullptr;
  }
  const auto made =
      std::make_shared<tls_channel>(std::move(socket), std::move(ssl));
  made->attach(bio);
  return made;
}

}  // namespace pith::mcp
