// SPDX-License-Identifier: MIT
/// @file
/// Tools that are not for everybody, at an endpoint of several servers.
#include "mcp/merge/merged_server.hpp"
#include "merge_bench.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace pith::mcp;  // NOLINT(google-build-using-namespace): a test
using ::testing::HasSubstr;
using ::testing::Not;
using testing_merge::merge_bench;
using testing_merge::tool;
using effect = access_rule::effect;

constexpr std::string_view text_result =
    R"({"content":[{"type":"text","text":"hello"}]})";

/// bob may not use two's `write`, and `drop` needs a scope.
class merged_rights_test : public ::testing::Test, protected merge_bench {
 protected:
  void SetUp() override {
    one = &add("one", "one", tool("read"));
    two = &add("two", "two",
               tool("read") + "," + tool("write") + "," + tool("drop"));
    one->results["tools/call"] = text_result;
    two->results["tools/call"] = text_result;
    access_rules rules;
    rules.rules.push_back({.who = {"bob"},
                           .servers = {"two"},
                           .tools = {"write"},
                           .does = effect::deny,
                           .scope = {}});
    rules.rules.push_back({.who = {"*"},
                           .servers = {},
                           .tools = {"drop"},
                           .does = effect::scope,
                           .scope = "files:drop"});
    const auto rights = std::make_shared<rights_in_force>();
    rights->set(std::make_shared<const tool_rights>(std::move(rules)));
    for (merge_member& member : settings->members) {
      member.server->rights = rights;
    }
  }

  void begin_as(std::string principal, std::vector<std::string> scopes = {}) {
    caller_identity identity;
    identity.principal = principal;
    identity.scopes = std::move(scopes);
    who.identity = std::make_shared<const caller_identity>(std::move(identity));
    connect(std::move(principal));
    initialize();
  }

  testing_merge::fake_server* one = nullptr;
  testing_merge::fake_server* two = nullptr;
};

TEST_F(merged_rights_test, lists_and_calls_agree) {
  begin_as("bob");
  const std::string list = ask("tools/list");
  EXPECT_THAT(list, HasSubstr("two__read"));
  EXPECT_THAT(list, HasSubstr("two__drop"));
  EXPECT_THAT(list, Not(HasSubstr("two__write")));
  EXPECT_THAT(ask("tools/call", R"({"name":"two__write"})"),
              HasSubstr("Unknown tool: two__write"));
  EXPECT_FALSE(two->has_heard("tools/call"));
  EXPECT_THAT(ask("tools/call", R"({"name":"two__read"})"), HasSubstr("hello"));
}

/// What is known of the servers is shared, and what is shown is not.
TEST_F(merged_rights_test, others_see_what_is_theirs) {
  begin_as("alice");
  EXPECT_THAT(ask("tools/list"), HasSubstr("two__write"));
  EXPECT_THAT(ask("tools/call", R"({"name":"two__write"})"),
              HasSubstr("hello"));
  begin_as("bob");
  EXPECT_THAT(ask("tools/list"), Not(HasSubstr("two__write")));
  begin_as("alice");
  EXPECT_THAT(ask("tools/list"), HasSubstr("two__write"));
}

TEST_F(merged_rights_test, are_not_passed_by_through_other_tools) {
  settings->options.discover = discover_mode::on;
  settings->options.read_only = {"*"};
  begin_as("bob");
  EXPECT_THAT(ask("tools/list"), Not(HasSubstr("write")));
  EXPECT_THAT(ask("tools/call",
                  R"({"name":"pith_find","arguments":{"query":"write"}})"),
              Not(HasSubstr("two__write")));
  for (const std::string own : {"pith_call", "pith_read"}) {
    EXPECT_THAT(ask("tools/call", R"({"name":")" + own +
                                      R"(","arguments":{"tool":"two__write",)"
                                      R"("arguments":{}}})"),
                HasSubstr(R"("isError":true)"));
  }
  EXPECT_FALSE(two->has_heard("tools/call"));
  EXPECT_THAT(ask("tools/call",
                  R"({"name":"pith_read","arguments":{"tool":"two__read"}})"),
              HasSubstr("hello"));
}

TEST_F(merged_rights_test, a_scope_that_is_lacking_is_told_beside_messages) {
  begin_as("bob");
  std::vector<std::pair<std::string, std::string>> lacking;
  on_lacking = [&](std::string_view id, std::string_view scopes) {
    lacking.emplace_back(id, scopes);
  };
  connect("bob");
  initialize();
  EXPECT_THAT(ask("tools/list"), HasSubstr("two__drop"));
  link->send(R"({"jsonrpc":"2.0","id":"x","method":"tools/call",)"
             R"("params":{"name":"two__drop"}})");
  EXPECT_TRUE(run_until([&] { return !lacking.empty(); }));
  EXPECT_EQ(lacking.front().first, R"("x")");
  EXPECT_EQ(lacking.front().second, "files:drop");
  EXPECT_FALSE(two->has_heard("tools/call"));
  // Where nobody can be told so, it is an error.
  on_lacking = nullptr;
  begin_as("bob");
  EXPECT_THAT(ask("tools/call", R"({"name":"two__drop"})"),
              HasSubstr("needs a token with the scopes: files:drop"));
  begin_as("bob", {"files:drop"});
  EXPECT_THAT(ask("tools/call", R"({"name":"two__drop"})"), HasSubstr("hello"));
}

/// The same principal can come with another token.
TEST_F(merged_rights_test, each_message_has_its_own_caller) {
  begin_as("bob");
  ask("tools/list");
  caller other;
  caller_identity identity;
  identity.principal = "bob";
  identity.scopes = {"files:drop"};
  other.identity = std::make_shared<const caller_identity>(std::move(identity));
  heard.clear();
  link->send_for(R"({"jsonrpc":"2.0","id":5,"method":"tools/call",)"
                 R"("params":{"name":"two__drop"}})",
                 other);
  EXPECT_TRUE(run_until([&] { return !heard.empty(); }));
  EXPECT_THAT(heard.back(), HasSubstr("hello"));
}

TEST_F(merged_rights_test, a_list_that_changed_is_still_by_the_rules) {
  begin_as("bob");
  ask("tools/list");
  two->results["tools/list"] = R"({"tools":[)" + tool("write") + "," +
                               tool("read") + "," + tool("more") + "]}";
  heard.clear();
  two->to_us.on_message(
      R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed"})");
  EXPECT_TRUE(run_until([&] { return !heard.empty(); }));
  EXPECT_THAT(heard.back(), HasSubstr("tools/list_changed"));
  const std::string list = ask("tools/list");
  EXPECT_THAT(list, HasSubstr("two__more"));
  EXPECT_THAT(list, Not(HasSubstr("two__write")));
  // A change of what is hidden is not told of.
  two->results["tools/list"] =
      R"({"tools":[)" + tool("read") + "," + tool("more") + "]}";
  heard.clear();
  two->to_us.on_message(
      R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed"})");
  run(std::chrono::milliseconds(700));
  EXPECT_TRUE(heard.empty());
}

}  // namespace
