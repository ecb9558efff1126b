// SPDX-License-Identifier: MIT
#include "mcp/http/types.hpp"

#include <gtest/gtest.h>

namespace {

using pith::mcp::http_fields;
using pith::mcp::http_request;
using pith::mcp::same_name;

TEST(http_types, names_without_letter_case) {
  EXPECT_TRUE(same_name("Content-Length", "content-length"));
  EXPECT_TRUE(same_name("", ""));
  EXPECT_FALSE(same_name("a", "ab"));
  EXPECT_FALSE(same_name("@", "`"));  // letters only
  EXPECT_FALSE(same_name("[", "{"));
}

TEST(http_types, fields_are_found_in_order) {
  http_fields fields{{"A", "1"}, {"b", "2"}, {"a", "3"}};
  EXPECT_EQ(fields.find("a"), "1");
  EXPECT_EQ(fields.count("A"), 2U);
  EXPECT_EQ(fields.find("c"), std::nullopt);
  EXPECT_EQ(fields.count("c"), 0U);
}

TEST(http_types, set_replaces_all) {
  http_fields fields{{"A", "1"}, {"b", "2"}, {"a", "3"}};
  fields.set("A", "4");
  EXPECT_EQ(fields.size(), 2U);
  EXPECT_EQ(fields.find("a"), "4");
  fields.remove("B");
  EXPECT_EQ(fields.size(), 1U);
}

TEST(http_types, path_is_the_target_without_its_query) {
  EXPECT_EQ((http_request{"GET", "/a/b?x=1?y", {}, {}}.path()), "/a/b");
  const http_request plain{"GET", "/a", {}, {}};
  EXPECT_EQ(plain.path(), "/a");
}

}  // namespace
