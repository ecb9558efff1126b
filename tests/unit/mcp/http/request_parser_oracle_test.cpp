// SPDX-License-Identifier: MIT
/// @file
/// A second opinion: what our parser takes, Beast's takes too and understands
/// in the same way. The other direction does not hold, ours is stricter.
#include "mcp/http/request_parser.hpp"
#include "parsed_request.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

namespace http = boost::beast::http;
using boost::beast::error_code;
using field_list = std::vector<std::pair<std::string, std::string>>;

/// Beast's view of the request at the front of `bytes`.
struct second_opinion {
  error_code error;
  std::size_t used = 0;
  std::string method;
  std::string target;
  std::string body;
  field_list fields;
};

second_opinion ask_beast(std::string_view bytes) {
  http::request_parser<http::string_body> parser;
  parser.header_limit(1U << 20U);
  parser.body_limit(1U << 20U);
  parser.eager(true);
  second_opinion result;
  while (!parser.is_done()) {
    const auto rest = bytes.substr(result.used);
    const bool had_head = parser.is_header_done();
    result.used += parser.put(boost::asio::buffer(rest), result.error);
    // It says so once after the head, whatever follows.
    if (result.error == http::error::need_more && !had_head &&
        parser.is_header_done()) {
      result.error = {};
    }
    if (result.error) return result;
  }
  const auto& message = parser.get();
  result.method = message.method_string();
  result.target = message.target();
  result.body = message.body();
  for (const auto& field : message) {
    result.fields.emplace_back(field.name_string(), field.value());
  }
  return result;
}

/// Our fields must be among those of Beast, which has trailers too.
void expect_same(const pith::mcp::http_request& ours,
                 const second_opinion& theirs, const std::string& bytes) {
  EXPECT_EQ(ours.method, theirs.method) << bytes;
  EXPECT_EQ(ours.target, theirs.target) << bytes;
  EXPECT_EQ(ours.body, theirs.body) << bytes;
  field_list rest = theirs.fields;
  for (const auto& field : ours.fields) {
    const auto found =
        std::find(rest.begin(), rest.end(),
                  field_list::value_type(field.name, field.value));
    ASSERT_NE(found, rest.end()) << field.name << " in " << bytes;
    rest.erase(found);
  }
  if (!ours.fields.find("Transfer-Encoding")) {
    EXPECT_TRUE(rest.empty()) << bytes;
  }
}

/// Beast reads the values of these as lists; to us they are mere text when
/// they are none.
bool is_matter_of_taste(const error_code& error,
                        const pith::mcp::http_request& request) {
  return error == http::error::bad_value &&
         (request.fields.find("Connection") ||
          request.fields.find("Proxy-Connection") ||
          request.fields.find("Upgrade"));
}

/// Returns how many requests were compared.
std::size_t compare(const std::string& bytes) {
  // The end of the first request, then of the second...
  std::string_view rest = bytes;
  std::size_t compared = 0;
  while (!rest.empty()) {
    pith::mcp::http_parser parser(1024, 16);
    std::size_t used = 0;
    while (used < rest.size() &&
           parser.at() != pith::mcp::http_parser::state::complete) {
      if (parser.at() == pith::mcp::http_parser::state::refused) break;
      used += parser.put(rest.substr(used));
      parser.admit(4096);
    }
    if (parser.at() != pith::mcp::http_parser::state::complete) break;
    const std::size_t blank = rest.starts_with("\r\n") ? 2 : 0;
    const auto request = parser.take();
    const second_opinion theirs = ask_beast(rest.substr(blank, used - blank));
    if (is_matter_of_taste(theirs.error, request)) break;
    EXPECT_FALSE(theirs.error) << theirs.error.message() << " in " << bytes;
    EXPECT_EQ(theirs.used, used - blank) << bytes;
    expect_same(request, theirs, bytes);
    if (testing::Test::HasFailure()) break;
    rest.remove_prefix(used);
    ++compared;
  }
  return compared;
}

const std::vector<std::string>& good_requests() {
  static const std::vector<std::string> all{
      "GET / HTTP/1.1\r\nHost: x\r\n\r\n",
      "GET /a?b=c%20d HTTP/1.0\r\nConnection: keep-alive\r\nA:\r\n\r\n",
      "POST /mcp HTTP/1.1\r\nHost: x:80\r\nContent-Length: 2\r\n"
      "Accept: application/json, text/event-stream\r\n\r\n{}",
      "\r\nDELETE /s HTTP/1.1\r\nhost:x\r\nA: \xc3\xa4 \t\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
      "2\r\n{}\r\n0010;a=b;c=\"d e\"\r\n0123456789abcdef\r\n0\r\nT: u\r\n\r\n",
      "PUT / HTTP/1.1\r\nHost: [::1]:80\r\ntransfer-encoding: ChunkeD\r\n\r\n"
      "0\r\n\r\n",
      "HEAD / HTTP/1.1\r\nHost: x\r\nConnection: close, TE\r\nTE: a\r\n\r\n",
  };
  return all;
}

TEST(http_parser_oracle, good_requests) {
  for (const std::string& bytes : good_requests()) {
    EXPECT_EQ(compare(bytes), 1U) << bytes;
    EXPECT_EQ(compare(bytes + good_requests().front()), 2U) << bytes;
  }
}

TEST(http_parser_oracle, changed_requests) {
  std::mt19937 random(20261115);  // NOLINT: the same changes each time
  const std::string_view bytes_of_interest("\r\n :;,0123456789aFx\t/\0\"", 23);
  const auto below = [&random](std::size_t n) { return random() % n; };
  std::size_t compared = 0;
  for (int round = 0; round < 40000; ++round) {
    std::string bytes;
    for (std::size_t n = 1 + below(2); n > 0; --n) {
      bytes += good_requests()[below(good_requests().size())];
    }
    for (std::size_t n = 1 + below(3); n > 0; --n) {
      const std::size_t at = below(bytes.size());
      const char c = bytes_of_interest[below(bytes_of_interest.size())];
      switch (below(4)) {
        case 0:
          bytes[at] = c;
          break;
        case 1:
          bytes.insert(at, 1, c);
          break;
        case 2:
          bytes.erase(at, 1 + below(3));
          break;
        default:
          bytes.insert(at, bytes.substr(below(bytes.size()), below(20)));
          break;
      }
      if (bytes.empty()) break;
    }
    compared += compare(bytes);
    ASSERT_FALSE(HasFailure());
  }
  EXPECT_GT(compared, 10000U);
}

}  // namespace
