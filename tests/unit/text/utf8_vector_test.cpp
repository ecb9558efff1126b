// SPDX-License-Identifier: MIT
#include "text/utf8_vector.hpp"

#include "text/utf8.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace {

using pith::text::find_invalid_utf8_scalar;
using pith::text::has_utf8_vector;
using pith::text::is_utf8_vector;
using pith::text::valid_utf8;

bool agrees(const std::string& bytes) {
  return is_utf8_vector(bytes) ==
         (find_invalid_utf8_scalar(bytes) == valid_utf8);
}

class utf8_vector : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_utf8_vector()) GTEST_SKIP() << "no SSSE3 on this machine";
  }
};

TEST_F(utf8_vector, agrees_on_all_pairs_and_triples_of_interest) {
  // Every lead with every second byte, then each boundary byte after it.
  const unsigned thirds[] = {0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F,
                             0xA0, 0xBF, 0xC0, 0xE0, 0xF0, 0xFF};
  std::string bytes(4, ' ');
  for (unsigned a = 0; a < 256; ++a) {
    for (unsigned b = 0; b < 256; ++b) {
      for (const unsigned c : thirds) {
        for (const unsigned d : thirds) {
          bytes[0] = static_cast<char>(a);
          bytes[1] = static_cast<char>(b);
          bytes[2] = static_cast<char>(c);
          bytes[3] = static_cast<char>(d);
          ASSERT_TRUE(agrees(bytes)) << a << ' ' << b << ' ' << c << ' ' << d;
        }
      }
    }
  }
}

TEST_F(utf8_vector, agrees_at_every_offset_of_a_block) {
  const std::vector<std::string> pieces = {
      "\xC3\xA9",         "\xE2\x82\xAC",
      "\xF0\x9F\x98\x80", "\x80",
      "\xC0\x80",         "\xE0\x9F\x80",
      "\xED\xA0\x80",     "\xF4\x90\x80\x80",
      "\xF0\x8F\x80\x80", "\xE2\x82",
      "\xF0\x9F\x98",     "\xC3",
      "\xF5\x80\x80\x80", "\xE2\x28\xA1",
      "\xF0\x28\x8C\xBC", "\xFF"};
  for (const std::string& piece : pieces) {
    for (std::size_t before = 0; before < 140; ++before) {
      for (const std::size_t after : {0u, 1u, 3u, 64u}) {
        ASSERT_TRUE(
            agrees(std::string(before, 'x') + piece + std::string(after, 'y')))
            << before << ' ' << after;
      }
    }
  }
}

TEST_F(utf8_vector, agrees_on_random_text) {
  const char* const pool[] = {"a",
                              "\xC3\xA9",
                              "\xE2\x82\xAC",
                              "\xF0\x9F\x98\x80",
                              "\xED\x9F\xBF",
                              "\xEE\x80\x80",
                              "\xF4\x8F\xBF\xBF",
                              "many plain letters in a row"};
  std::uint64_t state = 1;
  const auto next = [&state](std::uint64_t below) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 33) % below;
  };
  for (int i = 0; i < 50'000; ++i) {
    std::string bytes;
    for (std::uint64_t n = next(40); n != 0; --n) bytes += pool[next(8)];
    if (!bytes.empty() && next(2) == 0) {
      bytes[next(bytes.size())] = static_cast<char>(next(256));
      if (next(3) == 0) bytes.resize(next(bytes.size()));
    }
    ASSERT_TRUE(agrees(bytes)) << i;
  }
}

}  // namespace
