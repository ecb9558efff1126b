// SPDX-License-Identifier: MIT
#include "mcp/net/http_channel.hpp"

#include "mcp/net/tls.hpp"
#include "throwaway_certificate.hpp"

#include <gtest/gtest.h>

#include <boost/asio/error.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/error.hpp>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <memory>
#include <string>
#include <utility>

namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using pith::mcp::http_channel;
using pith::mcp::make_client_tls;
using pith::mcp::make_server_tls;
using pith_tests::throwaway_certificate;
using error_code = http_channel::error_code;

/// Two sockets that are connected with each other.
std::pair<tcp::socket, tcp::socket> connected(asio::io_context& io) {
  tcp::acceptor acceptor(io, {asio::ip::address_v4::loopback(), 0});
  tcp::socket client(io);
  client.connect(acceptor.local_endpoint());
  return {acceptor.accept(), std::move(client)};
}

/// With TLS and without.
class channel_pair : public testing::TestWithParam<bool> {
 protected:
  channel_pair() {
    auto [a, b] = connected(io_);
    if (!GetParam()) {
      server_ = http_channel::make(std::move(a));
      client_ = http_channel::make(std::move(b));
      return;
    }
    std::string problem;
    server_tls_ = make_server_tls(certificate_.certificate_file(),
                                  certificate_.key_file(), problem);
    EXPECT_EQ(problem, "");
    client_tls_ = make_client_tls(certificate_.certificate_file(), problem);
    EXPECT_EQ(problem, "");
    server_ = http_channel::make(std::move(a), *server_tls_,
                                 http_channel::role::server);
    client_ = http_channel::make(std::move(b), *client_tls_,
                                 http_channel::role::client, "localhost");
  }

  void shake() {
    int done = 0;
    const auto good = [&](const error_code& error) {
      EXPECT_FALSE(error) << error.message();
      ++done;
    };
    server_->handshake(good);
    client_->handshake(good);
    EXPECT_EQ(done, 0);  // never inside the call
    run();
    EXPECT_EQ(done, 2);
  }

  void run() {
    io_.restart();
    io_.run_for(std::chrono::seconds(10));
  }

  /// Reads until there are `n` bytes, or an error.
  void read_all(http_channel& from, std::size_t n, std::string& into,
                error_code& result) {
    from.read(asio::buffer(buffer_),
              [&, n](const error_code& error, std::size_t size) {
                into.append(buffer_, size);
                result = error;
                if (!error && into.size() < n) read_all(from, n, into, result);
              });
  }

  asio::io_context io_;
  throwaway_certificate certificate_{"DNS:localhost,IP:127.0.0.1"};
  std::shared_ptr<asio::ssl::context> server_tls_;
  std::shared_ptr<asio::ssl::context> client_tls_;
  std::shared_ptr<http_channel> server_;
  std::shared_ptr<http_channel> client_;
  char buffer_[10000] = {};
};

INSTANTIATE_TEST_SUITE_P(http_channel, channel_pair, testing::Bool(),
                         [](const auto& p) {
                           return std::string(p.param ? "tls" : "plain");
                         });

TEST_P(channel_pair, words_both_ways) {
  shake();
  std::string at_server;
  std::string at_client;
  error_code first;
  error_code second;
  std::size_t written = 0;
  const auto count = [&](const error_code& error, std::size_t n) {
    EXPECT_FALSE(error);
    written += n;
  };
  client_->write(std::string("hello"), count);
  const std::string a = "gather";
  const std::string b = "ed";
  server_->write({asio::buffer(a), asio::const_buffer(), asio::buffer(b)},
                 count);
  EXPECT_EQ(written, 0U);
  read_all(*server_, 5, at_server, first);
  run();
  read_all(*client_, 8, at_client, second);
  run();
  EXPECT_EQ(at_server, "hello");
  EXPECT_EQ(at_client, "gathered");
  EXPECT_EQ(written, 13U);
}

TEST_P(channel_pair, large_writes_meet_slow_readers) {
  shake();
  const std::size_t size = 8U << 20U;
  std::string big(size, 'x');
  for (std::size_t i = 0; i < size; i += 1000) big[i] = 'y';
  bool done = false;
  client_->write(big, [&](const error_code& error, std::size_t n) {
    EXPECT_FALSE(error);
    EXPECT_EQ(n, size);
    done = true;
  });
  io_.restart();
  io_.run_for(std::chrono::milliseconds(50));
  EXPECT_FALSE(done);
  std::string got;
  error_code error;
  read_all(*server_, size, got, error);
  run();
  EXPECT_TRUE(done);
  EXPECT_TRUE(got == big);
}

TEST_P(channel_pair, nothing_to_read_would_block) {
  shake();
  error_code error;
  EXPECT_EQ(server_->try_read(asio::buffer(buffer_), error), 0U);
  EXPECT_EQ(error, asio::error::would_block);
}

/// Also when a part of what arrived has been read.
TEST_P(channel_pair, waiting_ends_while_there_is_something_to_read) {
  shake();
  client_->write(std::string(100, 'a'), [](const error_code&, std::size_t) {});
  std::size_t read = 0;
  int waits = 0;
  std::function<void(const error_code&)> take = [&](const error_code& waited) {
    ASSERT_FALSE(waited);
    ++waits;
    error_code error;
    read += server_->try_read(asio::buffer(buffer_, 10), error);
    if (read < 100) server_->wait(http_channel::direction::read, take);
  };
  server_->wait(http_channel::direction::read, take);
  run();
  EXPECT_EQ(read, 100U);
  EXPECT_GE(waits, 10);
}

TEST_P(channel_pair, orderly_end) {
  shake();
  std::string got;
  error_code error;
  read_all(*server_, 1, got, error);
  client_->shutdown();
  run();
  EXPECT_EQ(error, asio::error::eof);
  std::string back;  // the other direction goes on
  server_->write(std::string("back"),
                 [](const error_code& e, std::size_t) { EXPECT_FALSE(e); });
  read_all(*client_, 4, back, error);
  run();
  EXPECT_EQ(back, "back");
}

TEST_P(channel_pair, close_ends_what_waits) {
  shake();
  error_code read;
  std::string got;
  read_all(*server_, 1, got, read);
  server_->close();
  server_->close();
  run();
  EXPECT_EQ(read, asio::error::operation_aborted);
  error_code error;
  EXPECT_EQ(server_->try_read(asio::buffer(buffer_), error), 0U);
  EXPECT_TRUE(error);
}

TEST_P(channel_pair, peer_that_is_gone_is_an_error_not_a_signal) {
  shake();
  client_->close();
  client_.reset();
  error_code result;
  for (int i = 0; i < 3 && !result; ++i) {
    server_->write(std::string(100000, 'a'),
                   [&](const error_code& e, std::size_t) { result = e; });
    run();
  }
  EXPECT_TRUE(result);
}

/// The handshake of a client that expects `host`; what it says at last.
std::string problem_of_handshake(const throwaway_certificate& certificate,
                                 const std::string& trusted,
                                 const std::string& host) {
  asio::io_context io;
  std::string problem;
  const auto server_tls = make_server_tls(certificate.certificate_file(),
                                          certificate.key_file(), problem);
  const auto client_tls = make_client_tls(trusted, problem);
  if (!server_tls || !client_tls) return problem;
  auto [a, b] = connected(io);
  const auto server =
      http_channel::make(std::move(a), *server_tls, http_channel::role::server);
  const auto client = http_channel::make(std::move(b), *client_tls,
                                         http_channel::role::client, host);
  if (!client) return "no channel";
  server->handshake([&](const error_code&) {});
  client->handshake([&](const error_code& error) {
    if (error) problem = client->explain(error);
    client->close();
    server->close();
  });
  io.run_for(std::chrono::seconds(10));
  return problem;
}

TEST(http_channel_tls, certificates_are_checked) {
  const throwaway_certificate good("DNS:localhost,IP:127.0.0.1");
  const throwaway_certificate other("DNS:localhost");
  const std::string trusted = good.certificate_file();
  EXPECT_EQ(problem_of_handshake(good, trusted, "localhost"), "");
  EXPECT_EQ(problem_of_handshake(good, trusted, "127.0.0.1"), "");
  EXPECT_NE(problem_of_handshake(good, trusted, "example.com")
                .find("hostname mismatch"),
            std::string::npos);
  EXPECT_NE(problem_of_handshake(good, trusted, "127.0.0.2")
                .find("IP address mismatch"),
            std::string::npos);
  EXPECT_NE(problem_of_handshake(other, trusted, "localhost"), "");
  EXPECT_NE(problem_of_handshake(good, "", "localhost"), "");
  EXPECT_EQ(problem_of_handshake(good, trusted, ""), "no channel");
}

/// An end that is not signed may be somebody else's.
TEST(http_channel_tls, truncation_is_not_an_orderly_end) {
  asio::io_context io;
  const throwaway_certificate certificate("DNS:localhost");
  std::string problem;
  const auto server_tls = make_server_tls(certificate.certificate_file(),
                                          certificate.key_file(), problem);
  const auto client_tls =
      make_client_tls(certificate.certificate_file(), problem);
  auto [a, b] = connected(io);
  const int descriptor = a.native_handle();
  const auto server =
      http_channel::make(std::move(a), *server_tls, http_channel::role::server);
  const auto client = http_channel::make(
      std::move(b), *client_tls, http_channel::role::client, "localhost");
  server->handshake([](const error_code&) {});
  client->handshake([](const error_code&) {});
  io.run_for(std::chrono::seconds(10));
  ::shutdown(descriptor, SHUT_WR);
  char byte = 0;
  error_code result;
  client->read(asio::buffer(&byte, 1),
               [&](const error_code& error, std::size_t) { result = error; });
  io.restart();
  io.run_for(std::chrono::seconds(10));
  EXPECT_EQ(result, asio::ssl::error::stream_truncated);
}

TEST(tls, files_that_are_no_good) {
  const throwaway_certificate one("DNS:localhost");
  const throwaway_certificate two("DNS:localhost");
  std::string problem;
  EXPECT_EQ(make_server_tls("/nonexistent", one.key_file(), problem), nullptr);
  EXPECT_NE(problem.find("/nonexistent"), std::string::npos) << problem;
  EXPECT_EQ(make_server_tls(one.certificate_file(), "/nonexistent", problem),
            nullptr);
  EXPECT_NE(problem.find("key in /nonexistent"), std::string::npos) << problem;
  EXPECT_EQ(make_server_tls(one.certificate_file(), two.key_file(), problem),
            nullptr);
  EXPECT_NE(problem.find(two.key_file()), std::string::npos) << problem;
  EXPECT_EQ(make_server_tls(one.key_file(), one.key_file(), problem), nullptr);
  EXPECT_EQ(make_client_tls(one.key_file(), problem), nullptr);
  EXPECT_NE(problem.find("authorities"), std::string::npos) << problem;
  EXPECT_NE(make_client_tls("", problem), nullptr);
}

}  // namespace
