// SPDX-License-Identifier: MIT
#include "mcp/http/request_parser.hpp"

#include "parsed_request.hpp"

#include <gtest/gtest.h>

#include <ostream>
#include <string>

namespace {

using pith_tests::parse_requests;
using pith_tests::parsed_requests;
using pith_tests::parser_bounds;

/// As a whole and in all pieces up to some size, which must not matter.
parsed_requests parse(const std::string& bytes,
                      const parser_bounds& bounds = {}) {
  const parsed_requests whole = parse_requests(bytes, bytes.size() + 1, bounds);
  for (std::size_t piece = 1; piece < 40; ++piece) {
    EXPECT_TRUE(whole == parse_requests(bytes, piece, bounds))
        << piece << " bytes at a time: " << bytes;
  }
  return whole;
}

TEST(http_parser, request_without_body) {
  const auto r =
      parse("GET /mcp?a=b HTTP/1.1\r\nHost: x:80\r\nA:  b c \t\r\n\r\n");
  ASSERT_EQ(r.complete.size(), 1U);
  EXPECT_EQ(r.status, 0);
  EXPECT_EQ(r.complete[0].method, "GET");
  EXPECT_EQ(r.complete[0].target, "/mcp?a=b");
  EXPECT_EQ(r.complete[0].fields.find("a"), "b c");
  EXPECT_EQ(r.complete[0].body, "");
}

TEST(http_parser, body_with_a_length) {
  const auto r =
      parse("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello");
  ASSERT_EQ(r.complete.size(), 1U);
  EXPECT_EQ(r.complete[0].body, "hello");
}

TEST(http_parser, body_in_chunks) {
  const auto r = parse(
      "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
      "5\r\nhello\r\n00a;name=\"va\\\"lue\";n;m=o\r\n0123456789\r\n0\r\n"
      "Trailer: dropped\r\n\r\n");
  ASSERT_EQ(r.complete.size(), 1U);
  EXPECT_EQ(r.complete[0].body, "hello0123456789");
  EXPECT_EQ(r.complete[0].fields.count("Trailer"), 0U);
}

TEST(http_parser, one_request_after_the_other) {
  const auto r = parse(
      "POST /1 HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nab"
      "\r\n"  // some clients send this after a body
      "GET /2 HTTP/1.1\r\nHost: x\r\n\r\n"
      "POST /3 HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: Chunked\r\n\r\n"
      "1\r\nc\r\n0\r\n\r\n");
  ASSERT_EQ(r.complete.size(), 3U);
  EXPECT_EQ(r.complete[0].body, "ab");
  EXPECT_EQ(r.complete[1].target, "/2");
  EXPECT_EQ(r.complete[1].body, "");
  EXPECT_EQ(r.complete[2].body, "c");
}

TEST(http_parser, stops_after_the_head) {
  pith::mcp::http_parser parser(1024, 16);
  const std::string bytes =
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc";
  EXPECT_FALSE(parser.begun());
  EXPECT_EQ(parser.put(bytes), bytes.size() - 3);
  EXPECT_TRUE(parser.begun());
  ASSERT_EQ(parser.at(), pith::mcp::http_parser::state::admission);
  EXPECT_EQ(parser.put("abc"), 0U);
  parser.admit(2);
  EXPECT_EQ(parser.at(), pith::mcp::http_parser::state::refused);
  EXPECT_EQ(parser.refusal().status, 413);
}

struct keep_case {
  const char* name;
  std::string head;
  bool keep_alive;
};

TEST(http_parser, keep_alive) {
  const keep_case cases[] = {
      {"1.1", "GET / HTTP/1.1\r\nHost: x\r\n\r\n", true},
      {"1.1 close", "GET / HTTP/1.1\r\nHost: x\r\nConnection: Close\r\n\r\n",
       false},
      {"1.1 list", "GET / HTTP/1.1\r\nHost: x\r\nConnection: a , close\r\n\r\n",
       false},
      {"1.1 second",
       "GET / HTTP/1.1\r\nHost: x\r\nConnection: a\r\nConnection: "
       "close\r\n\r\n",
       false},
      {"1.1 no word", "GET / HTTP/1.1\r\nHost: x\r\nConnection: closed\r\n\r\n",
       true},
      {"1.0", "GET / HTTP/1.0\r\n\r\n", false},
      {"1.0 keep-alive", "GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n",
       true},
  };
  for (const keep_case& c : cases) {
    pith::mcp::http_parser parser(1024, 16);
    EXPECT_EQ(parser.put(c.head), c.head.size()) << c.name;
    ASSERT_EQ(parser.at(), pith::mcp::http_parser::state::admission) << c.name;
    EXPECT_EQ(parser.head().keep_alive, c.keep_alive) << c.name;
  }
}

TEST(http_parser, expectations) {
  const std::string head =
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n";
  pith::mcp::http_parser parser(1024, 16);
  EXPECT_GT(parser.put(head + "Expect: 100-Continue\r\n\r\n"), 0U);
  EXPECT_TRUE(parser.head().expects_continue);
  EXPECT_EQ(parse(head + "Expect: money\r\n\r\n").status, 417);
  EXPECT_EQ(parse("POST / HTTP/1.0\r\nContent-Length: 1\r\nExpect: x\r\n\r\na")
                .complete.size(),
            1U);
}

TEST(http_parser, limits_of_the_head) {
  const std::string start = "GET / HTTP/1.1\r\nHost: x\r\n";
  const parser_bounds bounds{64, 3, 10};
  const auto with_field_of = [&](std::size_t bytes) {
    return start + "A: " + std::string(bytes - start.size() - 7, 'a') +
           "\r\n\r\n";
  };
  EXPECT_EQ(parse(with_field_of(64), bounds).complete.size(), 1U);
  EXPECT_EQ(parse(with_field_of(65), bounds).status, 431);
  EXPECT_EQ(parse("GET /" + std::string(100, 'a'), bounds).status, 414);
  EXPECT_EQ(parse(start + "A: 1\r\nB: 2\r\n\r\n", bounds).complete.size(), 1U);
  EXPECT_EQ(parse(start + "A: 1\r\nB: 2\r\nC: 3\r\n\r\n", bounds).status, 431);
}

TEST(http_parser, limits_of_the_body) {
  const std::string length = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ";
  const parser_bounds bounds{1024, 16, 10};
  EXPECT_EQ(parse(length + "10\r\n\r\n0123456789", bounds).complete.size(), 1U);
  EXPECT_EQ(parse(length + "11\r\n\r\n", bounds).status, 413);
  EXPECT_EQ(parse(length + "18446744073709551615\r\n\r\n", bounds).status, 413);
  const std::string chunked =
      "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
  EXPECT_EQ(
      parse(chunked + "a\r\n0123456789\r\n0\r\n\r\n", bounds).complete.size(),
      1U);
  EXPECT_EQ(parse(chunked + "6\r\nabcdef\r\n5\r\nabcde", bounds).status, 413);
  EXPECT_EQ(parse(chunked + "ffffffffffffffff\r\n", bounds).status, 413);
}

TEST(http_parser, limits_of_chunks) {
  const std::string chunked =
      "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
  EXPECT_EQ(parse(chunked + "1;" + std::string(5000, 'a')).status, 400);
  EXPECT_EQ(parse(chunked + "0\r\nA: " + std::string(1100, 'a')).status, 431);
  EXPECT_EQ(parse(chunked + "0000000000000000001\r\n").status, 400);
}

struct refusal_case {
  const char* name;
  std::string bytes;
  int status;
};

void PrintTo(const refusal_case& c, std::ostream* out) { *out << c.name; }

class refusal : public testing::TestWithParam<refusal_case> {};

TEST_P(refusal, is_made) {
  const auto r = parse(GetParam().bytes);
  EXPECT_EQ(r.status, GetParam().status) << r.reason;
  EXPECT_TRUE(r.complete.empty());
}

std::string get(const std::string& fields) {
  return "GET / HTTP/1.1\r\nHost: x\r\n" + fields + "\r\n";
}

std::string post(const std::string& rest) {
  return "POST / HTTP/1.1\r\nHost: x\r\n" + rest;
}

std::string chunks(const std::string& rest) {
  return post("Transfer-Encoding: chunked\r\n\r\n" + rest);
}

INSTANTIATE_TEST_SUITE_P(
    of_request_lines, refusal,
    testing::Values(
        refusal_case{"bare line feed", "GET / HTTP/1.1\nHost: x\n\n", 400},
        refusal_case{"bare return", "GET / HTTP/1.1\rHost: x\r\n\r\n", 400},
        refusal_case{"no version", "GET /\r\nHost: x\r\n\r\n", 400},
        refusal_case{"only a word", "GET\r\n\r\n", 400},
        refusal_case{"two spaces", "GET  / HTTP/1.1\r\nHost: x\r\n\r\n", 400},
        refusal_case{"space after", "GET / HTTP/1.1 \r\nHost: x\r\n\r\n", 400},
        refusal_case{"space before", " GET / HTTP/1.1\r\nHost: x\r\n\r\n", 400},
        refusal_case{"space in target", "GET /a b HTTP/1.1\r\nHost: x\r\n\r\n",
                     400},
        refusal_case{"tab", "GET\t/ HTTP/1.1\r\nHost: x\r\n\r\n", 400},
        refusal_case{"bad method", "G(T / HTTP/1.1\r\nHost: x\r\n\r\n", 400},
        refusal_case{"long method",
                     std::string(33, 'A') + " / HTTP/1.1\r\nHost: x\r\n\r\n",
                     400},
        refusal_case{"absolute target",
                     "GET http://x/ HTTP/1.1\r\nHost: x\r\n\r\n", 400},
        refusal_case{"authority", "CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n",
                     400},
        refusal_case{"star", "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n", 400},
        refusal_case{"fragment", "GET /#a HTTP/1.1\r\nHost: x\r\n\r\n", 400},
        refusal_case{"above ASCII", "GET /\xc3\xa4 HTTP/1.1\r\nHost: x\r\n\r\n",
                     400},
        refusal_case{"HTTP/2", "PRI * HTTP/2.0\r\n\r\n", 505},
        refusal_case{"HTTP/1.2", "GET / HTTP/1.2\r\nHost: x\r\n\r\n", 505},
        refusal_case{"HTTP/11", "GET / HTTP/11\r\nHost: x\r\n\r\n", 400},
        refusal_case{"http/1.1", "GET / http/1.1\r\nHost: x\r\n\r\n", 400},
        refusal_case{"ICE/1.1", "GET / ICE/1.1\r\nHost: x\r\n\r\n", 400},
        refusal_case{"two empty lines",
                     "\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n", 400},
        refusal_case{"TLS", std::string("\x16\x03\x01\x02\x00", 5), 400}));

INSTANTIATE_TEST_SUITE_P(
    of_fields, refusal,
    testing::Values(
        refusal_case{"no host", "GET / HTTP/1.1\r\n\r\n", 400},
        refusal_case{"two hosts", get("Host: x\r\n"), 400},
        refusal_case{"two hosts in 1.0",
                     "GET / HTTP/1.0\r\nHost: x\r\nHost: x\r\n\r\n", 400},
        refusal_case{"list of hosts", "GET / HTTP/1.1\r\nHost: x, y\r\n\r\n",
                     400},
        refusal_case{"host with user", "GET / HTTP/1.1\r\nHost: a@x\r\n\r\n",
                     400},
        refusal_case{"host with path", "GET / HTTP/1.1\r\nHost: x/y\r\n\r\n",
                     400},
        refusal_case{"space before colon", get("A : b\r\n"), 400},
        refusal_case{"tab before colon", get("A\t: b\r\n"), 400},
        refusal_case{"folded", get("A: b\r\n c\r\n"), 400},
        refusal_case{"folded with tab", get("A: b\r\n\tc\r\n"), 400},
        refusal_case{"folded at once", "GET / HTTP/1.1\r\n Host: x\r\n\r\n",
                     400},
        refusal_case{"no colon", get("abc\r\n"), 400},
        refusal_case{"no name", get(": b\r\n"), 400},
        refusal_case{"name above ASCII", get("\xc3\xa4: b\r\n"), 400},
        refusal_case{"null in value", get(std::string("A: b\0c\r\n", 9)), 400},
        refusal_case{"null in name", get(std::string("A\0: b\r\n", 8)), 400},
        refusal_case{"return in value", get("A: b\rc\r\n"), 400},
        refusal_case{"line feed in value", get("A: b\nC: d\r\n"), 400},
        refusal_case{"return at end", get("A: b\r\r\n"), 400},
        refusal_case{"delete in value", get("A: b\x7f\r\n"), 400},
        refusal_case{"vertical tab in value", get("A: \x0b\r\n"), 400},
        refusal_case{"line feeds at end", "GET / HTTP/1.1\r\nHost: x\r\n\n",
                     400}));

INSTANTIATE_TEST_SUITE_P(
    of_lengths, refusal,
    testing::Values(
        refusal_case{"length and coding",
                     post("Content-Length: 3\r\nTransfer-Encoding: "
                          "chunked\r\n\r\n0\r\n\r\n"),
                     400},
        refusal_case{"coding and length",
                     post("transfer-encoding: chunked\r\ncontent-length: "
                          "3\r\n\r\n0\r\n\r\n"),
                     400},
        refusal_case{"two lengths",
                     post("Content-Length: 3\r\nContent-Length: 4\r\n\r\nabc"),
                     400},
        refusal_case{"twice the same",
                     post("Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc"),
                     400},
        refusal_case{"list", post("Content-Length: 3, 3\r\n\r\nabc"), 400},
        refusal_case{"plus", post("Content-Length: +3\r\n\r\nabc"), 400},
        refusal_case{"minus", post("Content-Length: -3\r\n\r\nabc"), 400},
        refusal_case{"hexadecimal", post("Content-Length: 0x3\r\n\r\nabc"),
                     400},
        refusal_case{"empty", post("Content-Length:\r\n\r\nabc"), 400},
        refusal_case{"inner space", post("Content-Length: 3 3\r\n\r\nabc"),
                     400},
        refusal_case{"too large a number",
                     post("Content-Length: 18446744073709551616\r\n\r\n"), 400},
        refusal_case{"gzip", post("Transfer-Encoding: gzip\r\n\r\n"), 501},
        refusal_case{"gzip, chunked",
                     post("Transfer-Encoding: gzip, chunked\r\n\r\n"), 501},
        refusal_case{"chunked twice",
                     post("Transfer-Encoding: chunked, chunked\r\n\r\n"), 501},
        refusal_case{"identity", post("Transfer-Encoding: identity\r\n\r\n"),
                     501},
        refusal_case{"xchunked", post("Transfer-Encoding: xchunked\r\n\r\n"),
                     501},
        refusal_case{"quoted", post("Transfer-Encoding: \"chunked\"\r\n\r\n"),
                     501},
        refusal_case{"two codings",
                     post("Transfer-Encoding: chunked\r\nTransfer-Encoding: "
                          "identity\r\n\r\n"),
                     400},
        refusal_case{"vertical tab",
                     post("Transfer-Encoding: \x0b"
                          "chunked\r\n\r\n"),
                     400},
        refusal_case{"folded coding",
                     post("Transfer-Encoding:\r\n chunked\r\n\r\n"), 400},
        refusal_case{"spaced name", post("Transfer-Encoding : chunked\r\n\r\n"),
                     400},
        refusal_case{"coding in 1.0",
                     "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n",
                     400}));

INSTANTIATE_TEST_SUITE_P(
    of_chunks, refusal,
    testing::Values(
        refusal_case{"no size", chunks("\r\nabc"), 400},
        refusal_case{"no number", chunks("x\r\n"), 400},
        refusal_case{"prefix", chunks("0x3\r\nabc\r\n"), 400},
        refusal_case{"minus", chunks("-1\r\n"), 400},
        refusal_case{"space before", chunks(" 3\r\nabc\r\n"), 400},
        refusal_case{"space after", chunks("3 \r\nabc\r\n"), 400},
        refusal_case{"line feed", chunks("3\nabc\n0\n\n"), 400},
        refusal_case{"return", chunks("3\rabc"), 400},
        refusal_case{"extension that is open",
                     chunks("3;a=\"b\r\nabc\r\n0\r\n\r\n"), 400},
        refusal_case{"extension with open escape",
                     chunks("3;a=\"b\\\"\r\nabc\r\n0\r\n\r\n"), 400},
        refusal_case{"extension without name", chunks("3;\r\nabc"), 400},
        refusal_case{"extension without value", chunks("3;a=\r\nabc"), 400},
        refusal_case{"extension with two values", chunks("3;a=b=c\r\n"), 400},
        refusal_case{"extension after quotes", chunks("3;a=\"b\"c\r\n"), 400},
        refusal_case{"extension with space", chunks("3; a\r\nabc"), 400},
        refusal_case{"extension with line feed", chunks("3;a\nabc\r\n"), 400},
        refusal_case{"extension with return", chunks("3;a\rb\r\n"), 400},
        refusal_case{"extension with null",
                     chunks(std::string("3;\0\r\nabc\r\n", 10)), 400},
        refusal_case{"too long", chunks("3\r\nabcd\r\n"), 400},
        refusal_case{"data with line feed", chunks("3\r\nabc\n0\r\n\r\n"), 400},
        refusal_case{"overflow", chunks("10000000000000003\r\nabc\r\n"), 400},
        refusal_case{"trailer without colon", chunks("0\r\nabc\r\n\r\n"), 400},
        refusal_case{"trailer without name", chunks("0\r\n: c\r\n\r\n"), 400},
        refusal_case{"folded trailer", chunks("0\r\nA: b\r\n c\r\n\r\n"), 400},
        refusal_case{"trailer with line feed", chunks("0\r\nA: b\n\r\n"), 400},
        refusal_case{"line feed at end", chunks("0\r\n\n"), 400},
        refusal_case{"a request instead",
                     chunks("0\r\nGET /evil HTTP/1.1\r\n\r\n"), 400}));

}  // namespace
