// SPDX-License-Identifier: MIT
/// @file
/// Handlers that cannot tell yet whether a request is let in.
#include "raw_client.hpp"
#include "running_server.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace {

using pith::mcp::admission;
using pith::mcp::http_request;
using pith_tests::echo;
using pith_tests::eventually;
using pith_tests::raw_client;
using pith_tests::running_server;

/// Lets nobody in before it is told to.
class doorkeeper {
 public:
  admission admit(const http_request& head) {
    const std::lock_guard hold(lock_);
    ++asked_;
    if (is_open_) {
      admission verdict;
      if (head.target == "/no") verdict.refusal = {403, {}, "no"};
      return verdict;
    }
    admission verdict;
    verdict.wait = [this](std::function<void()> go_on) {
      const std::lock_guard keep(lock_of_waiting_);
      waiting_.push_back(std::move(go_on));
    };
    return verdict;
  }
  void open() {
    const std::lock_guard hold(lock_);
    is_open_ = true;
  }
  /// Tells all that wait, from this thread.
  void tell() {
    std::vector<std::function<void()>> all;
    {
      const std::lock_guard keep(lock_of_waiting_);
      all.swap(waiting_);
    }
    for (const auto& go_on : all) go_on();
  }
  std::size_t waiting() {
    const std::lock_guard keep(lock_of_waiting_);
    return waiting_.size();
  }
  int asked() {
    const std::lock_guard hold(lock_);
    return asked_;
  }

 private:
  std::mutex lock_;
  std::mutex lock_of_waiting_;
  bool is_open_ = false;
  int asked_ = 0;
  std::vector<std::function<void()>> waiting_;
};

struct waiting_server {
  doorkeeper door;
  running_server server{
      echo, pith::mcp::http_server::options(),
      [this](const http_request& head) { return door.admit(head); }};
};

TEST(http_server_wait, asks_again_and_loses_nothing) {
  waiting_server with;
  raw_client client(with.server.port());
  // A body that comes in pieces, and another request after it.
  ASSERT_TRUE(client.send(
      "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n01234"));
  ASSERT_TRUE(eventually([&] { return with.door.waiting() == 1; }));
  ASSERT_TRUE(client.send("56789GET /b HTTP/1.1\r\nHost: x\r\n\r\n"));
  with.door.open();
  with.door.tell();
  EXPECT_EQ(client.answer().body, "POST /a 0123456789");
  EXPECT_EQ(client.answer().body, "GET /b ");
  EXPECT_EQ(with.door.asked(), 3);
}

TEST(http_server_wait, may_wait_twice_and_be_refused) {
  waiting_server with;
  raw_client client(with.server.port());
  ASSERT_TRUE(client.send("GET /no HTTP/1.1\r\nHost: x\r\n\r\n"));
  ASSERT_TRUE(eventually([&] { return with.door.waiting() == 1; }));
  with.door.tell();
  ASSERT_TRUE(eventually(
      [&] { return with.door.waiting() == 1 && with.door.asked() == 2; }));
  with.door.open();
  with.door.tell();
  EXPECT_EQ(client.answer().status, 403);
  // The connection goes on.
  ASSERT_TRUE(client.send("GET /b HTTP/1.1\r\nHost: x\r\n\r\n"));
  EXPECT_EQ(client.answer().status, 200);
}

TEST(http_server_wait, client_that_does_not_wait) {
  waiting_server with;
  {
    raw_client client(with.server.port());
    ASSERT_TRUE(client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n"));
    ASSERT_TRUE(eventually([&] { return with.door.waiting() == 1; }));
    client.reset();
  }
  with.door.open();
  with.door.tell();
  EXPECT_TRUE(eventually([&] { return with.server.connections() == 0; }));
}

TEST(http_server_wait, ends_with_those_that_wait_for_ever) {
  pith::mcp::http_server::options wanted;
  wanted.limits.request_time = std::chrono::seconds(1);
  doorkeeper door;
  running_server server(echo, wanted, [&door](const http_request& head) {
    return door.admit(head);
  });
  raw_client client(server.port());
  ASSERT_TRUE(client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n"));
  ASSERT_TRUE(eventually([&] { return door.waiting() == 1; }));
  EXPECT_EQ(client.answer().status, 408);
  door.open();
  door.tell();
  EXPECT_TRUE(eventually([&] { return server.connections() == 0; }));
}

}  // namespace
