// SPDX-License-Identifier: MIT
#include "mcp/system/find_bytes.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace {

using pith::mcp::find_bytes;

TEST(find_bytes, is_what_find_says) {
  // Every text of up to five letters of two, in every such text of nine.
  for (unsigned size = 0; size <= 5; ++size) {
    for (unsigned bits = 0; bits < (1U << size); ++bits) {
      std::string what;
      for (unsigned i = 0; i < size; ++i) what += (bits >> i & 1U) ? 'a' : 'b';
      for (unsigned other = 0; other < (1U << 9U); ++other) {
        std::string text;
        for (unsigned i = 0; i < 9; ++i) text += (other >> i & 1U) ? 'a' : 'b';
        ASSERT_EQ(find_bytes(text, what), text.find(what))
            << text << ' ' << what;
      }
    }
  }
}

TEST(find_bytes, takes_every_byte) {
  using namespace std::literals;
  EXPECT_EQ(find_bytes("a\0b\0c"sv, "\0c"sv), 3);
  EXPECT_EQ(find_bytes("", "a"), std::string_view::npos);
  EXPECT_EQ(find_bytes("", ""), 0);
}

TEST(find_bytes, is_linear) {
  const std::string text(2'000'000, 'a');
  const std::string what = std::string(1'000'000, 'a') + 'b';
  EXPECT_EQ(find_bytes(text, what), std::string_view::npos);
}

}  // namespace
