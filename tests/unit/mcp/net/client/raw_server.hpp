// SPDX-License-Identifier: MIT
/// @file
/// A server of blocking sockets that does what a test tells it, byte by byte,
/// so that a client can be shown what no good server does.
#ifndef PITH_TESTS_UNIT_MCP_NET_CLIENT_RAW_SERVER_HPP
#define PITH_TESTS_UNIT_MCP_NET_CLIENT_RAW_SERVER_HPP

#include <arpa/inet.h>
#include <netinet/in.h>
#include <openssl/ssl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace pith_tests {

/// A socket with a limit of time is interrupted even if the process only stood
/// still for a moment.
template <class Call>
ssize_t again_if_interrupted(Call call) {
  for (;;) {
    errno = 0;
    const ssize_t n = call();
    if (n >= 0 || errno != EINTR) return n;
  }
}

/// One connection, as the server sees it.
class raw_peer {
 public:
  explicit raw_peer(int socket) : socket_(socket) {
    const timeval patience{10, 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    ::setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
  }
  ~raw_peer() { close(); }
  raw_peer(const raw_peer&) = delete;
  raw_peer& operator=(const raw_peer&) = delete;

  /// The handshake of the server; false when it fails.
  bool accept_tls(SSL_CTX* context) {
    tls_.reset(SSL_new(context));
    SSL_set_fd(tls_.get(), socket_);
    is_shaken_ = again_if_interrupted(
                     [&]() -> ssize_t { return SSL_accept(tls_.get()); }) == 1;
    return is_shaken_;
  }

  /// Reads a head, and the body that it announces. Empty when the client is
  /// gone before.
  std::string read_request() {
    std::string text;
    while (text.find("\r\n\r\n") == std::string::npos) {
      if (!read_some(text)) return {};
    }
    std::size_t size = text.find("\r\n\r\n") + 4;
    const std::size_t length = text.find("Content-Length: ");
    if (length < size) size += std::stoul(text.substr(length + 16));
    while (text.size() < size) {
      if (!read_some(text)) return {};
    }
    return text;
  }

  /// False at the end of what the client says.
  bool read_some(std::string& text) {
    char bytes[4096];
    const ssize_t n = again_if_interrupted([&]() -> ssize_t {
      return tls_ ? SSL_read(tls_.get(), bytes, sizeof bytes)
                  : ::recv(socket_, bytes, sizeof bytes, 0);
    });
    if (n <= 0) return false;
    text.append(bytes, static_cast<std::size_t>(n));
    return true;
  }

  bool write(std::string_view text) {
    while (!text.empty()) {
      const ssize_t n = again_if_interrupted([&]() -> ssize_t {
        return tls_ ? SSL_write(tls_.get(), text.data(),
                                static_cast<int>(text.size()))
                    : ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL);
      });
      if (n <= 0) return false;
      text.remove_prefix(static_cast<std::size_t>(n));
    }
    return true;
  }

  /// "200 OK" with this body.
  bool answer(std::string_view body, std::string_view more_fields = {}) {
    std::string text = "HTTP/1.1 200 OK\r\nContent-Length: ";
    text.append(std::to_string(body.size())).append("\r\n");
    text.append(more_fields).append("\r\n").append(body);
    return write(text);
  }

  void close() {
    if (socket_ < 0) return;
    if (is_shaken_) SSL_shutdown(tls_.get());
    end();
  }

  /// Ends the connection with RST.
  void reset() {
    const linger at_once{1, 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    end();
  }

  /// Wakes the thread that serves it, from another one.
  void interrupt() {
    const std::lock_guard hold(lock_);
    if (socket_ >= 0) ::shutdown(socket_, SHUT_RDWR);
  }

 private:
  struct free_ssl {
    void operator()(SSL* s) const noexcept { SSL_free(s); }
  };
  void end() {
    tls_.reset();
    const std::lock_guard hold(lock_);
    ::close(std::exchange(socket_, -1));
  }

  std::mutex lock_;  // who changes socket_, and who else reads it
  int socket_;
  std::unique_ptr<SSL, free_ssl> tls_;
  bool is_shaken_ = false;
};

/// Accepts connections and runs `serve` for each, in a thread of its own.
class raw_server {
 public:
  using script = std::function<void(raw_peer&, int number)>;

  explicit raw_server(script serve, SSL_CTX* tls = nullptr)
      : serve_(std::move(serve)), tls_(tls) {
    listener_ = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    ::bind(listener_, reinterpret_cast<sockaddr*>(&address), sizeof address);
    ::listen(listener_, 64);
    socklen_t size = sizeof address;
    ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size);
    port_ = ntohs(address.sin_port);
    accepting_ = std::thread([this] { accept_all(); });
  }

  ~raw_server() {
    ::shutdown(listener_, SHUT_RDWR);
    accepting_.join();
    ::close(listener_);
    for (const auto& peer : peers_) peer->interrupt();
    for (std::thread& t : serving_) t.join();
  }
  raw_server(const raw_server&) = delete;
  raw_server& operator=(const raw_server&) = delete;

  [[nodiscard]] unsigned short port() const noexcept { return port_; }
  /// How many connections there were.
  [[nodiscard]] int count() const noexcept { return count_; }

 private:
  void accept_all() {
    for (;;) {
      const int socket = ::accept(listener_, nullptr, nullptr);
      if (socket < 0) return;
      const int number = count_++;
      const auto peer = peers_.emplace_back(std::make_shared<raw_peer>(socket));
      serving_.emplace_back([this, peer, number] {
        if (tls_ == nullptr || peer->accept_tls(tls_)) serve_(*peer, number);
        peer->close();
      });
    }
  }

  script serve_;
  SSL_CTX* tls_;
  int listener_ = -1;
  unsigned short port_ = 0;
  std::atomic<int> count_{0};
  std::thread accepting_;
  std::vector<std::shared_ptr<raw_peer>> peers_;  // both of accepting_, until
  std::vector<std::thread> serving_;              // it has ended
};

}  // namespace pith_tests

#endif  // PITH_TESTS_UNIT_MCP_NET_CLIENT_RAW_SERVER_HPP
