// SPDX-License-Identifier: MIT
// Kinds, the index of symbols, and payloads as documents.
#include <pith/equality.hpp>
#include <pith/graph.hpp>
#include <pith/json.hpp>

#include "graph/kinds.hpp"
#include "graph/symbol_index.hpp"
#include "random_graph.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace {

using pith::error_code;
using pith::graph::kind_name;
using pith::graph::kind_names;
using pith::graph::payload;
using pith::graph::symbol_index;

TEST(kinds, standard_ones_go_both_ways) {
  const kind_names kinds;
  for (const auto& entry : pith::graph::standard_kinds) {
    EXPECT_EQ(kinds.abbreviate(entry.kind), entry.abbreviation);
    EXPECT_EQ(kinds.expand(entry.abbreviation), entry.kind);
  }
  for (const char* other : {"", "f", "funktion", "interfacf", "svcs", "fn "}) {
    EXPECT_EQ(kinds.abbreviate(other), other);
    EXPECT_EQ(kinds.expand(other), other);
  }
}

TEST(kinds, callers_come_first) {
  const std::vector<kind_name> more = {
      {"component", "comp"}, {"functor", "fn"}, {"composite", "comp"}};
  const kind_names kinds(more);
  EXPECT_EQ(kinds.abbreviate("component"), "comp");
  EXPECT_EQ(kinds.expand("comp"), "component");
  EXPECT_EQ(kinds.expand("fn"), "functor");
  // Abbreviations that would be read as something else are not used.
  EXPECT_EQ(kinds.abbreviate("function"), "function");
  EXPECT_EQ(kinds.abbreviate("composite"), "composite");
  EXPECT_EQ(kinds.abbreviate("interface"), "iface");
}

TEST(symbol_index, finds_what_was_added) {
  symbol_index index;
  EXPECT_EQ(index.find("a"), symbol_index::none);
  EXPECT_EQ(index.find("fn", "a"), symbol_index::none);
  EXPECT_TRUE(index.add("fn", "a"));
  EXPECT_TRUE(index.add("fn", "b"));
  EXPECT_FALSE(index.add("fn", "a"));
  EXPECT_EQ(index.find("a"), 0U);
  EXPECT_FALSE(index.is_shared_name(0));
  EXPECT_TRUE(index.add("type", "a"));
  EXPECT_FALSE(index.add("type", "a"));
  EXPECT_FALSE(index.add("fn", "a"));
  EXPECT_EQ(index.find("a"), symbol_index::ambiguous);
  EXPECT_EQ(index.find("fn", "a"), 0U);
  EXPECT_EQ(index.find("type", "a"), 2U);
  EXPECT_EQ(index.find("var", "a"), symbol_index::none);
  EXPECT_EQ(index.find("type", "b"), symbol_index::none);
  EXPECT_TRUE(index.is_shared_name(0));
  EXPECT_TRUE(index.is_shared_name(2));
  EXPECT_FALSE(index.is_shared_name(1));
  EXPECT_EQ(index.size(), 3U);
  index.reset(10);
  EXPECT_EQ(index.find("a"), symbol_index::none);
  EXPECT_EQ(index.size(), 0U);
}

TEST(symbol_index, grows) {
  std::vector<std::string> names;
  std::vector<std::string> kinds;
  constexpr std::uint32_t count = 5000;
  for (std::uint32_t i = 0; i < count; ++i) {
    names.push_back("name" + std::to_string(i));
    kinds.push_back("kind" + std::to_string(i));
  }
  symbol_index index;
  for (std::uint32_t i = 0; i < count; ++i) {  // one name, many kinds
    ASSERT_TRUE(index.add(kinds[i], names[0]));
  }
  for (std::uint32_t i = 1; i < count; ++i) {
    ASSERT_TRUE(index.add(kinds[0], names[i]));
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    ASSERT_EQ(index.find(kinds[i], names[0]), i);
  }
  for (std::uint32_t i = 1; i < count; ++i) {
    ASSERT_EQ(index.find(names[i]), count + i - 1);
  }
}

TEST(documents, both_directions) {
  pith_tests::random_source random(7);
  for (int i = 0; i < 2000; ++i) {
    payload graph = pith_tests::random_graph(random);
    for (pith::graph::symbol& s : graph.symbols) {
      if (random.chance(50)) s.signature = "func \xc3\xa9()";
      if (random.chance(50)) s.components = {0.25, 0.5, s.score, 4};
    }
    const auto doc = pith::graph::to_document(graph);
    ASSERT_TRUE(doc);
    const auto back = pith::graph::from_value(doc->root());
    ASSERT_TRUE(back) << pith::message(back.error());
    EXPECT_EQ(*back, graph);
  }
}

TEST(documents, members) {
  payload graph;
  graph.symbols.push_back({"a", "function", 1, "p", 2, "s", {}});
  graph.symbols[0].components.emplace().recency = 0.5;
  graph.edges.push_back({"a", "b", "calls", "added", "function", ""});
  const auto doc = pith::graph::to_document(graph);
  ASSERT_TRUE(doc);
  EXPECT_EQ(pith::json::write(doc->root()).value_or(""),
            R"({"tool":"","tokenBudget":0,"tokensUsed":0,"packRoot":"",)"
            R"("symbols":[{"qualifiedName":"a","kind":"function","score":1,)"
            R"("provenance":"p","distance":2,"signature":"s","components":)"
            R"({"blastRadius":0,"confidence":0,"recency":0.5,"distance":0}}],)"
            R"("edges":[{"source":"a","target":"b","edgeType":"calls",)"
            R"("status":"added","sourceKind":"function"}]})");
}

TEST(documents, refused) {
  payload graph;
  graph.token_budget = ~std::uint64_t{0};
  EXPECT_EQ(pith::graph::to_document(graph).error().code,
            error_code::out_of_range);
  graph = {};
  graph.symbols.push_back({"\xff", "function", 1, "p", 0});
  EXPECT_EQ(pith::graph::to_document(graph).error().code,
            error_code::invalid_utf8);
  graph.symbols[0].qualified_name = "a";
  graph.symbols[0].score = std::numeric_limits<double>::infinity();
  EXPECT_EQ(pith::graph::to_document(graph).error().code,
            error_code::not_finite);
}

}  // namespace
