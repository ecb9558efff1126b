// SPDX-License-Identifier: MIT
#include "configuration_support.hpp"
#include "mcp/config/configuration.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace {

using pith_tests::accepted;
using pith_tests::errors_of;
using pith_tests::one_server;
using pith_tests::with_server;
using testing::HasSubstr;

TEST(replica, is_a_short_name) {
  EXPECT_EQ(accepted(one_server).replica, "");
  EXPECT_EQ(with_server("replica = \"a\"").replica, "a");
  EXPECT_EQ(with_server("replica = \"eu-west-0123456\"").replica,
            "eu-west-0123456");
}

/// It becomes a part of a header field, and of a pattern of a load balancer.
TEST(replica, has_nothing_in_it_that_a_pattern_could_mistake) {
  for (const std::string_view wrong :
       {"", "A", "a.b", "a b", "a_b", "0123456789abcdefg", "\u00e4"}) {
    EXPECT_THAT(errors_of("replica = \"" + std::string(wrong) + "\""),
                HasSubstr("1:11 replica must have 1 to 16 characters"))
        << wrong;
  }
}

}  // namespace
