// SPDX-License-Identifier: MIT
#include "mcp/access/tool_rights.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace {

using namespace pith::mcp;  // NOLINT(google-build-using-namespace): a test
using effect = access_rule::effect;

access_rule rule(effect does, std::vector<std::string> who,
                 std::vector<std::string> tools, std::string scope = {},
                 std::vector<std::string> servers = {}) {
  return {.who = std::move(who),
          .servers = std::move(servers),
          .tools = std::move(tools),
          .does = does,
          .scope = std::move(scope)};
}

caller_identity named(std::string principal,
                      std::vector<std::string> groups = {},
                      std::vector<std::string> scopes = {}) {
  caller_identity who;
  who.principal = std::move(principal);
  who.groups = std::move(groups);
  who.scopes = std::move(scopes);
  return who;
}

TEST(tool_rights, without_rules_all_may_be_called) {
  const tool_rights rights;
  EXPECT_EQ(rights.of(named(""), "files", "read").right, tool_right::callable);
  EXPECT_FALSE(rights.may_hide(named(""), "files"));
  EXPECT_FALSE(rights.tells_apart("files"));
}

TEST(tool_rights, deny_beats_allow_in_any_order) {
  for (const bool is_first : {true, false}) {
    access_rules rules;
    rules.rules = {rule(effect::deny, {"bob"}, {"write_*"}),
                   rule(effect::allow, {"*"}, {"*"})};
    if (!is_first) std::swap(rules.rules[0], rules.rules[1]);
    const tool_rights rights{rules};
    EXPECT_EQ(rights.of(named("bob"), "files", "write_file").right,
              tool_right::hidden);
    EXPECT_EQ(rights.of(named("bob"), "files", "read_file").right,
              tool_right::callable);
    EXPECT_EQ(rights.of(named("alice"), "files", "write_file").right,
              tool_right::callable);
    EXPECT_TRUE(rights.may_hide(named("bob"), "files"));
    EXPECT_FALSE(rights.may_hide(named("alice"), "files"));
  }
}

TEST(tool_rights, the_default_is_what_is_configured) {
  access_rules rules;
  rules.denies_by_default = true;
  rules.rules = {rule(effect::allow, {"group:ops"}, {"read_*"}, {}, {"files"}),
                 rule(effect::scope, {"*"}, {"write_*"}, "files:write")};
  const tool_rights rights{rules};
  const auto ops = named("alice", {"ops"});
  EXPECT_EQ(rights.of(ops, "files", "read_file").right, tool_right::callable);
  EXPECT_EQ(rights.of(ops, "other", "read_file").right, tool_right::hidden);
  EXPECT_EQ(rights.of(ops, "files", "delete").right, tool_right::hidden);
  EXPECT_EQ(rights.of(named("bob"), "files", "read_file").right,
            tool_right::hidden);
  // Who has the scope is allowed by that.
  EXPECT_EQ(rights.of(named("bob", {}, {"files:write"}), "x", "write_it").right,
            tool_right::callable);
  EXPECT_TRUE(rights.may_hide(ops, "files"));
}

TEST(tool_rights, the_first_scope_rule_wins_and_names_all_its_scopes) {
  access_rules rules;
  rules.rules = {rule(effect::scope, {"*"}, {"write_*"}, "files:write audit"),
                 rule(effect::scope, {"*"}, {"*"}, "files:read")};
  const tool_rights rights{rules};
  const tool_verdict lacks = rights.of(named("bob"), "files", "write_file");
  EXPECT_EQ(lacks.right, tool_right::needs_scope);
  EXPECT_EQ(lacks.scopes, "files:write audit");
  EXPECT_TRUE(rights.is_visible(named("bob"), "files", "write_file"));
  EXPECT_EQ(rights.of(named("bob", {}, {"files:write"}), "files", "write_file")
                .scopes,
            "files:write audit");
  EXPECT_EQ(
      rights
          .of(named("bob", {}, {"audit", "files:write"}), "files", "write_file")
          .right,
      tool_right::callable);
  EXPECT_EQ(rights.of(named("bob"), "files", "read_file").scopes, "files:read");
}

TEST(tool_rights, deny_beats_a_scope) {
  access_rules rules;
  rules.rules = {rule(effect::scope, {"*"}, {"*"}, "all"),
                 rule(effect::deny, {"scope:all"}, {"drop"})};
  const tool_rights rights{rules};
  EXPECT_EQ(rights.of(named("bob", {}, {"all"}), "files", "drop").right,
            tool_right::hidden);
  EXPECT_EQ(rights.of(named("bob"), "files", "drop").right,
            tool_right::needs_scope);
}

TEST(tool_rights, a_broader_scope_does_for_a_narrower_one) {
  access_rules rules;
  rules.rules = {rule(effect::scope, {"*"}, {"*"}, "files:read")};
  rules.includes = {{"files:write", {"files:read"}}};
  const tool_rights rights{rules};
  EXPECT_EQ(rights.of(named("bob", {}, {"files:write"}), "f", "x").right,
            tool_right::callable);
  EXPECT_EQ(rights.of(named("bob", {}, {"files:writer"}), "f", "x").right,
            tool_right::needs_scope);
}

TEST(add_scopes, each_once) {
  std::string scopes;
  add_scopes(scopes, "a b");
  add_scopes(scopes, "b c");
  add_scopes(scopes, "");
  EXPECT_EQ(scopes, "a b c");
}

TEST(rights_in_force, are_those_that_were_set_last) {
  rights_in_force now;
  EXPECT_EQ(now.get()->of(named("bob"), "f", "x").right, tool_right::callable);
  access_rules rules;
  rules.rules = {rule(effect::deny, {"*"}, {"*"})};
  now.set(std::make_shared<const tool_rights>(rules));
  EXPECT_EQ(now.get()->of(named("bob"), "f", "x").right, tool_right::hidden);
}

}  // namespace
