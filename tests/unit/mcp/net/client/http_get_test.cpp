// SPDX-License-Identifier: MIT
#include "mcp/net/client/http_get.hpp"

#include "raw_server.hpp"
#include "throwaway_certificate.hpp"

#include <gtest/gtest.h>

#include <stdlib.h>

#include <string>

namespace {

using namespace std::chrono_literals;
using pith::mcp::http_document;
using pith::mcp::http_fields;
using pith::mcp::http_get;
using pith::mcp::http_url;
using pith_tests::raw_peer;
using pith_tests::raw_server;
using pith_tests::throwaway_certificate;

http_url url_of(const raw_server& server, bool tls = false) {
  return {tls, "127.0.0.1", std::to_string(server.port()), "/stats.json"};
}

TEST(http_get, sends_its_fields_and_reads_the_body) {
  std::string request;
  raw_server server([&](raw_peer& peer, int) {
    request = peer.read_request();
    peer.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
  });
  const http_document got =
      http_get(url_of(server), {{"Authorization", "Bearer abc"}});
  EXPECT_EQ(got.failure, "");
  EXPECT_EQ(got.status, 200);
  EXPECT_EQ(got.body, "{}");
  EXPECT_TRUE(request.starts_with("GET /stats.json HTTP/1.1\r\n")) << request;
  EXPECT_NE(request.find("Authorization: Bearer abc\r\n"), request.npos);
}

TEST(http_get, gives_the_status_of_a_refusal) {
  raw_server server([](raw_peer& peer, int) {
    peer.read_request();
    peer.write("HTTP/1.1 401 No\r\nContent-Length: 0\r\n\r\n");
  });
  const http_document got = http_get(url_of(server), {});
  EXPECT_EQ(got.status, 401);
  EXPECT_EQ(got.failure, "");
}

TEST(http_get, keeps_to_its_limits) {
  raw_server silent([](raw_peer& peer, int) {
    std::string more;
    while (peer.read_some(more)) continue;
  });
  EXPECT_EQ(http_get(url_of(silent), {}, {.time = 300ms}).failure,
            "the server did not answer in time");
  raw_server large([](raw_peer& peer, int) {
    peer.read_request();
    peer.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n123456789");
  });
  EXPECT_EQ(http_get(url_of(large), {}, {.body_bytes = 9}).body, "123456789");
  EXPECT_EQ(http_get(url_of(large), {}, {.body_bytes = 8}).failure,
            "the response is too large");
}

TEST(http_get, says_why_there_is_no_response) {
  http_url closed;
  {
    raw_server server([](raw_peer&, int) {});
    closed = url_of(server);
    EXPECT_NE(http_get(closed, {}).failure, "");
  }
  const http_document got = http_get(closed, {});
  EXPECT_EQ(got.status, 0);
  EXPECT_NE(got.failure, "");
}

TEST(http_get, speaks_tls_with_whom_it_trusts) {
  const throwaway_certificate certificate("IP:127.0.0.1");
  raw_server server(
      [](raw_peer& peer, int) {
        peer.read_request();
        peer.write("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n7");
      },
      certificate.server_context());
  EXPECT_EQ(http_get(url_of(server, true), {}).status, 0);
  ::setenv("SSL_CERT_FILE", certificate.certificate_file().c_str(), 1);
  EXPECT_EQ(http_get(url_of(server, true), {}).body, "7");
  ::unsetenv("SSL_CERT_FILE");
}

}  // namespace
