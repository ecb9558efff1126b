// SPDX-License-Identifier: MIT
#include <pith/gcf_session.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace {

using pith::error_code;
using pith::gcf::session_answer;
using pith::gcf::session_consumer;
using pith::gcf::session_producer;
using pith::graph::payload;
using std::chrono::minutes;
using time_point = session_producer::time_point;

constexpr time_point start{};

payload graph_of(std::vector<pith::graph::symbol> symbols) {
  payload made;
  made.symbols = std::move(symbols);
  return made;
}

pith::graph::symbol named(const char* name, double score = 0.5,
                          const char* kind = "function") {
  return {name, kind, score, "lsp", 0};
}

session_answer encode(session_producer& from, const payload& graph,
                      time_point now = start) {
  auto answer = from.encode(graph, now);
  EXPECT_TRUE(answer) << pith::message(answer.error());
  return answer ? *answer : session_answer{};
}

constexpr std::string_view header =
    "GCF profile=graph symbols=1 session=true\n";
constexpr std::string_view reference =
    "## targets\n@0  # previously transmitted\n";

TEST(session_producer, refers_only_to_what_was_confirmed) {
  session_producer producer;
  const payload graph = graph_of({named("a")});
  const session_answer first = encode(producer, graph);
  EXPECT_EQ(first.wire, std::string(header) + "## targets\n@0 fn a 0.50 lsp\n");
  // Not confirmed: declared again, under the same id (9.4).
  const session_answer second = encode(producer, graph);
  EXPECT_EQ(second.wire, first.wire);
  EXPECT_EQ(second.references, 0U);
  // The first one arrived, but the second declared it again.
  EXPECT_TRUE(producer.confirm(first.ticket));
  EXPECT_EQ(encode(producer, graph).wire, first.wire);
  const session_answer fourth = encode(producer, graph);
  EXPECT_TRUE(producer.confirm(fourth.ticket));
  EXPECT_FALSE(producer.confirm(fourth.ticket));
  const session_answer fifth = encode(producer, graph);
  EXPECT_EQ(fifth.wire, std::string(header) + std::string(reference));
  EXPECT_EQ(fifth.references, 1U);
  EXPECT_FALSE(producer.confirm(99));
  EXPECT_FALSE(producer.confirm(0));
}

TEST(session_producer, declares_what_has_changed) {
  session_producer producer;
  payload graph = graph_of({named("a")});
  const auto next = [&] {
    const session_answer answer = encode(producer, graph);
    EXPECT_TRUE(producer.confirm(answer.ticket));
    return answer.references;
  };
  EXPECT_EQ(next(), 0U);
  EXPECT_EQ(next(), 1U);
  graph.symbols[0].score = 0.504;  // the same on the wire
  EXPECT_EQ(next(), 1U);
  graph.symbols[0].score = 0.51;
  EXPECT_EQ(next(), 0U);
  EXPECT_EQ(next(), 1U);
  graph.symbols[0].provenance = "ast";
  EXPECT_EQ(next(), 0U);
  EXPECT_EQ(next(), 1U);
  graph.symbols[0].distance = 7;  // the group says it
  EXPECT_EQ(next(), 1U);
  graph.symbols[0].kind = "type";  // another symbol
  EXPECT_EQ(next(), 0U);
  EXPECT_EQ(producer.size(), 2U);
}

TEST(session_producer, a_refused_payload_changes_nothing) {
  session_producer producer;
  payload graph = graph_of({named("a"), named("b b")});
  EXPECT_EQ(producer.encode(graph, start).error().code,
            error_code::invalid_name);
  graph = graph_of({named("a")});
  graph.edges.push_back({"a", "zz", "calls"});
  EXPECT_EQ(producer.encode(graph, start).error().code,
            error_code::unknown_edge_reference);
  EXPECT_EQ(producer.size(), 0U);
  EXPECT_EQ(encode(producer, graph_of({named("z")})).wire,
            std::string(header) + "## targets\n@0 fn z 0.50 lsp\n");
}

TEST(session_producer, limits_end_the_session) {
  pith::gcf::session_options options;
  options.limits.max_idle = minutes(10);
  options.limits.max_lifetime = minutes(25);
  options.limits.max_symbols = 2;
  session_producer producer(options);
  const payload one = graph_of({named("a")});
  const auto refers = [&](int at) {
    const session_answer answer = encode(producer, one, start + minutes(at));
    if (!answer.is_session()) {
      EXPECT_EQ(answer.wire,
                "GCF profile=graph symbols=1\n## targets\n@0 fn a 0.50 lsp\n");
      EXPECT_EQ(producer.size(), 0U);
      return -1;
    }
    EXPECT_TRUE(producer.confirm(answer.ticket));
    return static_cast<int>(answer.references);
  };
  EXPECT_EQ(refers(0), 0);
  EXPECT_EQ(refers(10), 1);
  EXPECT_EQ(refers(21), -1);  // idle
  EXPECT_EQ(refers(22), 0);   // another session
  EXPECT_EQ(refers(32), 1);
  EXPECT_EQ(refers(42), 1);
  EXPECT_EQ(refers(48), -1);  // too old
  EXPECT_EQ(refers(49), 0);
  const session_answer old = encode(producer, one, start + minutes(50));
  const session_answer large =
      encode(producer, graph_of({named("a"), named("b", 0.4), named("c", 0.3)}),
             start + minutes(50));
  EXPECT_FALSE(large.is_session());
  EXPECT_EQ(large.ticket, 0U);
  EXPECT_FALSE(producer.confirm(old.ticket));
  EXPECT_EQ(refers(51), 0);
  options.limits.max_text_bytes = 10;
  session_producer small(options);
  EXPECT_TRUE(encode(small, one).is_session());
  EXPECT_FALSE(encode(small, graph_of({named("bbbbbb")})).is_session());
}

TEST(session_producer, reset_begins_anew) {
  session_producer producer;
  const session_answer before = encode(producer, graph_of({named("a")}));
  producer.reset();
  EXPECT_EQ(producer.size(), 0U);
  EXPECT_FALSE(producer.confirm(before.ticket));
  const session_answer after = encode(producer, graph_of({named("b")}));
  EXPECT_EQ(after.wire, std::string(header) + "## targets\n@0 fn b 0.50 lsp\n");
  EXPECT_NE(after.ticket, before.ticket);
}

TEST(session_producer, forgets_who_confirms_too_late) {
  session_producer producer;
  const session_answer first = encode(producer, graph_of({named("a")}));
  for (int i = 0; i < 1000; ++i) {
    static_cast<void>(encode(producer, graph_of({named("b")})));
  }
  EXPECT_FALSE(producer.confirm(first.ticket));
}

constexpr std::string_view declared =
    "GCF profile=graph session=true\n## targets\n@3 fn a 0.50 lsp\n"
    "@9 fn b 0.40 lsp\n";

TEST(session_consumer, resolves_references) {
  session_consumer consumer;
  ASSERT_TRUE(consumer.decode(declared));
  EXPECT_EQ(consumer.size(), 2U);
  const auto read = consumer.decode(
      "GCF profile=graph tool=t symbols=2 edges=1 session=true\n## related\n"
      "@9  # previously transmitted\n@4 type a 0.30 ast\n## edges [1]\n"
      "@9<@4 calls\n");
  ASSERT_TRUE(read) << pith::message(read.error());
  payload expected = graph_of({named("b", 0.4), named("a", 0.3, "type")});
  expected.tool = "t";
  expected.symbols[0].distance = expected.symbols[1].distance = 1;
  expected.symbols[1].provenance = "ast";
  expected.edges.push_back({"a", "b", "calls"});
  EXPECT_EQ(*read, expected);
  EXPECT_EQ(consumer.size(), 3U);
}

TEST(session_consumer, a_refused_answer_changes_nothing) {
  session_consumer consumer;
  ASSERT_TRUE(consumer.decode(declared));
  const std::string head = "GCF profile=graph session=true\n## targets\n";
  const struct {
    std::string text;
    error_code code;
    std::size_t offset;
  } cases[] = {
      {head + "@5 fn c 0.50 lsp\n@7  # previously transmitted\n",
       error_code::unresolved_reference, head.size() + 17},
      {head + "@5 fn c 0.50 lsp\n@3 fn other 0.50 lsp\n",
       error_code::invalid_symbol_id, head.size() + 17},
      {head + "@5 fn a 0.50 lsp\n", error_code::invalid_symbol_id, head.size()},
      {head + "@3 fn a 0.90 lsp\n@3  # previously transmitted\n",
       error_code::invalid_symbol_id, head.size() + 17},
      {head + "@3  # previously transmitted\n## edges [1]\n@3<@9 calls\n",
       error_code::unknown_edge_reference, head.size() + 29 + 16},
      {"GCF profile=graph\n## targets\n@3  # previously transmitted\n",
       error_code::invalid_symbol_id, 29},
      {"GCF profile=graph unchanged=true pack_root=sha256:00 symbols=1\n",
       error_code::not_supported, 18},
  };
  for (const auto& c : cases) {
    const auto read = consumer.decode(c.text);
    ASSERT_FALSE(read) << c.text;
    EXPECT_EQ(read.error().code, c.code) << c.text;
    EXPECT_EQ(read.error().offset, c.offset) << c.text;
    EXPECT_EQ(consumer.size(), 2U);
  }
  const auto read = consumer.decode(head + "@3  # previously transmitted\n");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->symbols[0], named("a"));
}

TEST(session_consumer, a_full_payload_ends_the_session) {
  session_consumer consumer;
  ASSERT_TRUE(consumer.decode(declared));
  ASSERT_TRUE(
      consumer.decode("GCF profile=graph\n## targets\n@0 fn z 0.50 lsp\n"));
  EXPECT_EQ(consumer.size(), 0U);
  ASSERT_TRUE(consumer.decode(declared));
  consumer.reset();
  EXPECT_EQ(consumer.size(), 0U);
  EXPECT_EQ(consumer
                .decode("GCF profile=graph session=true\n## targets\n"
                        "@3  # previously transmitted\n")
                .error()
                .code,
            error_code::unresolved_reference);
}

TEST(session_consumer, is_bounded) {
  session_consumer few({.max_symbols = 2});
  ASSERT_TRUE(few.decode(declared));
  const std::string third =
      "GCF profile=graph session=true\n## targets\n@4 fn c 0.50 lsp\n";
  EXPECT_EQ(few.decode(third).error().code, error_code::item_limit);
  EXPECT_EQ(few.size(), 2U);
  session_consumer small({.max_text_bytes = 15});
  ASSERT_TRUE(small.decode(declared));
  EXPECT_EQ(small.decode(third).error().code, error_code::size_limit);
  EXPECT_EQ(small.size(), 2U);
}

}  // namespace
