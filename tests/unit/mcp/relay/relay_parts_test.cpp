// SPDX-License-Identifier: MIT
/// @file
/// The small parts of the relay: sealed sessions, fields that pass, limits of
/// streams, the slow lane.
#include "mcp/access/session_seal.hpp"
#include "mcp/interpret/slow_lane.hpp"
#include "mcp/relay/relay_fields.hpp"

#include <gtest/gtest.h>

#include <future>

namespace {

using namespace pith::mcp;  // NOLINT(google-build-using-namespace): a test

TEST(session_seal, opens_for_its_principal_only) {
  const session_seal seal{{{"alice", {"key"}}, {"bob", {"word"}}}};
  const std::string sealed = seal.seal("alice", "files", "id-1");
  EXPECT_EQ(seal.open("alice", "files", sealed), "id-1");
  EXPECT_FALSE(seal.open("bob", "files", sealed));
  EXPECT_FALSE(seal.open("alice", "memory", sealed));
  EXPECT_FALSE(seal.open("alice", "files", "id-1"));
  EXPECT_FALSE(seal.open("alice", "files", ""));
  const session_seal other{{{"alice", {"other"}}}};
  EXPECT_FALSE(other.open("alice", "files", sealed));
  std::string changed = sealed;
  changed.back() = changed.back() == '0' ? '1' : '0';
  EXPECT_FALSE(seal.open("alice", "files", changed));
}

TEST(session_seal, outlives_changes_of_other_secrets) {
  const session_seal before{{{"alice", {"key"}}}};
  const std::string sealed = before.seal("alice", "files", "id-1");
  const session_seal with_bob{{{"alice", {"key"}}, {"bob", {"word"}}}};
  EXPECT_EQ(with_bob.open("alice", "files", sealed), "id-1");
  const session_seal with_two{{{"alice", {"a new one", "key"}}}};
  EXPECT_EQ(with_two.open("alice", "files", sealed), "id-1");
  EXPECT_EQ(before.open("alice", "files", with_two.seal("alice", "files", "x")),
            std::nullopt);
}

/// Secrets are replaced on one replica after the other, and clients get the new
/// one when all have it.
TEST(session_seal, holds_while_one_secret_replaces_another) {
  for (const std::string old : {"a", "z"}) {
    const std::string next = "m";
    const session_seal before{{{"alice", {old}}}};
    const session_seal both{{{"alice", {old, next}}}};
    const session_seal after{{{"alice", {next}}}};
    const std::string early = both.seal("alice", "files", "id-1", old);
    EXPECT_EQ(before.open("alice", "files", early), "id-1");
    EXPECT_EQ(both.open("alice", "files", early), "id-1");
    const std::string late = both.seal("alice", "files", "id-2", next);
    EXPECT_EQ(both.open("alice", "files", late), "id-2");
    EXPECT_EQ(after.open("alice", "files", late), "id-2");
    // Nobody seals with a secret of somebody else.
    EXPECT_FALSE(after.open("alice", "files",
                            before.seal("alice", "files", "id-3", next)));
  }
}

TEST(session_seal, keys_of_the_gateway_are_for_who_has_none) {
  const session_seal seal{{{"alice", {"key"}}}, {"new", "old"}};
  const std::string sealed = seal.seal("carol", "files", "id-1");
  EXPECT_NE(sealed, "id-1");
  EXPECT_EQ(seal.open("carol", "files", sealed), "id-1");
  EXPECT_FALSE(seal.open("dave", "files", sealed));
  EXPECT_FALSE(seal.open("alice", "files", sealed));
  EXPECT_FALSE(seal.open("", "files", sealed));
  EXPECT_FALSE(seal.open("carol", "files", "id-1"));
  // Keys rotate: a new one comes first, and the old one goes later.
  const session_seal before{{}, {"old"}};
  const session_seal after{{}, {"new"}};
  const std::string earlier = before.seal("carol", "files", "id-2");
  EXPECT_EQ(seal.open("carol", "files", earlier), "id-2");
  EXPECT_FALSE(after.open("carol", "files", earlier));
  EXPECT_EQ(after.open("carol", "files", sealed), "id-1");
  // Who had a token, and comes another way now, is sealed for by its token.
  EXPECT_EQ(seal.open("alice", "files", before.seal("alice", "files", "x")),
            "x");
}

TEST(session_seal, without_a_key_ids_stay) {
  const session_seal seal;
  EXPECT_EQ(seal.seal("", "files", "id"), "id");
  EXPECT_EQ(seal.open("", "files", "id"), "id");
}

TEST(relay_fields, tokens_and_cookies_stay_behind) {
  const http_fields in{
      {"authorization", "Bearer x"}, {"Cookie", "a=b"}, {"mcp-session-id", "s"},
      {"Mcp-Param-X", "1"},          {"Host", "h"},     {"X-Other", "y"},
      {"traceparent", "t"}};
  const http_fields out = fields_for_server(in);
  EXPECT_FALSE(out.find("Authorization"));
  EXPECT_FALSE(out.find("Cookie"));
  EXPECT_FALSE(out.find("Host"));
  EXPECT_FALSE(out.find("X-Other"));
  EXPECT_EQ(out.find("Mcp-Session-Id"), "s");
  EXPECT_EQ(out.find("Mcp-Param-X"), "1");
  EXPECT_EQ(out.find("Traceparent"), "t");
}

TEST(relay_fields, of_answers) {
  const http_fields out = fields_for_client({{"Set-Cookie", "a"},
                                             {"Content-Length", "7"},
                                             {"Transfer-Encoding", "chunked"},
                                             {"Content-Type", "text/plain"},
                                             {"Allow", "POST"}});
  EXPECT_EQ(out.size(), 2U);
  EXPECT_EQ(out.find("Allow"), "POST");
}

TEST(slow_lane, runs_in_order_with_an_interpreter) {
  auto server = std::make_shared<server_state>();
  server->name = "x";
  std::promise<std::string> said;
  std::string seen;
  slow_lane lane;
  lane.run(server, 1, [&](message_interpreter& interpreter) {
    seen += interpreter.server().name;
  });
  lane.run(server, 1,
           [&](message_interpreter&) { said.set_value(seen + "2"); });
  EXPECT_EQ(said.get_future().get(), "x2");
}

TEST(slow_lane, drops_what_it_has_not_begun) {
  const auto server = std::make_shared<server_state>();
  const auto held = std::make_shared<int>(7);
  std::promise<void> begun;
  std::promise<void> go;
  slow_lane lane;
  lane.run(server, 1, [&](message_interpreter&) {
    begun.set_value();
    go.get_future().wait();
  });
  begun.get_future().wait();
  EXPECT_FALSE(lane.is_full());
  lane.run(server, 1U << 30U, [held](message_interpreter&) { *held = 8; });
  EXPECT_TRUE(lane.is_full());
  go.set_value();
  lane.stop();
  lane.run(server, 1, [held](message_interpreter&) { *held = 9; });
  EXPECT_EQ(held.use_count(), 1);
}

// One tenant's hundred do not come before another one's first.
TEST(slow_lane, gives_every_tenant_its_turn) {
  const auto server = std::make_shared<server_state>();
  std::promise<void> begun;
  std::promise<void> go;
  std::promise<void> done;
  std::string order;
  slow_lane lane;
  lane.run(server, 1, [&](message_interpreter&) {
    begun.set_value();
    go.get_future().wait();
  });
  begun.get_future().wait();
  for (int i = 0; i < 5; ++i) {
    lane.run(
        server, 1, [&](message_interpreter&) { order += 'a'; }, "alice");
  }
  for (int i = 0; i < 2; ++i) {
    lane.run(
        server, 1, [&](message_interpreter&) { order += 'b'; }, "bob");
  }
  lane.run(
      server, 1, [&](message_interpreter&) { order += 'c'; }, "carol");
  lane.run(
      server, 1, [&](message_interpreter&) { done.set_value(); }, "alice");
  go.set_value();
  done.get_future().wait();
  EXPECT_EQ(order, "abcabaaa");
}

}  // namespace
