// SPDX-License-Identifier: MIT
#include "text/digits.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <string>

namespace {

using pith::text::count_digits;
using pith::text::digit_count;
using pith::text::digits_value;
using pith::text::is_digit;
using pith::text::load_8;
using pith::text::write_8_digits;
using pith::text::write_digits;

std::uint64_t load(std::string text) {
  text.resize(8, '\0');
  return load_8(text.data());
}

TEST(digits, counts_the_digits_before_anything_else) {
  for (unsigned before = 0; before < 8; ++before) {
    for (unsigned c = 0; c < 256; ++c) {
      // What follows must not matter, in particular not bytes that carry.
      for (const char after : {'0', '9', '\xFF', '\0'}) {
        std::string text(before, '7');
        text += static_cast<char>(c);
        text.resize(8, after);
        unsigned expected = 0;
        while (expected < 8 && is_digit(text[expected])) ++expected;
        ASSERT_EQ(count_digits(load(text)), expected) << before << ' ' << c;
      }
    }
  }
  EXPECT_EQ(count_digits(load("01234567")), 8u);
  EXPECT_EQ(count_digits(load("98765432")), 8u);
}

TEST(digits, reads_up_to_eight_digits) {
  const std::string text = "98765430";
  for (unsigned n = 1; n <= 8; ++n) {
    EXPECT_EQ(digits_value(load(text.substr(0, n) + "xyz"), n),
              std::stoull(text.substr(0, n)));
  }
  EXPECT_EQ(digits_value(load("00000000"), 8), 0u);
  EXPECT_EQ(digits_value(load("99999999"), 8), 99'999'999u);
}

TEST(digits, counts_decimal_digits) {
  std::uint64_t power = 1;
  for (unsigned digits = 1; digits <= 10; ++digits) {
    const std::uint64_t next = power * 10;
    EXPECT_EQ(digit_count(static_cast<std::uint32_t>(power)), digits);
    const std::uint64_t last = next - 1 < 0xFFFFFFFF ? next - 1 : 0xFFFFFFFF;
    EXPECT_EQ(digit_count(static_cast<std::uint32_t>(last)), digits);
    power = next;
  }
  EXPECT_EQ(digit_count(0), 1u);
}

std::string written(std::uint64_t v) {
  char room[20];
  return {room, write_digits(room, v)};
}

TEST(digits, writes_what_the_standard_library_writes) {
  for (std::uint64_t v = 0; v < 100'000; ++v) {
    ASSERT_EQ(written(v), std::to_string(v));
  }
  for (std::uint64_t v = 1; v != 0 && v < v * 3; v *= 3) {
    for (std::uint64_t near = v - 1; near <= v + 1; ++near) {
      ASSERT_EQ(written(near), std::to_string(near));
    }
  }
  for (std::uint64_t v = 1; v < 10'000'000'000'000'000'000u; v *= 10) {
    for (std::uint64_t near = v - 1; near <= v + 1; ++near) {
      ASSERT_EQ(written(near), std::to_string(near));
    }
  }
  EXPECT_EQ(written(~std::uint64_t{0}), "18446744073709551615");
}

TEST(digits, writes_eight_digits_with_leading_zeros) {
  char room[8];
  EXPECT_EQ(write_8_digits(room, 1203), room + 8);
  EXPECT_EQ(std::string(room, 8), "00001203");
}

}  // namespace
