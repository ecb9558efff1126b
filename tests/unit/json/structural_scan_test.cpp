// SPDX-License-Identifier: MIT
#include "json/structural_scan.hpp"

#include "json/structural_index.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace {

using pith::detail::pod_buffer;
using pith::json::scan_structurals;
using pith::json::scan_structurals_scalar;
using pith::json::structural_index;

/// What begins where, or nothing when the text is refused.
std::vector<std::uint32_t> scanned(std::string_view text) {
  pod_buffer<std::uint32_t> places;
  if (!scan_structurals(text.data(), text.size(), places)) return {};
  return {places.begin(), places.end()};
}

std::vector<std::uint32_t> scanned_by_bytes(std::string_view text) {
  pod_buffer<std::uint32_t> places;
  if (!scan_structurals_scalar(text.data(), text.size(), places)) return {};
  return {places.begin(), places.end()};
}

std::vector<std::uint32_t> indexed(std::string_view text) {
  const std::string padded = std::string(text) + std::string(64, '\0');
  structural_index index;
  if (!index.find(padded.data(), text.size())) return {};
  return {index.begin(), index.begin() + index.count()};
}

TEST(structural_scan, finds_where_tokens_begin) {
  using list = std::vector<std::uint32_t>;
  EXPECT_EQ(scanned("1"), (list{0}));
  EXPECT_EQ(scanned(" [1, true]"), (list{1, 2, 3, 5, 9}));
  EXPECT_EQ(scanned(R"({"a":"b,c"})"), (list{0, 1, 4, 5, 10}));
  EXPECT_EQ(scanned(R"(["\"[",{}])"), (list{0, 1, 6, 7, 8, 9}));
  EXPECT_EQ(scanned_by_bytes("1"), (list{0}));
  EXPECT_EQ(scanned_by_bytes(R"(["\"[",{}])"), (list{0, 1, 6, 7, 8, 9}));
}

TEST(structural_scan, rejects_what_it_can_see) {
  for (const std::string_view text :
       {"", " ", "\"abc", "\"a\nb\"", "\"\xFF\"", "[\"\\\"]"}) {
    EXPECT_TRUE(scanned(text).empty()) << text;
    EXPECT_TRUE(scanned_by_bytes(text).empty()) << text;
  }
}

TEST(structural_scan, agrees_with_simdjson) {
  // Rarely a control character or a broken sequence, so that most texts are
  // not refused; strings and runs of backslashes pass the ends of blocks.
  constexpr std::string_view common = "{}[]:,\"\"\"\\\\\\ 1ae\xC3\xA9";
  std::mt19937 random(1);
  int accepted = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::string text;
    const std::size_t size = random() % 300;
    while (text.size() < size) {
      const std::size_t which = random() % (common.size() - 1);
      if (which == common.size() - 2) {
        text += "\xC3\xA9";
      } else {
        text += common[which];
      }
      if (random() % 64 == 0) text.append(random() % 9, '\\');
      if (random() % 512 == 0) text += "\n";
      if (random() % 4096 == 0) text += "\x01";
      if (random() % 4096 == 0) text += '\x80';
    }
    // Half of them end inside of a string.
    if (random() % 2 == 0) text += "\"";
    const auto found = scanned(text);
    accepted += found.empty() ? 0 : 1;
    ASSERT_EQ(found, indexed(text)) << text;
  }
  EXPECT_GT(accepted, 1000);
}

// What is not JSON in any case may differ: a backslash outside of strings, and
// a scalar with a quote right after it.
TEST(structural_scan, agrees_byte_by_byte) {
  constexpr std::string_view tokens[] = {
      "{",      "}",       "[",       "]",          ":",
      ",",      "1 ",      "true ",   " ",          "\n",
      R"("a")", R"("\\")", R"("\"")", R"("\\\"x")", "\"\xC3\xA9\"",
      R"("")"};
  std::mt19937 random(2);
  for (int i = 0; i < 20'000; ++i) {
    std::string text;
    for (std::size_t left = random() % 60; left != 0; --left) {
      text += tokens[random() % std::size(tokens)];
      if (random() % 512 == 0) text += "\"\x01\"";
      if (random() % 512 == 0) text += "\"\\\x01\"";
      if (random() % 512 == 0) text += "\"\x80\"";
    }
    if (random() % 8 == 0) text += "\"open";
    ASSERT_EQ(scanned_by_bytes(text), scanned(text)) << text;
  }
}

}  // namespace
