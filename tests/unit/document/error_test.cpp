// SPDX-License-Identifier: MIT
#include <pith/error.hpp>
#include <pith/result.hpp>

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>

namespace {

using pith::error;
using pith::error_code;

TEST(error, every_code_has_a_name_of_its_own) {
  std::set<std::string> seen;
  const auto last = static_cast<int>(error_code::no_error);
  for (int i = 0; i <= last; ++i) {
    const std::string name{pith::name(static_cast<error_code>(i))};
    EXPECT_NE(name, "unknown_error") << i;
    EXPECT_TRUE(seen.insert(name).second) << name;
  }
  EXPECT_EQ(pith::name(static_cast<error_code>(255)), "unknown_error");
}

TEST(error, message_joins_category_and_detail) {
  EXPECT_EQ(pith::message({error_code::invalid_count, 3, "a count is due"}),
            "invalid_count: a count is due");
  EXPECT_EQ(pith::message({error_code::invalid_count, 3}), "invalid_count");
}

TEST(locate, counts_lines_and_code_points) {
  const std::string text =
      "ab\r\nc\xC3\xA9"
      "d\n\nlast";
  const auto at = [&](std::size_t offset) {
    return pith::locate(text, offset);
  };
  EXPECT_EQ(at(0).line, 1u);
  EXPECT_EQ(at(0).column, 1u);
  EXPECT_EQ(at(0).line_end, 2u);  // without CR LF
  EXPECT_EQ(at(7).line, 2u);
  EXPECT_EQ(at(7).column, 3u);  // after two code points, three bytes
  EXPECT_EQ(at(9).line, 3u);
  EXPECT_EQ(at(9).line_begin, at(9).line_end);
  EXPECT_EQ(at(text.size()).line, 4u);
  EXPECT_EQ(at(text.size() + 100).column, 5u);
  EXPECT_EQ(pith::locate("", 5).line, 1u);
}

TEST(result, holds_a_value_or_an_error) {
  pith::result<std::string> good{std::string("x")};
  ASSERT_TRUE(good);
  EXPECT_EQ(*good, "x");
  EXPECT_EQ(good->size(), 1u);
  const pith::result<std::string> bad{error{error_code::incomplete}};
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().code, error_code::incomplete);
  EXPECT_EQ(bad.value_or("other"), "other");
  EXPECT_EQ(std::move(good).value_or("other"), "x");
  pith::result<std::unique_ptr<int>> moved{std::make_unique<int>(4)};
  EXPECT_EQ(*(*std::move(moved)), 4);
  EXPECT_TRUE(pith::result<void>{});
  const pith::result<void> failed{error{error_code::write_failed}};
  EXPECT_FALSE(failed);
  EXPECT_EQ(failed.error(), error{error_code::write_failed});
}

}  // namespace
