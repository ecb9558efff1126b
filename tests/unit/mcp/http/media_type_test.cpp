// SPDX-License-Identifier: MIT
#include "mcp/http/media_type.hpp"

#include <gtest/gtest.h>

namespace {

using pith::mcp::has_media_type;
using pith::mcp::http_fields;
using pith::mcp::json_type;
using pith::mcp::media_type_of;
using pith::mcp::take_type_part;

TEST(media_type, is_the_first_part) {
  EXPECT_EQ(media_type_of("Text/HTML ; charset=utf-8"), "Text/HTML");
  EXPECT_EQ(media_type_of(" \tapplication/json\t "), "application/json");
  EXPECT_EQ(media_type_of(""), "");
  EXPECT_EQ(media_type_of(";"), "");
}

TEST(media_type, parts_come_one_after_another) {
  std::string_view value = "a/b; c=d ;e";
  EXPECT_EQ(take_type_part(value), "a/b");
  EXPECT_EQ(take_type_part(value), "c=d");
  EXPECT_EQ(take_type_part(value), "e");
  EXPECT_EQ(value, "");
}

TEST(media_type, of_one_field_only) {
  EXPECT_TRUE(has_media_type(
      {{"content-type", "Application/JSON;charset=utf-8"}}, json_type));
  EXPECT_FALSE(
      has_media_type({{"Content-Type", "application/jsonx"}}, json_type));
  EXPECT_FALSE(has_media_type({}, json_type));
  EXPECT_FALSE(has_media_type({{"Content-Type", "application/json"},
                               {"Content-Type", "application/json"}},
                              json_type));
}

}  // namespace
