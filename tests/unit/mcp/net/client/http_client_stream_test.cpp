// SPDX-License-Identifier: MIT
#include "client_bench.hpp"
#include "mcp/net/tls.hpp"
#include "raw_server.hpp"
#include "throwaway_certificate.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <boost/asio/ssl/context.hpp>
#include <chrono>
#include <memory>
#include <semaphore>
#include <string>
#include <thread>

namespace {

using namespace std::chrono_literals;
using pith_tests::client_bench;
using pith_tests::raw_peer;
using pith_tests::raw_server;
using pith_tests::throwaway_certificate;

constexpr std::string_view stream_head =
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
    "Transfer-Encoding: chunked\r\n\r\n";

void echo(raw_peer& peer, int) {
  for (;;) {
    const std::string request = peer.read_request();
    if (request.empty()) return;
    peer.answer(request.substr(request.find("\r\n\r\n") + 4));
  }
}

TEST(mcp_http_client_stream, hands_on_events_as_they_come) {
  std::counting_semaphore<> heard{0};
  raw_server server([&](raw_peer& peer, int) {
    peer.read_request();
    peer.write(stream_head);
    for (int i = 0; i < 5; ++i) {
      peer.write("9\r\ndata: ");
      peer.write(std::to_string(i));
      peer.write("\n\n\r\n");
      // The next one is only sent when this one has been heard.
      if (!heard.try_acquire_for(5s)) return;
    }
    peer.write("0\r\n\r\n");
    echo(peer, 0);
  });
  client_bench bench(server.port());
  const auto listener = bench.send("x");
  std::string told;
  listener->when_piece = [&] {
    told = listener->body;
    if (told.ends_with("\n\n")) heard.release();
  };
  ASSERT_TRUE(bench.run_until([&] { return listener->is_over(); }));
  EXPECT_TRUE(listener->has_ended) << listener->failure;
  EXPECT_EQ(listener->body,
            "data: 0\n\ndata: 1\n\ndata: 2\n\ndata: 3\n\ndata: 4\n\n");
  EXPECT_EQ(bench.ask("again")->body, "again");
  EXPECT_EQ(server.count(), 1);
}

TEST(mcp_http_client_stream, hands_on_events_that_run_to_the_close) {
  std::counting_semaphore<> heard{0};
  raw_server server([&](raw_peer& peer, int) {
    peer.read_request();
    peer.write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n");
    for (int i = 0; i < 3; ++i) {
      peer.write("data: x\n\n");
      if (!heard.try_acquire_for(5s)) return;
    }
  });
  client_bench bench(server.port());
  const auto listener = bench.send("x");
  listener->when_piece = [&] { heard.release(); };
  ASSERT_TRUE(bench.run_until([&] { return listener->is_over(); }));
  EXPECT_TRUE(listener->has_ended) << listener->failure;
  EXPECT_EQ(listener->body, "data: x\n\ndata: x\n\ndata: x\n\n");
}

TEST(mcp_http_client_stream, a_pause_is_felt_by_the_server) {
  constexpr std::size_t size = 64U << 20U;
  std::atomic<std::size_t> written{0};
  raw_server server([&](raw_peer& peer, int) {
    peer.read_request();
    peer.write("HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(size) +
               "\r\n\r\n");
    const std::string piece(64U << 10U, 'x');
    while (written < size && peer.write(piece)) written += piece.size();
  });
  client_bench bench(server.port());
  const auto listener = bench.send("x");
  const auto call = bench.call;
  std::size_t heard = 0;
  listener->when_piece = [&] {
    heard += listener->body.size();
    listener->body.clear();
    listener->pieces.clear();
    call->pause();
  };
  bench.run_until([&] { return heard != 0; });
  bench.run_for(200ms);
  EXPECT_LE(heard, 64U << 10U);
  EXPECT_LT(written, size);  // what is between is in the kernel
  listener->when_piece = [&] {
    heard += listener->body.size();
    listener->body.clear();
    listener->pieces.clear();
  };
  call->resume();
  call->resume();
  ASSERT_TRUE(bench.run_until([&] { return listener->is_over(); }));
  EXPECT_TRUE(listener->has_ended) << listener->failure;
  EXPECT_EQ(heard, size);
}

TEST(mcp_http_client_stream, may_be_paused_before_it_is_connected) {
  raw_server server(echo);
  client_bench bench(server.port());
  const auto listener = bench.send("x");
  bench.call->pause();
  bench.run_for(100ms);
  EXPECT_EQ(listener->status, 0);
  bench.call->resume();
  EXPECT_TRUE(bench.run_until([&] { return listener->has_ended; }));
}

TEST(mcp_http_client_stream, a_paused_answer_does_not_run_out_of_time) {
  raw_server server(echo);
  client_bench bench(server.port(), {.answer_time = 1s});
  const auto listener = bench.send("x");
  bench.call->pause();
  bench.run_for(1500ms);
  EXPECT_FALSE(listener->is_over());
  bench.call->resume();
  EXPECT_TRUE(bench.run_until([&] { return listener->has_ended; }));
}

std::shared_ptr<boost::asio::ssl::context> trust(
    const throwaway_certificate& whom) {
  std::string problem;
  auto context = pith::mcp::make_client_tls(whom.certificate_file(), problem);
  EXPECT_TRUE(context) << problem;
  return context;
}

TEST(mcp_http_client_tls, speaks_tls_and_keeps_connections) {
  const throwaway_certificate certificate("DNS:localhost,IP:127.0.0.1");
  raw_server server(echo, certificate.server_context());
  const auto trusted = trust(certificate);
  for (const char* host : {"127.0.0.1", "localhost"}) {
    const int before = server.count();
    client_bench bench(server.port(), {.tls = trusted.get()}, true, host);
    for (int i = 0; i < 5; ++i) {
      const auto listener = bench.ask(std::to_string(i));
      EXPECT_EQ(listener->body, std::to_string(i)) << listener->failure;
      bench.run_for(5ms);  // session tickets come while it is idle
    }
    const std::string large(3U << 20U, 'y');
    EXPECT_TRUE(bench.ask(large)->body == large);
    EXPECT_EQ(server.count(), before + 1);
  }
}

TEST(mcp_http_client_tls, refuses_an_authority_that_it_does_not_know) {
  const throwaway_certificate mine("IP:127.0.0.1");
  const throwaway_certificate other("IP:127.0.0.1");
  raw_server server(echo, mine.server_context());
  const auto trusted = trust(other);
  client_bench bench(server.port(), {.tls = trusted.get()}, true);
  const auto listener = bench.ask("x");
  EXPECT_EQ(listener->failure.find("no TLS: "), 0U) << listener->failure;
  EXPECT_FALSE(listener->may_have_arrived);
}

TEST(mcp_http_client_tls, refuses_a_certificate_for_another_host) {
  const throwaway_certificate certificate("DNS:elsewhere.example");
  raw_server server(echo, certificate.server_context());
  const auto trusted = trust(certificate);
  for (const char* host : {"127.0.0.1", "localhost"}) {
    client_bench bench(server.port(), {.tls = trusted.get()}, true, host);
    const auto listener = bench.ask("x");
    EXPECT_EQ(listener->failure.find("no TLS: "), 0U) << listener->failure;
    EXPECT_EQ(listener->status, 0);
  }
}

TEST(mcp_http_client_tls, wants_a_context) {
  raw_server server(echo);
  client_bench bench(server.port(), {}, true);
  EXPECT_EQ(bench.ask("x")->failure, "there is no TLS for this server");
  EXPECT_EQ(server.count(), 0);
}

TEST(mcp_http_client_tls, gives_up_a_handshake_that_takes_too_long) {
  const throwaway_certificate certificate("IP:127.0.0.1");
  raw_server server([](raw_peer& peer, int) {
    std::string more;
    while (peer.read_some(more)) {
    }
  });
  const auto trusted = trust(certificate);
  client_bench bench(server.port(), {.connect_time = 1s, .tls = trusted.get()},
                     true);
  EXPECT_EQ(bench.ask("x")->failure, "connecting took too long");
}

TEST(mcp_http_client_tls, takes_no_answer_that_was_cut_off) {
  const throwaway_certificate certificate("IP:127.0.0.1");
  raw_server server(
      [](raw_peer& peer, int) {
        peer.read_request();
        peer.write("HTTP/1.1 200 OK\r\n\r\nto the close");
        peer.reset();  // without a word of TLS
      },
      certificate.server_context());
  const auto trusted = trust(certificate);
  client_bench bench(server.port(), {.tls = trusted.get()}, true);
  const auto listener = bench.ask("x");
  EXPECT_FALSE(listener->has_ended);
  EXPECT_FALSE(listener->failure.empty());
}

}  // namespace
