// SPDX-License-Identifier: MIT
#include "text/ascii_masks.hpp"

#include <gtest/gtest.h>

#include <random>

namespace {

using namespace pith::text;

TEST(ascii_masks_test, both_forms_agree) {
  std::mt19937_64 random{5};
  char bytes[ascii_masks::block_bytes];
  for (int i = 0; i < 20000; ++i) {
    for (char& c : bytes) c = static_cast<char>(random());
    ASSERT_EQ(find_ascii_masks(bytes), ascii_masks_reference(bytes));
  }
}

TEST(ascii_masks_test, every_byte_has_its_kind) {
  char bytes[ascii_masks::block_bytes] = {};
  for (unsigned c = 0; c < 256; ++c) {
    bytes[37] = static_cast<char>(c);
    const ascii_masks m = find_ascii_masks(bytes);
    const std::uint64_t bit = std::uint64_t{1} << 37;
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    EXPECT_EQ(m.letters, is_letter ? bit : 0) << c;
    EXPECT_EQ(m.digits, c >= '0' && c <= '9' ? bit : 0) << c;
    EXPECT_EQ(m.spaces, c == ' ' || (c >= 9 && c <= 13) ? bit : 0) << c;
    EXPECT_EQ(m.non_ascii, c >= 0x80 ? bit : 0) << c;
    EXPECT_EQ(m.apostrophes, c == '\'' ? bit : 0) << c;
  }
}

}  // namespace
