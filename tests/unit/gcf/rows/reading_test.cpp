// SPDX-License-Identifier: MIT
#include "gcf/rows/reading.hpp"

#include "loaded_reading.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>

namespace {

using pith::error_code;
using pith::gcf::decoding::outcome;
using pith_tests::loaded_reading;

/// What the limit is without a text: that of a small one.
constexpr std::size_t small_text = 16 * 1024;

TEST(reading, limit_grows_with_the_text) {
  loaded_reading r;
  pith::limits bounds;
  bounds.max_expansion = 1;
  r.load(std::string(4 * small_text, 'x'), bounds);
  r.data.tape.resize(small_text / sizeof(pith::detail::word), 0);
  EXPECT_FALSE(r.in.is_over_limit(r.in.text.first));
  r.data.tape.push_back(0);
  EXPECT_TRUE(r.in.is_over_limit(r.in.text.first));
  EXPECT_FALSE(r.in.is_over_limit(r.in.text.first + 2 * small_text));
  EXPECT_EQ(r.in.too_large(r.in.text.last + 5), nullptr);
  EXPECT_EQ(r.failure(), error_code::expansion_limit);
  EXPECT_EQ(r.failed_at(), 4 * small_text);
}

TEST(reading, what_is_dropped_counts) {
  loaded_reading r;
  pith::limits bounds;
  bounds.max_expansion = 1;
  r.load("x", bounds);
  const std::size_t most = small_text / sizeof(pith::detail::word);
  r.data.tape.resize(most, 0);
  r.in.drop_from(2);
  EXPECT_EQ(r.data.tape.size(), 2u);
  EXPECT_FALSE(r.in.is_over_limit(r.in.text.first));
  r.data.tape.push_back(0);
  EXPECT_TRUE(r.in.is_over_limit(r.in.text.first));
}

TEST(reading, outcomes_of_lines) {
  loaded_reading r;
  r.load("ab\ncd");
  EXPECT_EQ(r.in.taken(r.in.text.first + 3), outcome::taken);
  EXPECT_EQ(*r.in.next, 'c');
  EXPECT_EQ(r.in.taken(r.in.too_deep(r.in.text.first + 1)), outcome::failed);
  EXPECT_EQ(r.failure(), error_code::depth_limit);
  EXPECT_EQ(r.failed_at(), 1u);
  EXPECT_EQ(*r.in.next, 'c');
  EXPECT_EQ(r.in.failed(error_code::invalid_line, r.in.text.first, "x"),
            outcome::failed);
  EXPECT_EQ(r.failure(), error_code::invalid_line);
}

}  // namespace
