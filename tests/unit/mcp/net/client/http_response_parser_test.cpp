// SPDX-License-Identifier: MIT
#include "mcp/net/client/http_response_parser.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace {

using pith::mcp::http_fields;
using pith::mcp::http_response_parser;
using state = http_response_parser::state;

/// Notes what it is told, in one text.
struct noting_sink final : public pith::mcp::http_response_sink {
  std::string heads;
  std::string body;
  std::size_t patience = 1U << 20U;  // calls until it says stop

  bool on_head(int status, const http_fields& fields) override {
    heads += std::to_string(status);
    for (const auto& field : fields) {
      heads.append(" ").append(field.name).append("=").append(field.value);
    }
    return --patience != 0;
  }
  bool on_body(std::string_view bytes) override {
    body += bytes;
    return --patience != 0;
  }
};

struct outcome {
  state at = state::more;
  std::string heads;
  std::string body;
  bool keeps_alive = false;
  bool has_rest = false;

  bool operator==(const outcome&) const = default;
};

/// Feeds two pieces, then single bytes when `step` is 1, and the end.
outcome parse(std::string_view text, std::size_t cut, std::size_t step) {
  http_response_parser parser(1000);
  parser.begin(false);
  noting_sink sink;
  state at = parser.put(text.substr(0, cut), sink);
  for (std::size_t i = cut; i < text.size() && at == state::more; i += step) {
    at = parser.put(text.substr(i, step), sink);
  }
  outcome o{at, sink.heads, sink.body, false, false};
  if (at == state::more) o.at = parser.put_eof();
  o.keeps_alive = o.at == state::complete && parser.keeps_alive();
  o.has_rest = parser.has_rest();
  return o;
}

TEST(mcp_http_response_parser, does_not_show_how_a_response_was_cut) {
  constexpr std::string_view table[] = {
      "HTTP/1.1 200 OK\r\nA: b\r\nContent-Length: 5\r\n\r\nhello",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
      "2\r\nhe\r\n3;x=\"y\"\r\nllo\r\n0\r\nT: 1\r\n\r\n",
      "HTTP/1.1 200 OK\r\n\r\nhello",
      "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 0\r\n\r\n",
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 X\r\nA: b\r\n\r\n"
      "HTTP/1.1 204 None\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhell",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhex\r\n",
      "HTTP/1.1 101 Switching\r\n\r\n",
      "HTTP/2 200 OK\r\n\r\n",
      "HTTP/1."};
  for (const std::string_view text : table) {
    const outcome whole = parse(text, text.size(), 1);
    EXPECT_NE(whole.at, state::more);
    for (std::size_t cut = 0; cut < text.size(); ++cut) {
      const outcome two = parse(text, cut, text.size());
      const outcome many = parse(text, cut, 1);
      EXPECT_TRUE(two == whole) << text << cut;
      EXPECT_TRUE(many == whole) << text << cut;
    }
  }
}

TEST(mcp_http_response_parser, stops_when_it_is_told_to) {
  const std::string_view text =
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
      "1\r\na\r\n1\r\nb\r\n0\r\n\r\n";
  const std::string_view bodies[] = {"", "a", "ab"};
  for (std::size_t patience = 1; patience <= 3; ++patience) {
    http_response_parser parser(1000);
    parser.begin(false);
    noting_sink sink;
    sink.patience = patience;
    EXPECT_EQ(parser.put(text, sink), state::stopped);
    EXPECT_EQ(sink.body, bodies[patience - 1]);
  }
}

TEST(mcp_http_response_parser, reads_one_after_the_other) {
  http_response_parser parser(1000);
  for (const bool is_to_head : {false, true, false}) {
    noting_sink sink;
    parser.begin(is_to_head);
    EXPECT_FALSE(parser.has_begun());
    std::string text = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n";
    if (!is_to_head) text += "ok";
    EXPECT_EQ(parser.put(text, sink), state::complete);
    EXPECT_TRUE(parser.has_begun());
    EXPECT_TRUE(parser.keeps_alive());
    EXPECT_FALSE(parser.has_rest());
    EXPECT_EQ(sink.heads, "200 Content-Length=2");
    EXPECT_EQ(sink.body, is_to_head ? "" : "ok");
  }
}

TEST(mcp_http_response_parser, says_when_bytes_are_left) {
  http_response_parser parser(1000);
  parser.begin(false);
  noting_sink sink;
  EXPECT_EQ(parser.put("HTTP/1.1 204 None\r\n\r\nx", sink), state::complete);
  EXPECT_TRUE(parser.has_rest());
  parser.begin(false);
  EXPECT_FALSE(parser.has_rest());
}

TEST(mcp_http_response_parser, holds_no_more_than_a_head_may_have) {
  for (const std::string_view begin :
       {"HTTP/1.1 200 OK\r\nA: ",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nT: "}) {
    http_response_parser parser(1000);
    parser.begin(false);
    noting_sink sink;
    state at = parser.put(begin, sink);
    int pieces = 0;
    for (; at == state::more && pieces < 200; ++pieces) {
      at = parser.put("xxxxxxxxxx", sink);
    }
    EXPECT_EQ(at, state::failed) << begin;
    EXPECT_LE(pieces, 102);
    EXPECT_FALSE(parser.problem().empty());
  }
}

}  // namespace
