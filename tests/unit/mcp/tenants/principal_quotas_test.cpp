// SPDX-License-Identifier: MIT
#include "mcp/tenants/principal_quotas.hpp"

#include "hub_bench.hpp"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace {

using namespace pith_tests;  // NOLINT(google-build-using-namespace): a test
using namespace pith::mcp;   // NOLINT(google-build-using-namespace): a test

const tenant alice{"alice"};
const tenant bob{"bob"};

gateway_limits small_limits() {
  gateway_limits limits;
  limits.streams_per_client = 2;
  limits.in_flight_per_client = 3;
  return limits;
}

TEST(principal_quotas, by_principal) {
  const auto quotas = std::make_shared<principal_quotas>();
  const gateway_limits limits = small_limits();
  auto first = quotas->take(quota::streams, alice, limits);
  const auto second = quotas->take(quota::streams, alice, limits);
  EXPECT_TRUE(first && second);
  EXPECT_FALSE(quotas->take(quota::streams, alice, limits));
  EXPECT_TRUE(quotas->take(quota::streams, bob, limits));
  first.reset();
  EXPECT_TRUE(quotas->take(quota::streams, alice, limits));
  EXPECT_EQ(quotas->held(quota::streams, alice), 1U);
}

// A request that is refused for its rate gives its place back.
TEST(principal_quotas, admit_counts_calls_of_a_second) {
  const auto quotas = std::make_shared<principal_quotas>();
  gateway_limits limits = small_limits();
  limits.calls_per_second_per_client = 2;
  std::vector<principal_quotas::lease> places;
  EXPECT_FALSE(quotas->admit(quota::in_flight, alice, limits, "1", 2, places));
  EXPECT_EQ(places.size(), 2U);
  std::vector<principal_quotas::lease> none;
  const auto refused =
      quotas->admit(quota::in_flight, alice, limits, "7", 1, none);
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->status, 429);
  EXPECT_EQ(refused->fields.find("Retry-After"), "1");
  EXPECT_NE(refused->body.find("limits.calls_per_second_per_client"),
            std::string::npos);
  EXPECT_NE(refused->body.find("\"id\":7"), std::string::npos);
  EXPECT_TRUE(none.empty());
  EXPECT_EQ(quotas->held(quota::in_flight, alice), 2U);
  EXPECT_FALSE(quotas->admit(quota::streams, alice, limits, "8", 1, none));
  EXPECT_FALSE(quotas->admit(quota::in_flight, bob, limits, "9", 1, none));
}

TEST(principal_quotas, each_kind_for_itself) {
  const auto quotas = std::make_shared<principal_quotas>();
  gateway_limits limits;
  limits.sessions_per_client = 1;
  limits.children_per_client = 1;
  const auto session = quotas->take(quota::sessions, alice, limits);
  const auto child = quotas->take(quota::children, alice, limits);
  EXPECT_TRUE(session && child);
  EXPECT_FALSE(quotas->take(quota::sessions, alice, limits));
  EXPECT_FALSE(quotas->take(quota::children, alice, limits));
  EXPECT_TRUE(quotas->take(quota::in_flight, alice, limits));
}

TEST(principal_quotas, all_of_a_batch_or_none) {
  const auto quotas = std::make_shared<principal_quotas>();
  const gateway_limits limits = small_limits();
  EXPECT_TRUE(quotas->take(quota::in_flight, alice, limits, 4).empty());
  EXPECT_EQ(quotas->held(quota::in_flight, alice), 0U);
  auto two = quotas->take(quota::in_flight, alice, limits, 2);
  EXPECT_EQ(two.size(), 2U);
  EXPECT_TRUE(quotas->take(quota::in_flight, alice, limits, 2).empty());
  two.pop_back();
  EXPECT_EQ(quotas->take(quota::in_flight, alice, limits, 2).size(), 2U);
  EXPECT_EQ(quotas->held(quota::in_flight, alice), 1U);
}

// Nothing limits who needs no token here, unless it is configured.
TEST(principal_quotas, usual_numbers) {
  const auto quotas = std::make_shared<principal_quotas>();
  const gateway_limits limits;
  EXPECT_EQ(quotas->take(quota::in_flight, alice, limits, 200).size(), 200U);
  EXPECT_TRUE(quotas->take(quota::in_flight, alice, limits, 201).empty());
  EXPECT_TRUE(quotas->take(quota::sessions, alice, limits, 51).empty());
  EXPECT_TRUE(quotas->take(quota::children, alice, limits, 17).empty());
  const tenant here = tenant_of("", "127.0.0.1");
  EXPECT_EQ(quotas->take(quota::children, here, limits, 17).size(), 17U);
  gateway_limits configured;
  configured.children_per_client = 16;
  EXPECT_TRUE(quotas->take(quota::children, here, configured, 17).empty());
}

// Those who came first must not keep all others out.
TEST(principal_quotas, equal_shares_when_it_gets_full) {
  const auto quotas = std::make_shared<principal_quotas>();
  gateway_limits limits;
  limits.sessions = 10;
  limits.sessions_per_client = 10;
  const auto many = quotas->take(quota::sessions, alice, limits, 8);
  EXPECT_EQ(many.size(), 8U);
  // Not even who is alone gets the last ones.
  EXPECT_FALSE(quotas->take(quota::sessions, alice, limits));
  const auto one = quotas->take(quota::sessions, bob, limits);
  EXPECT_TRUE(one);
  EXPECT_FALSE(quotas->take(quota::sessions, alice, limits));
  EXPECT_TRUE(quotas->take(quota::sessions, bob, limits));
  EXPECT_TRUE(quotas->take(quota::sessions, tenant{"carol"}, limits));
  // A person alone on the machine may have all.
  gateway_limits usual;
  usual.sessions = 10;
  const auto own = std::make_shared<principal_quotas>();
  EXPECT_EQ(own->take(quota::sessions, tenant_of("", "::1"), usual, 10).size(),
            10U);
}

TEST(principal_quotas, outlived_by_its_places) {
  auto quotas = std::make_shared<principal_quotas>();
  auto place = quotas->take(quota::streams, alice, {});
  quotas.reset();
  place.reset();
}

TEST(principal_quotas, several_threads) {
  const auto quotas = std::make_shared<principal_quotas>();
  const gateway_limits limits = small_limits();
  std::vector<std::thread> threads;
  threads.reserve(4);
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int n = 0; n < 2000; ++n) {
        const auto some = quotas->take(quota::in_flight, alice, limits, 2);
        EXPECT_LE(quotas->held(quota::in_flight, alice), 3U);
      }
    });
  }
  for (std::thread& each : threads) each.join();
  EXPECT_EQ(quotas->held(quota::in_flight, alice), 0U);
}

TEST(principal_quotas, who_is_who) {
  EXPECT_EQ(tenant_of("alice", "10.0.0.1").key, "alice");
  EXPECT_FALSE(tenant_of("alice", "127.0.0.1").is_local);
  EXPECT_EQ(tenant_of("", "10.0.0.1").key, "10.0.0.1");
  EXPECT_FALSE(tenant_of("", "10.0.0.1").is_local);
  EXPECT_TRUE(tenant_of("", "127.0.0.1").is_local);
  EXPECT_TRUE(tenant_of("", "::1").is_local);
  EXPECT_TRUE(tenant_of("", "::ffff:127.0.0.1").is_local);
  // A network has as many of these addresses as it likes.
  EXPECT_EQ(tenant_of("", "2001:db8:1:2::7").key,
            tenant_of("", "2001:db8:1:2:ffff::8").key);
  EXPECT_NE(tenant_of("", "2001:db8:1:2::7").key,
            tenant_of("", "2001:db8:1:3::7").key);
  EXPECT_NE(tenant_of("", "::ffff:10.0.0.1").key,
            tenant_of("", "::ffff:10.0.0.2").key);
}

TEST(principal_quotas, says_what_is_exhausted_and_what_to_do) {
  const gateway_limits limits = small_limits();
  const http_response full = refuse_quota(quota::in_flight, alice, limits, "7");
  EXPECT_EQ(full.status, 429);
  EXPECT_EQ(full.fields.find("Retry-After"), "1");
  EXPECT_NE(full.body.find(R"("id":7)"), std::string::npos) << full.body;
  EXPECT_NE(full.body.find("a client may have 3 at once "
                           "(limits.in_flight_per_client)"),
            std::string::npos)
      << full.body;
  const http_response large =
      refuse_quota(quota::in_flight, alice, limits, "", 9);
  EXPECT_NE(large.body.find("this batch needs 9"), std::string::npos)
      << large.body;
}

// -- In the hub

std::string modern_body(const std::string& id, const std::string& tool) {
  return call_body(
      id, tool, "{}",
      R"(,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
      R"("io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"},)"
      R"("io.modelcontextprotocol/clientCapabilities":{}})");
}

exchange_ptr modern_call_of(hub_bench& bench, const std::string& id,
                            const std::string& tool, std::string principal) {
  return bench.send("POST", modern_body(id, tool),
                    {{"MCP-Protocol-Version", "2026-07-28"},
                     {"Mcp-Method", "tools/call"},
                     {"Mcp-Name", tool}},
                    std::move(principal));
}

TEST(hub_quotas, requests_in_flight_of_a_session) {
  hub_bench bench;
  bench.options.limits.in_flight_per_client = 2;
  ASSERT_TRUE(bench.initialize("2025-03-26"));
  const auto one = bench.post(call_body("1", "sleep"));
  const auto batch = bench.post("[" + call_body("2", "sleep") + "," +
                                call_body("3", "sleep") + "]");
  EXPECT_EQ(batch->status, 429);
  EXPECT_TRUE(batch->has("this batch") || batch->has("Too many requests"));
  const auto two = bench.post(call_body("4", "sleep"));
  const auto three = bench.post(call_body("5", "echo"));
  EXPECT_EQ(three->status, 429);
  EXPECT_EQ(three->field("Retry-After"), "1");
  EXPECT_TRUE(three->has(R"("id":5)")) << three->body;
  // Nothing of it is sent to the server, and a cancellation makes room.
  const auto cancel =
      bench.post(R"({"jsonrpc":"2.0","method":"notifications/cancelled",)"
                 R"("params":{"requestId":1}})");
  EXPECT_EQ(cancel->status, 202);
  EXPECT_TRUE(bench.run_until([&] { return one->is_done; }));
  EXPECT_EQ(bench.post_and_wait(call_body("6", "echo"))->status, 200);
  EXPECT_FALSE(two->is_done);
}

TEST(hub_quotas, one_principal_does_not_keep_out_another) {
  hub_bench bench;
  bench.options.limits.in_flight_per_client = 1;
  const auto first = modern_call_of(bench, "1", "sleep", "alice");
  const auto second = modern_call_of(bench, "2", "echo", "alice");
  EXPECT_EQ(second->status, 429);
  const auto other = modern_call_of(bench, "1", "echo", "bob");
  EXPECT_TRUE(bench.run_until([&] { return other->is_done; }));
  EXPECT_EQ(other->status, 200);
  first->vanish();
  bench.run_for(20ms);
  const auto third = modern_call_of(bench, "3", "echo", "alice");
  EXPECT_TRUE(bench.run_until([&] { return third->is_done; }));
  EXPECT_EQ(third->status, 200) << third->body;
}

TEST(hub_quotas, sessions_and_children) {
  hub_bench bench;
  bench.options.limits.sessions_per_client = 2;
  ASSERT_TRUE(bench.initialize("2025-11-25", "alice"));
  const std::string mine = bench.session;
  ASSERT_TRUE(bench.initialize("2025-11-25", "alice"));
  EXPECT_FALSE(bench.initialize("2025-11-25", "alice"));
  EXPECT_TRUE(bench.initialize("2025-11-25", "bob"));
  const auto end =
      bench.send("DELETE", "", {{"Mcp-Session-Id", mine}}, "alice");
  EXPECT_EQ(end->status, 204);
  EXPECT_TRUE(bench.initialize("2025-11-25", "alice"));
}

TEST(hub_quotas, a_child_counts_until_it_has_ended) {
  hub_bench bench;
  bench.options.limits.children_per_client = 1;
  ASSERT_TRUE(bench.initialize("2025-11-25", "alice"));
  const auto modern = modern_call_of(bench, "1", "echo", "alice");
  EXPECT_EQ(modern->status, 429);
  EXPECT_TRUE(modern->has("limits.children_per_client")) << modern->body;
  EXPECT_EQ(bench.metrics.upstream_failures, 0U);
  const auto other = modern_call_of(bench, "1", "echo", "bob");
  EXPECT_TRUE(bench.run_until([&] { return other->is_done; }));
  EXPECT_EQ(other->status, 200);
  bench.send("DELETE", "", {{"Mcp-Session-Id", bench.session}}, "alice");
  EXPECT_TRUE(bench.run_until([&] { return bench.metrics.children == 1; }));
  const auto again = modern_call_of(bench, "2", "echo", "alice");
  EXPECT_TRUE(bench.run_until([&] { return again->is_done; }));
  EXPECT_EQ(again->status, 200) << again->body;
}

// Global limits hold beside, but nothing that makes room is kept out.
TEST(hub_quotas, cancellations_pass_a_full_gateway) {
  hub_bench bench;
  bench.options.limits.in_flight = 1;
  ASSERT_TRUE(bench.initialize());
  const auto one = bench.post(call_body("1", "sleep"));
  EXPECT_EQ(bench.post(call_body("2", "echo"))->status, 503);
  ++bench.metrics.in_flight;  // of another server
  EXPECT_EQ(bench
                .post(R"({"jsonrpc":"2.0","method":"notifications/cancelled",)"
                      R"("params":{"requestId":1}})")
                ->status,
            202);
  --bench.metrics.in_flight;
  EXPECT_TRUE(bench.run_until([&] { return one->is_done; }));
  EXPECT_EQ(bench.post_and_wait(call_body("3", "echo"))->status, 200);
}

}  // namespace
