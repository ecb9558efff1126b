// SPDX-License-Identifier: MIT
#include "text/number.hpp"

#include "text/parse_real.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <string_view>

namespace {

using pith::text::number_kind;
using pith::text::parsed_number;

/// Parses a text with zeros after it, as a document has them.
struct parsed {
  explicit parsed(std::string_view literal, std::string_view after = "")
      : text(literal), size(literal.size()) {
    text += after;
    text.append(32, '\0');
    number = pith::text::parse_number(text.data(), text.data() + size);
  }
  [[nodiscard]] std::size_t end() const {
    return static_cast<std::size_t>(number.end - text.data());
  }
  std::string text;
  std::size_t size;
  parsed_number number;
};

std::string written(double v) {
  char room[pith::text::max_real_bytes];
  return {room, pith::text::write_real(room, v)};
}
std::string written(std::int64_t v) {
  char room[pith::text::max_integer_bytes];
  return {room, pith::text::write_integer(room, v)};
}

TEST(parse_number, reads_integers) {
  const struct {
    std::string_view text;
    std::int64_t value;
  } cases[] = {
      {"0", 0},
      {"-0", 0},
      {"7", 7},
      {"-7", -7},
      {"10", 10},
      {"1234567", 1234567},
      {"12345678", 12345678},
      {"123456789", 123456789},
      {"1234567890123456", 1234567890123456},
      {"12345678901234567", 12345678901234567},
      {"123456789012345678", 123456789012345678},
      {"-999999999999999999", -999999999999999999},
      {"1000000000000000000", 1000000000000000000},
      {"9223372036854775807", std::numeric_limits<std::int64_t>::max()},
      {"-9223372036854775807", -std::numeric_limits<std::int64_t>::max()},
      {"-9223372036854775808", std::numeric_limits<std::int64_t>::min()},
  };
  for (const auto& c : cases) {
    const parsed p(c.text);
    EXPECT_EQ(p.number.kind, number_kind::integer) << c.text;
    EXPECT_EQ(p.number.integer, c.value) << c.text;
    EXPECT_EQ(p.end(), c.text.size()) << c.text;
  }
}

TEST(parse_number, reads_reals) {
  const struct {
    std::string_view text;
    double value;
  } cases[] = {
      {"0.0", 0.0},
      {"-0.0", -0.0},
      {"-0e0", -0.0},
      {"0e99999", 0.0},
      {"0.000e-99999999999999999999", 0.0},
      {"1.5", 1.5},
      {"1e5", 1e5},
      {"1E5", 1e5},
      {"1e+5", 1e5},
      {"1e-5", 1e-5},
      {"12.50e2", 1250},
      {"0.1", 0.1},
      {"0.3", 0.3},
      {"123456.789", 123456.789},
      {"9007199254740993.0", 9007199254740992.0},
      {"9007199254740995.0", 9007199254740996.0},
      {"0.09464331343770027", 0.09464331343770027},
      {"13.664229381472103", 13.664229381472103},
      {"1844674407370955161.5", 1844674407370955161.5},
      {"18446744073709551616.0", 18446744073709551616.0},
      {"1.7976931348623157e308", std::numeric_limits<double>::max()},
      {"2.2250738585072014e-308", std::numeric_limits<double>::min()},
      {"5e-324", std::numeric_limits<double>::denorm_min()},
      {"2e-324", 0.0},
      {"1e-400", 0.0},
      {"-1e-400", -0.0},
      {"1e-99999999999999999999", 0.0},
      {"0.00000000000000000000000000000000000001e-400", 0.0},
      {"123456789012345678901234567890e-29", 1.2345678901234568},
  };
  for (const auto& c : cases) {
    const parsed p(c.text);
    EXPECT_EQ(p.number.kind, number_kind::real) << c.text;
    EXPECT_EQ(std::bit_cast<std::uint64_t>(p.number.real),
              std::bit_cast<std::uint64_t>(c.value))
        << c.text;
    EXPECT_EQ(p.end(), c.text.size()) << c.text;
  }
}

TEST(parse_number, reports_what_does_not_fit) {
  for (const std::string_view text :
       {"9223372036854775808", "-9223372036854775809", "9999999999999999999",
        "18446744073709551615", "18446744073709551616",
        "123456789012345678901234567890", "1e309", "-1e309", "1e400", "1.8e308",
        "1e99999", "1e99999999999999999999", "12345.6e400",
        "0.0000000000000000000000000000000000001e500"}) {
    const parsed p(text);
    EXPECT_EQ(p.number.kind, number_kind::out_of_range) << text;
    EXPECT_EQ(p.end(), text.size()) << text;
  }
}

TEST(parse_number, stops_where_the_grammar_does) {
  const struct {
    std::string_view text;
    number_kind kind;
    std::size_t end;
  } cases[] = {
      {"", number_kind::none, 0},        {"-", number_kind::none, 1},
      {"-x", number_kind::none, 1},      {"x", number_kind::none, 0},
      {"+1", number_kind::none, 0},      {".5", number_kind::none, 0},
      {"--1", number_kind::none, 1},     {"-.5", number_kind::none, 1},
      {"01", number_kind::integer, 1},   {"00", number_kind::integer, 1},
      {"-01", number_kind::integer, 2},  {"012345678", number_kind::integer, 1},
      {"1.", number_kind::integer, 1},   {"1.x", number_kind::integer, 1},
      {"1e", number_kind::integer, 1},   {"1e+", number_kind::integer, 1},
      {"1e-x", number_kind::integer, 1}, {"1.e5", number_kind::integer, 1},
      {"1.5e", number_kind::real, 3},    {"1.5e+", number_kind::real, 3},
      {"1.5.5", number_kind::real, 3},   {"1x", number_kind::integer, 1},
      {"0x1F", number_kind::integer, 1}, {"1_000", number_kind::integer, 1},
      {"1 2", number_kind::integer, 1},  {"01.5", number_kind::integer, 1},
      {"1e5.5", number_kind::real, 3},   {"1ee5", number_kind::integer, 1},
      {"12,", number_kind::integer, 2},  {"1.25]", number_kind::real, 4},
  };
  for (const auto& c : cases) {
    const parsed p(c.text);
    EXPECT_EQ(p.number.kind, c.kind) << c.text;
    EXPECT_EQ(p.end(), c.end) << c.text;
  }
}

TEST(parse_number, does_not_count_what_stands_after_the_end) {
  const struct {
    std::string_view text;
    std::string_view after;
  } cases[] = {
      {"", "1"},       {"-", "1"},       {"1", "2"},
      {"1", ".5"},     {"1.", "5"},      {"1.5", "5"},
      {"1e", "5"},     {"1e5", "5"},     {"1e+", "5"},
      {"12345", "67"}, {"1234567", "8"}, {"12345678", "9"},
      {"1", "e5"},     {"1.2", "e5"},    {"-1", "234567890123456"},
  };
  for (const auto& c : cases) {
    const parsed whole(c.text);
    const parsed part(c.text, c.after);
    EXPECT_EQ(whole.number.kind, part.number.kind) << c.text << c.after;
    EXPECT_EQ(whole.end(), part.end()) << c.text << c.after;
    EXPECT_EQ(whole.number.integer, part.number.integer) << c.text;
    EXPECT_EQ(whole.number.real, part.number.real) << c.text;
  }
}

TEST(parse_number, calls_a_literal_canonical_only_if_it_is_written_so) {
  for (const std::string_view text :
       {"0.5", "-0.5", "1.25", "0.1", "0.000001", "0.000123", "123456.789",
        "12345678901234.5", "0.0000012345678901"}) {
    const parsed p(text);
    EXPECT_TRUE(p.number.canonical) << text;
    EXPECT_EQ(written(p.number.real), text);
  }
  for (const std::string_view text :
       {"0.50", "1.0", "-0.0", "1e5", "0.5e0", "0.0000001", "0.0000009", "1.00",
        "100.0", "0.30000000000000001", "1.5E0"}) {
    EXPECT_FALSE(parsed(text).number.canonical) << text;
  }
}

TEST(parse_number, is_linear_in_the_literal) {
  const std::string digits(1'000'000, '7');
  EXPECT_EQ(parsed(digits).number.kind, number_kind::out_of_range);
  EXPECT_EQ(parsed(digits).end(), digits.size());
  EXPECT_EQ(parsed("0." + digits).number.kind, number_kind::real);
  EXPECT_EQ(parsed("0." + digits).number.real, 7.0 / 9);
  EXPECT_EQ(parsed(digits + ".5").number.kind, number_kind::out_of_range);
  EXPECT_EQ(parsed("1e" + digits).number.kind, number_kind::out_of_range);
  EXPECT_EQ(parsed("1e-" + digits).number.real, 0.0);
  const std::string zeros(1'000'000, '0');
  EXPECT_EQ(parsed("0." + zeros + "1e1000001").number.real, 1.0);
  EXPECT_EQ(parsed("1" + zeros + ".0e-1000000").number.real, 1.0);
}

TEST(parse_number, agrees_with_from_chars_on_random_literals) {
  std::mt19937_64 random(7);
  const auto any = [&random](std::uint64_t below) { return random() % below; };
  for (int i = 0; i < 200'000; ++i) {
    std::string text = any(2) == 0 ? "-" : "";
    text += std::to_string(random() >> any(64));
    const bool has_point = any(4) != 0;
    if (has_point) {
      text += '.';
      for (std::uint64_t n = 1 + any(20); n != 0; --n) {
        text += static_cast<char>('0' + any(10));
      }
    }
    if (!has_point || any(3) == 0) {
      text += any(2) == 0 ? "e" : "E";
      const auto exponent = static_cast<int>(any(80)) - 40;
      if (exponent >= 0 && any(2) == 0) text += '+';
      text += std::to_string(exponent);
    }
    const parsed p(text);
    double expected = 0;
    (void)pith::text::parse_real(text.data(), text.data() + text.size(),
                                 expected);
    ASSERT_EQ(p.number.kind, number_kind::real) << text;
    ASSERT_EQ(p.end(), text.size()) << text;
    ASSERT_EQ(std::bit_cast<std::uint64_t>(p.number.real),
              std::bit_cast<std::uint64_t>(expected))
        << text;
    ASSERT_TRUE(!p.number.canonical || written(p.number.real) == text) << text;
  }
}

TEST(write_integer, writes_the_digits) {
  for (const std::int64_t v :
       {std::int64_t{0}, std::int64_t{7}, std::int64_t{-7}, std::int64_t{99},
        std::int64_t{100}, std::int64_t{-12345678}, std::int64_t{123456789},
        std::int64_t{1700000000000}, std::int64_t{9999999999999999},
        std::int64_t{10000000000000000},
        std::numeric_limits<std::int64_t>::max(),
        std::numeric_limits<std::int64_t>::min()}) {
    EXPECT_EQ(written(v), std::to_string(v));
  }
}

TEST(write_real, writes_the_canonical_form) {
  const struct {
    double value;
    std::string_view text;
  } cases[] = {
      {0.0, "0"},
      {-0.0, "0"},
      {1.0, "1"},
      {-1.0, "-1"},
      {0.5, "0.5"},
      {0.1, "0.1"},
      {-0.25, "-0.25"},
      {100.0, "100"},
      {123456.789, "123456.789"},
      {1e-6, "0.000001"},
      {0.0000012345, "0.0000012345"},
      {9.5367431640625e-07, "9.5367431640625e-7"},
      {4e-7, "4e-7"},
      {9007199254740991.0, "9007199254740991"},
      {9007199254740992.0, "9.007199254740992e+15"},
      {4503599627370495.5, "4503599627370495.5"},
      {1e15, "1000000000000000"},
      {1e16, "1e+16"},
      {9e18, "9e+18"},
      {1.25e21, "1.25e+21"},
      {1e100, "1e+100"},
      {5e-324, "5e-324"},
      {2.2250738585072014e-308, "2.2250738585072014e-308"},
      {1.7976931348623157e308, "1.7976931348623157e+308"},
      {0.09464331343770027, "0.09464331343770027"},
      {1.0 / 3, "0.3333333333333333"},
      {2.0 / 3, "0.6666666666666666"},
      {0.0001220703125, "0.0001220703125"},
      {5e-7, "5e-7"},
      {1e23, "1e+23"},
  };
  for (const auto& c : cases) EXPECT_EQ(written(c.value), c.text);
}

/// The specification of write_real(), spelt out with the standard library.
std::string reference(double v) {
  if (v == 0) return "0";
  char room[64];
  const bool plain = std::fabs(v) >= 1e-6 && std::fabs(v) < 9007199254740992.0;
  const auto r = std::to_chars(
      room, room + sizeof room, v,
      plain ? std::chars_format::fixed : std::chars_format::scientific);
  std::string text(room, r.ptr);
  if (plain) return text;
  std::size_t exponent = text.find('e') + 2;
  while (text[exponent] == '0') text.erase(exponent, 1);
  return text;
}

void expect_round_trip(double v) {
  const std::string text = written(v);
  ASSERT_EQ(text, reference(v));
  const parsed p(text);
  ASSERT_EQ(p.end(), text.size());
  const double back = p.number.kind == number_kind::integer
                          ? static_cast<double>(p.number.integer)
                          : p.number.real;
  ASSERT_EQ(back, v) << text;
}

TEST(write_real, agrees_with_to_chars_and_reads_back) {
  std::mt19937_64 random(11);
  for (int i = 0; i < 100'000; ++i) {
    const std::uint64_t bits = random();
    const double any = std::bit_cast<double>(bits);
    if (std::isfinite(any)) expect_round_trip(any);
    // The plain range, where our own algorithm works.
    const std::uint64_t exponent = 1023 - 21 + random() % 75;
    const double plain =
        std::bit_cast<double>((bits & 0x800FFFFFFFFFFFFFu) | exponent << 52);
    expect_round_trip(plain);
    // Short decimals and their neighbours.
    const double price = static_cast<double>(random() % 100'000'000) / 100;
    expect_round_trip(price);
    expect_round_trip(std::nextafter(price, 1e300));
    expect_round_trip(std::nextafter(price, -1e300));
    expect_round_trip(static_cast<double>(random() >> random() % 64));
  }
  for (int power = -1074; power < 1024; ++power) {
    expect_round_trip(std::ldexp(1.0, power));
    expect_round_trip(std::nextafter(std::ldexp(1.0, power), 0.0));
    expect_round_trip(std::nextafter(std::ldexp(1.0, power), 1e300));
  }
}

}  // namespace
