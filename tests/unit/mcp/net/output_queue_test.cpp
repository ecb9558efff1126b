// SPDX-License-Identifier: MIT
#include "mcp/net/output_queue.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/asio/error.hpp>
#include <boost/asio/io_context.hpp>
#include <memory>
#include <string>
#include <utility>

namespace {

namespace asio = boost::asio;
using pith::mcp::http_channel;
using pith::mcp::output_queue;

/// Takes a number of bytes in all, a few at a time.
class choosy_channel : public http_channel {
 public:
  choosy_channel(std::size_t at_once, std::size_t in_all)
      : at_once_(at_once), left_(in_all) {}

  void handshake(done) override {}
  std::size_t try_read(asio::mutable_buffer, error_code&) override { return 0; }
  std::size_t try_write(std::span<const asio::const_buffer> from,
                        error_code& error) override {
    ++calls;
    std::size_t room = std::min(at_once_, left_);
    if (room == 0) {
      error = asio::error::would_block;
      return 0;
    }
    std::size_t n = 0;
    for (const auto& buffer : from) {
      const std::size_t part = std::min(room - n, buffer.size());
      taken.append(static_cast<const char*>(buffer.data()), part);
      n += part;
    }
    left_ -= n;
    return n;
  }
  void wait(direction, done) override {}
  void shutdown() noexcept override {}
  void close() noexcept override {}
  std::string explain(const error_code&) const override { return {}; }
  asio::any_io_executor executor() override { return {}; }

  std::string taken;
  int calls = 0;

 private:
  std::size_t at_once_;
  std::size_t left_;
};

std::string numbered(int i, std::size_t size) {
  std::string text = std::to_string(i);
  return text.append(size, '.');
}

TEST(output_queue, keeps_the_order_whatever_is_taken) {
  for (const std::size_t at_once : {1U, 7U, 100U, 5000U, 1000000U}) {
    output_queue queue;
    std::string all;
    for (int i = 0; i < 40; ++i) {
      const std::string piece = numbered(i, i % 5 == 0 ? 3000 : 3);
      all += piece;
      queue.push(piece);
      queue.push({});
    }
    EXPECT_EQ(queue.size(), all.size());
    choosy_channel channel(at_once, all.size());
    http_channel::error_code error;
    EXPECT_EQ(queue.send(channel, error), all.size());
    EXPECT_FALSE(error);
    EXPECT_EQ(channel.taken, all);
    EXPECT_TRUE(queue.empty());
  }
}

TEST(output_queue, small_pieces_are_one_write) {
  output_queue queue;
  for (int i = 0; i < 1000; ++i) queue.push("abcd");
  queue.push(std::string(100000, 'a'));
  queue.push("\r\n");
  choosy_channel channel(1U << 30U, 1U << 30U);
  http_channel::error_code error;
  EXPECT_EQ(queue.send(channel, error), 104002U);
  EXPECT_EQ(channel.calls, 1);
}

/// As with a client that is always a little behind.
TEST(output_queue, may_never_be_empty) {
  output_queue queue;
  std::string all;
  std::string taken;
  for (int i = 0; i < 2000; ++i) {
    for (int n = 0; n < 2; ++n) {
      const std::string piece = numbered(i, 9000);  // too large to be joined
      all += piece;
      queue.push(piece);
    }
    choosy_channel channel(12345, i < 100 ? 100 : 18000);
    http_channel::error_code error;
    queue.send(channel, error);
    EXPECT_EQ(error, asio::error::would_block);
    taken += channel.taken;
    ASSERT_EQ(queue.size(), all.size() - taken.size());
  }
  choosy_channel channel(1U << 30U, 1U << 30U);
  http_channel::error_code error;
  queue.send(channel, error);
  EXPECT_TRUE(taken + channel.taken == all);
}

}  // namespace
