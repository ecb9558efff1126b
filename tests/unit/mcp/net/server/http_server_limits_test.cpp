// SPDX-License-Identifier: MIT
/// @file
/// Clients that ask for too much or too slowly, and servers that leave.
#include "raw_client.hpp"
#include "running_server.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <memory>
#include <mutex>
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
using std::chrono::seconds;

const std::string get = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";

/// Deadlines as short as can be.
http_server::options impatient() {
  http_server::options wanted;
  wanted.limits.request_time = seconds(1);
  wanted.limits.idle_time = seconds(1);
  wanted.limits.write_time = seconds(1);
  return wanted;
}

TEST(http_server_limits, bad_requests_are_answered) {
  running_server server(echo);
  const auto status_of = [&server](const std::string& bytes) {
    raw_client client(server.port());
    EXPECT_TRUE(client.send(bytes));
    const raw_answer answer = client.answer();
    EXPECT_TRUE(answer.has("Connection: close"));
    EXPECT_TRUE(client.is_closed());
    return answer.status;
  };
  EXPECT_EQ(status_of("GET / HTTP/1.1\r\n\r\n"), 400);
  EXPECT_EQ(status_of("GET / HTTP/1.1\nHost: x\n\n"), 400);
  EXPECT_EQ(status_of("GET / HTTP/3.0\r\n\r\n"), 505);
  EXPECT_EQ(status_of("GET /" + std::string(20000, 'a')), 414);
  EXPECT_EQ(status_of("GET / HTTP/1.1\r\nA: " + std::string(20000, 'a')), 431);
  std::string many = "GET / HTTP/1.1\r\nHost: x\r\n";
  for (int i = 0; i < 100; ++i) many += "A: b\r\n";
  EXPECT_EQ(status_of(many + "\r\n"), 431);
  EXPECT_EQ(status_of("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: "
                      "gzip\r\n\r\n"),
            501);
  EXPECT_EQ(status_of("POST / HTTP/1.1\r\nHost: x\r\nExpect: a\r\n\r\n"), 417);
  EXPECT_EQ(status_of("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: "
                      "99999999999\r\n\r\n"),
            413);
}

/// What an earlier request was does not matter for a bad one.
TEST(http_server_limits, refusal_after_head_has_a_body) {
  running_server server(echo);
  raw_client client(server.port());
  ASSERT_TRUE(client.send("HEAD / HTTP/1.1\r\nHost: x\r\n\r\nbad\r\n\r\n"));
  EXPECT_EQ(client.answer(true).status, 200);
  const raw_answer refusal = client.answer();
  EXPECT_EQ(refusal.status, 400);
  EXPECT_NE(refusal.body, "");
}

/// The client hears of it although it has not finished.
TEST(http_server_limits, refusal_in_the_middle_of_a_body_arrives) {
  running_server server(echo, {}, [](const http_request&) {
    return admission{http_response{401, {}, "no"}, {}, 0};
  });
  for (int i = 0; i < 5; ++i) {
    raw_client client(server.port());
    ASSERT_TRUE(client.send(
        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10000000\r\n\r\n"));
    for (int n = 0; n < 50; ++n) {
      ASSERT_TRUE(client.send(std::string(100000, 'a'))) << n;
    }
    const raw_answer answer = client.answer();
    EXPECT_EQ(answer.status, 401);
    EXPECT_EQ(answer.body, "no");
  }
}

TEST(http_server_limits, bodies_are_bounded_by_admission) {
  running_server server(echo, {}, [](const http_request&) {
    return admission{{}, {}, 3};
  });
  raw_client good(server.port());
  ASSERT_TRUE(
      good.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc"));
  EXPECT_EQ(good.answer().body, "POST / abc");
  ASSERT_TRUE(
      good.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: "
                "chunked\r\n\r\n2\r\nab\r\n2\r\ncd\r\n"));
  EXPECT_EQ(good.answer().status, 413);
  EXPECT_TRUE(good.is_closed());
}

TEST(http_server_limits, slow_heads_and_bodies_time_out) {
  running_server server(echo, impatient());
  raw_client head(server.port());
  raw_client body(server.port());
  raw_client silent(server.port());
  ASSERT_TRUE(head.send("GET / HTTP/1.1\r\n"));
  ASSERT_TRUE(
      body.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n"));
  const auto start = std::chrono::steady_clock::now();
  std::atomic<bool> stop{false};
  // A byte now and then must not help.
  std::thread dripper([&] {
    while (!stop) {
      head.send("A");
      body.send("a");
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
  });
  EXPECT_EQ(head.answer().status, 408);
  EXPECT_EQ(body.answer().status, 408);
  EXPECT_TRUE(silent.is_closed());
  EXPECT_LT(std::chrono::steady_clock::now() - start, seconds(4));
  stop = true;
  dripper.join();
  head.close();
  body.close();
  EXPECT_TRUE(eventually([&] { return server.connections() == 0; }));
}

TEST(http_server_limits, idle_connections_are_closed_without_a_word) {
  running_server server(echo, impatient());
  raw_client client(server.port());
  ASSERT_TRUE(client.send(get));
  EXPECT_EQ(client.answer().status, 200);
  EXPECT_TRUE(client.is_closed());
}

TEST(http_server_limits, open_exchanges_have_no_deadline) {
  running_server server(
      [](const exchange_pointer& exchange) {
        std::thread([exchange] {
          std::this_thread::sleep_for(std::chrono::milliseconds(2500));
          exchange->answer({200, {}, "late"});
        }).detach();
      },
      impatient());
  raw_client client(server.port());
  ASSERT_TRUE(client.send(get));
  EXPECT_EQ(client.answer().body, "late");
}

TEST(http_server_limits, client_that_takes_nothing_is_gone) {
  std::atomic<int> gone{0};
  running_server server(
      [&](const exchange_pointer& exchange) {
        exchange->on_gone([&gone, exchange] { ++gone; });
        exchange->begin(200, {});
        exchange->write(std::string(8U << 20U, 'a'));
      },
      impatient());
  raw_client client(server.port(), 4096);
  ASSERT_TRUE(client.send(get));
  EXPECT_TRUE(eventually([&] { return gone == 1; }));
  EXPECT_EQ(server.connections(), 0U);
}

/// One that takes a little now and then is not.
TEST(http_server_limits, client_that_takes_a_little_is_not_gone) {
  std::atomic<int> gone{0};
  const std::size_t size = 4U << 20U;
  // Longer than a busy machine may stand still, shorter than all of it takes.
  http_server::options patient = impatient();
  patient.limits.write_time = std::chrono::seconds(3);
  running_server server(
      [&](const exchange_pointer& exchange) {
        exchange->on_gone([&gone, exchange] { ++gone; });
        exchange->answer({200, {}, std::string(size, 'a')});
      },
      patient);
  raw_client client(server.port(), 65536);
  ASSERT_TRUE(client.send(get));
  std::string some;
  for (int i = 0; i < 14; ++i) {
    ASSERT_TRUE(client.read_bytes(size / 16, some));
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
  }
  ASSERT_TRUE(client.read_bytes(size / 8, some));
  EXPECT_EQ(gone, 0);
}

TEST(http_server_limits, too_many_connections) {
  http_server::options wanted;
  wanted.limits.connections = 2;
  running_server server(echo, wanted);
  auto first = std::make_unique<raw_client>(server.port());
  raw_client second(server.port());
  ASSERT_TRUE(eventually([&] { return server.connections() == 2; }));
  raw_client third(server.port());
  ASSERT_TRUE(third.send(get));
  EXPECT_EQ(third.answer().status, 503);
  EXPECT_TRUE(third.is_closed());
  EXPECT_EQ(server.refused(), 1U);
  EXPECT_EQ(server.connections(), 2U);
  first.reset();
  ASSERT_TRUE(eventually([&] { return server.connections() == 1; }));
  raw_client fourth(server.port());
  ASSERT_TRUE(fourth.send(get));
  EXPECT_EQ(fourth.answer().status, 200);
}

TEST(http_server_drain, lets_go_and_finishes) {
  std::mutex lock;
  std::vector<exchange_pointer> held;
  running_server server([&](const exchange_pointer& exchange) {
    if (exchange->request().target == "/now") return echo(exchange);
    if (exchange->request().target == "/stream") exchange->begin(200, {});
    const std::lock_guard hold(lock);
    held.push_back(exchange);
  });
  const std::string now = "GET /now HTTP/1.1\r\nHost: x\r\n\r\n";
  raw_client idle(server.port());
  raw_client waiting(server.port());
  raw_client streaming(server.port());
  raw_client half(server.port());
  raw_client fresh(server.port());
  ASSERT_TRUE(idle.send(now));
  EXPECT_EQ(idle.answer().status, 200);
  ASSERT_TRUE(waiting.send(get));
  ASSERT_TRUE(streaming.send("GET /stream HTTP/1.1\r\nHost: x\r\n\r\n"));
  ASSERT_TRUE(half.send("GET /now HTTP/1.1\r\nHo"));
  ASSERT_TRUE(eventually([&] {
    const std::lock_guard hold(lock);
    return held.size() == 2 && server.connections() == 5;
  }));
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  server.drain();
  EXPECT_TRUE(idle.is_closed());
  EXPECT_TRUE(
      eventually([&] { return !raw_client(server.port()).is_connected(); }));
  ASSERT_TRUE(half.send("st: x\r\n\r\n"));
  const raw_answer last = half.answer();
  EXPECT_EQ(last.status, 200);
  EXPECT_TRUE(last.has("Connection: close"));
  EXPECT_TRUE(half.is_closed());
  ASSERT_TRUE(fresh.send(now));
  EXPECT_EQ(fresh.answer().status, 200);
  EXPECT_TRUE(fresh.is_closed());
  for (const exchange_pointer& exchange : held) {
    if (exchange->request().target == "/stream") {
      exchange->write("end");
      exchange->finish();
    } else {
      exchange->answer({200, {}, "end"});
    }
  }
  const raw_answer answer = waiting.answer();
  EXPECT_EQ(answer.body, "end");
  EXPECT_TRUE(answer.has("Connection: close"));
  EXPECT_EQ(streaming.answer().body, "end");
  EXPECT_TRUE(streaming.is_closed());
  for (raw_client* c : {&waiting, &streaming, &half, &fresh}) c->close();
  EXPECT_TRUE(eventually([&] { return server.connections() == 0; }));
}

/// Nothing of the server keeps the loop running once it is drained.
/// A balancer that keeps connections must not find them closed when it has
/// sent a request already.
TEST(http_server_leave, says_with_each_answer_that_it_is_the_last) {
  running_server server(echo);
  raw_client kept(server.port());
  ASSERT_TRUE(kept.send(get));
  const raw_answer before = kept.answer();
  EXPECT_FALSE(before.has("Connection: close"));
  server.leave();
  // It is not closed, as drain() would.
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  ASSERT_TRUE(kept.send(get));
  const raw_answer last = kept.answer();
  EXPECT_EQ(last.status, 200);
  EXPECT_TRUE(last.has("Connection: close"));
  EXPECT_TRUE(kept.is_closed());
  raw_client fresh(server.port());
  ASSERT_TRUE(fresh.send(get));
  const raw_answer other = fresh.answer();
  EXPECT_EQ(other.status, 200);
  EXPECT_TRUE(other.has("Connection: close"));
}

TEST(http_server_drain, leaves_nothing_behind) {
  struct nobody : pith::mcp::http_handler {
    admission admit(const http_request&, std::string_view) override {
      return {};
    }
    void handle(std::shared_ptr<pith::mcp::http_exchange> e) override {
      echo(e);
    }
  };
  boost::asio::io_context io;
  nobody handler;
  pith::mcp::http_server_counts counts;
  http_server server(io, {}, handler, counts);
  ASSERT_EQ(server.open(), "");
  raw_client client(server.port());
  ASSERT_TRUE(client.send(get));
  while (counts.connections == 0) io.run_one();
  std::thread reader([&] {
    EXPECT_EQ(client.answer().status, 200);
    server.drain();
    EXPECT_TRUE(client.is_closed());
    client.close();
  });
  io.run();
  reader.join();
  EXPECT_EQ(counts.connections, 0U);
}

/// Refuses /late after half a second, and admits the rest for who it names.
admission late_or_not(const http_request& head) {
  admission verdict;
  caller_identity who;
  who.principal = head.target.substr(1);
  verdict.who = std::make_shared<const caller_identity>(std::move(who));
  if (head.target != "/late") return verdict;
  verdict.refusal = http_response{401, {}, "no"};
  verdict.delay = std::chrono::milliseconds(500);
  return verdict;
}

TEST(http_server_limits, a_refusal_can_be_held_back_and_nobody_else_waits) {
  running_server server(echo, http_server::options(), late_or_not);
  const auto begin = std::chrono::steady_clock::now();
  const auto since = [begin] {
    return std::chrono::steady_clock::now() - begin;
  };
  raw_client slow(server.port());
  slow.send("GET /late HTTP/1.1\r\nHost: x\r\n\r\n" + get);
  raw_client unfinished(server.port());
  unfinished.send(
      "POST /late HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nab");
  raw_client left(server.port());
  left.send("GET /late HTTP/1.1\r\nHost: x\r\n\r\n");
  left.close();
  raw_client quick(server.port());
  quick.send(get);
  EXPECT_EQ(quick.answer().status, 200);
  EXPECT_LT(since(), std::chrono::milliseconds(450));
  EXPECT_EQ(slow.answer().status, 401);
  EXPECT_GE(since(), std::chrono::milliseconds(500));
  // What came after it is answered after it.
  EXPECT_EQ(slow.answer().status, 200);
  EXPECT_EQ(unfinished.answer().status, 401);
  EXPECT_TRUE(unfinished.is_closed());
}

TEST(http_server_limits, what_is_open_ends_when_it_is_no_longer_allowed) {
  std::mutex lock;
  std::vector<exchange_pointer> open;
  std::atomic<int> gone{0};
  running_server server(
      [&](const exchange_pointer& exchange) {
        exchange->on_gone([&gone] { ++gone; });
        exchange->begin(200, {});
        const std::lock_guard guard{lock};
        open.push_back(exchange);
      },
      http_server::options(), late_or_not);
  const auto ask = [&server](const std::string& who) {
    auto client = std::make_unique<raw_client>(server.port());
    client->send("GET /" + who + " HTTP/1.1\r\nHost: x\r\n\r\n");
    return client;
  };
  const auto alice = ask("alice");
  const auto bob = ask("bob");
  raw_client sending(server.port());
  sending.send("POST /bob HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\na");
  ASSERT_TRUE(eventually([&] {
    const std::lock_guard guard{lock};
    return open.size() == 2;
  }));
  // Its head has been admitted by then.
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  server.ban("bob");
  EXPECT_TRUE(eventually([&] { return gone == 1; }));
  EXPECT_EQ(sending.answer().status, 401);
  EXPECT_EQ(server.connections(), 2U);  // alice, and who lingers
  const std::lock_guard guard{lock};
  EXPECT_EQ(open.size(), 2U);  // nothing was begun for bob since
  open.clear();
}

/// Streams end when the proof of who reads them does; calls that are not
/// answered yet may still be.
TEST(http_server_limits, streams_end_when_their_proof_does) {
  std::mutex lock;
  std::vector<exchange_pointer> open;
  std::atomic<int> gone{0};
  running_server server(
      [&](const exchange_pointer& exchange) {
        if (exchange->request().target == "/stream") {
          exchange->on_gone([&gone] { ++gone; });
          exchange->begin(200, {});
        }
        const std::lock_guard guard{lock};
        open.push_back(exchange);
      },
      http_server::options(),
      [](const http_request&) {
        caller_identity who;
        who.principal = "alice";
        who.expires = caller_identity::clock::now() + std::chrono::seconds(1);
        admission verdict;
        verdict.who = std::make_shared<const caller_identity>(std::move(who));
        return verdict;
      });
  raw_client stream(server.port());
  stream.send("GET /stream HTTP/1.1\r\nHost: x\r\n\r\n");
  raw_client call(server.port());
  call.send("GET /call HTTP/1.1\r\nHost: x\r\n\r\n");
  ASSERT_TRUE(eventually([&] {
    const std::lock_guard guard{lock};
    return open.size() == 2;
  }));
  EXPECT_EQ(gone, 0);
  EXPECT_TRUE(eventually([&] { return gone == 1; }));
  const std::lock_guard guard{lock};
  for (const exchange_pointer& one : open) {
    if (one->request().target == "/call") one->answer({200, {}, "late"});
  }
  EXPECT_EQ(call.answer().body, "late");
  open.clear();
}

}  // namespace
