// SPDX-License-Identifier: MIT
/// @file
/// The server behind TLS, seen by OpenSSL's own client.
#include "mcp/net/tls.hpp"
#include "raw_client.hpp"
#include "running_server.hpp"
#include "throwaway_certificate.hpp"

#include <gtest/gtest.h>

#include <openssl/bio.h>
#include <openssl/ssl.h>

#include <atomic>
#include <boost/asio/ssl/context.hpp>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

namespace {

using pith::mcp::http_server;
using pith_tests::echo;
using pith_tests::eventually;
using pith_tests::exchange_pointer;
using pith_tests::raw_client;
using pith_tests::running_server;
using pith_tests::throwaway_certificate;

/// A client of TLS that decides itself when its bytes are sent.
class tls_client {
 public:
  explicit tls_client(unsigned short port, int version = 0) : wire_(port) {
    SSL_CTX_set_max_proto_version(context_.get(), version);
    ssl_.reset(SSL_new(context_.get()));
    in_ = BIO_new(BIO_s_mem());
    out_ = BIO_new(BIO_s_mem());
    SSL_set_bio(ssl_.get(), in_, out_);
    SSL_set_connect_state(ssl_.get());
  }

  /// Does not send its last message yet: say() does, with its own.
  bool shake() {
    for (;;) {
      const int result = SSL_do_handshake(ssl_.get());
      if (result == 1) return true;
      if (!send_pending() || !receive()) return false;
    }
  }

  bool say(std::string_view text) {
    return SSL_write(ssl_.get(), text.data(), static_cast<int>(text.size())) >
               0 &&
           send_pending();
  }

  /// What comes up to `mark`, or up to the end.
  std::string hear(std::string_view mark) {
    while (heard_.find(mark) == std::string::npos) {
      char bytes[20000];
      const int n = SSL_read(ssl_.get(), bytes, sizeof bytes);
      if (n > 0) {
        heard_.append(bytes, static_cast<std::size_t>(n));
      } else if (SSL_get_error(ssl_.get(), n) != SSL_ERROR_WANT_READ ||
                 !receive()) {
        break;
      }
    }
    return std::exchange(heard_, {});
  }

  [[nodiscard]] bool has_heard_goodbye() const {
    return (SSL_get_shutdown(ssl_.get()) & SSL_RECEIVED_SHUTDOWN) != 0;
  }
  raw_client& wire() { return wire_; }

 private:
  struct free_ssl {
    void operator()(SSL* s) const noexcept { SSL_free(s); }
    void operator()(SSL_CTX* c) const noexcept { SSL_CTX_free(c); }
  };

  bool send_pending() {
    char bytes[20000];
    for (int n = 0; (n = BIO_read(out_, bytes, sizeof bytes)) > 0;) {
      if (!wire_.send({bytes, static_cast<std::size_t>(n)})) return false;
    }
    return true;
  }

  bool receive() {
    std::string some;
    return wire_.read_any(some) &&
           BIO_write(in_, some.data(), static_cast<int>(some.size())) > 0;
  }

  raw_client wire_;
  std::unique_ptr<SSL_CTX, free_ssl> context_{SSL_CTX_new(TLS_client_method())};
  std::unique_ptr<SSL, free_ssl> ssl_;
  BIO* in_ = nullptr;
  BIO* out_ = nullptr;
  std::string heard_;
};

class http_server_tls : public testing::Test {
 protected:
  http_server::options options() {
    std::string problem;
    context_ = pith::mcp::make_server_tls(certificate_.certificate_file(),
                                          certificate_.key_file(), problem);
    EXPECT_EQ(problem, "");
    http_server::options wanted;
    wanted.tls = context_.get();
    return wanted;
  }

  throwaway_certificate certificate_{"DNS:localhost"};
  std::shared_ptr<boost::asio::ssl::context> context_;
};

std::string post(const std::string& body) {
  return "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: " +
         std::to_string(body.size()) + "\r\n\r\n" + body;
}

/// The request comes in one piece with the end of the handshake.
TEST_F(http_server_tls, answers_on_one_connection) {
  running_server server(echo, options());
  for (const int version : {TLS1_2_VERSION, TLS1_3_VERSION}) {
    tls_client client(server.port(), version);
    ASSERT_TRUE(client.shake());
    for (int i = 0; i < 3; ++i) {
      ASSERT_TRUE(client.say(post("hello")));
      EXPECT_NE(client.hear("hello").find("200 OK"), std::string::npos);
    }
  }
}

TEST_F(http_server_tls, old_versions_are_refused) {
  running_server server(echo, options());
  tls_client client(server.port(), TLS1_1_VERSION);
  EXPECT_FALSE(client.shake());
  EXPECT_TRUE(eventually([&] { return server.connections() == 0; }));
}

TEST_F(http_server_tls, plain_words_are_refused) {
  running_server server(echo, options());
  raw_client client(server.port());
  ASSERT_TRUE(client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n"));
  EXPECT_EQ(client.answer().status, 0);
  EXPECT_TRUE(eventually([&] { return server.connections() == 0; }));
}

TEST_F(http_server_tls, large_bodies_both_ways) {
  running_server server(echo, options());
  tls_client client(server.port());
  ASSERT_TRUE(client.shake());
  const std::string body(300000, 'z');
  ASSERT_TRUE(client.say(post(body + "end")));
  const std::string answer = client.hear("zend");
  EXPECT_NE(answer.find("POST / " + body + "end"), std::string::npos);
}

TEST_F(http_server_tls, pipelined_requests) {
  running_server server(echo, options());
  tls_client client(server.port());
  ASSERT_TRUE(client.shake());
  ASSERT_TRUE(client.say(post("one") + post("two") + post("three")));
  const std::string answers = client.hear("three");
  EXPECT_LT(answers.find("one"), answers.find("two"));
  EXPECT_LT(answers.find("two"), answers.find("three"));
}

TEST_F(http_server_tls, orderly_end) {
  running_server server(echo, options());
  tls_client client(server.port());
  ASSERT_TRUE(client.shake());
  ASSERT_TRUE(client.say("GET / HTTP/1.0\r\n\r\n"));
  EXPECT_NE(client.hear("nothing of this").find("200 OK"), std::string::npos);
  EXPECT_TRUE(client.has_heard_goodbye());
}

TEST_F(http_server_tls, streams_and_clients_that_leave) {
  std::mutex lock;
  exchange_pointer held;
  std::atomic<int> gone{0};
  running_server server(
      [&](const exchange_pointer& exchange) {
        exchange->on_gone([&gone] { ++gone; });
        exchange->begin(200, {});
        const std::lock_guard hold(lock);
        held = exchange;
      },
      options());
  tls_client client(server.port());
  ASSERT_TRUE(client.shake());
  ASSERT_TRUE(client.say(post("")));
  EXPECT_NE(client.hear("\r\n\r\n").find("chunked"), std::string::npos);
  {
    const std::lock_guard hold(lock);
    held->write("one");
    held->write(std::string(100000, 'a') + "two");
  }
  EXPECT_NE(client.hear("two").find("one"), std::string::npos);
  EXPECT_EQ(gone, 0);
  client.wire().close();
  EXPECT_TRUE(eventually([&] { return gone == 1; }));
}

TEST_F(http_server_tls, slow_handshakes_time_out) {
  auto wanted = options();
  wanted.limits.request_time = std::chrono::seconds(1);
  running_server server(echo, wanted);
  raw_client client(server.port());
  EXPECT_TRUE(client.is_closed());
}

}  // namespace
