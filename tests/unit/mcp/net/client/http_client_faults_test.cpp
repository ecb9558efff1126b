// SPDX-License-Identifier: MIT
#include "client_bench.hpp"
#include "raw_server.hpp"

#include <gtest/gtest.h>

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace std::chrono_literals;
using pith_tests::client_bench;
using pith_tests::raw_peer;
using pith_tests::raw_server;

constexpr std::size_t large = 20U << 20U;

void echo(raw_peer& peer, int) {
  for (;;) {
    const std::string request = peer.read_request();
    if (request.empty()) return;
    peer.answer(request.substr(request.find("\r\n\r\n") + 4));
  }
}

TEST(mcp_http_client_faults, notices_that_an_idle_connection_is_closed) {
  raw_server server([](raw_peer& peer, int) {
    peer.answer(peer.read_request().empty() ? "" : "ok");
  });
  client_bench bench(server.port());
  EXPECT_EQ(bench.ask("1")->body, "ok");
  bench.run_for(50ms);
  EXPECT_EQ(bench.ask("2")->body, "ok");
  EXPECT_EQ(server.count(), 2);
}

TEST(mcp_http_client_faults, looks_before_it_sends) {
  // The loop does not run between the close and the next request.
  raw_server server([](raw_peer& peer, int) {
    peer.answer(peer.read_request().empty() ? "" : "ok");
  });
  client_bench bench(server.port());
  for (int i = 1; i < 10; ++i) {
    const auto listener = bench.ask("x");
    EXPECT_EQ(listener->body, "ok") << listener->failure;
    EXPECT_EQ(server.count(), i);
    std::this_thread::sleep_for(20ms);
  }
}

TEST(mcp_http_client_faults, does_not_repeat_what_may_have_arrived) {
  for (const bool with_reset : {false, true}) {
    std::atomic<int> requests{0};
    raw_server server([&](raw_peer& peer, int) {
      peer.read_request();
      ++requests;
      peer.answer("ok");
      peer.read_request();
      ++requests;
      if (with_reset) peer.reset();
    });
    client_bench bench(server.port());
    EXPECT_EQ(bench.ask("1")->body, "ok");
    const auto listener = bench.ask("2");
    EXPECT_EQ(listener->failure.find("the server closed the connection"), 0U);
    EXPECT_TRUE(listener->may_have_arrived);
    EXPECT_EQ(server.count(), 1);
    EXPECT_EQ(requests, 2);
  }
}

TEST(mcp_http_client_faults, repeats_what_a_kept_connection_did_not_take) {
  raw_server server([](raw_peer& peer, int number) {
    if (number == 0) {
      peer.read_request();
      peer.answer("ok");
      std::string part;
      peer.read_some(part);
      return peer.reset();
    }
    echo(peer, number);
  });
  client_bench bench(server.port());
  EXPECT_EQ(bench.ask("1")->body, "ok");
  const auto listener = bench.ask(std::string(large, 'x'));
  EXPECT_TRUE(listener->has_ended) << listener->failure;
  EXPECT_EQ(listener->body.size(), large);
  EXPECT_EQ(server.count(), 2);
}

TEST(mcp_http_client_faults, repeats_only_once_and_only_kept_connections) {
  raw_server server([](raw_peer& peer, int) {
    std::string part;
    peer.read_some(part);
    peer.reset();
  });
  client_bench bench(server.port());
  const auto listener = bench.ask(std::string(large, 'x'));
  EXPECT_FALSE(listener->failure.empty());
  EXPECT_FALSE(listener->may_have_arrived);
  EXPECT_EQ(server.count(), 1);
}

TEST(mcp_http_client_faults, hears_an_answer_that_comes_too_early) {
  raw_server server([](raw_peer& peer, int) {
    std::string part;
    peer.read_some(part);
    peer.write(
        "HTTP/1.1 413 Too Large\r\nContent-Length: 2\r\n"
        "Connection: close\r\n\r\nno");
    std::this_thread::sleep_for(50ms);
    peer.reset();
  });
  client_bench bench(server.port());
  const auto listener = bench.ask(std::string(large, 'x'));
  EXPECT_EQ(listener->status, 413) << listener->failure;
  EXPECT_EQ(listener->body, "no");
  EXPECT_TRUE(listener->has_ended);
}

TEST(mcp_http_client_faults, says_that_nobody_listens) {
  unsigned short port = 0;
  {
    raw_server server(echo);
    port = server.port();
  }
  client_bench bench(port);
  const auto listener = bench.ask("x");
  EXPECT_EQ(listener->failure.find("cannot connect: "), 0U)
      << listener->failure;
  EXPECT_FALSE(listener->may_have_arrived);
}

TEST(mcp_http_client_faults, finds_hosts_by_name) {
  raw_server server(echo);
  client_bench good(server.port(), {}, false, "localhost");
  EXPECT_EQ(good.ask("x")->body, "x");
  client_bench bad(server.port(), {}, false, "no-such-host.invalid");
  const auto listener = bad.ask("x");
  EXPECT_EQ(listener->failure.find("cannot find the host: "), 0U)
      << listener->failure;
  EXPECT_FALSE(listener->may_have_arrived);
}

/// A socket that listens, but whose queue is full: who connects waits.
class full_listener {
 public:
  full_listener() {
    listener_ = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    ::bind(listener_, reinterpret_cast<sockaddr*>(&address), sizeof address);
    ::listen(listener_, 0);
    socklen_t size = sizeof address;
    ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size);
    port_ = ntohs(address.sin_port);
    for (int i = 0; i < 4; ++i) {
      const int filler = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
      ::connect(filler, reinterpret_cast<sockaddr*>(&address), sizeof address);
      fillers_.push_back(filler);
    }
    std::this_thread::sleep_for(20ms);
  }
  ~full_listener() {
    for (const int filler : fillers_) ::close(filler);
    ::close(listener_);
  }
  full_listener(const full_listener&) = delete;
  full_listener& operator=(const full_listener&) = delete;

  [[nodiscard]] unsigned short port() const noexcept { return port_; }

 private:
  int listener_ = -1;
  unsigned short port_ = 0;
  std::vector<int> fillers_;
};

TEST(mcp_http_client_faults, gives_up_a_connection_that_takes_too_long) {
  const full_listener server;
  client_bench bench(server.port(), {.connect_time = 1s});
  const auto begin = std::chrono::steady_clock::now();
  const auto listener = bench.ask("x");
  EXPECT_EQ(listener->failure, "connecting took too long");
  EXPECT_FALSE(listener->may_have_arrived);
  EXPECT_GE(std::chrono::steady_clock::now() - begin, 900ms);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 3s);
}

TEST(mcp_http_client_faults, gives_up_a_server_that_does_not_answer) {
  raw_server server([](raw_peer& peer, int) {
    peer.read_request();
    peer.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n");
    for (int i = 0; i < 3; ++i) {
      std::this_thread::sleep_for(600ms);
      peer.write("x");
    }
    std::string more;
    peer.read_some(more);
  });
  client_bench bench(server.port(), {.answer_time = 1s});
  const auto begin = std::chrono::steady_clock::now();
  const auto listener = bench.ask("x");
  EXPECT_EQ(listener->failure, "the server did not answer in time");
  EXPECT_TRUE(listener->may_have_arrived);
  EXPECT_EQ(listener->body, "xxx");  // each byte gives it more time
  EXPECT_GE(std::chrono::steady_clock::now() - begin, 2700ms);
}

TEST(mcp_http_client_faults, cancels_at_every_stage) {
  std::atomic<int> gone{0};
  raw_server server([&](raw_peer& peer, int) {
    peer.read_request();
    peer.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc");
    std::string more;
    while (peer.read_some(more)) {
    }
    ++gone;
  });
  client_bench bench(server.port());
  const auto before = bench.send("x");
  bench.call->cancel();  // while it connects
  const auto inside = bench.send("x");
  inside->when_piece = [&, call = bench.call] { call->cancel(); };
  bench.run_until([&] { return !inside->body.empty(); });
  const auto later = bench.send("x");
  bench.run_until([&] { return !later->body.empty(); });
  bench.call->cancel();
  bench.call->cancel();
  bench.call->pause();
  bench.call->resume();
  EXPECT_TRUE(bench.run_until([&] { return gone >= 2; }));
  bench.run_for(20ms);
  for (const auto& listener : {before, inside, later}) {
    EXPECT_FALSE(listener->is_over());
  }
  EXPECT_EQ(before->status, 0);
  EXPECT_EQ(inside->pieces.size(), 1U);
}

TEST(mcp_http_client_faults, cancelling_drops_the_listener) {
  raw_server server(echo);
  client_bench bench(server.port());
  auto listener = bench.send("x");
  const std::weak_ptr<void> watched = listener;
  bench.call->cancel();
  listener.reset();
  EXPECT_TRUE(watched.expired());
}

TEST(mcp_http_client_faults, a_client_may_go_inside_a_callback) {
  raw_server server(echo);
  client_bench bench(server.port());
  const auto other = bench.send("other");
  const auto listener = bench.send("x");
  listener->when_piece = [&] { bench.client.reset(); };
  bench.run_until([&] { return !bench.client; });
  bench.run_for(50ms);
  EXPECT_EQ(listener->body, "x");
  EXPECT_FALSE(listener->has_ended);
}

TEST(mcp_http_client_faults, leaves_no_work_after_when_it_goes) {
  raw_server server(echo);
  client_bench bench(server.port());
  bench.ask("kept");
  auto listener = bench.send("under way");
  bench.client.reset();
  bench.loop.restart();
  bench.loop.run_for(2s);
  EXPECT_TRUE(bench.loop.stopped());
  EXPECT_FALSE(listener->is_over());
  // The call is still held, as a listener might hold it itself.
  const std::weak_ptr<void> watched = listener;
  listener.reset();
  EXPECT_TRUE(watched.expired());
}

}  // namespace
