// SPDX-License-Identifier: MIT
/// @file
/// A client of one blocking socket that sends what a test tells it, byte by
/// byte, so that a server can be shown what no good client does.
#ifndef PITH_TESTS_UNIT_MCP_NET_SERVER_RAW_CLIENT_HPP
#define PITH_TESTS_UNIT_MCP_NET_SERVER_RAW_CLIENT_HPP

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

namespace pith_tests {

/// An answer taken apart. A status of 0: there was none.
struct raw_answer {
  int status = 0;
  std::string head;
  std::string body;  ///< with its chunks joined
  [[nodiscard]] bool has(std::string_view line) const {
    std::string whole = "\r\n";
    whole.append(line).append("\r\n");
    return head.find(whole) != std::string::npos;
  }
};

class raw_client {
 public:
  /// `receive_bytes`: how little the system takes for it, or 0.
  explicit raw_client(unsigned short port, int receive_bytes = 0)
      : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    const timeval patience{10, 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    ::setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    if (receive_bytes > 0) {
      ::setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &receive_bytes,
                   sizeof receive_bytes);
    }
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    is_connected_ = ::connect(socket_, reinterpret_cast<sockaddr*>(&address),
                              sizeof address) == 0;
  }
  ~raw_client() { close(); }
  raw_client(const raw_client&) = delete;
  raw_client& operator=(const raw_client&) = delete;

  [[nodiscard]] bool is_connected() const noexcept { return is_connected_; }

  bool send(std::string_view text) {
    while (!text.empty()) {
      const auto n = ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL);
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) return false;
      text.remove_prefix(static_cast<std::size_t>(n));
    }
    return true;
  }

  /// The next answer, for HEAD without a body.
  raw_answer answer(bool head_only = false) {
    raw_answer result;
    if (!read_until("\r\n\r\n", result.head)) return {};
    result.status = std::atoi(result.head.c_str() + sizeof "HTTP/1.1");
    if (head_only) return result;
    const std::size_t length = result.head.find("Content-Length: ");
    if (result.has("Transfer-Encoding: chunked")) {
      for (std::string chunk; read_chunk(chunk);) {
        if (chunk.empty()) return result;
        result.body += chunk;
      }
      result.status = 0;
    } else if (length != std::string::npos) {
      const auto n =
          std::strtoul(result.head.c_str() + length + 16, nullptr, 10);
      if (!read_bytes(n, result.body)) result.status = 0;
    } else {
      result.body = rest();
    }
    return result;
  }

  /// One chunk of an answer in chunks; empty at its end.
  bool read_chunk(std::string& chunk) {
    std::string line;
    if (!read_until("\r\n", line)) return false;
    std::string end;
    return read_bytes(std::strtoul(line.c_str(), nullptr, 16), chunk) &&
           read_bytes(2, end) && end == "\r\n";
  }

  bool read_until(std::string_view mark, std::string& text) {
    std::size_t at = 0;
    while ((at = pending_.find(mark)) == std::string::npos) {
      if (!read_some()) return false;
    }
    text = pending_.substr(0, at + mark.size());
    pending_.erase(0, at + mark.size());
    return true;
  }

  bool read_bytes(std::size_t n, std::string& text) {
    while (pending_.size() < n) {
      if (!read_some()) return false;
    }
    text = pending_.substr(0, n);
    pending_.erase(0, n);
    return true;
  }

  /// Whatever comes next.
  bool read_any(std::string& text) {
    if (pending_.empty() && !read_some()) return false;
    text = std::exchange(pending_, {});
    return true;
  }

  /// All up to the end of what the server says; is_ended() says whether it
  /// was an orderly one.
  std::string rest() {
    while (read_some()) {
    }
    return std::exchange(pending_, {});
  }

  /// Whether the server has closed the connection, and said no more.
  [[nodiscard]] bool is_closed() { return rest().empty() && is_ended_; }
  [[nodiscard]] bool is_ended() const noexcept { return is_ended_; }

  void close() {
    if (socket_ >= 0) ::close(std::exchange(socket_, -1));
  }

  void end_sending() { ::shutdown(socket_, SHUT_WR); }

  /// Ends the connection with RST.
  void reset() {
    const linger at_once{1, 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    close();
  }

 private:
  bool read_some() {
    char bytes[16384];
    ssize_t n = 0;
    // With SO_RCVTIMEO it is interrupted even if the process only stood still.
    do {
      n = ::recv(socket_, bytes, sizeof bytes, 0);
    } while (n < 0 && errno == EINTR);
    is_ended_ = n == 0;
    if (n <= 0) return false;
    pending_.append(bytes, static_cast<std::size_t>(n));
    return true;
  }

  int socket_;
  bool is_connected_ = false;
  bool is_ended_ = false;
  std::string pending_;
};

}  // namespace pith_tests

#endif  // PITH_TESTS_UNIT_MCP_NET_SERVER_RAW_CLIENT_HPP
