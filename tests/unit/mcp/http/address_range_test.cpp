// SPDX-License-Identifier: MIT
#include "mcp/http/address_range.hpp"

#include <gtest/gtest.h>

namespace {

using namespace pith::mcp;  // NOLINT(google-build-using-namespace): a test

bool is_in(std::string_view address, std::string_view range) {
  const auto read = to_address_range(range);
  EXPECT_TRUE(read) << range;
  return read && has_address({*read}, address);
}

TEST(address_range, has_what_begins_alike) {
  EXPECT_TRUE(is_in("10.9.8.7", "10.0.0.0/8"));
  EXPECT_FALSE(is_in("11.0.0.0", "10.0.0.0/8"));
  EXPECT_TRUE(is_in("192.168.1.129", "192.168.1.128/25"));
  EXPECT_FALSE(is_in("192.168.1.127", "192.168.1.128/25"));
  EXPECT_TRUE(is_in("10.0.0.7", "10.0.0.7"));
  EXPECT_FALSE(is_in("10.0.0.8", "10.0.0.7"));
  EXPECT_TRUE(is_in("2001:db8:1::2", "2001:db8::/32"));
  EXPECT_FALSE(is_in("2001:db9::2", "2001:db8::/32"));
  EXPECT_TRUE(is_in("1.2.3.4", "0.0.0.0/0"));
  EXPECT_FALSE(is_in("::1", "0.0.0.0/0"));
  EXPECT_TRUE(is_in("::ffff:10.0.0.7", "10.0.0.0/8"));
  EXPECT_FALSE(is_in("somebody", "0.0.0.0/0"));
}

TEST(address_range, refuses_what_is_none) {
  for (const std::string_view text :
       {"", "/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/8x",
        "10.0.0.1/8", "::/129", "2001:db8::1/32", "localhost", "10.0.0",
        "10.0.0.0/8/8", "[::1]"}) {
    EXPECT_FALSE(to_address_range(text)) << text;
  }
}

}  // namespace
