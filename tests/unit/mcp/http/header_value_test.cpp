// SPDX-License-Identifier: MIT
#include "mcp/http/header_value.hpp"

#include "random.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace {

using namespace std::string_view_literals;
using pith::mcp::decoded_value;
using pith::mcp::encoded_value;

TEST(mcp_header_value, encodes_as_the_specification_shows) {
  EXPECT_EQ(encoded_value("us-west1"), "us-west1");
  EXPECT_EQ(encoded_value("Hello, \xE4\xB8\x96\xE7\x95\x8C"),
            "=?base64?SGVsbG8sIOS4lueVjA==?=");
  EXPECT_EQ(encoded_value(" padded "), "=?base64?IHBhZGRlZCA=?=");
  EXPECT_EQ(encoded_value("line1\nline2"), "=?base64?bGluZTEKbGluZTI=?=");
  EXPECT_EQ(encoded_value("=?base64?literal?="),
            "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?=");
  EXPECT_EQ(encoded_value(""), "");
  EXPECT_EQ(encoded_value("a b\tc"), "a b\tc");
}

TEST(mcp_header_value, takes_plain_values_as_they_are) {
  EXPECT_EQ(decoded_value("abc"), "abc");
  EXPECT_EQ(decoded_value(" \tabc\t "), "abc");
  EXPECT_EQ(decoded_value(""), "");
  // Half of the marks is none.
  EXPECT_EQ(decoded_value("SGVsbG8="), "SGVsbG8=");
  EXPECT_EQ(decoded_value("=?base64?SGVsbG8="), "=?base64?SGVsbG8=");
  EXPECT_EQ(decoded_value("SGVsbG8=?="), "SGVsbG8=?=");
  EXPECT_EQ(decoded_value("=?BASE64?SGVsbG8=?="), "=?BASE64?SGVsbG8=?=");
}

TEST(mcp_header_value, decodes) {
  EXPECT_EQ(decoded_value("=?base64?SGVsbG8=?="), "Hello");
  EXPECT_EQ(decoded_value("  =?base64?SGVsbG8=?= "), "Hello");
  EXPECT_EQ(decoded_value("=?base64?"
                          "?="),
            "");
  EXPECT_EQ(decoded_value("=?base64?AA==?="), "\0"sv);
}

TEST(mcp_header_value, refuses_what_is_not_strict) {
  constexpr std::string_view table[] = {
      "=?base64?SGVsbG8?=",       // no padding
      "=?base64?SGVs!!!bG8=?=",   // not of the alphabet
      "=?base64?SGVsbG8==?=",     // too much padding
      "=?base64?SGVsbG8=====?=",  //
      "=?base64?SG=sbG8=?=",      // padding inside
      "=?base64?SG==bG8=?=",      //
      "=?base64?====?=",          //
      "=?base64?A===?=",          //
      "=?base64?SGVs bG8=?=",     // a blank
      "=?base64?SGVsbG9=?=",      // spare bits
      "=?base64?QR==?=",          //
      "=?base64?SGVsbG-_?=",      // the other alphabet
      "=?base64?/w==?=",          // not UTF-8
      "=?base64?7aCA?=",          // a surrogate
      "=?base64?=",               // the marks share a character
      "a\nb",
      "a\rb",
      "a\x7F",
      "\xC3\xA4",
      "a\0b"sv,
  };
  for (const std::string_view value : table) {
    EXPECT_FALSE(decoded_value(value)) << value;
  }
}

TEST(mcp_header_value, round_trips) {
  pith_tests::random_source random(3);
  for (int i = 0; i < 20000; ++i) {
    std::string text;
    for (std::uint32_t n = random.below(12); n != 0; --n) {
      constexpr std::string_view pieces[] = {
          "a", " ", "\t",           "\n", "\xC3\xA9",  "\0"sv,
          "=", "?", "\xE4\xB8\x96", "Z",  "=?base64?", "?="};
      text += pieces[random.below(std::size(pieces))];
    }
    const std::string value = encoded_value(text);
    ASSERT_TRUE(pith::mcp::is_valid_value(value));
    ASSERT_EQ(decoded_value(value), text) << value;
  }
}

}  // namespace
