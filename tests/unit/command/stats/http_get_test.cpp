// SPDX-License-Identifier: MIT
#include "stats/http_get.hpp"

#include <gtest/gtest.h>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <string>
#include <thread>
#include <vector>

namespace {

using namespace std::chrono_literals;
using cli::http_answer;
using cli::http_get;
using cli::http_place;
using cli::is_whole_answer;
using cli::read_http_answer;
using cli::read_http_url;

/// Answers one request on a port of its own with texts, and hangs up; or
/// keeps quiet for as long as it lives.
class one_answer {
 public:
  explicit one_answer(std::vector<std::string> parts, bool hangs_up = true)
      : listener_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in here{};
    here.sin_family = AF_INET;
    here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof here;
    auto* const address = reinterpret_cast<sockaddr*>(&here);
    EXPECT_EQ(::bind(listener_, address, size), 0);
    EXPECT_EQ(::listen(listener_, 1), 0);
    EXPECT_EQ(::getsockname(listener_, address, &size), 0);
    port_ = std::to_string(ntohs(here.sin_port));
    thread_ = std::thread([this, parts = std::move(parts), hangs_up] {
      const int fd = ::accept(listener_, nullptr, nullptr);
      char buffer[4096];
      while (request_.find("\r\n\r\n") == std::string::npos) {
        const ssize_t n = ::recv(fd, buffer, sizeof buffer, 0);
        if (n <= 0) break;
        request_.append(buffer, static_cast<std::size_t>(n));
      }
      for (const std::string& part : parts) {
        ::send(fd, part.data(), part.size(), MSG_NOSIGNAL);
      }
      // Until the other side has enough of it.
      if (!hangs_up) ::recv(fd, buffer, sizeof buffer, 0);
      ::close(fd);
    });
  }
  one_answer(const one_answer&) = delete;
  one_answer& operator=(const one_answer&) = delete;
  ~one_answer() { end(); }

  [[nodiscard]] http_place place() const {
    return {"127.0.0.1", port_, "/stats.json"};
  }
  /// What was asked; ends the server.
  const std::string& request() {
    end();
    return request_;
  }

 private:
  void end() {
    if (thread_.joinable()) thread_.join();
    if (listener_ >= 0) ::close(listener_);
    listener_ = -1;
  }

  int listener_;
  std::string port_;
  std::string request_;
  std::thread thread_;
};

TEST(read_http_url, parts) {
  const auto plain = read_http_url("http://127.0.0.1:4100");
  ASSERT_TRUE(plain);
  EXPECT_EQ(plain->host, "127.0.0.1");
  EXPECT_EQ(plain->port, "4100");
  EXPECT_EQ(plain->path, "/");
  const auto ipv6 = read_http_url("http://[::1]:81/a/b");
  ASSERT_TRUE(ipv6);
  EXPECT_EQ(ipv6->host, "::1");
  EXPECT_EQ(ipv6->port, "81");
  EXPECT_EQ(ipv6->path, "/a/b");
  EXPECT_EQ(read_http_url("http://gateway")->port, "80");
}

TEST(read_http_url, what_is_none) {
  for (const std::string_view url :
       {"", "gateway", "https://gateway", "http://", "http://:80",
        "http://a:", "http://a:0", "http://a:65536", "http://a:1x",
        "http://[::1", "http://[::1]80", "http://user@a", "http://a/?q",
        "http://a/#f", "http://a/ b", "http://a/\r\nX: y", "http://\xff"}) {
    EXPECT_FALSE(read_http_url(url)) << url;
  }
}

TEST(read_http_answer, with_a_length) {
  constexpr std::string_view text =
      "HTTP/1.1 200 OK\r\ncontent-length:  5 \r\n\r\nhello";
  const http_answer answer = read_http_answer(text);
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.body, "hello");
  EXPECT_EQ(answer.failure, "");
  EXPECT_TRUE(is_whole_answer(text));
  for (std::size_t n = 0; n < text.size(); ++n) {
    EXPECT_FALSE(is_whole_answer(text.substr(0, n)));
    EXPECT_NE(read_http_answer(text.substr(0, n)).failure, "") << n;
  }
}

TEST(read_http_answer, until_the_end) {
  const http_answer answer = read_http_answer("HTTP/1.0 404 No\r\n\r\nnone");
  EXPECT_EQ(answer.status, 404);
  EXPECT_EQ(answer.body, "none");
}

TEST(read_http_answer, in_chunks) {
  constexpr std::string_view text =
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
      "5\r\nhello\r\nA;x=1\r\n0123456789\r\n0\r\n\r\n";
  EXPECT_EQ(read_http_answer(text).body, "hello0123456789");
  EXPECT_TRUE(is_whole_answer(text));
  for (const std::string_view bad :
       {"", "5\r\nhel", "5\r\nhello", "x\r\n", "-1\r\n", "5\r\nhelloXX",
        "ffffffffffffffff\r\nx", "fffffffffffffffff\r\nx", "5\r\nhello\r\n"}) {
    const std::string whole =
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" +
        std::string(bad);
    EXPECT_NE(read_http_answer(whole).failure, "") << bad;
  }
}

TEST(read_http_answer, what_is_none) {
  for (const std::string_view text :
       {"SSH-2.0\r\n\r\n", "HTTP/1.1\r\n\r\n", "HTTP/1.1 2x0 OK\r\n\r\n",
        "HTTP/1.1 200 OK\r\n"}) {
    EXPECT_EQ(read_http_answer(text).status, 0) << text;
    EXPECT_NE(read_http_answer(text).failure, "") << text;
  }
}

TEST(http_get, asks_and_reads) {
  one_answer server{{"HTTP/1.1 200 OK\r\nContent-", "Length: 2\r\n\r\n{", "}"}};
  const http_answer answer = http_get(server.place(), "", 5s);
  EXPECT_EQ(answer.status, 200) << answer.failure;
  EXPECT_EQ(answer.body, "{}");
  const std::string& request = server.request();
  EXPECT_TRUE(
      request.starts_with("GET /stats.json HTTP/1.1\r\nHost: 127.0.0.1:"))
      << request;
  EXPECT_EQ(request.find("Authorization"), std::string::npos);
}

TEST(http_get, brings_its_token) {
  one_answer server{{"HTTP/1.1 401 No\r\nContent-Length: 0\r\n\r\n"}};
  EXPECT_EQ(http_get(server.place(), "abc", 5s).status, 401);
  EXPECT_NE(server.request().find("\r\nAuthorization: Bearer abc\r\n"),
            std::string::npos);
}

TEST(http_get, does_not_wait_for_the_end_of_a_whole_answer) {
  one_answer server{{"HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n7"}, false};
  EXPECT_EQ(http_get(server.place(), "", 5s).body, "7");
}

TEST(http_get, gives_up_in_time) {
  one_answer server{{"HTTP/1.1 200 OK\r\n"}, false};
  const auto start = std::chrono::steady_clock::now();
  const http_answer answer = http_get(server.place(), "", 100ms);
  EXPECT_EQ(answer.status, 0);
  EXPECT_EQ(answer.failure, "no answer in time");
  EXPECT_LT(std::chrono::steady_clock::now() - start, 3s);
}

TEST(http_get, nobody_there) {
  http_place place;
  {
    one_answer server{{}};
    place = server.place();
    EXPECT_EQ(http_get(place, "", 5s).failure, "the connection was closed");
  }
  EXPECT_NE(http_get(place, "", 5s).failure, "");
  EXPECT_NE(http_get({"no-such-host.invalid", "80", "/"}, "", 5s).failure, "");
}

}  // namespace
