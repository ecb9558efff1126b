// SPDX-License-Identifier: MIT
#include "mcp/net/server/http_server.hpp"

#include "raw_client.hpp"
#include "running_server.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace {

using pith::mcp::admission;
using pith::mcp::caller_identity;
using pith::mcp::http_request;
using pith::mcp::http_response;
using pith::mcp::http_server;
using pith_tests::echo;
using pith_tests::eventually;
using pith_tests::exchange_pointer;
using pith_tests::raw_answer;
using pith_tests::raw_client;
using pith_tests::running_server;

std::string post(const std::string& target, const std::string& body) {
  return "POST " + target + " HTTP/1.1\r\nHost: x\r\nContent-Length: " +
         std::to_string(body.size()) + "\r\n\r\n" + body;
}

TEST(http_server, answers_on_one_connection) {
  running_server server(echo);
  ASSERT_EQ(server.problem(), "");
  raw_client client(server.port());
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(client.send(post("/a?b", "hello")));
    const raw_answer answer = client.answer();
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.body, "POST /a?b hello");
    EXPECT_TRUE(answer.has("X-Test: yes"));
    EXPECT_TRUE(answer.has("Content-Length: 15"));
    EXPECT_EQ(answer.head.find("Server:"), std::string::npos);
    EXPECT_EQ(answer.head.find("Connection:"), std::string::npos);
  }
  EXPECT_EQ(server.connections(), 1U);
  client.close();
  EXPECT_TRUE(eventually([&] { return server.connections() == 0; }));
}

TEST(http_server, tells_who_asks) {
  std::string peer;
  std::string principal;
  running_server server(
      [&](const exchange_pointer& exchange) {
        peer = exchange->peer();
        principal = exchange->principal();
        echo(exchange);
      },
      {},
      [](const http_request& head) {
        EXPECT_EQ(head.body, "");
        caller_identity who;
        who.principal = "somebody";
        return admission{
            {}, std::make_shared<const caller_identity>(std::move(who)), 100};
      });
  raw_client client(server.port());
  ASSERT_TRUE(client.send(post("/", "hello")));
  EXPECT_EQ(client.answer().status, 200);
  EXPECT_EQ(peer, "127.0.0.1");
  EXPECT_EQ(principal, "somebody");
}

TEST(http_server, pipelined_requests_are_answered_in_order) {
  std::atomic<int> open{0};
  running_server server([&](const exchange_pointer& exchange) {
    EXPECT_EQ(++open, 1);
    // From another thread, late: the others must wait.
    std::thread([exchange, &open] {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      --open;
      echo(exchange);
    }).detach();
  });
  raw_client client(server.port());
  std::string all;
  for (int i = 0; i < 10; ++i) all += post("/" + std::to_string(i), "b");
  ASSERT_TRUE(client.send(all));
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(client.answer().body, "POST /" + std::to_string(i) + " b");
  }
}

TEST(http_server, pipelined_bytes_are_bounded_but_none_is_lost) {
  exchange_pointer first;
  std::atomic<bool> has_first{false};
  running_server server([&](const exchange_pointer& exchange) {
    if (first) return echo(exchange);
    first = exchange;
    has_first = true;
  });
  raw_client client(server.port());
  ASSERT_TRUE(client.send(post("/0", "")));
  ASSERT_TRUE(eventually([&] { return has_first.load(); }));
  ASSERT_TRUE(client.send(post("/1", std::string(50000, 'a'))));
  ASSERT_TRUE(client.send(post("/2", std::string(50000, 'b'))));
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  echo(first);
  EXPECT_EQ(client.answer().body, "POST /0 ");
  EXPECT_EQ(client.answer().body, "POST /1 " + std::string(50000, 'a'));
  EXPECT_EQ(client.answer().body, "POST /2 " + std::string(50000, 'b'));
}

TEST(http_server, large_bodies_both_ways) {
  running_server server(echo);
  raw_client client(server.port());
  const std::string body(5000000, 'z');
  std::thread sender([&] { EXPECT_TRUE(client.send(post("/", body))); });
  const raw_answer answer = client.answer();
  sender.join();
  EXPECT_EQ(answer.body, "POST / " + body);
}

TEST(http_server, connection_close) {
  running_server server(echo);
  raw_client client(server.port());
  ASSERT_TRUE(
      client.send("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n" +
                  post("/", "")));
  const raw_answer answer = client.answer();
  EXPECT_EQ(answer.status, 200);
  EXPECT_TRUE(answer.has("Connection: close"));
  EXPECT_TRUE(client.is_closed());
}

TEST(http_server, handler_may_close) {
  running_server server([](const exchange_pointer& exchange) {
    exchange->answer({200, {{"Connection", "close"}}, "bye"});
  });
  raw_client client(server.port());
  ASSERT_TRUE(client.send(post("/", "")));
  EXPECT_TRUE(client.answer().has("Connection: close"));
  EXPECT_TRUE(client.is_closed());
}

TEST(http_server, http_1_0) {
  running_server server(echo);
  raw_client client(server.port());
  ASSERT_TRUE(client.send("GET /1 HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"));
  const raw_answer kept = client.answer();
  EXPECT_EQ(kept.body, "GET /1 ");
  EXPECT_TRUE(kept.has("Connection: keep-alive"));
  ASSERT_TRUE(client.send("GET /2 HTTP/1.0\r\n\r\n"));
  const raw_answer last = client.answer();
  EXPECT_EQ(last.body, "GET /2 ");
  EXPECT_TRUE(last.has("Connection: close"));
  EXPECT_TRUE(client.is_closed());
}

TEST(http_server, head_has_no_body) {
  running_server server(echo);
  raw_client client(server.port());
  ASSERT_TRUE(client.send("HEAD /a HTTP/1.1\r\nHost: x\r\n\r\n"));
  EXPECT_TRUE(client.answer(true).has("Content-Length: 8"));
  ASSERT_TRUE(client.send(post("/b", "")));
  EXPECT_EQ(client.answer().body, "POST /b ");
}

TEST(http_server, no_content_has_no_length) {
  running_server server([](const exchange_pointer& exchange) {
    exchange->answer(
        {exchange->request().target == "/204" ? 204 : 202, {}, {}});
  });
  raw_client client(server.port());
  ASSERT_TRUE(client.send(post("/204", "")));
  const raw_answer none = client.answer(true);
  EXPECT_EQ(none.status, 204);
  EXPECT_EQ(none.head.find("Content-Length"), std::string::npos);
  ASSERT_TRUE(client.send(post("/202", "")));
  const raw_answer empty = client.answer();
  EXPECT_EQ(empty.status, 202);
  EXPECT_TRUE(empty.has("Content-Length: 0"));
}

TEST(http_server, fields_cannot_break_the_head) {
  running_server server([](const exchange_pointer& exchange) {
    exchange->answer({200,
                      {{"Content-Length", "999"},
                       {"Transfer-Encoding", "chunked"},
                       {"A", "b\r\nEvil: yes"},
                       {"Evil name", "c"},
                       {"Good", "d"}},
                      "body"});
  });
  raw_client client(server.port());
  ASSERT_TRUE(client.send(post("/", "")));
  const raw_answer answer = client.answer();
  EXPECT_EQ(answer.body, "body");
  EXPECT_EQ(answer.head,
            "HTTP/1.1 200 OK\r\nGood: d\r\n"
            "X-Content-Type-Options: nosniff\r\n"
            "Content-Security-Policy: default-src 'none'; sandbox\r\n"
            "Content-Length: 4\r\n\r\n");
}

TEST(http_server, continue_is_said_once_admitted) {
  running_server server(echo, {}, [](const http_request& head) {
    if (head.target == "/in") return admission{};
    return admission{http_response{403, {}, "no"}, {}, 0};
  });
  raw_client client(server.port());
  const std::string rest =
      " HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nExpect: "
      "100-continue\r\n\r\n";
  ASSERT_TRUE(client.send("POST /in" + rest));
  std::string interim;
  ASSERT_TRUE(client.read_until("\r\n\r\n", interim));
  EXPECT_EQ(interim, "HTTP/1.1 100 Continue\r\n\r\n");
  ASSERT_TRUE(client.send("ab"));
  EXPECT_EQ(client.answer().body, "POST /in ab");
  ASSERT_TRUE(client.send("POST /out" + rest));
  EXPECT_EQ(client.answer().status, 403);
  EXPECT_TRUE(client.is_closed());
}

TEST(http_server, refusal_keeps_the_connection_when_the_body_is_there) {
  running_server server(echo, {}, [](const http_request& head) {
    if (head.target == "/in") return admission{};
    return admission{http_response{401, {}, "who?"}, {}, 0};
  });
  raw_client client(server.port());
  ASSERT_TRUE(client.send("GET /out HTTP/1.1\r\nHost: x\r\n\r\n" +
                          post("/out", "abc") + post("/in", "d")));
  EXPECT_EQ(client.answer().status, 401);
  EXPECT_EQ(client.answer().status, 401);
  EXPECT_EQ(client.answer().body, "POST /in d");
}

TEST(http_server, exchange_that_is_dropped_is_an_error) {
  running_server server([](const exchange_pointer& exchange) {
    if (exchange->request().target == "/stream") exchange->begin(200, {});
  });
  raw_client client(server.port());
  ASSERT_TRUE(client.send(post("/", "")));
  EXPECT_EQ(client.answer().status, 500);
  ASSERT_TRUE(client.send(post("/stream", "")));
  EXPECT_EQ(client.answer().status, 0);  // not a good end
}

/// What a handler throws ends its connection, and no other.
TEST(http_server, handler_that_throws) {
  struct thrower : pith::mcp::http_handler {
    admission admit(const http_request&, std::string_view) override {
      return {};
    }
    void handle(exchange_pointer exchange) override {
      if (exchange->request().target == "/throw") {
        throw std::runtime_error("no");
      }
      echo(exchange);
    }
  };
  boost::asio::io_context io;
  thrower handler;
  pith::mcp::http_server_counts counts;
  http_server server(io, {}, handler, counts);
  ASSERT_EQ(server.open(), "");
  raw_client bad(server.port());
  raw_client good(server.port());
  ASSERT_TRUE(bad.send(post("/throw", "")));
  EXPECT_THROW(io.run_for(std::chrono::seconds(5)), std::runtime_error);
  EXPECT_TRUE(bad.is_closed());
  ASSERT_TRUE(good.send(post("/", "")));
  io.run_for(std::chrono::milliseconds(200));
  EXPECT_EQ(good.answer().status, 200);
  EXPECT_EQ(counts.connections, 1U);
}

TEST(http_server, exchange_may_outlive_its_connection) {
  std::vector<exchange_pointer> held;
  std::atomic<int> gone{0};
  {
    running_server server([&](const exchange_pointer& exchange) {
      exchange->on_gone([&gone] { ++gone; });
      held.push_back(exchange);
    });
    {
      raw_client client(server.port());
      ASSERT_TRUE(client.send(post("/", "")));
      ASSERT_TRUE(eventually([&] { return server.connections() == 1; }));
    }
    ASSERT_TRUE(eventually([&] { return gone == 1; }));
    ASSERT_EQ(held.size(), 1U);
    EXPECT_EQ(server.connections(), 0U);
    held[0]->begin(200, {});
    held[0]->write("a");
    held[0]->finish();
    held[0]->abort();
    held[0]->on_gone([&gone] { ++gone; });  // gone already
    EXPECT_TRUE(eventually([&] { return gone == 2; }));
    EXPECT_EQ(held[0]->queued(), 0U);
    EXPECT_EQ(held[0]->request().target, "/");
    server.in_its_thread([&] { held.clear(); });
  }
}

TEST(http_server, port_that_is_taken_is_a_problem) {
  const int other = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  ASSERT_EQ(::bind(other, reinterpret_cast<sockaddr*>(&address), size), 0);
  ASSERT_EQ(::listen(other, 1), 0);
  ::getsockname(other, reinterpret_cast<sockaddr*>(&address), &size);
  http_server::options wanted;
  wanted.port = ntohs(address.sin_port);
  const running_server server(echo, wanted);
  EXPECT_NE(server.problem(), "");
  ::close(other);
}

TEST(http_server, two_servers_share_a_port) {
  http_server::options wanted;
  wanted.alone = true;
  const running_server first(echo, wanted);
  wanted.alone = false;
  wanted.port = first.port();
  const running_server second(echo, wanted);
  EXPECT_EQ(second.problem(), "");
  EXPECT_EQ(second.port(), first.port());
  wanted.alone = true;
  const running_server third(echo, wanted);
  EXPECT_NE(third.problem(), "");
}

}  // namespace
