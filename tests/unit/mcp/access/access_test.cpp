// SPDX-License-Identifier: MIT
#include "mcp/access/access.hpp"

#include "mcp/access/cors.hpp"

#include <gtest/gtest.h>

namespace {

using namespace pith::mcp;  // NOLINT(google-build-using-namespace): a test
using place = route::place;

configuration two_servers() {
  configuration config;
  config.servers.resize(2);
  config.servers[0].name = "files";
  config.servers[1].name = "memory";
  return config;
}

caller_identity known_as(std::string principal) {
  caller_identity who;
  who.proof = principal.empty() ? caller_proof::none : caller_proof::token;
  who.principal = std::move(principal);
  return who;
}

/// Who a request comes from; nothing when it is not let in.
std::optional<std::string> principal_of(const configuration& config,
                                        const http_request& head) {
  const caller_verdict found = caller_of(config, head, "127.0.0.1");
  EXPECT_FALSE(found.refusal);
  if (!found.who) return std::nullopt;
  return found.who->principal;
}

http_request sent_to(std::string host, std::string origin = {}) {
  http_request head;
  head.method = "POST";
  head.target = "/files/mcp";
  head.fields.add("Host", std::move(host));
  if (!origin.empty()) head.fields.add("Origin", std::move(origin));
  return head;
}

TEST(route_of, paths) {
  const configuration config = two_servers();
  EXPECT_EQ(route_of(config, "/files/mcp").server, &config.servers[0]);
  EXPECT_EQ(route_of(config, "/memory/mcp").server, &config.servers[1]);
  EXPECT_EQ(route_of(config, "/healthz").where, place::health);
  EXPECT_EQ(route_of(config, "/").where, place::page);
  for (const std::string_view path :
       {"/nobody/mcp", "//mcp", "/files", "/files/mcp/", "",
        "/files/../memory/mcp"}) {
    EXPECT_EQ(route_of(config, path).where, place::nowhere) << path;
  }
}

TEST(route_of, endpoints) {
  configuration config = two_servers();
  EXPECT_EQ(route_of(config, "/mcp").where, place::endpoint);
  EXPECT_EQ(route_of(config, "/mcp").endpoint, "");
  config.endpoints.push_back({"team", {"memory"}, {}});
  EXPECT_EQ(route_of(config, "/team/mcp").where, place::endpoint);
  EXPECT_EQ(route_of(config, "/team/mcp").endpoint, "team");
  config.servers.clear();
  EXPECT_EQ(route_of(config, "/mcp").where, place::nowhere);
}

TEST(may_use, an_endpoint_of_which_some_server_is_for_the_principal) {
  configuration config = two_servers();
  config.tokens = {{"alice", "secret-one"}, {"bob", "secret-two"}};
  config.servers[0].principals = {"alice"};
  config.servers[1].principals = {"alice"};
  EXPECT_TRUE(may_use(config, config.all_servers(), known_as("alice")));
  EXPECT_FALSE(may_use(config, config.all_servers(), known_as("bob")));
  config.servers[1].principals = {"bob"};
  EXPECT_TRUE(may_use(config, config.all_servers(), known_as("bob")));
  EXPECT_FALSE(may_use(config, config.all_servers(), known_as("carol")));
}

TEST(route_of, only_server_needs_no_name) {
  configuration config = two_servers();
  config.servers.pop_back();
  EXPECT_EQ(route_of(config, "/mcp").server, &config.servers[0]);
}

TEST(refuse_place, hosts_on_loopback) {
  const configuration config = two_servers();
  for (const char* host :
       {"localhost", "localhost:4100", "127.0.0.1:4100", "[::1]:4100"}) {
    EXPECT_FALSE(refuse_place(config, sent_to(host))) << host;
  }
  for (const char* host : {"evil.example", "evil.example:4100", "",
                           "localhost.evil.example", "127.0.0.1.evil"}) {
    const auto refusal = refuse_place(config, sent_to(host));
    ASSERT_TRUE(refusal) << host;
    EXPECT_EQ(refusal->status, 403);
  }
}

TEST(refuse_place, origins) {
  configuration config = two_servers();
  config.origins = {"https://app.example"};
  for (const char* origin : {"http://localhost:4100", "http://127.0.0.1:4100",
                             "https://app.example"}) {
    EXPECT_FALSE(refuse_place(config, sent_to("localhost:4100", origin)))
        << origin;
  }
  for (const char* origin :
       {"http://evil.example", "null", "https://app.example.evil",
        "http://localhost.evil.example:4100", "http://localhost:4101",
        "http://localhost", "http://[::1]"}) {
    EXPECT_TRUE(refuse_place(config, sent_to("localhost:4100", origin)))
        << origin;
  }
}

TEST(refuse_place, listed_hosts) {
  configuration config = two_servers();
  config.address = "0.0.0.0";
  config.tokens = {{"alice", "s1"}};
  EXPECT_FALSE(refuse_place(config, sent_to("gateway.example:4100")));
  config.hosts = {"gateway.example"};
  EXPECT_FALSE(refuse_place(config, sent_to("gateway.example:4100")));
  EXPECT_TRUE(refuse_place(config, sent_to("other.example")));
}

/// Without tokens nothing but the name keeps the pages of others out.
TEST(refuse_place, names_of_others_without_tokens) {
  configuration config = two_servers();
  config.address = "0.0.0.0";
  for (const char* host :
       {"evil.example", "evil.example:4100", "localhost.evil.example",
        "127.0.0.1.evil.example", "a.local.evil", "[evil.example]:4100"}) {
    EXPECT_TRUE(refuse_place(config, sent_to(host))) << host;
  }
  for (const char* host :
       {"127.0.0.1:4100", "localhost", "192.0.2.7", "[2001:db8::1]:4100",
        "gateway:4100", "box.local", "pith.default.svc.cluster.local:80"}) {
    EXPECT_FALSE(refuse_place(config, sent_to(host))) << host;
  }
}

TEST(refuse_place, two_origins) {
  http_request head = sent_to("localhost:4100", "http://localhost:4100");
  head.fields.add("Origin", "http://evil.example");
  EXPECT_TRUE(refuse_place(two_servers(), head));
}

TEST(refuse_navigation, takes_what_programs_ask) {
  const auto is_refused = [](std::string mode, std::string target) {
    http_request head = sent_to("localhost");
    if (!mode.empty()) head.fields.add("Sec-Fetch-Mode", std::move(mode));
    if (!target.empty()) head.fields.add("Sec-Fetch-Dest", std::move(target));
    return refuse_navigation(head).has_value();
  };
  EXPECT_FALSE(is_refused("", ""));
  EXPECT_FALSE(is_refused("cors", "empty"));
  EXPECT_FALSE(is_refused("same-origin", ""));
  EXPECT_TRUE(is_refused("navigate", "document"));
  EXPECT_TRUE(is_refused("navigate", "empty"));
  EXPECT_TRUE(is_refused("no-cors", "empty"));
  EXPECT_TRUE(is_refused("", "iframe"));
  EXPECT_TRUE(is_refused("cors", "script"));
}

TEST(cors, listed_origins_only) {
  configuration config = two_servers();
  http_request head = sent_to("localhost", "https://app.example");
  head.method = "OPTIONS";
  head.fields.add("Access-Control-Request-Method", "POST");
  head.fields.add("Access-Control-Request-Headers",
                  "mcp-param-a, x, mcp-param-b c,mcp-param-");
  EXPECT_EQ(cors_fields(config, head).size(), 0U);
  EXPECT_FALSE(answer_preflight(config, head));
  config.origins = {"https://app.example"};
  EXPECT_EQ(cors_fields(config, head).find("Access-Control-Allow-Origin"),
            "https://app.example");
  EXPECT_EQ(cors_fields(config, head).find("Vary"), "Origin");
  const auto answer = answer_preflight(config, head);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 204);
  EXPECT_TRUE(answer->fields.find("Access-Control-Allow-Headers")
                  ->ends_with(", tracestate, mcp-param-a"));
  head.fields.set("Origin", "https://other.example");
  EXPECT_FALSE(answer_preflight(config, head));
  EXPECT_EQ(cors_fields(config, head).size(), 1U);
}

TEST(caller_of, tokens) {
  configuration config = two_servers();
  http_request head = sent_to("localhost");
  EXPECT_EQ(principal_of(config, head), "");
  config.tokens = {{"alice", "s1"}, {"bob", "s2"}};
  EXPECT_FALSE(principal_of(config, head));
  head.fields.set("Authorization", "bearer s2");
  EXPECT_EQ(principal_of(config, head), "bob");
  for (const char* wrong :
       {"Bearer s3", "Bearer ", "Basic s1", "s1", "Bearer s"}) {
    head.fields.set("Authorization", wrong);
    EXPECT_FALSE(principal_of(config, head)) << wrong;
  }
  head.fields.set("Authorization", "Bearer s1");
  head.fields.add("Authorization", "Bearer s2");
  EXPECT_FALSE(principal_of(config, head));
  EXPECT_TRUE(ask_for_token({}, "/files/mcp").fields.find("WWW-Authenticate"));
}

TEST(profile_of, query) {
  configuration config = two_servers();
  config.clients.push_back({"mine", shown_form::both, 7, 0});
  EXPECT_EQ(profile_of(config, "/files/mcp")->name, "default");
  EXPECT_EQ(profile_of(config, "/files/mcp?x=1&client=mine")->max_tokens, 7U);
  EXPECT_EQ(profile_of(config, "/files/mcp?client=gemini")->shows,
            shown_form::text);
  EXPECT_FALSE(profile_of(config, "/files/mcp?client=nobody"));
}

TEST(has_metrics_token, is_nobody) {
  configuration config = two_servers();
  config.tokens = {{"alice", "secret"}};
  config.metrics_tokens = {{"prometheus", "numbers"}};
  http_request head = sent_to("localhost");
  EXPECT_FALSE(has_metrics_token(config, head));
  head.fields.set("Authorization", "Bearer numbers");
  EXPECT_TRUE(has_metrics_token(config, head));
  EXPECT_FALSE(principal_of(config, head));
  head.fields.set("Authorization", "Bearer secret");
  EXPECT_FALSE(has_metrics_token(config, head));
  EXPECT_EQ(principal_of(config, head), "alice");
}

http_request forwarded(std::initializer_list<std::string> values) {
  http_request head = sent_to("localhost");
  for (const std::string& value : values) {
    head.fields.add("X-Forwarded-For", value);
  }
  return head;
}

TEST(client_address, is_the_peer_unless_a_proxy_is_trusted) {
  configuration config = two_servers();
  EXPECT_EQ(client_address(config, forwarded({"1.2.3.4"}), "9.9.9.9"),
            "9.9.9.9");
  config.trusted_proxies.push_back(*to_address_range("10.0.0.0/8"));
  EXPECT_EQ(client_address(config, forwarded({"1.2.3.4"}), "9.9.9.9"),
            "9.9.9.9");
  EXPECT_EQ(client_address(config, forwarded({}), "10.0.0.1"), "10.0.0.1");
  EXPECT_EQ(client_address(config, forwarded({"1.2.3.4"}), "10.0.0.1"),
            "1.2.3.4");
}

/// The first address is what the client itself may have made up.
TEST(client_address, is_the_last_that_is_not_a_trusted_proxy) {
  configuration config = two_servers();
  config.trusted_proxies.push_back(*to_address_range("10.0.0.0/8"));
  const auto of = [&config](std::initializer_list<std::string> values) {
    return client_address(config, forwarded(values), "10.0.0.1");
  };
  EXPECT_EQ(of({"6.6.6.6, 1.2.3.4, 10.0.0.2"}), "1.2.3.4");
  EXPECT_EQ(of({"6.6.6.6", "1.2.3.4", "10.0.0.2"}), "1.2.3.4");
  EXPECT_EQ(of({"10.0.0.3,10.0.0.2"}), "10.0.0.3");
  EXPECT_EQ(of({"1.2.3.4:5678"}), "1.2.3.4");
  EXPECT_EQ(of({"[2001:db8::1]:5678"}), "2001:db8::1");
  EXPECT_EQ(of({"2001:db8::1"}), "2001:db8::1");
  EXPECT_EQ(of({"1.2.3.4, unknown"}), "10.0.0.1");
  EXPECT_EQ(of({"1.2.3.4, "}), "10.0.0.1");
  EXPECT_EQ(of({"1.2.3.4, <script>, 10.0.0.2"}), "10.0.0.2");
}

TEST(client_address, of_a_proxy_by_a_unix_socket) {
  configuration config = two_servers();
  config.socket = "/run/pith/s";
  EXPECT_EQ(client_address(config, forwarded({"1.2.3.4"}), "unix"), "unix");
  config.trusts_local = true;
  EXPECT_EQ(client_address(config, forwarded({"1.2.3.4"}), "unix"), "1.2.3.4");
  EXPECT_EQ(client_address(config, forwarded({}), "unix"), "unix");
  // Nobody becomes the socket by saying so, nor by coming from nearby.
  EXPECT_EQ(client_address(config, forwarded({"unix"}), "unix"), "unix");
  EXPECT_EQ(client_address(config, forwarded({"unix"}), "127.0.0.1"),
            "127.0.0.1");
  EXPECT_EQ(client_address(config, forwarded({"1.2.3.4"}), "127.0.0.1"),
            "127.0.0.1");
}

TEST(refuse_place, of_a_unix_socket) {
  configuration config = two_servers();
  config.socket = "/run/pith/s";
  const auto lets_in = [&config](const char* host) {
    return !refuse_place(config, sent_to(host));
  };
  // Without tokens, no name that somebody could point at a proxy in front.
  EXPECT_TRUE(lets_in("localhost"));
  EXPECT_TRUE(lets_in("gateways"));
  EXPECT_FALSE(lets_in("evil.example"));
  config.tokens = {{"alice", "a"}};
  EXPECT_TRUE(lets_in("gateway.example.org"));
  config.hosts = {"gateway.example.org"};
  EXPECT_TRUE(lets_in("gateway.example.org"));
  EXPECT_TRUE(lets_in("localhost"));
  EXPECT_FALSE(lets_in("evil.example"));
}

TEST(may_use, only_who_still_has_a_token) {
  configuration config = two_servers();
  EXPECT_TRUE(may_use(config, config.servers[0], known_as("")));
  EXPECT_FALSE(may_use(config, config.servers[0], known_as("alice")));
  config.tokens = {{"alice", "a"}, {"bob", "b"}};
  EXPECT_FALSE(may_use(config, config.servers[0], known_as("")));
  EXPECT_TRUE(may_use(config, config.servers[0], known_as("bob")));
  config.servers[0].principals = {"alice"};
  EXPECT_FALSE(may_use(config, config.servers[0], known_as("bob")));
  EXPECT_TRUE(may_use(config, config.servers[0], known_as("alice")));
  config.tokens.pop_back();
  EXPECT_FALSE(may_use(config, config.servers[1], known_as("bob")));
}

TEST(may_use, groups_and_scopes) {
  configuration config = two_servers();
  config.tokens = {{"alice", "a"}};
  config.servers[0].principals = {"group:ops", "scope:files"};
  caller_identity who = known_as("alice");
  EXPECT_FALSE(may_use(config, config.servers[0], who));
  who.groups = {"dev", "ops"};
  EXPECT_TRUE(may_use(config, config.servers[0], who));
  who.groups = {"files"};
  EXPECT_FALSE(may_use(config, config.servers[0], who));
  who.scopes = {"files"};
  EXPECT_TRUE(may_use(config, config.servers[0], who));
}

/// Whoever can choose its name must not choose its groups with it.
TEST(may_use, a_name_is_not_a_group) {
  configuration config = two_servers();
  config.tokens = {{"group:ops", "a"}};
  config.servers[0].principals = {"group:ops"};
  EXPECT_FALSE(may_use(config, config.servers[0], known_as("group:ops")));
  config.servers[0].principals = {"*"};
  EXPECT_TRUE(may_use(config, config.servers[0], known_as("group:ops")));
}

TEST(is_known, not_after_its_proof_has_ended) {
  configuration config = two_servers();
  config.tokens = {{"alice", "a"}};
  caller_identity who = known_as("alice");
  who.expires = caller_identity::clock::now() + std::chrono::minutes(1);
  EXPECT_TRUE(is_known(config, who));
  who.expires = caller_identity::clock::now() - std::chrono::seconds(1);
  EXPECT_FALSE(is_known(config, who));
}

}  // namespace
