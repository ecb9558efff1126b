// SPDX-License-Identifier: MIT
#include "stats/http_get.hpp"

#include "line/arguments.hpp"

#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <system_error>

namespace cli {

namespace {

using clock = std::chrono::steady_clock;
using milliseconds = std::chrono::milliseconds;

/// A socket that never waits by itself, and the time until which it may.
class connection {
 public:
  connection(const addrinfo& to, clock::time_point deadline)
      : deadline_(deadline),
        fd_(::socket(to.ai_family,
                     to.ai_socktype | SOCK_NONBLOCK | SOCK_CLOEXEC,
                     to.ai_protocol)) {
    if (fd_ < 0) {
      failure_ = errno;
    } else if (::connect(fd_, to.ai_addr, to.ai_addrlen) != 0) {
      failure_ = errno == EINPROGRESS ? finish_connecting() : errno;
    }
  }
  connection(const connection&) = delete;
  connection& operator=(const connection&) = delete;
  ~connection() {
    if (fd_ >= 0) ::close(fd_);
  }

  /// errno of what failed; 0 when nothing did.
  [[nodiscard]] int failure() const noexcept { return failure_; }

  bool send(std::string_view text) {
    while (!text.empty()) {
      const ssize_t n = ::send(fd_, text.data(), text.size(), MSG_NOSIGNAL);
      if (n >= 0) {
        text.remove_prefix(static_cast<std::size_t>(n));
      } else if (!may_go_on(POLLOUT)) {
        return false;
      }
    }
    return true;
  }

  /// Appends what comes; false at the end and after a failure.
  bool receive(std::string& into) {
    char buffer[16384];
    for (;;) {
      const ssize_t n = ::recv(fd_, buffer, sizeof buffer, 0);
      if (n > 0) into.append(buffer, static_cast<std::size_t>(n));
      if (n >= 0) return n > 0;
      if (!may_go_on(POLLIN)) return false;
    }
  }

 private:
  /// After a call that failed: whether it was only too early, and waits.
  bool may_go_on(short event) {
    if (errno == EINTR) return true;
    failure_ =
        errno == EAGAIN || errno == EWOULDBLOCK ? wait_for(event) : errno;
    return failure_ == 0;
  }

  [[nodiscard]] int wait_for(short event) const {
    for (;;) {
      const auto left =
          std::chrono::ceil<milliseconds>(deadline_ - clock::now());
      if (left.count() <= 0) return ETIMEDOUT;
      pollfd one{fd_, event, 0};
      const int n = ::poll(&one, 1, static_cast<int>(left.count()));
      if (n > 0) return 0;
      if (n < 0 && errno != EINTR) return errno;
    }
  }

  [[nodiscard]] int finish_connecting() const {
    if (const int failed = wait_for(POLLOUT); failed != 0) return failed;
    int failed = 0;
    socklen_t size = sizeof failed;
    if (::getsockopt(fd_, SOL_SOCKET, SO_ERROR, &failed, &size) != 0) {
      return errno;
    }
    return failed;
  }

  clock::time_point deadline_;
  int fd_;
  int failure_ = 0;
};

std::string request_for(const http_place& place, std::string_view token) {
  const bool is_ipv6 = place.host.find(':') != std::string::npos;
  std::string out = "GET ";
  out.append(place.path).append(" HTTP/1.1\r\nHost: ");
  out.append(is_ipv6 ? "[" : "").append(place.host).append(is_ipv6 ? "]" : "");
  out.append(":").append(place.port);
  out.append("\r\nAccept: application/json\r\nConnection: close\r\n");
  if (!token.empty()) {
    out.append("Authorization: Bearer ").append(token).append("\r\n");
  }
  return out.append("\r\n");
}

http_answer failed_answer(int reason) {
  http_answer answer;
  answer.failure = reason == ETIMEDOUT ? "no answer in time"
                                       : std::system_category().message(reason);
  return answer;
}

http_answer ask(connection& to, std::string_view request) {
  if (!to.send(request)) return failed_answer(to.failure());
  std::string text;
  while (!is_whole_answer(text) && to.receive(text)) {
    if (text.size() > max_answer_bytes) return failed_answer(EFBIG);
  }
  if (to.failure() != 0) return failed_answer(to.failure());
  return read_http_answer(text);
}

bool is_visible(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return c > ' ' && c < '\x7f'; });
}

}  // namespace

std::optional<http_place> read_http_url(std::string_view url) {
  constexpr std::string_view scheme = "http://";
  if (!url.starts_with(scheme) || !is_visible(url) ||
      url.find_first_of("?#@\\\"<>") != url.npos) {
    return std::nullopt;
  }
  url.remove_prefix(scheme.size());
  http_place place;
  const std::size_t slash = url.find('/');
  if (slash != url.npos) place.path = url.substr(slash);
  std::string_view host = url.substr(0, slash);
  std::string_view port;
  if (host.starts_with('[')) {
    const std::size_t end = host.find(']');
    if (end == host.npos) return std::nullopt;
    port = host.substr(end + 1);
    host = host.substr(1, end - 1);
  } else if (const std::size_t colon = host.find(':'); colon != host.npos) {
    port = host.substr(colon);
    host = host.substr(0, colon);
  }
  if (host.empty()) return std::nullopt;
  place.host = host;
  if (port.empty()) return place;
  const auto number =
      port.starts_with(':') ? to_number(port.substr(1)) : std::nullopt;
  if (!number || *number == 0 || *number > 65535) return std::nullopt;
  place.port = std::to_string(*number);
  return place;
}

http_answer http_get(const http_place& place, std::string_view token,
                     milliseconds patience) {
  addrinfo wanted{};
  wanted.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  const int looked_up =
      ::getaddrinfo(place.host.c_str(), place.port.c_str(), &wanted, &found);
  if (looked_up != 0) {
    http_answer answer;
    answer.failure = ::gai_strerror(looked_up);
    return answer;
  }
  const std::unique_ptr<addrinfo, void (*)(addrinfo*)> owner{found,
                                                             ::freeaddrinfo};
  const auto deadline = clock::now() + patience;
  int reason = ECONNREFUSED;
  for (const addrinfo* one = found; one != nullptr; one = one->ai_next) {
    connection to{*one, deadline};
    if (to.failure() == 0) return ask(to, request_for(place, token));
    reason = to.failure();
  }
  return failed_answer(reason);
}

}  // namespace cli
