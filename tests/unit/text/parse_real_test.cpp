// SPDX-License-Identifier: MIT
#include "text/parse_real_by_strtod.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <charconv>
#include <cstdint>
#include <random>
#include <string>
#include <system_error>

namespace {

using pith::text::parse_real_by_strtod;

struct reading {
  std::errc problem{};
  std::size_t taken = 0;
  std::uint64_t bits = 0;
};

template <class Parse>
reading read(const std::string& text, Parse&& parse) {
  double value = 0.25;  // stays when nothing was read
  const auto done = parse(text.data(), text.data() + text.size(), value);
  return {done.ec, static_cast<std::size_t>(done.ptr - text.data()),
          std::bit_cast<std::uint64_t>(value)};
}

void expect_as_standard(const std::string& text) {
  const reading mine = read(text, parse_real_by_strtod);
  const reading theirs =
      read(text, [](const char* first, const char* last, double& value) {
        return std::from_chars(first, last, value);
      });
  EXPECT_EQ(mine.problem, theirs.problem) << text;
  EXPECT_EQ(mine.taken, theirs.taken) << text;
  EXPECT_EQ(mine.bits, theirs.bits) << text;
}

TEST(parse_real_test, as_from_chars_has_it) {
  for (const char* const text : {"0",
                                 "-0",
                                 "0.0",
                                 "-0.000e5",
                                 "1",
                                 "-1.5",
                                 "1.",
                                 ".5",
                                 "-.5",
                                 "1e5",
                                 "1E+5",
                                 "1e-5",
                                 "1e",
                                 "1e+",
                                 "1ex",
                                 "12abc",
                                 "",
                                 "-",
                                 ".",
                                 "-.",
                                 "+1",
                                 " 1",
                                 "1 ",
                                 "0x10",
                                 "1.7976931348623157e308",
                                 "1.7976931348623159e308",
                                 "1e309",
                                 "-1e309",
                                 "5e-324",
                                 "2e-324",
                                 "4.9406564584124654e-324",
                                 "2.2250738585072011e-308",
                                 "1e-400",
                                 "1e99999999999999999999",
                                 "1e-99999999999999999999",
                                 "0e99999999999999999999",
                                 "9007199254740993",
                                 "9007199254740993.0000000000000000000001",
                                 "0.1",
                                 "123456789012345678901234567890",
                                 "1,5"}) {
    expect_as_standard(text);
  }
}

// Between two doubles; a digit far after the others decides.
TEST(parse_real_test, digits_beyond_all_others_decide) {
  const std::string tie =
      "1.00000000000000011102230246251565404236316680908203125";
  expect_as_standard(tie);
  for (const std::size_t zeros :
       {1u, 100u, 700u, 714u, 715u, 716u, 800u, 5000u}) {
    expect_as_standard(tie + std::string(zeros, '0') + "1");
    expect_as_standard(tie + std::string(zeros, '0'));
    expect_as_standard("9007199254740993." + std::string(zeros, '0') + "1");
    expect_as_standard("1" + std::string(zeros, '0') + "1e-" +
                       std::to_string(zeros));
    expect_as_standard("0." + std::string(zeros, '0') + "1e" +
                       std::to_string(zeros));
  }
  expect_as_standard(std::string(400, '9'));
  expect_as_standard(std::string(1000, '7') + "e-900");
  expect_as_standard("0." + std::string(1000, '7') + "e-300");
}

#if !defined(__i386__)  // where from_chars is not exact
TEST(parse_real_test, random_doubles_and_random_digits) {
  std::mt19937_64 random{1};
  char buffer[64];
  for (int i = 0; i < 100'000; ++i) {
    const auto value = std::bit_cast<double>(random());
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
    const std::string text(buffer, end);
    if (text.find_first_of("in") == std::string::npos) {
      expect_as_standard(text);
    }
    std::string digits;
    for (auto left = random() % 25 + 1; left != 0; --left) {
      digits += static_cast<char>('0' + random() % 10);
    }
    digits.insert(random() % digits.size(), ".");
    digits += "e" + std::to_string(static_cast<int>(random() % 700) - 350);
    expect_as_standard(digits);
  }
}
#endif

}  // namespace
