// SPDX-License-Identifier: MIT
/// @file
/// As much HTTP/1.1, JSON and epoll as the load tools need. They talk to the
/// gateway and to one another on loopback, so nothing here is meant for
/// strangers: whatever is not understood ends the connection.
#ifndef PITH_TESTS_MCP_LOAD_HTTP_HPP
#define PITH_TESTS_MCP_LOAD_HTTP_HPP

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace load {

[[noreturn]] inline void die(const char* what) {
  std::perror(what);
  std::exit(1);
}

/// A file descriptor that is closed with its owner.
class descriptor {
 public:
  descriptor() = default;
  explicit descriptor(int number) noexcept : number_(number) {}
  descriptor(descriptor&& other) noexcept : number_(other.release()) {}
  descriptor& operator=(descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  descriptor(const descriptor&) = delete;
  descriptor& operator=(const descriptor&) = delete;
  ~descriptor() { close(); }

  [[nodiscard]] int get() const noexcept { return number_; }
  [[nodiscard]] int release() noexcept { return std::exchange(number_, -1); }
  void close() noexcept {
    if (number_ >= 0) ::close(release());
  }

 private:
  int number_ = -1;
};

inline sockaddr_in loopback(std::uint16_t port) noexcept {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

inline void set_option(int socket, int level, int option) noexcept {
  const int on = 1;
  ::setsockopt(socket, level, option, &on, sizeof on);
}

/// A socket that listens; `port` may be 0 and is then what was chosen.
inline descriptor listen_on(std::uint16_t& port) {
  descriptor socket(
      ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  set_option(socket.get(), SOL_SOCKET, SO_REUSEADDR);
  sockaddr_in address = loopback(port);
  socklen_t length = sizeof address;
  if (::bind(socket.get(), reinterpret_cast<const sockaddr*>(&address),
             length) != 0 ||
      ::listen(socket.get(), 4096) != 0 ||
      ::getsockname(socket.get(), reinterpret_cast<sockaddr*>(&address),
                    &length) != 0) {
    die("listen");
  }
  port = ntohs(address.sin_port);
  return socket;
}

/// A connection on its way; epoll says when it can be written to.
inline descriptor connect_to(std::uint16_t port) {
  descriptor socket(
      ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (socket.get() < 0) die("socket");
  set_option(socket.get(), IPPROTO_TCP, TCP_NODELAY);
  const sockaddr_in address = loopback(port);
  if (::connect(socket.get(), reinterpret_cast<const sockaddr*>(&address),
                sizeof address) != 0 &&
      errno != EINPROGRESS) {
    die("connect");
  }
  return socket;
}

inline void watch(int epoll, int operation, int fd, std::uint32_t events,
                  std::uint64_t data) {
  epoll_event event{};
  event.events = events;
  event.data.u64 = data;
  if (::epoll_ctl(epoll, operation, fd, &event) != 0) die("epoll_ctl");
}

/// Takes what there is to read. False: the other side is gone.
inline bool read_some(int socket, std::string& into) {
  char bytes[65536];
  for (;;) {
    const ssize_t count = ::read(socket, bytes, sizeof bytes);
    if (count > 0) {
      into.append(bytes, static_cast<std::size_t>(count));
      if (static_cast<std::size_t>(count) == sizeof bytes) continue;
      return true;
    }
    return count < 0 && (errno == EAGAIN || errno == EINTR);
  }
}

/// Writes what can be written of `from` and moves `at`. False: it is gone.
inline bool write_some(int socket, std::string_view from, std::size_t& at) {
  while (at < from.size()) {
    const ssize_t count =
        ::send(socket, from.data() + at, from.size() - at, MSG_NOSIGNAL);
    if (count < 0) return errno == EAGAIN || errno == EINTR;
    at += static_cast<std::size_t>(count);
  }
  return true;
}

/// Begins with `name` and a colon, in any case; `lines` is a head.
inline std::optional<std::string_view> field(std::string_view lines,
                                             std::string_view name) {
  std::size_t at = 0;
  while ((at = lines.find("\r\n", at)) != std::string_view::npos) {
    at += 2;
    const std::string_view line = lines.substr(at, lines.find("\r\n", at) - at);
    if (line.size() > name.size() && line[name.size()] == ':' &&
        ::strncasecmp(line.data(), name.data(), name.size()) == 0) {
      std::string_view value = line.substr(name.size() + 1);
      while (!value.empty() && value.front() == ' ') value.remove_prefix(1);
      return value;
    }
  }
  return std::nullopt;
}

/// One message: its head with the line after it, and its body as far as it is
/// there.
struct message {
  std::string head;
  std::string body;
  bool is_complete = false;

  [[nodiscard]] int status() const {
    int code = 0;
    const std::size_t at = head.find(' ');
    std::from_chars(head.data() + at + 1, head.data() + head.size(), code);
    return code;
  }
};

/// Reads messages off a connection, one at a time.
class reader {
 public:
  std::string input;

  /// False: this is not HTTP. `now` holds the head once it is complete, and
  /// grows; take() it when it is.
  bool advance() {
    if (now.is_complete) return true;
    if (now.head.empty()) {
      const std::size_t end = input.find("\r\n\r\n", at_ < 3 ? 0 : at_ - 3);
      if (end == std::string::npos) {
        at_ = input.size();
        return at_ < 65536;
      }
      now.head = input.substr(0, end + 2);
      at_ = end + 4;
      const auto coding = field(now.head, "transfer-encoding");
      is_chunked_ = coding && *coding == "chunked";
      left_ = 0;
      if (const auto length = field(now.head, "content-length")) {
        std::from_chars(length->data(), length->data() + length->size(), left_);
      }
    }
    return is_chunked_ ? read_chunks() : read_length();
  }

  message take() {
    input.erase(0, at_);
    at_ = 0;
    return std::exchange(now, message{});
  }

  message now;

 private:
  bool read_length() {
    const std::size_t count = std::min(left_, input.size() - at_);
    now.body.append(input, at_, count);
    at_ += count;
    left_ -= count;
    now.is_complete = left_ == 0;
    return true;
  }

  bool read_chunks() {
    for (;;) {
      if (left_ > 0) {
        // Two bytes after the data belong to the chunk.
        if (input.size() - at_ < left_ + 2) return true;
        now.body.append(input, at_, left_);
        at_ += left_ + 2;
        left_ = 0;
      }
      const std::size_t end = input.find("\r\n", at_);
      if (end == std::string::npos) {
        forget();
        return true;
      }
      std::size_t size = 0;
      const auto parsed =
          std::from_chars(input.data() + at_, input.data() + end, size, 16);
      if (parsed.ec != std::errc{}) return false;
      if (size == 0) {
        if (input.size() < end + 4) return true;
        at_ = end + 4;
        now.is_complete = true;
        return true;
      }
      at_ = end + 2;
      left_ = size;
    }
  }

  // Streams never end; what was read of them need not be kept.
  void forget() {
    input.erase(0, at_);
    at_ = 0;
  }

  std::size_t at_ = 0;    // what of the input was looked at
  std::size_t left_ = 0;  // of the body, or of the chunk
  bool is_chunked_ = false;
};

/// The end of the JSON string or literal at `at`; not of containers.
inline std::size_t scalar_end(std::string_view json, std::size_t at) {
  if (json[at] != '"') {
    while (at < json.size() && !std::strchr(",]} \t\r\n", json[at])) ++at;
    return at;
  }
  for (++at; at < json.size() && json[at] != '"'; ++at) {
    if (json[at] == '\\') ++at;
  }
  return std::min(at + 1, json.size());
}

/// The raw scalar of a member of the object itself, not of what is in it.
inline std::string_view member(std::string_view json, std::string_view key) {
  int depth = 0;
  for (std::size_t at = 0; at < json.size(); ++at) {
    const char c = json[at];
    if (c == '{' || c == '[') {
      ++depth;
    } else if (c == '}' || c == ']') {
      --depth;
    } else if (c == '"') {
      const std::size_t end = scalar_end(json, at);
      const std::string_view name = json.substr(at + 1, end - at - 2);
      at = end - 1;
      std::size_t value = json.find_first_not_of(" \t\r\n", end);
      if (depth != 1 || name != key || value == std::string_view::npos ||
          json[value] != ':') {
        continue;
      }
      value = json.find_first_not_of(" \t\r\n", value + 1);
      if (value == std::string_view::npos) return {};
      return json.substr(value, scalar_end(json, value) - value);
    }
  }
  return {};
}

/// The objects of an array.
inline std::vector<std::string_view> elements(std::string_view json) {
  std::vector<std::string_view> all;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t at = 0; at < json.size(); ++at) {
    const char c = json[at];
    if (c == '"') {
      at = scalar_end(json, at) - 1;
    } else if (c == '{' || c == '[') {
      if (++depth == 2) begin = at;
    } else if ((c == '}' || c == ']') && --depth == 1) {
      all.push_back(json.substr(begin, at + 1 - begin));
    }
  }
  return all;
}

/// The value after `--name`, as a number; `otherwise` when it is not there.
inline double option(int count, char** words, std::string_view name,
                     double otherwise) {
  for (int i = 1; i + 1 < count; ++i) {
    if (words[i] == name) return std::strtod(words[i + 1], nullptr);
  }
  return otherwise;
}

}  // namespace load

#endif  // PITH_TESTS_MCP_LOAD_HTTP_HPP
