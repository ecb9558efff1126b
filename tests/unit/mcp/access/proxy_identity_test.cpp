// SPDX-License-Identifier: MIT
#include "mcp/access/proxy_identity.hpp"

#include "mcp/access/access.hpp"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <vector>

namespace {

using namespace pith::mcp;  // NOLINT(google-build-using-namespace): a test

proxy_rules usual_rules() {
  proxy_rules rules;
  rules.header = "X-Forwarded-User";
  rules.groups_header = "X-Forwarded-Groups";
  rules.secret_header = "X-Proxy-Secret";
  rules.secret = "between-us";
  rules.from.push_back(*to_address_range("10.0.0.0/8"));
  return rules;
}

http_request request_with(std::initializer_list<http_field> fields) {
  http_request head;
  head.method = "POST";
  head.target = "/files/mcp";
  for (const http_field& field : fields) {
    head.fields.add(field.name, field.value);
  }
  return head;
}

proxy_word word_of(std::initializer_list<http_field> fields,
                   std::string_view peer = "10.1.2.3") {
  return word_of_proxy(usual_rules(), request_with(fields), peer);
}

const http_field secret{"X-Proxy-Secret", "between-us"};
const http_field alice{"X-Forwarded-User", "alice@example.org"};

TEST(word_of_proxy, names_and_groups) {
  const proxy_word word =
      word_of({secret, alice, {"x-forwarded-groups", "ops, dev,,ops , a b"}});
  EXPECT_EQ(word.problem, "");
  ASSERT_TRUE(word.who);
  EXPECT_EQ(word.who->principal, "alice@example.org");
  EXPECT_EQ(word.who->groups, (std::vector<std::string>{"a b", "dev", "ops"}));
  EXPECT_EQ(word.who->proof, caller_proof::proxy);
  EXPECT_TRUE(word.who->scopes.empty());
  EXPECT_FALSE(word.who->expires);
  EXPECT_TRUE(word_of({secret, alice}).who);
}

TEST(word_of_proxy, says_nothing_without_its_fields) {
  const proxy_word word = word_of({{"Authorization", "Bearer x"}}, "9.9.9.9");
  EXPECT_FALSE(word.who);
  EXPECT_EQ(word.problem, "");
}

/// Only those that came by the socket, and not by a name of it.
TEST(word_of_proxy, by_a_unix_socket) {
  proxy_rules local = usual_rules();
  local.from.clear();
  local.from_local = true;
  const http_request head = request_with({secret, alice});
  EXPECT_TRUE(word_of_proxy(local, head, "unix").who);
  for (const char* peer : {"127.0.0.1", "::1", "", "UNIX", "unix ",
                           "unix:", "unix:/run/pith/s", "10.0.0.7"}) {
    const proxy_word word = word_of_proxy(local, head, peer);
    EXPECT_FALSE(word.who) << peer;
    EXPECT_NE(word.problem, "") << peer;
  }
  // The secret is still needed.
  const http_request plain = request_with({alice});
  EXPECT_FALSE(word_of_proxy(local, plain, "unix").who);
  EXPECT_NE(word_of_proxy(local, plain, "unix").problem, "");
}

/// Each of them is a 400, whoever sends it.
TEST(word_of_proxy, attacks) {
  const http_field groups{"X-Forwarded-Groups", "ops"};
  const auto is_refused = [](const proxy_word& word) {
    return !word.who && !word.problem.empty() &&
           word.problem.find("between-us") == std::string_view::npos;
  };
  // From somebody else, with the secret or without it.
  EXPECT_TRUE(is_refused(word_of({secret, alice}, "9.9.9.9")));
  EXPECT_TRUE(is_refused(word_of({alice}, "9.9.9.9")));
  EXPECT_TRUE(is_refused(word_of({secret}, "9.9.9.9")));
  EXPECT_TRUE(is_refused(word_of({groups}, "9.9.9.9")));
  EXPECT_TRUE(is_refused(word_of({secret, alice}, "")));
  EXPECT_TRUE(is_refused(word_of({secret, alice}, "unix")));
  // Without the secret, or with another one.
  EXPECT_TRUE(is_refused(word_of({alice})));
  EXPECT_TRUE(is_refused(word_of({alice, groups})));
  for (const char* wrong : {"", "between-u", "between-us ",
                            "between-us,between-us", "Between-us"}) {
    EXPECT_TRUE(is_refused(word_of({alice, {"X-Proxy-Secret", wrong}})))
        << wrong;
  }
  // Twice, in any letter case.
  EXPECT_TRUE(
      is_refused(word_of({secret, alice, {"x-forwarded-user", "mallory"}})));
  EXPECT_TRUE(is_refused(word_of({secret, alice, alice})));
  EXPECT_TRUE(is_refused(word_of({secret, secret, alice})));
  EXPECT_TRUE(is_refused(
      word_of({secret, alice, groups, {"X-FORWARDED-GROUPS", "admins"}})));
  // Groups or the secret alone.
  EXPECT_TRUE(is_refused(word_of({secret, groups})));
  EXPECT_TRUE(is_refused(word_of({secret})));
  // Names that are not.
  for (const std::string& name :
       {std::string(), std::string("   "), std::string("a b"),
        std::string("a\tb"), std::string("a\nb"), std::string("caf\xC3\xA9"),
        std::string("a\0b", 3), std::string(257, 'a')}) {
    EXPECT_TRUE(is_refused(word_of({secret, {"X-Forwarded-User", name}})))
        << name;
  }
  EXPECT_TRUE(
      is_refused(word_of({secret, alice, {"X-Forwarded-Groups", "ops,\x01"}})));
  std::string many = "g0";
  for (int i = 1; i < 300; ++i) many += ",g" + std::to_string(i);
  EXPECT_TRUE(
      is_refused(word_of({secret, alice, {"X-Forwarded-Groups", many}})));
}

TEST(caller_of, a_proxy_is_believed_before_tokens) {
  configuration config;
  config.tokens = {{"bob", "secret-of-bob"}};
  config.proxy = usual_rules();
  http_request head = request_with({secret, alice});
  head.fields.add("Authorization", "Bearer secret-of-bob");
  EXPECT_EQ(caller_of(config, head, "10.0.0.1").who->principal,
            "alice@example.org");
  const caller_verdict wrong = caller_of(config, head, "9.9.9.9");
  EXPECT_FALSE(wrong.who);
  ASSERT_TRUE(wrong.refusal);
  EXPECT_EQ(wrong.refusal->status, 400);
  // Tokens still do without it, and nobody gets in without either.
  head = request_with({{"Authorization", "Bearer secret-of-bob"}});
  EXPECT_EQ(caller_of(config, head, "9.9.9.9").who->principal, "bob");
  config.tokens.clear();
  EXPECT_TRUE(config.asks_who());
  const caller_verdict unknown = caller_of(config, head, "10.0.0.1");
  EXPECT_FALSE(unknown.who);
  EXPECT_FALSE(unknown.refusal);
}

TEST(is_known, whom_a_proxy_named_while_there_is_one) {
  configuration config;
  config.proxy = usual_rules();
  const caller_verdict found =
      caller_of(config, request_with({secret, alice}), "10.0.0.1");
  ASSERT_TRUE(found.who);
  EXPECT_TRUE(is_known(config, *found.who));
  config.proxy.reset();
  EXPECT_FALSE(is_known(config, *found.who));
}

}  // namespace
