// SPDX-License-Identifier: MIT
#include "json/structural_index.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using pith::json::structural_index;

/// The text with the bytes after it that the index may read.
std::string padded(std::string_view text) {
  return std::string(text) + std::string(64, '\0');
}

std::vector<std::uint32_t> tokens(structural_index& index,
                                  std::string_view text) {
  EXPECT_TRUE(index.find(padded(text).data(), text.size())) << text;
  return {index.begin(), index.begin() + index.count()};
}

TEST(structural_index, finds_where_tokens_begin) {
  structural_index index;
  using list = std::vector<std::uint32_t>;
  EXPECT_EQ(tokens(index, "1"), (list{0}));
  EXPECT_EQ(tokens(index, " [1, true]"), (list{1, 2, 3, 5, 9}));
  EXPECT_EQ(tokens(index, R"({"a":"b,c"})"), (list{0, 1, 4, 5, 10}));
  EXPECT_EQ(tokens(index, R"(["\"[",{}])"), (list{0, 1, 6, 7, 8, 9}));
}

TEST(structural_index, is_followed_by_places_after_the_text) {
  structural_index index;
  const std::string_view text = "[1,2]";
  ASSERT_TRUE(index.find(padded(text).data(), text.size()));
  for (std::uint32_t i = 0; i < structural_index::lookahead; ++i) {
    EXPECT_EQ(index.begin()[index.count() + i], text.size() + i);
  }
}

TEST(structural_index, rejects_what_it_can_see) {
  structural_index index;
  for (const std::string_view text :
       {"", " ", "\"abc", "\"a\nb\"", "\"\xFF\"", "[\"\\\"]"}) {
    EXPECT_FALSE(index.find(padded(text).data(), text.size())) << text;
  }
}

TEST(structural_index, grows_with_the_texts_and_can_be_moved) {
  structural_index index;
  for (std::size_t size = 1; size < 300'000; size *= 3) {
    const std::string text = "[" + std::string(size, ',') + "]";
    EXPECT_EQ(tokens(index, text).size(), size + 2);
  }
  structural_index other = std::move(index);
  EXPECT_EQ(tokens(other, "[1]").size(), 3u);
  index = std::move(other);
  EXPECT_EQ(tokens(index, "[]").size(), 2u);
}

}  // namespace
