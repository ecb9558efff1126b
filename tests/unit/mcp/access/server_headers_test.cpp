// SPDX-License-Identifier: MIT
#include "mcp/access/server_headers.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace {

using namespace pith::mcp;  // NOLINT(google-build-using-namespace): a test

caller_identity named(std::string principal,
                      std::vector<std::string> groups = {}) {
  caller_identity who;
  who.principal = std::move(principal);
  who.groups = std::move(groups);
  return who;
}

TEST(headers_for, the_first_rule_that_means_the_caller) {
  const http_fields common{{"Authorization", "Bearer common"}, {"X-A", "a"}};
  const std::vector<header_rule> rules{
      {{"alice"}, {{"authorization", "Bearer of-alice"}}},
      {{"group:ops"}, {{"Authorization", "Bearer of-ops"}, {"X-B", "b"}}}};
  const auto alice = headers_for(common, rules, named("alice", {"ops"}));
  ASSERT_TRUE(alice);
  EXPECT_EQ(alice->find("Authorization"), "Bearer of-alice");
  EXPECT_EQ(alice->count("Authorization"), 1U);
  EXPECT_EQ(alice->find("X-A"), "a");
  EXPECT_FALSE(alice->find("X-B"));
  const auto bob = headers_for(common, rules, named("bob", {"ops"}));
  EXPECT_EQ(bob->find("Authorization"), "Bearer of-ops");
  EXPECT_EQ(bob->find("X-B"), "b");
  const auto carol = headers_for(common, rules, named("carol"));
  EXPECT_EQ(carol->find("Authorization"), "Bearer common");
}

TEST(headers_for, the_name_of_the_principal) {
  const http_fields common{{"X-User", "u:{principal}:{principal}"}};
  EXPECT_EQ(headers_for(common, {}, named("a@b"))->find("X-User"), "u:a@b:a@b");
  // What it is called is not looked into again.
  EXPECT_EQ(headers_for(common, {}, named("{principal}"))->find("X-User"),
            "u:{principal}:{principal}");
}

TEST(headers_for, no_name_ends_a_line) {
  const http_fields common{{"X-User", "{principal}"}};
  for (const std::string& name :
       {std::string(), std::string("a\r\nX-Admin: 1"), std::string("a\nb"),
        std::string("a b"), std::string("a\0b", 3), std::string("\xC3\xA9"),
        std::string("a\x7F")}) {
    EXPECT_FALSE(headers_for(common, {}, named(name))) << name;
    EXPECT_TRUE(headers_for({{"X-A", "a"}}, {}, named(name)));
  }
}

}  // namespace
