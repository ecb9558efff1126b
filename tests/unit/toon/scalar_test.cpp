// SPDX-License-Identifier: MIT
#include "toon/scalar.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>

namespace {

namespace toon = pith::toon;

TEST(toon_scalar, quotes_what_would_be_read_as_something_else) {
  for (const std::string_view text :
       {"",    " ",   " a",  "a ",   "\ta",   "true",  "false", "null",
        "-",   "-a",  "#",   "#a",   "a:b",   "a\"b",  "a\\b",  "a[b",
        "a]b", "a{b", "a}b", "a\nb", "a\x01", "0",     "12",    "007",
        "+1",  "1.5", "1e5", "1E+5", "0.0",   "1e-05", "a,b"}) {
    EXPECT_TRUE(toon::needs_quotes(text, ',')) << text;
  }
  for (const std::string_view text :
       {"a",     "a b", "True",  "nulls",      "tru",
        "a-",    "a#",  "1.",    ".5",         "1e",
        "1e+",   "+",   "1.5.5", "2025-01-01", "0x10",
        "1_000", "a|b", "\x7F",  "\xC2\xA0",   "\xEF\xBB\xBF"}) {
    EXPECT_FALSE(toon::needs_quotes(text, ',')) << text;
  }
  EXPECT_TRUE(toon::needs_quotes("a|b", '|'));
  EXPECT_FALSE(toon::needs_quotes("a,b", '|'));
  EXPECT_TRUE(toon::needs_quotes("a\tb", ','));
}

TEST(toon_scalar, knows_bare_keys) {
  for (const std::string_view key : {"a", "_", "a.b", "A9", "_1.2"}) {
    EXPECT_TRUE(toon::is_bare_key(key)) << key;
  }
  for (const std::string_view key :
       {"", "1", ".a", "a-b", "a b", "\xC3\xA9", "a\n"}) {
    EXPECT_FALSE(toon::is_bare_key(key)) << key;
  }
}

std::string quoted(std::string text) {
  std::array<char, 1024> out{};
  const std::size_t size = text.size();
  text.resize(size + pith::text::step_bytes);  // read, never used
  return {out.data(), toon::write_quoted(out.data(), {text.data(), size})};
}

TEST(toon_scalar, escapes_every_control_character_and_no_other) {
  for (int c = 0; c < 256; ++c) {
    std::string expected;
    switch (c) {
      case '\n':
        expected = "\\n";
        break;
      case '\r':
        expected = "\\r";
        break;
      case '\t':
        expected = "\\t";
        break;
      case '"':
        expected = "\\\"";
        break;
      case '\\':
        expected = "\\\\";
        break;
      default:
        if (c < 0x20) {
          constexpr char digits[] = "0123456789abcdef";
          expected = std::string("\\u00") + digits[c >> 4] + digits[c & 15];
        } else {
          expected = static_cast<char>(c);
        }
    }
    // Before, inside and after blocks of other characters.
    for (std::size_t before : {0u, 1u, 15u, 16u, 31u, 32u, 33u}) {
      for (std::size_t after : {0u, 1u, 31u, 32u, 40u}) {
        const std::string a(before, 'a');
        const std::string b(after, 'b');
        ASSERT_EQ(quoted(a + static_cast<char>(c) + b),
                  "\"" + a + expected + b + "\"");
      }
    }
  }
}

std::string real(double v) {
  std::array<char, 128> out{};
  return {out.data(), toon::write_real(out.data(), v)};
}

TEST(toon_scalar, writes_no_exponent_from_1e_minus_6_to_1e21) {
  EXPECT_EQ(real(0), "0");
  EXPECT_EQ(real(-0.0), "0");
  EXPECT_EQ(real(1), "1");
  EXPECT_EQ(real(-1.5), "-1.5");
  EXPECT_EQ(real(0.000001), "0.000001");
  EXPECT_EQ(real(0.0000001), "1e-7");
  EXPECT_EQ(real(9007199254740991), "9007199254740991");
  EXPECT_EQ(real(1e15), "1000000000000000");
  EXPECT_EQ(real(1e20), "100000000000000000000");
  EXPECT_EQ(real(-1e20), "-100000000000000000000");
  EXPECT_EQ(real(1.5e20), "150000000000000000000");
  EXPECT_EQ(real(123456789012345680000.0), "123456789012345680000");
  EXPECT_EQ(real(999999999999999900000.0), "999999999999999900000");
  EXPECT_EQ(real(1e21), "1e+21");
  EXPECT_EQ(real(-1.25e21), "-1.25e+21");
  EXPECT_EQ(real(std::numeric_limits<double>::max()),
            "1.7976931348623157e+308");
  EXPECT_EQ(real(5e-324), "5e-324");
}

TEST(toon_scalar, writes_all_digits_of_doubles_that_are_integers) {
  EXPECT_EQ(real(9007199254740992.0), "9007199254740992");        // 2^53
  EXPECT_EQ(real(1152921504606846976.0), "1152921504606846976");  // 2^60
  EXPECT_EQ(real(-9223372036854774784.0), "-9223372036854774784");
  EXPECT_EQ(real(9223372036854775808.0), "9223372036854776000");    // 2^63
  EXPECT_EQ(real(18446744073709551616.0), "18446744073709552000");  // 2^64
}

}  // namespace
