// SPDX-License-Identifier: MIT
/// @file
/// Callers without a token of their own: keys that seal, proxies, rules.
#include "configuration_support.hpp"

#include <gtest/gtest.h>

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

using pith_tests::accepted;
using pith_tests::errors_of;
using pith_tests::one_server;
using pith_tests::with_server;

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST(seal_keys, from_the_text_a_variable_and_a_file) {
  const auto directory = std::filesystem::temp_directory_path() /
                         ("pith-keys-" + std::to_string(::getpid()));
  std::filesystem::create_directory(directory);
  std::ofstream(directory / "key") << "  of a file, 0123456789\n";
  ::setenv("PITH_TEST_SEAL_KEY", "of a variable, 012", 1);
  const auto made =
      accepted(std::string("[auth]\nseal_keys = [\"0123456789abcdef\", "
                           "\"env:PITH_TEST_SEAL_KEY\", \"file:key\"]\n")
                   .append(one_server),
               directory.string());
  std::filesystem::remove_all(directory);
  EXPECT_EQ(made.seal_keys,
            (std::vector<std::string>{"0123456789abcdef", "of a variable, 012",
                                      "of a file, 0123456789"}));
  // They ask nobody who they are.
  EXPECT_FALSE(made.asks_who());
  EXPECT_TRUE(with_server("").seal_keys.empty());
}

TEST(seal_keys, errors_show_no_key) {
  EXPECT_TRUE(has(errors_of("[auth]\nseal_keys = []"), "1 to 16 keys"));
  const std::string brief = errors_of("[auth]\nseal_keys = [\"too short\"]");
  EXPECT_TRUE(has(brief, "2:14 auth.seal_keys: a key must have 16 to 1024"));
  EXPECT_FALSE(has(brief, "too short"));
  EXPECT_TRUE(has(errors_of("[auth]\nseal_keys = [\"file:/no/such/file\"]"),
                  "cannot read the file '/no/such/file'"));
  EXPECT_TRUE(has(errors_of("[auth]\nseal_keys = [\"0123456789abcdef\", "
                            "\"0123456789abcdef\"]"),
                  "twice"));
  EXPECT_TRUE(
      has(errors_of("[auth]\nseal_keys = \"0123456789abcdef\""), "a list"));
}

constexpr std::string_view good_proxy =
    "[auth.proxy]\nheader = \"X-Forwarded-User\"\n"
    "groups_header = \"X-Forwarded-Groups\"\nfrom = [\"127.0.0.1\", "
    "\"10.0.0.0/8\"]\nsecret = \"0123456789abcdef\"\n";

TEST(auth_proxy, all_keys) {
  const auto made = with_server(good_proxy);
  ASSERT_TRUE(made.proxy);
  EXPECT_EQ(made.proxy->header, "X-Forwarded-User");
  EXPECT_EQ(made.proxy->groups_header, "X-Forwarded-Groups");
  EXPECT_EQ(made.proxy->secret_header, "Pith-Proxy-Secret");
  EXPECT_EQ(made.proxy->secret, "0123456789abcdef");
  EXPECT_EQ(made.proxy->from.size(), 2U);
  EXPECT_TRUE(made.asks_who());
  EXPECT_TRUE(made.tokens.empty());
  // Numbers can be kept from others with it, too.
  EXPECT_TRUE(with_server("[auth]\nmetrics_tokens = [\"for-numbers\"]\n" +
                          std::string(good_proxy))
                  .asks_who());
}

TEST(auth_proxy, errors) {
  const auto with = [](std::string_view from, std::string_view to) {
    std::string text(good_proxy);
    text.replace(text.find(from), from.size(), to);
    return errors_of(text);
  };
  EXPECT_TRUE(has(errors_of("[auth.proxy]\nheader = \"X-User\""),
                  "must have header, from and secret; from is missing"));
  for (const char* field :
       {"Authorization", "cookie", "User-Agent", "Mcp-Name", "mcp-param-x",
        "Host", "X-Forwarded-For", "baggage", "not a name", "origin"}) {
    EXPECT_TRUE(has(with("X-Forwarded-User", field), "auth.proxy.header: "))
        << field;
  }
  EXPECT_TRUE(has(with("X-Forwarded-Groups", "x-forwarded-user"),
                  "two fields have the name"));
  EXPECT_TRUE(has(with("X-Forwarded-User", "Pith-Proxy-Secret"), "two fields"));
  EXPECT_TRUE(has(with("127.0.0.1", "unix"),
                  "'unix' is for a gateway that listens on a Unix socket"));
  EXPECT_TRUE(has(with("127.0.0.1", "localhost"), "must be an address"));
  const std::string brief = with("0123456789abcdef", "tooshort");
  EXPECT_TRUE(has(brief, "16 to 1024 visible"));
  EXPECT_FALSE(has(brief, "tooshort"));
  EXPECT_TRUE(has(with("0123456789abcdef", "0123456789 abcdef"), "visible"));
  EXPECT_TRUE(has(with("secret = ", "secrets = "), "unknown key"));
}

TEST(auth_proxy, by_a_unix_socket) {
  const std::string local = "listen = \"unix:/run/pith/s\"\n";
  const std::string from =
      "[auth.proxy]\nheader = \"X-User\"\nsecret = \"0123456789abcdef\"\n"
      "from = ";
  const auto made = with_server(local + from + "[\"unix\"]");
  ASSERT_TRUE(made.proxy);
  EXPECT_TRUE(made.proxy->from_local);
  EXPECT_TRUE(made.proxy->from.empty());
  EXPECT_FALSE(made.trusts_local);
  EXPECT_FALSE(with_server(good_proxy).proxy->from_local);
  // Nobody who connects there has an address.
  EXPECT_TRUE(has(errors_of(local + from + "[\"unix\", \"127.0.0.1\"]"),
                  "auth.proxy.from: the gateway listens on a Unix socket"));
  // One mistake is not two.
  EXPECT_FALSE(has(errors_of("listen = \"unix:s\"\n" + from + "[\"unix\"]"),
                   "auth.proxy.from"));
  EXPECT_TRUE(
      with_server(local + "[auth]\ntrusted_proxies = [\"unix\"]").trusts_local);
  EXPECT_TRUE(has(errors_of("[auth]\ntrusted_proxies = [\"unix\"]"),
                  "auth.trusted_proxies: 'unix' is for"));
}

TEST(access_rules, all_keys) {
  const auto made = with_server(
      "[auth]\ndefault = \"deny\"\n"
      "tokens = { alice = \"secret-one\", bob = \"secret-two\" }\n"
      "[auth.scope_includes]\nadmin = [\"files:write\"]\n"
      "\"files:write\" = [\"files:read\", \"admin\"]\n" +
      std::string(good_proxy) +
      "[[rule]]\nwho = [\"alice\", \"group:ops\", \"scope:x\"]\n"
      "servers = [\"a\"]\ntools = [\"read_*\"]\nallow = true\n"
      "[[rule]]\nwho = [\"*\"]\nscope = \"files:write audit\"\n");
  ASSERT_EQ(made.access.rules.size(), 2U);
  EXPECT_TRUE(made.access.denies_by_default);
  EXPECT_EQ(made.access.rules[0].does, pith::mcp::access_rule::effect::allow);
  EXPECT_EQ(made.access.rules[0].who.size(), 3U);
  EXPECT_EQ(made.access.rules[1].does, pith::mcp::access_rule::effect::scope);
  EXPECT_EQ(made.access.rules[1].scope, "files:write audit");
  // Directly or not, and round in a circle.
  EXPECT_EQ(made.access.includes.at("admin"),
            (std::vector<std::string>{"files:write", "files:read", "admin"}));
}

TEST(access_rules, errors) {
  const std::string tokens =
      "[auth]\ntokens = { alice = \"secret-one\" }\n[[rule]]\n";
  const auto of = [&tokens](std::string_view rule) {
    return errors_of(tokens + std::string(rule));
  };
  EXPECT_EQ(of("who = [\"alice\"]\ndeny = true"), "");
  EXPECT_TRUE(has(of("deny = true"), "a rule must have who"));
  EXPECT_TRUE(has(of("who = [\"alice\"]"), "exactly one of allow"));
  EXPECT_TRUE(has(of("who = [\"alice\"]\nallow = true\ndeny = true"),
                  "exactly one of allow"));
  EXPECT_TRUE(has(of("who = [\"alice\"]\ndeny = false"), "can only be true"));
  EXPECT_TRUE(has(of("who = []\ndeny = true"), "at least one"));
  EXPECT_TRUE(has(of("who = [\"alicia\"]\ndeny = true"),
                  "no token belongs to 'alicia'; did you mean 'alice'?"));
  EXPECT_TRUE(
      has(of("who = [\"group:ops\"]\ndeny = true"), "nobody has 'group:ops'"));
  EXPECT_TRUE(has(of("who = [\"*\"]\nservers = [\"b\"]\ndeny = true"),
                  "there is no server 'b'"));
  EXPECT_TRUE(
      has(of("who = [\"*\"]\nscope = \"a  b\""), "must be a scope such as"));
  EXPECT_TRUE(
      has(of("who = [\"*\"]\nscope = \"a\\\"b\""), "must be a scope such as"));
  EXPECT_TRUE(
      has(of("who = [\"*\"]\ndeny = true\nserver = \"a\""),
          "unknown key 'rule.server'; did you mean 'servers'?") ||
      has(of("who = [\"*\"]\ndeny = true\nserver = \"a\""), "unknown key"));
  EXPECT_TRUE(has(errors_of("[rule]\nwho = [\"*\"]"), "[[rule]]"));
  EXPECT_TRUE(has(errors_of("[auth]\ndefault = \"no\""), "allow"));
  EXPECT_TRUE(has(errors_of("[auth]\nscope_includes = { a = \"b\" }"),
                  "must be a list of scopes"));
}

TEST(headers_for, who_and_headers) {
  const auto made = accepted(
      "[auth]\ntokens = { alice = \"secret-one\", bob = \"secret-two\" }\n" +
      std::string(one_server) +
      "headers = { X-User = \"{principal}\" }\n"
      "[[server.a.headers_for]]\nwho = [\"alice\"]\n"
      "headers = { Authorization = \"Bearer of-alice\" }\n");
  ASSERT_EQ(made.servers[0].headers_for.size(), 1U);
  EXPECT_EQ(made.servers[0].headers_for[0].who,
            std::vector<std::string>{"alice"});
  EXPECT_EQ(made.servers[0].headers_for[0].headers.find("authorization"),
            "Bearer of-alice");
}

TEST(headers_for, errors) {
  const auto of = [](std::string_view more) {
    return pith_tests::words_of(pith::mcp::read_configuration(
        "[auth]\ntokens = { alice = \"secret-one\" }\n" +
            std::string(one_server) + std::string(more),
        ""));
  };
  EXPECT_TRUE(has(of("[[server.a.headers_for]]\nwho = [\"alice\"]\n"),
                  "must have who and headers"));
  EXPECT_TRUE(has(of("[[server.a.headers_for]]\nwho = [\"scope:x\"]\n"
                     "headers = { X-A = \"b\" }\n"),
                  "a scope can change"));
  EXPECT_TRUE(has(of("[[server.a.headers_for]]\nwho = [\"carol\"]\n"
                     "headers = { X-A = \"b\" }\n"),
                  "no token belongs to 'carol'"));
  EXPECT_TRUE(has(of("[[server.a.headers_for]]\nwho = [\"alice\"]\n"
                     "headers = { Mcp-Session-Id = \"b\" }\n"),
                  "pith sets itself"));
  EXPECT_TRUE(has(of("[server.b]\ncommand = [\"x\"]\n"
                     "[[server.b.headers_for]]\nwho = [\"alice\"]\n"
                     "headers = { X-A = \"b\" }\n"),
                  "applies only to a server with url"));
  EXPECT_TRUE(has(
      pith_tests::words_of(pith::mcp::read_configuration(
          std::string(one_server) + "headers = { X-User = \"{principal}\" }\n",
          "")),
      "nobody is asked for a principal"));
}

}  // namespace
