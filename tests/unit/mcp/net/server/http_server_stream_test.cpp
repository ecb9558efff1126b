// SPDX-License-Identifier: MIT
/// @file
/// Answers that are written bit by bit, and clients that leave.
#include "raw_client.hpp"
#include "running_server.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace {

using pith_tests::eventually;
using pith_tests::exchange_pointer;
using pith_tests::raw_answer;
using pith_tests::raw_client;
using pith_tests::running_server;

const std::string get = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";

/// A server whose one exchange the test gets.
class held_exchange : public testing::Test {
 protected:
  exchange_pointer wait_for_exchange() {
    EXPECT_TRUE(eventually([this] {
      const std::lock_guard hold(lock_);
      return exchange_ != nullptr;
    }));
    const std::lock_guard hold(lock_);
    return std::exchange(exchange_, nullptr);
  }

  std::mutex lock_;
  exchange_pointer exchange_;
  running_server server_{[this](const exchange_pointer& exchange) {
    const std::lock_guard hold(lock_);
    exchange_ = exchange;
  }};
};

using http_server_stream = held_exchange;

TEST_F(http_server_stream, chunks_arrive_as_they_are_written) {
  raw_client client(server_.port());
  ASSERT_TRUE(client.send(get));
  const auto exchange = wait_for_exchange();
  exchange->begin(200, {{"Content-Type", "text/event-stream"}});
  std::string head;
  ASSERT_TRUE(client.read_until("\r\n\r\n", head));
  EXPECT_EQ(head,
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
            "X-Content-Type-Options: nosniff\r\n"
            "Content-Security-Policy: default-src 'none'; sandbox\r\n"
            "Transfer-Encoding: chunked\r\n\r\n");
  for (const char* text : {"one", "two"}) {
    exchange->write(text);
    std::string chunk;
    ASSERT_TRUE(client.read_chunk(chunk));
    EXPECT_EQ(chunk, text);
  }
  exchange->write("");  // would be the end
  exchange->finish();
  std::string chunk;
  ASSERT_TRUE(client.read_chunk(chunk));
  EXPECT_EQ(chunk, "");
  ASSERT_TRUE(client.send(get));  // the connection is good for more
  wait_for_exchange()->answer({200, {}, "more"});
  EXPECT_EQ(client.answer().body, "more");
}

TEST_F(http_server_stream, old_clients_get_a_body_up_to_the_close) {
  raw_client client(server_.port());
  ASSERT_TRUE(client.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"));
  const auto exchange = wait_for_exchange();
  exchange->begin(200, {});
  exchange->write("one");
  exchange->write("two");
  exchange->finish();
  const raw_answer answer = client.answer();
  EXPECT_TRUE(answer.has("Connection: close"));
  EXPECT_FALSE(answer.has("Transfer-Encoding: chunked"));
  EXPECT_EQ(answer.body, "onetwo");
  EXPECT_TRUE(client.is_ended());
}

TEST_F(http_server_stream, head_gets_no_body) {
  raw_client client(server_.port());
  ASSERT_TRUE(client.send("HEAD / HTTP/1.1\r\nHost: x\r\n\r\n"));
  const auto exchange = wait_for_exchange();
  exchange->begin(200, {});
  exchange->write("one");
  exchange->finish();
  EXPECT_TRUE(client.answer(true).has("Transfer-Encoding: chunked"));
  ASSERT_TRUE(client.send(get));
  wait_for_exchange()->answer({200, {}, "more"});
  EXPECT_EQ(client.answer().body, "more");
}

TEST_F(http_server_stream, only_one_answer_is_given) {
  raw_client client(server_.port());
  ASSERT_TRUE(client.send(get));
  const auto exchange = wait_for_exchange();
  exchange->write("too early");
  exchange->answer({200, {}, "first"});
  exchange->answer({200, {}, "second"});
  exchange->begin(200, {});
  exchange->write("third");
  exchange->finish();
  EXPECT_EQ(client.answer().body, "first");
  ASSERT_TRUE(client.send(get));
  const auto next = wait_for_exchange();
  exchange->answer({200, {}, "late"});
  exchange->abort();
  next->answer({200, {}, "next"});
  EXPECT_EQ(client.answer().body, "next");
}

TEST_F(http_server_stream, abort_is_not_an_orderly_end) {
  raw_client client(server_.port());
  ASSERT_TRUE(client.send(get));
  const auto exchange = wait_for_exchange();
  std::atomic<bool> gone{false};
  exchange->on_gone([&] { gone = true; });
  exchange->begin(200, {});
  exchange->write("one");
  std::string head;
  ASSERT_TRUE(client.read_until("one\r\n", head));
  exchange->abort();
  EXPECT_EQ(client.rest(), "");
  EXPECT_TRUE(eventually([&] { return server_.connections() == 0; }));
  server_.in_its_thread([] {});
  EXPECT_FALSE(gone);  // it was we who left
}

TEST_F(http_server_stream, many_writes_of_many_threads_stay_whole) {
  raw_client client(server_.port());
  ASSERT_TRUE(client.send(get));
  const auto exchange = wait_for_exchange();
  exchange->begin(200, {});
  std::vector<std::thread> writers;
  for (int i = 0; i < 4; ++i) {
    writers.emplace_back([exchange, i] {
      const std::string line(static_cast<std::size_t>(100 + 20000 * i), 'a');
      for (int n = 0; n < 50; ++n) exchange->write(line + "\n");
    });
  }
  std::thread joiner([&] {
    for (std::thread& t : writers) t.join();
    exchange->finish();
  });
  const raw_answer answer = client.answer();
  joiner.join();
  EXPECT_EQ(answer.status, 200);
  std::size_t sum = 0;
  for (std::size_t i = 0; i < 4; ++i) sum += 50 * (101 + 20000 * i);
  EXPECT_EQ(answer.body.size(), sum);
  EXPECT_EQ(std::count(answer.body.begin(), answer.body.end(), '\n'), 200);
  EXPECT_TRUE(eventually([&] { return exchange->queued() == 0; }));
}

TEST_F(http_server_stream, client_that_is_slow_is_felt) {
  raw_client client(server_.port(), 4096);
  ASSERT_TRUE(client.send(get));
  const auto exchange = wait_for_exchange();
  std::atomic<int> drained{0};
  exchange->on_drained([&] { ++drained; });
  exchange->begin(200, {});
  exchange->write(std::string(8U << 20U, 'a'));
  EXPECT_GE(exchange->queued(), 0U);
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_GT(exchange->queued(), 1U << 20U);
  EXPECT_EQ(drained, 0);
  std::string head;
  std::string body;
  ASSERT_TRUE(client.read_until("\r\n\r\n", head));
  ASSERT_TRUE(client.read_bytes(8U << 20U, body));
  EXPECT_TRUE(eventually([&] { return drained == 1; }));
  EXPECT_TRUE(eventually([&] { return exchange->queued() < (64U << 10U); }));
  exchange->write(std::string(8U << 20U, 'b'));  // and once again
  ASSERT_TRUE(client.read_bytes(8U << 20U, body));
  EXPECT_TRUE(eventually([&] { return drained == 2; }));
}

TEST_F(http_server_stream, small_writes_are_no_reason_to_call) {
  raw_client client(server_.port());
  ASSERT_TRUE(client.send(get));
  const auto exchange = wait_for_exchange();
  std::atomic<int> drained{0};
  exchange->on_drained([&] { ++drained; });
  exchange->begin(200, {});
  for (int i = 0; i < 10; ++i) exchange->write("small");
  exchange->finish();
  EXPECT_EQ(client.answer().body.size(), 50U);
  server_.in_its_thread([] {});
  EXPECT_EQ(drained, 0);
}

TEST_F(http_server_stream, client_that_leaves_is_noticed) {
  for (const bool with_reset : {false, true}) {
    for (const bool streaming : {false, true}) {
      raw_client client(server_.port());
      ASSERT_TRUE(client.send(get));
      const auto exchange = wait_for_exchange();
      if (streaming) exchange->begin(200, {});
      std::atomic<int> gone{0};
      exchange->on_gone([&] { ++gone; });
      server_.in_its_thread([] {});
      EXPECT_EQ(gone, 0);
      if (with_reset) {
        client.reset();
      } else {
        client.close();
      }
      EXPECT_TRUE(eventually([&] { return gone == 1; }));
      EXPECT_EQ(server_.connections(), 0U);
    }
  }
}

TEST_F(http_server_stream, leaving_after_a_pipelined_request_is_noticed) {
  raw_client client(server_.port());
  ASSERT_TRUE(client.send(get + get));
  const auto exchange = wait_for_exchange();
  std::atomic<int> gone{0};
  exchange->on_gone([&] { ++gone; });
  client.close();
  EXPECT_TRUE(eventually([&] { return gone == 1; }));
}

TEST_F(http_server_stream, complete_answers_have_nobody_to_miss) {
  raw_client client(server_.port());
  ASSERT_TRUE(client.send(get));
  const auto exchange = wait_for_exchange();
  std::atomic<int> gone{0};
  const auto mark = std::make_shared<int>(0);
  exchange->on_gone([&gone, mark] { ++gone; });
  exchange->answer({200, {}, "all"});
  EXPECT_EQ(client.answer().body, "all");
  client.close();
  EXPECT_TRUE(eventually([&] { return server_.connections() == 0; }));
  server_.in_its_thread([] {});
  EXPECT_EQ(gone, 0);
  EXPECT_EQ(mark.use_count(), 1);  // the callback is not kept
}

/// A callback that owns its exchange must not keep it for ever.
TEST_F(http_server_stream, callback_may_own_the_exchange) {
  std::weak_ptr<pith::mcp::http_exchange> watched;
  {
    raw_client client(server_.port());
    ASSERT_TRUE(client.send(get));
    auto exchange = wait_for_exchange();
    watched = exchange;
    auto* const raw = exchange.get();
    raw->on_gone([exchange = std::move(exchange)] { exchange->finish(); });
    server_.in_its_thread([] {});
    EXPECT_FALSE(watched.expired());
  }
  EXPECT_TRUE(eventually([&] { return watched.expired(); }));
}

/// All in one batch of the thread, so it is one write of the system.
TEST(http_server_streams, writes_are_joined) {
  running_server server([](const exchange_pointer& exchange) {
    exchange->begin(200, {});
    for (int i = 0; i < 100; ++i) exchange->write("x");
    exchange->finish();
  });
  raw_client client(server.port());
  ASSERT_TRUE(client.send(get));
  EXPECT_EQ(client.answer().body, std::string(100, 'x'));
}

TEST(http_server_streams, answers_of_other_threads_while_it_is_closed) {
  std::vector<std::thread> threads;
  std::mutex lock;
  {
    running_server server([&](const exchange_pointer& exchange) {
      const std::lock_guard hold(lock);
      threads.emplace_back([exchange] {
        exchange->begin(200, {});
        for (int i = 0; i < 100; ++i) exchange->write("some text");
        exchange->finish();
      });
    });
    for (int i = 0; i < 50; ++i) {
      raw_client client(server.port());
      ASSERT_TRUE(client.send(get));
      std::string some;
      if (i % 2 == 0) {
        EXPECT_TRUE(client.read_bytes(100, some));
      }
    }
    EXPECT_TRUE(eventually([&] {
      const std::lock_guard hold(lock);
      return threads.size() == 50 && server.connections() == 0;
    }));
    const std::lock_guard hold(lock);
    for (std::thread& t : threads) t.join();
  }
}

}  // namespace
