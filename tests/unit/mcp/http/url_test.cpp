// SPDX-License-Identifier: MIT
#include "mcp/http/url.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace {

using namespace std::string_view_literals;
using pith::mcp::parse_url;

struct good_url {
  std::string_view url;
  bool tls;
  std::string_view host;
  std::string_view port;
  std::string_view target;
  std::string_view authority;
};

TEST(mcp_http_url, takes_urls_apart) {
  constexpr good_url table[] = {
      {"http://h", false, "h", "80", "/", "h"},
      {"https://h", true, "h", "443", "/", "h"},
      {"http://h/", false, "h", "80", "/", "h"},
      {"HTTP://h/x", false, "h", "80", "/x", "h"},
      {"https://host:8443/mcp", true, "host", "8443", "/mcp", "host:8443"},
      {"http://h:80/a", false, "h", "80", "/a", "h"},
      {"https://h:80/a", true, "h", "80", "/a", "h:80"},
      {"http://h:/a", false, "h", "80", "/a", "h"},
      {"http://h:00443", false, "h", "443", "/", "h:443"},
      {"http://h:65535", false, "h", "65535", "/", "h:65535"},
      {"http://h?x=1", false, "h", "80", "/?x=1", "h"},
      {"http://h/p?x=/&y#part", false, "h", "80", "/p?x=/&y", "h"},
      {"http://h#part", false, "h", "80", "/", "h"},
      {"http://127.0.0.1:1/", false, "127.0.0.1", "1", "/", "127.0.0.1:1"},
      {"http://[::1]/", false, "::1", "80", "/", "[::1]"},
      {"http://[fe80::1]:81", false, "fe80::1", "81", "/", "[fe80::1]:81"},
      {"http://a-b.c_d.example./", false, "a-b.c_d.example.", "80", "/",
       "a-b.c_d.example."},
      {"http://h/a@b:c", false, "h", "80", "/a@b:c", "h"},
  };
  for (const good_url& c : table) {
    const auto url = parse_url(c.url);
    ASSERT_TRUE(url) << c.url;
    EXPECT_EQ(url->tls, c.tls) << c.url;
    EXPECT_EQ(url->host, c.host) << c.url;
    EXPECT_EQ(url->port, c.port) << c.url;
    EXPECT_EQ(url->target, c.target) << c.url;
    EXPECT_EQ(url->authority(), c.authority) << c.url;
  }
}

TEST(mcp_http_url, refuses_what_is_none) {
  constexpr std::string_view table[] = {
      "",
      "http",
      "http://",
      "https:///mcp",
      "http:/h",
      "h:80/mcp",
      "//h/mcp",
      "ftp://h",
      "ws://h",
      "httpx://h",
      " http://h",
      "http://h ",
      "http://:80",
      "http://h:0",
      "http://h:65536",
      "http://h:x",
      "http://h:-1",
      "http://h:+1",
      "http://h:8 0",
      "http://h:99999999999999999999",
      "http://user@h/",
      "http://user:pw@h/",
      "http://h\\@evil/",
      "http://h/a\\b",
      "http://h/a b",
      "http://h/a\r\nX: y",
      "http://h\r\n/",
      "http://h/\x80",
      "http://h\xC3\xA4.example/",
      "http://[::1",
      "http://[::1]x",
      "http://[]",
      "http://[h]",
      "http://[127.0.0.1]",
      "http://[::1%25eth0]/",
      "http://::1/",
      "http://.h/",
      "http://a..b/",
      "http://h%41/",
      "http://h/a\0b"sv,
      "http://h\0/"sv,
      "http://[::1\0]/"sv,
  };
  for (const std::string_view url : table) {
    EXPECT_FALSE(parse_url(url)) << url;
  }
  EXPECT_FALSE(parse_url("http://" + std::string(254, 'h')));
  EXPECT_FALSE(parse_url("http://h/" + std::string(9000, 'a')));
}

}  // namespace
